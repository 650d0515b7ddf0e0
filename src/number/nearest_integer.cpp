#include "exactblend/number/nearest_integer.hpp"

#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

// |numerator|/denominator to the nearest, ties to even.
template <class Int>
Int nearest(const Int& magnitude, const Int& denominator) {
  Int quotient = magnitude / denominator;
  const Int rest = magnitude - quotient * denominator;
  const Int other = denominator - rest;  // no overflow: rest < denominator
  const bool odd = quotient % 2 != 0;
  if (rest > other || (rest == other && odd)) quotient += 1;
  return quotient;
}

}  // namespace

std::int64_t nearest_integer(const Rational& value) {
  const bool negative = value.sign() < 0;
  if (RationalParts::is_word(value)) {
    const std::int64_t numerator = RationalParts::word_numerator(value);  // > INT64_MIN
    const std::int64_t rounded =
        nearest(negative ? -numerator : numerator, RationalParts::word_denominator(value));
    return negative ? -rounded : rounded;
  }
  const Integer& numerator = RationalParts::big_numerator(value);
  const Integer magnitude = negative ? -numerator : numerator;
  const Integer rounded = nearest(magnitude, RationalParts::big_denominator(value));
  std::int64_t word = 0;
  if (!fits_word(rounded, word)) return negative ? INT64_MIN : INT64_MAX;
  return negative ? -word : word;
}

}  // namespace exactblend
