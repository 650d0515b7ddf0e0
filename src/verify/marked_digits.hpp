// Elements that carry the runs of digits they show, in order, as the pages of `exactblend lesson`
// do: whatever is changed in them is found, also in names and labels, which claim nothing
// themselves.
#pragma once

#include <vector>

#include "exactblend/verify/document.hpp"
#include "verify/finder.hpp"

namespace exactblend::verify {

// Of a marked block: one true claim, or a false one for each run that differs; where some are
// missing or too many, only for the first. Cost: linear.
[[nodiscard]] std::vector<Found> find_changed_digits(const Block& block);

}  // namespace exactblend::verify
