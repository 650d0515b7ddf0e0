#include "exactblend/number/round.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "number/integer.hpp"
#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

constexpr std::int64_t kWordBits = 64;

bool bit_at(std::span<const std::uint64_t> magnitude, std::int64_t bit) {
  return ((magnitude[static_cast<std::size_t>(bit / kWordBits)] >> (bit % kWordBits)) & 1) != 0;
}

bool any_below(std::span<const std::uint64_t> magnitude, std::int64_t bit) {
  const auto whole = static_cast<std::size_t>(bit / kWordBits);
  for (std::size_t i = 0; i < whole; ++i) {
    if (magnitude[i] != 0) return true;
  }
  const std::uint64_t mask = (std::uint64_t{1} << (bit % kWordBits)) - 1;
  return mask != 0 && (magnitude[whole] & mask) != 0;
}

// floor(magnitude/2^shift), which has at most 64 bits; shift below the magnitude's bits.
std::uint64_t shifted_down(std::span<const std::uint64_t> magnitude, std::int64_t shift) {
  const auto index = static_cast<std::size_t>(shift / kWordBits);
  const std::int64_t by = shift % kWordBits;
  std::uint64_t word = magnitude[index] >> by;
  if (by != 0 && index + 1 < magnitude.size()) word |= magnitude[index + 1] << (kWordBits - by);
  return word;
}

std::uint64_t signed_bits(const FloatFormat& format, bool negative, std::uint64_t bits) {
  return negative ? bits | format.sign_bit() : bits;
}

// |numerator|/|denominator|·2^exponent; neither is 0.
std::uint64_t round_ratio(FloatType type, bool negative, const Integer& numerator,
                          const Integer& denominator, std::int64_t exponent) {
  // A quotient of 64 bits or more, and one sticky bit below it for what the division leaves over:
  // that bit lies below every rounding position, since no type has more than 53 bits.
  const auto have = static_cast<std::int64_t>(bit_length(numerator)) -
                    static_cast<std::int64_t>(bit_length(denominator));
  const std::int64_t shift = std::max<std::int64_t>(0, kWordBits + 1 - have);
  const Integer dividend = abs(numerator) << static_cast<unsigned>(shift);
  const Integer divisor = abs(denominator);
  Integer quotient;
  Integer rest;
  boost::multiprecision::divide_qr(dividend, divisor, quotient, rest);
  quotient <<= 1;
  if (!rest.is_zero()) quotient += 1;
  const std::int64_t scale = std::clamp<std::int64_t>(exponent - shift - 1, INT32_MIN, INT32_MAX);
  return round_to(type, negative, to_words(quotient), static_cast<int>(scale));
}

}  // namespace

//      bit  p-1 …              … shift │ shift-1 … 0        magnitude, p bits
//           └─── the significand ────┘ │ └half  └─ sticky   one ulp is 2^ulp, ulp = exponent +
//           shift
std::uint64_t round_to(FloatType type, bool negative, std::span<const std::uint64_t> magnitude,
                       int exponent) {
  const FloatFormat format = format_of(type);
  while (!magnitude.empty() && magnitude.back() == 0)
    magnitude = magnitude.first(magnitude.size() - 1);
  if (magnitude.empty()) return 0;
  const std::int64_t bits =
      kWordBits * static_cast<std::int64_t>(magnitude.size()) - std::countl_zero(magnitude.back());
  const std::int64_t ulp =
      std::max<std::int64_t>(bits + exponent - format.precision, format.min_exponent);
  if (ulp > format.max_exponent) return signed_bits(format, negative, format.infinity_bits());
  const std::int64_t shift = ulp - exponent;
  std::uint64_t significand = 0;
  if (shift <= 0) {
    significand = magnitude[0] << -shift;  // exact: at most `precision` bits
  } else if (shift <= bits) {
    significand = shift == bits ? 0 : shifted_down(magnitude, shift);
    const bool half = bit_at(magnitude, shift - 1);
    if (half && ((significand & 1) != 0 || any_below(magnitude, shift - 1))) ++significand;
  }  // else below half of the least float
  // Adding, not joining: a normal significand's leading one, and a carry out of an all-ones one,
  // both go to the exponent's field, where each is worth one.
  const std::uint64_t result =
      (static_cast<std::uint64_t>(ulp - format.min_exponent) << format.fraction_bits()) +
      significand;
  return signed_bits(format, negative,
                     result > format.max_bits() ? format.infinity_bits() : result);
}

std::uint64_t round_to(FloatType type, const Dyadic& value) {
  return round_to(type, value.sign() < 0, value.magnitude(), value.exponent());
}

std::uint64_t round_to(FloatType type, const Rational& value) {
  if (value.is_zero()) return 0;
  return round_ratio(type, value.sign() < 0, RationalParts::numerator(value),
                     RationalParts::denominator(value), 0);
}

Result<std::uint64_t> round_quotient(FloatType type, const Dyadic& a, const Dyadic& b) {
  if (b.is_zero()) {
    return failure(ErrorCode::division_by_zero, "division by 0", "a divisor other than 0");
  }
  if (a.is_zero()) return 0;
  return round_ratio(type, a.sign() * b.sign() < 0, from_words(a.magnitude()),
                     from_words(b.magnitude()),
                     static_cast<std::int64_t>(a.exponent()) - b.exponent());
}

std::uint64_t encode(FloatType type, const DecodedFloat& value) {
  const FloatFormat format = format_of(type);
  switch (value.kind) {
    case FloatKind::nan: return signed_bits(format, value.negative, format.nan_bits());
    case FloatKind::infinite: return signed_bits(format, value.negative, format.infinity_bits());
    case FloatKind::finite: break;
  }
  if (value.significand == 0) return signed_bits(format, value.negative, 0);
  return round_to(type, value.negative, {&value.significand, 1}, value.exponent);
}

}  // namespace exactblend
