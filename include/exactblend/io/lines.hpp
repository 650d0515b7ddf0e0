// Lines of a stream of any length, in constant memory.
//
//     LineReader lines(stdin);
//     while (std::optional<Line> line = lines.next()) use(line->text);
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

namespace exactblend {

inline constexpr std::size_t kMaxLineBytes = 16U << 20;

struct Line {
  std::string_view text;  // without its line break (\n or \r\n); valid until the next call
  std::size_t number;     // from 1
  bool too_long =
      false;  // over the limit: `text` is empty and the rest of the line was passed over
};

class LineReader {
 public:
  explicit LineReader(std::FILE* stream, std::size_t max_bytes = kMaxLineBytes);
  // The next line; none at the end. A last line without a line break counts.
  [[nodiscard]] std::optional<Line> next();
  // Whether next() can answer without reading from the stream.
  [[nodiscard]] bool has_line() const;
  [[nodiscard]] bool failed() const { return failed_; }  // a read error ended the stream early
  [[nodiscard]] std::size_t bytes_read() const { return bytes_read_; }

 private:
  std::FILE* stream_;
  std::size_t max_bytes_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::size_t number_ = 0;
  std::size_t bytes_read_ = 0;
  bool at_end_ = false;
  bool failed_ = false;
};

}  // namespace exactblend
