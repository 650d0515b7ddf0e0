// One element as fp64, exactly, without instructions that not every processor has.
#pragma once

#include <bit>
#include <cstdint>

#include "tensor/operand.hpp"

namespace exactblend {

// The fields of a small float, moved to where fp64 has its own, are the float times a power of two.
// That holds for its subnormals too, but arithmetic on fp64's subnormals takes a hundred times
// longer.
template <FloatType kType>
inline double widen_one(const std::byte* at) {
  constexpr FloatFormat kFormat = format_of(kType);
  const std::uint64_t bits = load_bits(kType, at);
  if constexpr (kType == FloatType::f64) {
    return std::bit_cast<double>(bits);
  } else if constexpr (kType == FloatType::f32) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
  } else if constexpr (kType == FloatType::bf16) {
    return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16)));
  } else {
    constexpr int kBias = (1 << (kFormat.exponent_bits - 1)) - 1;
    constexpr auto kScale =
        std::bit_cast<double>(static_cast<std::uint64_t>(1023 + 1023 - kBias) << 52);
    const std::uint64_t size = bits & (kFormat.sign_bit() - 1);
    const std::uint64_t sign = (bits & kFormat.sign_bit()) != 0 ? std::uint64_t{1} << 63 : 0;
    if (size > kFormat.max_bits()) {
      const bool nan = size != kFormat.infinity_bits() || !kFormat.has_infinity;
      return std::bit_cast<double>(sign | (nan ? 0x7ff8'0000'0000'0000 : 0x7ff0'0000'0000'0000));
    }
    if (size < (std::uint64_t{1} << kFormat.fraction_bits())) {
      constexpr auto kLeast =
          std::bit_cast<double>(static_cast<std::uint64_t>(1023 + kFormat.min_exponent) << 52);
      const double magnitude = static_cast<double>(static_cast<std::int64_t>(size)) * kLeast;
      return sign != 0 ? -magnitude : magnitude;
    }
    return std::bit_cast<double>(sign | (size << (52 - kFormat.fraction_bits()))) * kScale;
  }
}

inline double widen_one(FloatType type, const std::byte* at) {
  switch (type) {
    case FloatType::f64: return widen_one<FloatType::f64>(at);
    case FloatType::f32: return widen_one<FloatType::f32>(at);
    case FloatType::f16: return widen_one<FloatType::f16>(at);
    case FloatType::bf16: return widen_one<FloatType::bf16>(at);
    case FloatType::e4m3: return widen_one<FloatType::e4m3>(at);
    case FloatType::e5m2: return widen_one<FloatType::e5m2>(at);
  }
  return 0;
}

}  // namespace exactblend
