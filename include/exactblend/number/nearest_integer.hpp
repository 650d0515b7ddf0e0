// Rounding on the way out of exact arithmetic, for positions in a drawing and the like. A number
// that is printed is never rounded.
//
//     nearest_integer(*Rational::of(7, 2))     // 4
#pragma once

#include <cstdint>

#include "exactblend/number/rational.hpp"

namespace exactblend {

// The integer nearest to value, ties to even: one rounding. An integer that does not fit becomes
// INT64_MAX or INT64_MIN. Cost: one integer division.
[[nodiscard]] std::int64_t nearest_integer(const Rational& value);

}  // namespace exactblend
