// The file that exactblend blend writes (docs/tensor-blend.md): the output, and the exact mass of
// each row.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exactblend/tensor/blend.hpp"

namespace exactblend::cli {

struct RoundedOutput {
  FloatType type;
  std::vector<std::size_t> shape;
  std::span<const std::byte> bytes;
};

struct ExactTensor {
  std::vector<std::size_t> shape;
  std::span<const ExactValue> values;
};

using Metadata = std::map<std::string, std::string>;

// path: ends in .npy for the output alone; else a safetensors file.
[[nodiscard]] Result<void> write_rounded(const std::string& path, const RoundedOutput& output,
                                         const ExactTensor& masses, const Metadata& metadata);

// A safetensors file. Error: usage, for .npy.
[[nodiscard]] Result<void> write_exact(const std::string& path, const ExactTensor& output,
                                       const ExactTensor& masses, const Metadata& metadata);

}  // namespace exactblend::cli
