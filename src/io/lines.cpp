// Bytes are taken with read(), which returns what there is: fread() would wait for a whole buffer,
// so that a program which sends one line and waits for its answer would wait for ever. Nothing else
// may therefore have read from the stream. A stream without a descriptor (fmemopen) is read with
// fread().

#include "exactblend/io/lines.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace exactblend {
namespace {

constexpr std::size_t kFirstBytes = 64U << 10;  // as much as a pipe holds

// 0 at the end, negative on an error.
ssize_t read_some(std::FILE* stream, char* place, std::size_t room) {
  const int descriptor = ::fileno(stream);
  if (descriptor < 0) {
    const std::size_t got = std::fread(place, 1, room, stream);
    return got == 0 && std::ferror(stream) != 0 ? -1 : static_cast<ssize_t>(got);
  }
  for (;;) {
    const ssize_t got = ::read(descriptor, place, room);
    if (got >= 0 || errno != EINTR) return got;
  }
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace

LineReader::LineReader(std::FILE* stream, std::size_t max_bytes)
    : stream_(stream), max_bytes_(max_bytes), buffer_(std::min(kFirstBytes, max_bytes + 2)) {}

bool LineReader::has_line() const {
  return std::memchr(buffer_.data() + begin_, '\n', end_ - begin_) != nullptr;
}

std::optional<Line> LineReader::next() {
  bool too_long = false;
  std::size_t searched = 0;  // of this line, so that a long one is searched once
  for (;;) {
    const char* start = buffer_.data() + begin_;
    const std::size_t length = end_ - begin_;
    const void* found =
        length > searched ? std::memchr(start + searched, '\n', length - searched) : nullptr;
    const bool last = found == nullptr && at_end_;
    if (found != nullptr || (last && (length > 0 || too_long))) {
      const std::size_t size =
          found != nullptr ? static_cast<std::size_t>(static_cast<const char*>(found) - start)
                           : length;
      begin_ += size + (found != nullptr ? 1 : 0);
      // A line that a carriage return ends has one byte more before the break.
      const std::string_view text = without_return({start, size});
      too_long = too_long || text.size() > max_bytes_;
      return Line{too_long ? std::string_view{} : text, ++number_, too_long};
    }
    if (last) return std::nullopt;

    if (length > max_bytes_ + 1) {  // + 1: a carriage return may be the last of them
      too_long = true;
      begin_ = end_ = 0;
    } else if (begin_ > 0) {
      std::memmove(buffer_.data(), start, length);
      begin_ = 0;
      end_ = length;
    }
    searched = end_;
    if (end_ == buffer_.size()) {
      buffer_.resize(std::min(2 * buffer_.size(), max_bytes_ + 2));
    }
    const ssize_t got = read_some(stream_, buffer_.data() + end_, buffer_.size() - end_);
    if (got <= 0) {
      at_end_ = true;
      failed_ = failed_ || got < 0;
    } else {
      end_ += static_cast<std::size_t>(got);
      bytes_read_ += static_cast<std::size_t>(got);
    }
  }
}

}  // namespace exactblend
