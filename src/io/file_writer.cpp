#include "exactblend/io/file_writer.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace exactblend {
namespace {

Error cannot_write(const std::string& path, int reason) {
  return {ErrorCode::cannot_write,
          "can't be written: " + std::string(std::strerror(reason)),
          "a place that exists, with room, that may be written",
          {path, 0, 0}};
}

std::string folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos) return ".";
  return slash == 0 ? "/" : path.substr(0, slash);
}

// The file that a chain of symbolic links leads to, whether or not it exists, or the path itself.
std::string resolved(std::string path) {
  if (char* real = ::realpath(path.c_str(), nullptr); real != nullptr) {
    path = real;
    std::free(real);  // NOLINT: realpath() allocates with malloc()
    return path;
  }
  // realpath() does not know a link to what is yet to be made, nor /dev/stdout when that is a pipe.
  constexpr int kMostLinks = 40;
  struct stat status {};
  for (int links = 0; links < kMostLinks && ::stat(path.c_str(), &status) != 0; ++links) {
    std::string link(PATH_MAX, '\0');
    const ssize_t size = ::readlink(path.c_str(), link.data(), link.size());
    if (size <= 0) break;
    link.resize(static_cast<std::size_t>(size));
    path = link.front() == '/' ? link : folder_of(path) + '/' + link;
  }
  return path;
}

// /dev/stdout, /dev/fd/3 and the like: what is open already is added to, not replaced, even if it
// is a regular file, so that `-o /dev/stdout >> file` keeps what is in the file.
bool is_open_already(const std::string& path) {
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/") ||
         path.starts_with("/proc/");
}

mode_t default_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

// A name beside the file that nobody has, from a template for mkstemp().
std::string hidden_template(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return folder_of(path) + "/." + path.substr(slash == std::string::npos ? 0 : slash + 1) +
         ".XXXXXX";
}

}  // namespace

Result<FileWriter> FileWriter::create(const std::string& path) {
  const std::string target = resolved(path);
  struct stat status {};
  const bool exists = ::stat(target.c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return tl::unexpected(cannot_write(path, errno));
  if (exists && (!S_ISREG(status.st_mode) || is_open_already(path))) {
    const int direct = ::open(target.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC);
    if (direct < 0) return tl::unexpected(cannot_write(path, errno));
    return FileWriter(direct, target, {}, true);
  }
  if (exists && ::access(target.c_str(), W_OK) != 0) {
    return tl::unexpected(cannot_write(path, errno));
  }
  const mode_t mode = exists ? status.st_mode & 07777 : default_mode();
  std::string temporary;
  // A file without a name gets one by way of /proc, which a bare chroot lacks.
  const bool nameable = ::access("/proc/self/fd", X_OK) == 0;
  int descriptor =
      nameable ? ::open(folder_of(target).c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, mode) : -1;
  if (!nameable ||
      (descriptor < 0 && (errno == EOPNOTSUPP || errno == EISDIR || errno == EINVAL))) {
    temporary = hidden_template(target);
    descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
  }
  if (descriptor < 0) return tl::unexpected(cannot_write(path, errno));
  if (::fchmod(descriptor, mode) != 0) {
    const int reason = errno;
    FileWriter discarded(descriptor, target, temporary, false);
    return tl::unexpected(cannot_write(path, reason));
  }
  return FileWriter(descriptor, target, std::move(temporary), false);
}

FileWriter::FileWriter(FileWriter&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      temporary_(std::exchange(other.temporary_, {})),
      direct_(other.direct_) {}

FileWriter::~FileWriter() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> FileWriter::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(cannot_write(path_, errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> FileWriter::commit() {
  if (direct_) {
    const int closed = ::close(std::exchange(descriptor_, -1));
    if (closed != 0) return tl::unexpected(cannot_write(path_, errno));
    return {};
  }
  if (::fsync(descriptor_) != 0) return tl::unexpected(cannot_write(path_, errno));
  if (temporary_.empty()) {
    // linkat() does not replace a file, so the complete file is linked under a hidden name first.
    std::string name = hidden_template(path_);
    const int reserved = ::mkostemp(name.data(), O_CLOEXEC);
    if (reserved < 0) return tl::unexpected(cannot_write(path_, errno));
    ::close(reserved);
    ::unlink(name.c_str());
    const std::string self = "/proc/self/fd/" + std::to_string(descriptor_);
    if (::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) != 0) {
      return tl::unexpected(cannot_write(path_, errno));
    }
    temporary_ = std::move(name);
  }
  if (std::rename(temporary_.c_str(), path_.c_str()) != 0) {
    return tl::unexpected(cannot_write(path_, errno));
  }
  temporary_.clear();
  if (::close(std::exchange(descriptor_, -1)) != 0) {
    return tl::unexpected(cannot_write(path_, errno));
  }
  return {};
}

}  // namespace exactblend
