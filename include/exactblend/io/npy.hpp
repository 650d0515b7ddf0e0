// The .npy format of numpy, versions 1, 2 and 3: a Python dict as text, then one array.
//
//     Result<TensorEntry> array = read_npy(file.bytes());
//
// No pickle, ever: arrays of Python objects and structured arrays are refused. bf16 and 8-bit
// floats, which numpy lacks, come as unsigned integers or as raw bytes (|V2, |V1) of the same width
// and are read as u16 and u8; view_of() takes them for the floats that the caller names.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "exactblend/io/tensor_entry.hpp"
#include "exactblend/number/result.hpp"

namespace exactblend {

inline constexpr std::size_t kMaxNpyHeader = 65'535;  // bytes: all that version 1 can have

// The entry has no name; its bytes are inside the file's. Fortran order is kept, for view_of().
// Errors:
//   unknown_format     no magic number, or another version
//   truncated_file, trailing_bytes
//   over_limit         header, axes, or a shape of more than 2^63 - 1 bytes
//   syntax             the header is no dict of 'descr', 'fortran_order', 'shape' (with the byte)
//   unknown_field, missing_field, duplicate_field, wrong_type
//   unknown_dtype, unsupported_dtype (objects, fields, text, dates, complex), big_endian
// Cost: linear in the header; the data is not read.
[[nodiscard]] Result<TensorEntry> read_npy(std::span<const std::byte> file);

// The first bytes of a .npy file of version 1, a multiple of 64; the data follows in row-major
// order. Floats that numpy lacks are written as <u2 and |u1. The name is not written. Error:
// over_limit.
[[nodiscard]] Result<std::string> npy_header(const TensorSpec& tensor);

}  // namespace exactblend
