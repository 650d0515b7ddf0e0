#include "exactblend/io/file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "exactblend/io/file_writer.hpp"
#include "io/descriptor.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kFirstBytes = 64U << 10;  // of a pipe, whose size nobody knows

Place place_of(const std::string& path) { return {path == "-" ? "standard input" : path, 0, 0}; }

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t max_bytes) {
  const Descriptor file(path);
  struct stat status {};
  if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
    return cannot_read(path, errno, true);
  if (S_ISDIR(status.st_mode)) return cannot_read(path, EISDIR, true);

  // Files in /proc say 0, and a file may grow while it is read: the size is only where to begin.
  const bool regular = S_ISREG(status.st_mode) && status.st_size > 0;
  const std::size_t expected = regular ? static_cast<std::size_t>(status.st_size) : kFirstBytes;
  const auto over_limit = [&] {
    return failure(ErrorCode::over_limit, "more than " + std::to_string(max_bytes) + " bytes",
                   "a file of at most " + std::to_string(max_bytes) + " bytes", place_of(path));
  };
  if (regular && expected > max_bytes) return over_limit();

  std::string bytes;
  std::size_t used = 0;
  for (;;) {
    if (used == bytes.size()) {
      if (used > max_bytes) return over_limit();
      // One byte more than there should be, so that the end is found without growing.
      bytes.resize(std::min(std::max(expected + 1, 2 * used), max_bytes + 1));
    }
    const ssize_t got = ::read(file.number(), bytes.data() + used, bytes.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return cannot_read(path, errno, true);
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
  }
  bytes.resize(used);
  if (used > max_bytes) return over_limit();
  return bytes;
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
  auto writer = FileWriter::create(path);
  if (!writer) return tl::unexpected(std::move(writer.error()));
  if (auto written = writer->write(bytes); !written) return written;
  return writer->commit();
}

}  // namespace exactblend
