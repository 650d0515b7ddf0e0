// Breaking LaTeX formulas that are wider than a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exactblend {

// The rows of an alignment at "&" for one line of a formula, without the "\\" between them: one
// row if it fits, else a row for each side of the chain of equalities, with sums also broken before
// + and vectors after commas. A number is not broken. Widths are estimates, good enough for a page.
[[nodiscard]] std::vector<std::string> latex_rows(std::string_view formula);

}  // namespace exactblend
