// What the elements of a tensor in a file are: floats, or integers that may carry them.
//
//     element_type("BF16")                       // ElementType::bf16
//     float_type(ElementType::u16)               // none
//     carried(ElementType::u16, FloatType::bf16) // true: numpy has no bf16 and writes uint16
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "exactblend/number/float_type.hpp"

namespace exactblend {

enum class ElementType : std::uint8_t {
  f64,
  f32,
  f16,
  bf16,
  e4m3,
  e5m2,
  boolean,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
};

// The name in a safetensors header: "F64", "F8_E4M3", "BOOL", "U16".
[[nodiscard]] std::string_view name(ElementType type);
[[nodiscard]] std::optional<ElementType> element_type(std::string_view name);
[[nodiscard]] ElementType element_type(FloatType type);

[[nodiscard]] std::size_t bytes_of(ElementType type);
[[nodiscard]] std::optional<FloatType> float_type(ElementType type);

// Whether elements of this type may be taken for floats of that one: its own, or unsigned integers
// of the same width (u16 for bf16 and f16, u8 for e4m3 and e5m2).
[[nodiscard]] bool carried(ElementType type, FloatType as);

}  // namespace exactblend
