// What the bits of a float mean: its parameters, and decoding it to the dyadic that it is.
//
//     format_of(FloatType::e4m3).max_significand   // 14: the greatest is 14·2^5 = 448
//     decode(FloatType::bf16, 0x3f80)              // 128·2^-7, which is 1
//
// Exact: nothing here rounds. For the way back see number/round.hpp.
#pragma once

#include <cstdint>

#include "exactblend/number/float_type.hpp"

namespace exactblend {

// The bits of a float, from the top: a sign, exponent_bits, then precision - 1 bits of fraction.
// Its finite values are significand·2^exponent for integers
//
//     0 ≤ significand < 2^precision,   min_exponent ≤ exponent ≤ max_exponent.
struct FloatFormat {
  int exponent_bits;
  int precision;                  // bits of a normal significand, the leading one included
  int min_exponent;               // the least positive float is 2^min_exponent
  int max_exponent;               // the greatest float is max_significand·2^max_exponent
  std::uint64_t max_significand;  // odd, except that of e4m3
  bool has_infinity;              // e4m3 has none, and one NaN of each sign

  [[nodiscard]] constexpr int fraction_bits() const { return precision - 1; }
  [[nodiscard]] constexpr std::uint64_t sign_bit() const {
    return std::uint64_t{1} << (exponent_bits + fraction_bits());
  }
  // The bits of the greatest finite float; all bits above it, the sign apart, are infinity or NaN.
  [[nodiscard]] constexpr std::uint64_t max_bits() const {
    const auto steps = static_cast<std::uint64_t>(max_exponent - min_exponent);
    return (steps << fraction_bits()) + max_significand;
  }
  [[nodiscard]] constexpr std::uint64_t infinity_bits() const {  // NaN where there is no infinity
    return has_infinity ? max_bits() + 1 : sign_bit() - 1;
  }
  // A quiet NaN, its sign bit clear.
  [[nodiscard]] constexpr std::uint64_t nan_bits() const {
    return has_infinity ? infinity_bits() | (std::uint64_t{1} << (fraction_bits() - 1))
                        : sign_bit() - 1;
  }
};

namespace detail {

constexpr FloatFormat ieee_format(int exponent_bits, int precision) {
  const int bias = (1 << (exponent_bits - 1)) - 1;
  return {exponent_bits,
          precision,
          2 - bias - precision,
          bias + 1 - precision,
          (std::uint64_t{1} << precision) - 1,
          true};
}

}  // namespace detail

[[nodiscard]] constexpr FloatFormat format_of(FloatType type) {
  switch (type) {
    case FloatType::f64: return detail::ieee_format(11, 53);
    case FloatType::f32: return detail::ieee_format(8, 24);
    case FloatType::f16: return detail::ieee_format(5, 11);
    case FloatType::bf16: return detail::ieee_format(8, 8);
    case FloatType::e4m3: return {4, 4, -9, 5, 14, false};
    case FloatType::e5m2: return detail::ieee_format(5, 3);
  }
  return {};
}

enum class FloatKind : std::uint8_t { finite, infinite, nan };

// A float taken apart. If finite it is ±significand·2^exponent, a zero with significand 0 and the
// exponent of the subnormals; otherwise significand and exponent are 0.
struct DecodedFloat {
  FloatKind kind = FloatKind::finite;
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;

  friend bool operator==(const DecodedFloat&, const DecodedFloat&) = default;
};

// bits: the low 8·bytes_of(type) bits; higher ones are ignored.
[[nodiscard]] constexpr DecodedFloat decode(FloatType type, std::uint64_t bits) {
  const FloatFormat format = format_of(type);
  const bool negative = (bits & format.sign_bit()) != 0;
  const std::uint64_t size = bits & (format.sign_bit() - 1);
  if (size > format.max_bits()) {
    const bool infinite = format.has_infinity && size == format.infinity_bits();
    return {infinite ? FloatKind::infinite : FloatKind::nan, negative, 0, 0};
  }
  const std::uint64_t one = std::uint64_t{1} << format.fraction_bits();
  const auto field = static_cast<int>(size >> format.fraction_bits());
  const std::uint64_t fraction = size & (one - 1);
  if (field == 0) return {FloatKind::finite, negative, fraction, format.min_exponent};
  return {FloatKind::finite, negative, fraction | one, format.min_exponent + field - 1};
}

}  // namespace exactblend
