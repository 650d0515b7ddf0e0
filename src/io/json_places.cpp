#include "io/json_places.hpp"

#include <algorithm>

#include "io/json_number.hpp"
#include "number/read_cursor.hpp"

namespace exactblend {
namespace {

std::ptrdiff_t count_continuation_bytes(const char* begin, const char* end) {
  return std::count_if(begin, end, [](char c) { return (c & 0xC0) == 0x80; });
}

}  // namespace

void JsonPlaces::skip_to_token() {
  for (;; ++seen_) {
    switch (seen_ == end_ ? '\0' : *seen_) {
      case ' ':
      case '\t':
      case '\r':
      case ',':
      case ':': break;
      case '\n':
        ++line_;
        line_start_ = seen_ + 1;
        continuation_bytes_ = 0;
        break;
      default: return;
    }
  }
}

JsonToken JsonPlaces::token(std::size_t size) {
  skip_to_token();
  JsonToken result{here(), {seen_, size}};
  seen_ += size;
  return result;
}

JsonToken JsonPlaces::string(std::size_t read) {
  skip_to_token();
  const char* read_to = begin_ + read;
  JsonToken result{here(), {seen_ + 1, static_cast<std::size_t>(read_to - seen_) - 2}};
  continuation_bytes_ += count_continuation_bytes(seen_, read_to);
  seen_ = read_to;
  return result;
}

JsonToken JsonPlaces::number() {
  skip_to_token();
  return token(json_number_size(rest()));
}

Position JsonPlaces::position(const char* place) const {
  JsonPlaces ahead = *this;
  for (; ahead.seen_ < place; ++ahead.seen_) {
    if (*ahead.seen_ == '\n') {
      ++ahead.line_;
      ahead.line_start_ = ahead.seen_ + 1;
      ahead.continuation_bytes_ = 0;
    } else if ((*ahead.seen_ & 0xC0) == 0x80) {
      ++ahead.continuation_bytes_;
    }
  }
  return ahead.here();
}

int EscapedColumns::raw_column(int column) {
  constexpr std::size_t kUnicodeEscape = 6;  // \u0041
  while (column_ < column && !rest_.empty()) {
    std::size_t bytes = first_character(rest_).size;
    std::size_t columns = 1;
    if (rest_.front() == '\\') {
      bytes = rest_.size() > 1 && rest_[1] == 'u' ? kUnicodeEscape : 2;
      // Two escapes for one character that does not fit in one: \ud835\udfd9
      const bool pair = bytes == kUnicodeEscape && (rest_[2] == 'd' || rest_[2] == 'D') &&
                        rest_[3] >= '8' && rest_.substr(kUnicodeEscape).starts_with("\\u");
      if (pair) bytes *= 2;
      columns = bytes;
    }
    rest_.remove_prefix(std::min(bytes, rest_.size()));
    raw_column_ += static_cast<int>(columns);
    ++column_;
  }
  return raw_column_;
}

}  // namespace exactblend
