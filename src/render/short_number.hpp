// Numbers and vectors cut to a width: digits are left out and counted, never rounded.
//
//     number_within(x, width, size)    12345678901234567890/7   or   123…[14]…890/7   or   [20]/7
//
// [14] says that 14 digits are left out there.
#pragma once

#include <span>
#include <string>

#include "exactblend/number/rational.hpp"
#include "render/geometry.hpp"

namespace exactblend::draw {

struct ShortText {
  std::string text;
  bool left_out = false;  // whether digits were
};

// In the worst case, for a width that holds not even [14]/[7], "[long]".
[[nodiscard]] ShortText number_within(const Rational& value, Hundredths width, int size);

// With at most `digits` digits kept at each end of a long run.
[[nodiscard]] ShortText number_with(const Rational& value, std::size_t digits);

// (1, 5/4), or (1, 5/4, … 7 more …, 2) for more than four components; numbers as number_with().
[[nodiscard]] ShortText vector_with(std::span<const Rational> vector, std::size_t digits);

}  // namespace exactblend::draw
