// The only file about problems that knows the JSON library. Its parser keeps its own stack on the
// heap and the reader refuses what nests too deep as it opens, so hostile nesting costs nothing.

#include "exactblend/io/problem_json.hpp"

#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "io/json_number.hpp"
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
  // given: what the parser is given for the text, with everything in the same place.
  Handler(std::string_view text, std::string_view given)
      : places_(text), given_(given), read_to_(given.data()) {}

  // False if the text is refused, and then the reader has the error.
  bool parse() {
    const char* end = given_.data() + given_.size();
    if (!nlohmann::json::sax_parse(SharedPointer(read_to_), SharedPointer(end), this)) return false;
    // A zero byte is the end for the library, whatever stands behind it.
    if (read_to_ == end && !given_.ends_with('\0')) return true;
    reader_.fail(explain_json_syntax(places_, reader_.context()));
    return false;
  }
  ProblemReader& reader() { return reader_; }
  [[nodiscard]] bool number_overflow() const { return number_overflow_; }

  // The library's interface.
  bool null() { return reader_.null(places_.word(4)); }
  bool boolean(bool value) { return reader_.boolean(places_.word(value ? 4 : 5), value); }
  bool number_integer(std::int64_t /*value*/) { return number(); }
  bool number_unsigned(std::uint64_t /*value*/) { return number(); }
  bool number_float(double /*value*/, const std::string& /*text*/) { return number(); }
  bool string(std::string& text) { return reader_.string(places_.string(read()), std::move(text)); }
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
  bool key(std::string& text) { return reader_.name(places_.string(read()), text); }

  bool parse_error(std::size_t /*byte*/, const std::string& /*token*/,
                   const nlohmann::json::exception& exception) {
    number_overflow_ = exception.id == kNumberOverflow;
    reader_.fail(explain_json_syntax(places_, reader_.context()));
    return false;
  }

 private:
  // The text that was written, not the number that the library has made of it.
  bool number() { return reader_.number(places_.number()); }
  [[nodiscard]] std::size_t read() const {
    return static_cast<std::size_t>(read_to_ - given_.data());
  }

  JsonPlaces places_;
  std::string_view given_;
  const char* read_to_;
  ProblemReader reader_;
  bool number_overflow_ = false;
};

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

}  // namespace

Result<ProblemDraft> read_problem_json(std::string_view text) {
  text = without_byte_order_mark(text);
  Handler first(text, text);
  if (first.parse()) return std::move(first.reader().draft());
  if (!first.number_overflow()) return tl::unexpected(std::move(*first.reader().error()));
  // The library gives up at a number beyond a double. It reads nothing from numbers but where they
  // are, so it is given the same text with short ones.
  const std::string blank = with_blank_numbers(text);
  Handler second(text, blank);
  if (second.parse()) return std::move(second.reader().draft());
  return tl::unexpected(std::move(*second.reader().error()));
}

}  // namespace exactblend
