// One tensor of a file that was read, and one that is to be written.
//
//     Result<TensorView> view = view_of(entry);                   // floats as they are
//     Result<TensorView> bf16 = view_of(entry, FloatType::bf16);  // carried as uint16
//
// An entry's bytes belong to the file, which must outlive it and its views.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exactblend/io/element_type.hpp"
#include "exactblend/number/result.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend {

inline constexpr std::size_t kMaxTensors = 1U << 17;  // of one file

struct TensorEntry {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<std::size_t> shape;
  bool fortran_order = false;        // the first axis is dense, not the last one
  std::span<const std::byte> bytes;  // exactly checked_bytes(type, shape)
};

struct TensorSpec {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<std::size_t> shape;
};

// The bytes that a tensor takes. Error: over_limit, for more than kMaxAxes axes, or more than
// 2^63 - 1 bytes even if axes of length 0 had length 1, so that no stride overflows either.
[[nodiscard]] Result<std::size_t> checked_bytes(ElementType type,
                                                std::span<const std::size_t> shape);

// The entry as floats; of another type than its own only where carried() says so. Elements are not
// necessarily aligned. Error: unsupported_dtype.
[[nodiscard]] Result<TensorView> view_of(const TensorEntry& entry,
                                         std::optional<FloatType> as = std::nullopt);

}  // namespace exactblend
