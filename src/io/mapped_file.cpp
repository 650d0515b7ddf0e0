#include "exactblend/io/mapped_file.hpp"

#include <sys/mman.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdint>
#include <utility>

#include "io/descriptor.hpp"

namespace exactblend {

Result<MappedFile> MappedFile::open(const std::string& path) {
  const auto refused = [&](std::string wrong) {
    return failure(ErrorCode::cannot_read, std::move(wrong),
                   "a regular file, which can be mapped into memory",
                   {path == "-" ? "standard input" : path, 0, 0});
  };
  if (path == "-") return refused("can't be read as tensors");
  const Descriptor file(path, O_NONBLOCK);  // opening a pipe would wait for its writer
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0) {
    return cannot_read(path, errno, false);
  }
  if (S_ISDIR(status.st_mode)) return cannot_read(path, EISDIR, false);
  if (!S_ISREG(status.st_mode)) return refused("can't be read: it is a pipe or a device");
  if (status.st_size == 0) return MappedFile({});
  const auto size = static_cast<std::uintmax_t>(status.st_size);
  if (size > SIZE_MAX) return cannot_read(path, EFBIG, false);
  const auto bytes = static_cast<std::size_t>(size);
  void* map = ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file.number(), 0);
  if (map == MAP_FAILED) return cannot_read(path, errno, false);
  return MappedFile({static_cast<const std::byte*>(map), bytes});
}

MappedFile::MappedFile(MappedFile&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  if (this != &other) {
    unmap();
    bytes_ = std::exchange(other.bytes_, {});
  }
  return *this;
}

MappedFile::~MappedFile() { unmap(); }

void MappedFile::unmap() {
  if (bytes_.empty()) return;
  ::munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());  // NOLINT: munmap()'s signature
  bytes_ = {};
}

}  // namespace exactblend
