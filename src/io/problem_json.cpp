// The only file that knows the JSON library. Its parser keeps its own stack on the heap and the
// reader refuses what nests too deep as it opens, so hostile nesting costs nothing.

#include "exactblend/io/problem_json.hpp"

#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "io/problem_reader.hpp"

namespace exactblend {
namespace {

constexpr int kNumberOverflow = 406;  // the library's code for a number beyond a double

// A pointer into the text that the parser moves and its handler sees.
class SharedPointer {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  explicit SharedPointer(const char*& place) : place_(&place) {}
  reference operator*() const { return **place_; }
  SharedPointer& operator++() {
    ++*place_;
    return *this;
  }
  bool operator==(const SharedPointer& other) const { return *place_ == *other.place_; }

 private:
  const char** place_;
};

// The parser's events, with their places, handed to the reader.
class Handler {
 public:
  explicit Handler(std::string_view text) : places_(text), read_to_(text.data()) {}

  const char*& read_to() { return read_to_; }
  ProblemReader& reader() { return reader_; }
  JsonPlaces& places() { return places_; }

  // The library's interface.
  bool null() { return reader_.null(places_.word(4)); }
  bool boolean(bool value) { return reader_.boolean(places_.word(value ? 4 : 5), value); }
  bool number_integer(std::int64_t /*value*/) { return number(); }
  bool number_unsigned(std::uint64_t /*value*/) { return number(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return number(); }
  bool string(std::string& text) {
    return reader_.string(places_.string(read_to_), std::move(text));
  }
  bool binary(nlohmann::json::binary_t& /*value*/) { return false; }  // not in JSON
  bool start_object(std::size_t /*size*/) { return reader_.open_object(places_.bracket()); }
  bool end_object() {
    places_.bracket();
    return reader_.close_object();
  }
  bool start_array(std::size_t /*size*/) { return reader_.open_array(places_.bracket()); }
  bool end_array() {
    places_.bracket();
    return reader_.close_array();
  }
  bool key(std::string& text) { return reader_.name(places_.string(read_to_), text); }

  bool parse_error(std::size_t /*byte*/, const std::string& /*token*/,
                   const nlohmann::json::exception& exception) {
    if (exception.id == kNumberOverflow) {
      const JsonToken token = places_.number(read_to_);
      reader_.fail({ErrorCode::over_limit,
                    "a JSON number beyond 1e308",
                    "a number of this size is written as a string: \"1e400\"",
                    {"", token.at.line, token.at.column}});
    } else {
      reader_.fail(explain_json_syntax(places_, reader_.context()));
    }
    return false;
  }

 private:
  // The text that was written, not the number that the library has made of it.
  bool number() { return reader_.number(places_.number(read_to_)); }

  JsonPlaces places_;
  const char* read_to_;
  ProblemReader reader_;
};

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

Result<ProblemDraft> read_problem_json(std::string_view text) {
  text = without_byte_order_mark(text);
  Handler handler(text);
  const char* end = text.data() + text.size();
  const bool read =
      nlohmann::json::sax_parse(SharedPointer(handler.read_to()), SharedPointer(end), &handler);
  if (!read) return tl::unexpected(std::move(*handler.reader().error()));
  // A zero byte is the end for the library, whatever comes behind it.
  if (handler.read_to() != end || (!text.empty() && text.back() == '\0')) {
    return tl::unexpected(explain_json_syntax(handler.places(), handler.reader().context()));
  }
  return std::move(handler.reader().draft());
}

}  // namespace exactblend
