#include "io/descriptor.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace exactblend {

tl::unexpected<Error> cannot_read(const std::string& path, int reason, bool stream) {
  std::string right;
  if (reason == ENOENT || reason == ENOTDIR) {
    right = "the name of a file that exists";
    if (stream) right += ", or - for standard input";
  } else if (reason == EACCES || reason == EPERM) {
    right = "a file that may be read";
  } else if (reason == EISDIR) {
    right = "the name of a file inside it";
  }
  return failure(ErrorCode::cannot_read, "can't be read: " + std::string(std::strerror(reason)),
                 std::move(right), {path == "-" ? "standard input" : path, 0, 0});
}

}  // namespace exactblend
