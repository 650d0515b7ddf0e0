// Views of tensors that somebody else owns: bytes, their type, shape and strides.
//
//     TensorView values = contiguous_view(bytes, FloatType::bf16, {2, 8, 4096, 128});
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "exactblend/number/float_type.hpp"

namespace exactblend {

// Axes of a tensor; limits keep index arithmetic within 64 bits.
inline constexpr std::size_t kMaxAxes = 16;

// Little-endian elements, not necessarily aligned. Element (i, j, …) begins at
// data + i·strides[0] + j·strides[1] + …; strides are in bytes and may be negative or 0.
struct TensorView {
  const std::byte* data = nullptr;
  FloatType type = FloatType::f64;
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> strides;
};

// The same, to be written.
struct MutableTensorView {
  std::byte* data = nullptr;
  FloatType type = FloatType::f64;
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> strides;
};

// One byte an element: 0 is false, all else is true.
struct MaskView {
  const std::byte* data = nullptr;
  std::vector<std::size_t> shape;
  std::vector<std::ptrdiff_t> strides;
};

// In row-major order, the last axis dense. The caller sees to it that `data` holds all of it.
[[nodiscard]] TensorView contiguous_view(const std::byte* data, FloatType type,
                                         std::vector<std::size_t> shape);
[[nodiscard]] MutableTensorView contiguous_output(std::byte* data, FloatType type,
                                                  std::vector<std::size_t> shape);
[[nodiscard]] MaskView contiguous_mask(const std::byte* data, std::vector<std::size_t> shape);

}  // namespace exactblend
