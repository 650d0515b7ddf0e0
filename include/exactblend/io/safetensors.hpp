// The safetensors format: 8 bytes of header length (little-endian), a JSON header, the data.
//
//     Result<Safetensors> read = read_safetensors(file.bytes());
//     for (const TensorEntry& tensor : read->tensors) use(tensor.name, tensor.bytes);
//
// Everything is validated before it is trusted, as strictly as the reference implementation does
// and stricter in what it leaves open: fields and dtypes that are not known here are refused.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "exactblend/io/tensor_entry.hpp"
#include "exactblend/number/result.hpp"

namespace exactblend {

inline constexpr std::size_t kMaxSafetensorsHeader = 100'000'000;  // bytes, as in the reference
inline constexpr std::size_t kMaxMetadata = kMaxTensors;           // entries of __metadata__

using TensorMetadata = std::map<std::string, std::string>;

struct Safetensors {
  std::vector<TensorEntry> tensors;  // in the order of the header; bytes are inside the file's
  TensorMetadata metadata;
};

// Errors:
//   truncated_file     shorter than 8 bytes, than its header, or than its data
//   over_limit         header, tensors, axes, metadata, or a shape of more than 2^63 - 1 bytes
//   not_utf8, syntax   the header is no text, or no JSON (and says near which byte of the file)
//   wrong_type         the header is no object, or a field holds something else than it must
//   unknown_field, missing_field, duplicate_field, duplicate_name
//   unknown_dtype      none of name(ElementType)
//   reversed_offsets   data that ends before it begins
//   size_mismatch      as many bytes of data as shape and dtype don't make
//   offsets_past_end, overlapping_data, unused_bytes (a hole), trailing_bytes
// Cost: linear in the header, and sorting of the names; the data is not read.
[[nodiscard]] Result<Safetensors> read_safetensors(std::span<const std::byte> file);

// The first bytes of a file, up to where data begins, for tensors whose data follows in this order
// without gaps; names sorted, padded with spaces to a multiple of 8 bytes. Errors: over_limit,
// duplicate_name, not_utf8; usage: a tensor named __metadata__.
[[nodiscard]] Result<std::string> safetensors_header(std::span<const TensorSpec> tensors,
                                                     const TensorMetadata& metadata = {});

}  // namespace exactblend
