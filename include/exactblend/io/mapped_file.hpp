// A file's bytes in memory without reading them first.
//
//     Result<MappedFile> file = MappedFile::open("weights.safetensors");
//     use(file->bytes());   // pages are read as they are touched
//
// Regular files only: a pipe or a device has no bytes to map. The map is private and read-only; a
// file that somebody else makes shorter meanwhile ends the program with SIGBUS, so a file that is
// being written should be replaced, as FileWriter does, and not overwritten.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "exactblend/number/result.hpp"

namespace exactblend {

class MappedFile {
 public:
  // Error: cannot_read. An empty file has no bytes and is none.
  [[nodiscard]] static Result<MappedFile> open(const std::string& path);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  ~MappedFile();

  // They stay where they are when the MappedFile is moved.
  [[nodiscard]] std::span<const std::byte> bytes() const { return bytes_; }

 private:
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}
  void unmap();

  std::span<const std::byte> bytes_;
};

}  // namespace exactblend
