// The directory of a zip archive (APPNOTE 6.3), with the extensions for large files (zip64).
//
// Validated strictly, since two readers that resolve a contradiction differently see two files: the
// end record ends the file, the directory ends where the end record begins, each local header says
// what the directory says, and no two members share a byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "exactblend/number/result.hpp"

namespace exactblend {

struct ZipMember {
  std::string name;
  std::span<const std::byte> bytes;  // as they are stored, inside the file's
  std::uint32_t crc32 = 0;
  bool compressed = false;
};

// Errors: list_npz()'s. Cost: linear in the directory, and sorting.
[[nodiscard]] Result<std::vector<ZipMember>> list_zip(std::span<const std::byte> file);

// CRC-32 of ISO-HDLC, which zip uses. Measured: 0.9 GB/s beside 2.2 of zlib, on a busy machine.
[[nodiscard]] std::uint32_t crc32(std::span<const std::byte> bytes);

}  // namespace exactblend
