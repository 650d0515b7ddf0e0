// The float types of real tensors. Each finite float is a dyadic rational, significand·2^exponent.
//
//     float_type("bf16")          // FloatType::bf16
//     bytes_of(FloatType::f16)    // 2
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace exactblend {

// e4m3 is the variant without infinities ("e4m3fn": S.1111.111 is NaN, the greatest is 448); e5m2 is
// a short f16. (OCP 8-bit floating point specification, 2023.)
enum class FloatType : std::uint8_t { f64, f32, f16, bf16, e4m3, e5m2 };

inline constexpr FloatType kFloatTypes[] = {FloatType::f64,  FloatType::f32,  FloatType::f16,
                                            FloatType::bf16, FloatType::e4m3, FloatType::e5m2};

[[nodiscard]] std::string_view name(FloatType type);  // "bf16"
[[nodiscard]] std::optional<FloatType> float_type(std::string_view name);

[[nodiscard]] constexpr std::size_t bytes_of(FloatType type) {
  switch (type) {
    case FloatType::f64: return 8;
    case FloatType::f32: return 4;
    case FloatType::f16:
    case FloatType::bf16: return 2;
    case FloatType::e4m3:
    case FloatType::e5m2: return 1;
  }
  return 0;
}

}  // namespace exactblend
