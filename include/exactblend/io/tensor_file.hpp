// One tensor of a file that somebody names on a command line.
//
//     Result<TensorFile> weights = open_tensor("layer0.safetensors:weights");
//     Result<TensorFile> values = open_tensor("values.npy", FloatType::bf16);
//     use(values->view);   // valid as long as *values, also when that is moved
#pragma once

#include <optional>
#include <string>

#include "exactblend/io/mapped_file.hpp"
#include "exactblend/io/tensor_entry.hpp"
#include "exactblend/number/result.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend {

struct TensorFile {
  MappedFile file;  // keeps the view's bytes
  TensorView view;
  std::string name;  // empty for a .npy file, whose array has none
};

// where: FILE, or FILE:NAME where a file holds several tensors. A FILE may have colons in its own
// name: the longest part of `where` that exists is the file. What a file is shows in its first
// bytes (safetensors, .npy, .npz), not in its name. as: for floats that the file carries as
// unsigned integers of the same width (carried()).
//
// Errors, with the file as their place: cannot_read; unknown_format; name_needed, with the names;
// unknown_name, with the nearest one; unsupported_dtype; those of read_safetensors(), read_npy()
// and list_npz(). Cost: the header; for .npz also one pass over the tensor, for its checksum.
[[nodiscard]] Result<TensorFile> open_tensor(const std::string& where,
                                             std::optional<FloatType> as = std::nullopt);

struct MaskFile {
  MappedFile file;  // keeps the view's bytes
  MaskView view;
  std::string name;
};

// As open_tensor(), of booleans or of u8, where everything but 0 is true.
[[nodiscard]] Result<MaskFile> open_mask(const std::string& where);

}  // namespace exactblend
