// The JSON header of a safetensors file, read as it is written: what its offsets mean for the data
// is read_safetensors()'s to check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/io/safetensors.hpp"

namespace exactblend {

static_assert(sizeof(std::size_t) == sizeof(std::uint64_t), "files may be larger than memory");

struct HeaderTensor {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<std::size_t> shape;
  std::size_t begin = 0;  // from the first byte behind the header
  std::size_t end = 0;
};

struct SafetensorsHeader {
  std::vector<HeaderTensor> tensors;
  TensorMetadata metadata;
};

inline constexpr std::size_t kHeaderLengthBytes = 8;  // in front of the header
inline constexpr std::string_view kMetadataName = "__metadata__";

// Errors: those of the header among read_safetensors()'s.
[[nodiscard]] Result<SafetensorsHeader> parse_safetensors_header(std::string_view text);

}  // namespace exactblend
