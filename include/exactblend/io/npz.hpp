// The .npz format of numpy: a zip archive of .npy files, uncompressed.
//
//     Result<std::vector<NpzMember>> members = list_npz(file.bytes());
//     Result<TensorEntry> weights = read_npz(members->front());
//
// The archive's directory is validated as a whole before any member is used. Compressed members
// (numpy.savez_compressed) are listed and refused when read: a memory map has no place for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exactblend/io/tensor_entry.hpp"
#include "exactblend/number/result.hpp"

namespace exactblend {

struct NpzMember {
  std::string name;                  // without ".npy"
  std::span<const std::byte> bytes;  // inside the file's
  std::uint32_t crc32 = 0;           // of the bytes, uncompressed, as the archive says
  bool compressed = false;
};

// In the archive's order; members whose names don't end in ".npy" are checked and left out.
// Errors:
//   truncated_file   no directory at the end
//   trailing_bytes   something behind the directory
//   malformed_zip    lengths, places or flags that contradict each other (with the byte);
//                    encryption; an archive of several parts
//   overlapping_data members that share bytes with each other
//   duplicate_name, not_utf8
//   over_limit       more than kMaxTensors members
// Cost: linear in the directory, and sorting of the names; the data is not read.
[[nodiscard]] Result<std::vector<NpzMember>> list_npz(std::span<const std::byte> file);

// The array of one member. Errors: compressed, wrong_checksum, and those of read_npy(), which then
// name the member. Cost: one pass over the data, for its checksum.
[[nodiscard]] Result<TensorEntry> read_npz(const NpzMember& member);

}  // namespace exactblend
