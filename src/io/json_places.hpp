// Where the tokens of a JSON text stand, for a parser that does not say.
//
// The parser's events come without places. Between two tokens of JSON there is nothing but white
// space, colons and commas, so each token is found by going on from the end of the one before. All
// tokens of a text together cost one pass over it.
#pragma once

#include <cstddef>
#include <string_view>

#include "exactblend/lesson/problem.hpp"

namespace exactblend {

struct JsonToken {
  Position at;           // of its first character
  std::string_view raw;  // as it stands in the text; a string without its quotation marks
};

class JsonPlaces {
 public:
  explicit JsonPlaces(std::string_view text)
      : begin_(text.data()), end_(begin_ + text.size()), seen_(begin_), line_start_(begin_) {}

  // The next token, which the parser has just reported.
  JsonToken bracket() { return token(1); }
  JsonToken word(std::size_t size) { return token(size); }  // true, false, null
  JsonToken number();
  JsonToken string(std::size_t read);  // read: bytes that the parser has read so far

  [[nodiscard]] const char* begin() const { return begin_; }
  // Behind the last token.
  [[nodiscard]] const char* seen() const { return seen_; }
  [[nodiscard]] std::string_view rest() const {
    return {seen_, static_cast<std::size_t>(end_ - seen_)};
  }
  // Of a character behind the last token. Cost: linear in the text between.
  [[nodiscard]] Position position(const char* place) const;

 private:
  void skip_to_token();
  JsonToken token(std::size_t size);
  [[nodiscard]] Position here() const {
    return {line_, static_cast<int>(seen_ - line_start_ - continuation_bytes_) + 1};
  }

  const char* begin_;
  const char* end_;
  const char* seen_;
  const char* line_start_;
  // In this line so far: the bytes of UTF-8 that do not begin a character.
  std::ptrdiff_t continuation_bytes_ = 0;
  int line_ = 1;
};

// For a string with escapes: the places of its characters in the source, where an escape takes
// several columns. Columns are asked for in rising order and counted from 1; together they cost one
// pass.
class EscapedColumns {
 public:
  explicit EscapedColumns(std::string_view raw) : rest_(raw) {}
  // The column in the raw string of the given column in the string that it stands for.
  int raw_column(int column);

 private:
  std::string_view rest_;
  int column_ = 1;
  int raw_column_ = 1;
};

}  // namespace exactblend
