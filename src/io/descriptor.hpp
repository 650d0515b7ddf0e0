// An open file that closes itself, and what to say of one that can't be read.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <string>

#include "exactblend/number/result.hpp"

namespace exactblend {

// Closes what it opened, but not standard input.
class Descriptor {
 public:
  explicit Descriptor(const std::string& path, int flags = 0)
      : number_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags)),
        close_(path != "-") {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (close_ && number_ >= 0) ::close(number_);
  }
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
  bool close_;
};

// reason: as in errno. stream: whether standard input would do.
[[nodiscard]] tl::unexpected<Error> cannot_read(const std::string& path, int reason, bool stream);

}  // namespace exactblend
