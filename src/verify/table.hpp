// Tables of values: a column headed "weight" or w gives w1, w2, … their values, a row "V1 | (2,0)"
// gives V1 its; a column headed by a computation, such as wⱼ·Vⱼ, claims its result in every row.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "verify/finder.hpp"

namespace exactblend::verify {

struct TableFindings {
  struct InCell {
    std::size_t row;
    std::size_t column;
    Found found;
    std::size_t last_column = 0;  // of a claim that takes whole cells up to this one; else 0
  };
  std::vector<InCell> found;
  std::size_t definitions = 0;
};

// Without what stands around a cell's text: spaces, stars, marks of formulas.
[[nodiscard]] std::string_view trimmed_cell(std::string_view text);

// The value of a cell that holds one and nothing else; "masked" is one.
[[nodiscard]] std::optional<Value> value_of_cell(const MappedText& cell, const Scope& scope);

// drawn: it shows values that the document gives elsewhere, and claims those that it gives.
[[nodiscard]] TableFindings find_in_table(const std::vector<std::vector<MappedText>>& rows,
                                          Scope& scope, bool drawn = false);

}  // namespace exactblend::verify
