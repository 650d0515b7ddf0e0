// Rounding a finite fp64 number to a smaller type, to nearest, ties to even; by its bits.
#pragma once

#include <bit>
#include <cstdint>

#include "exactblend/number/round.hpp"

namespace exactblend {

// The bits of `x` in this type, which is not f64; as round_to, but −0 stays −0. NaN and infinities
// give anything.
[[nodiscard]] inline std::uint64_t round_fp64(FloatType type, double x) {
  const FloatFormat format = format_of(type);
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t size = bits & ~(std::uint64_t{1} << 63);
  const std::uint64_t sign = size == bits ? 0 : format.sign_bit();
  const int drop = 52 - format.fraction_bits();
  const int bias = (1 << (format.exponent_bits - 1)) - 1;
  const std::uint64_t rebias = static_cast<std::uint64_t>(1023 - bias) << 52;
  if (size < rebias + (std::uint64_t{1} << 52)) {  // rounds to a subnormal, or is one
    const DecodedFloat value = decode(FloatType::f64, bits);
    return sign | round_to(type, value.negative, {&value.significand, 1}, value.exponent);
  }
  const std::uint64_t half = (std::uint64_t{1} << (drop - 1)) - 1 + ((size >> drop) & 1);
  const std::uint64_t rounded = (size - rebias + half) >> drop;
  return sign | (rounded > format.max_bits() ? format.infinity_bits() : rounded);
}

}  // namespace exactblend
