#include "io/json_syntax.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "io/json_number.hpp"
#include "number/read_cursor.hpp"

namespace exactblend {
namespace {

using Inside = JsonContext::Inside;
using Last = JsonContext::Last;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

class Explainer {
 public:
  Explainer(const JsonPlaces& places, JsonContext context)
      : places_(places), context_(context), cursor_(places.rest()) {
    skip_space();
  }

  Error explain() {
    if (context_.inside == Inside::nothing) return outside();
    if (context_.last == Last::name) {
      if (!cursor_.take(':')) return unexpected("\":\" between the field's name and its value");
      skip_space();
      return value("a value behind \":\"");
    }
    const bool in_object = context_.inside == Inside::object;
    if (context_.last == Last::value) {
      const char* comma = cursor_.at();
      if (!cursor_.take(',')) return after_value(in_object);
      skip_space();
      if (cursor_.peek() == '}' || cursor_.peek() == ']') {
        return error(comma, "a comma with nothing behind it",
                     "no comma before the closing bracket");
      }
      return in_object ? name("the next field's name behind the comma")
                       : value("the next value behind the comma");
    }
    return in_object ? name("a field's name, or \"}\"") : value("a value, or \"]\"");
  }

 private:
  void skip_space() {
    while (!cursor_.at_end() && is_space(cursor_.peek())) cursor_.advance(1);
  }

  Error error(const char* place, std::string wrong, std::string right) {
    const Position at = places_.position(place);
    return {ErrorCode::syntax, std::move(wrong), std::move(right), {"", at.line, at.column}};
  }

  Error outside() {
    if (context_.last == Last::value) {
      return error(cursor_.at(), "there is something behind the problem",
                   "nothing stands behind its closing \"}\"");
    }
    if (cursor_.at_end()) {
      return error(cursor_.at(), "there is no problem in the text", std::string(kWantedObject));
    }
    return unexpected("a problem is a JSON object and begins with \"{\"");
  }

  Error after_value(bool in_object) {
    const char* place = cursor_.at();
    const bool behind_digit = place == places_.seen() && !cursor_.at_end() &&
                              place != places_.begin() && is_digit(place[-1]);
    if (behind_digit && cursor_.peek() == '/') {
      return error(place, "a fraction without quotation marks",
                   "a fraction is written as a string: \"1/4\"");
    }
    if (behind_digit && (is_json_number_character(*place) || *place == '%' || *place == '(')) {
      return error(place, "a number that JSON does not have",
                   "a number in any other form is written as a string: \"25%\", \"01\", \"0.(3)\"");
    }
    const char c = cursor_.peek();
    if (c == '"' || c == '[' || c == '{' || is_letter(c) || is_json_number_character(c)) {
      return error(place, "a comma is missing here",
                   in_object ? "a comma between two fields" : "a comma between two values");
    }
    return unexpected(in_object ? "a comma and the next field, or \"}\""
                                : "a comma and the next value, or \"]\"");
  }

  Error name(std::string right) {
    if (cursor_.peek() == '"') return string();
    if (is_letter(cursor_.peek())) {
      return error(cursor_.at(), cursor_.quote(cursor_.at()) + " without quotation marks",
                   "a field's name in quotation marks: \"weights\"");
    }
    return unexpected(std::move(right));
  }

  Error value(std::string right) {
    const char c = cursor_.peek();
    if (c == '"') return string();
    if (is_letter(c)) {
      return error(cursor_.at(), "a word without quotation marks",
                   "a string in quotation marks, or true or false");
    }
    if (is_json_number_character(c)) {
      return error(cursor_.at(), "a number that JSON does not have",
                   "a number in any other form is written as a string: \".25\", \"+1\", \"1.\"");
    }
    return unexpected(std::move(right));
  }

  // Something that can't stand here, whatever it is.
  Error unexpected(std::string right) {
    const char* place = cursor_.at();
    if (cursor_.at_end()) {
      return error(place, "the text ends too early", std::move(right));
    }
    if (cursor_.peek() == '/' && (cursor_.peek(1) == '/' || cursor_.peek(1) == '*')) {
      return error(place, "a comment, which JSON does not have",
                   "remarks stand in the field \"notes\"");
    }
    constexpr std::array<std::string_view, 7> kOtherMarks = {"'", "`", "“", "”", "„", "‘", "’"};
    if (std::any_of(kOtherMarks.begin(), kOtherMarks.end(),
                    [this](std::string_view mark) { return cursor_.rest().starts_with(mark); })) {
      return error(place, "another kind of quotation mark",
                   "JSON's quotation mark is the straight double one: \"weights\"");
    }
    const Character character = first_character(cursor_.rest());
    if (character.code == kNotUtf8) return not_utf8(places_.position(place));
    return error(place, one_character(character) + " is not expected here", std::move(right));
  }

  // In quotation marks, or by its code point if it might not be seen.
  std::string one_character(Character character) {
    if (character.code == '"') return "a quotation mark";
    if (character.code > 0x20 && character.code < 0x7F) {
      return std::string("\"") + static_cast<char>(character.code) + "\"";
    }
    constexpr std::string_view kHex = "0123456789ABCDEF";
    std::string code;
    for (char32_t rest = character.code; rest != 0 || code.size() < 4; rest >>= 4) {
      code.insert(code.begin(), kHex[rest & 0xF]);
    }
    return "the character U+" + code;
  }

  // A string that is not one: the first fault in it.
  Error string() {
    const char* open = cursor_.at();
    cursor_.advance(1);
    while (!cursor_.at_end() && cursor_.peek() != '"') {
      const char* place = cursor_.at();
      const char c = cursor_.peek();
      if (static_cast<unsigned char>(c) < 0x20) {
        if (c == '\n' || c == '\r') break;
        return error(place, "a control character inside a string",
                     c == '\t' ? "a tab is written \\t" : "it is written as an escape: \\u001b");
      }
      if (c == '\\') {
        if (cursor_.left() < 2) break;
        if (!take_escape()) {
          return error(place, "an escape that JSON does not have",
                       "a backslash is written twice: \"\\\\frac{1}{4}\"");
        }
        if (lone_surrogate_) {
          return error(place, "half a character: \\ud800 to \\udfff stand in pairs",
                       "the character itself, or both of its halves");
        }
        continue;
      }
      const Character character = first_character(cursor_.rest());
      if (character.code == kNotUtf8) return not_utf8(places_.position(place));
      cursor_.advance(character.size);
    }
    if (cursor_.peek() == '"') {
      return error(open, "a string is not expected here", "");
    }
    return error(open, "a string without its closing quotation mark",
                 "a string ends on the line where it begins; a line break inside is written \\n");
  }

  // Whether a whole escape stood here. A surrogate without its other half sets lone_surrogate_.
  bool take_escape() {
    const char kind = cursor_.peek(1);
    if (kind != 'u') {
      cursor_.advance(2);
      return kind != '\0' && std::string_view("\"\\/bfnrt").find(kind) != std::string_view::npos;
    }
    unsigned unit = 0;
    if (!take_unit(unit)) return false;
    if (unit < 0xD800 || unit > 0xDFFF) return true;
    unsigned second = 0;
    lone_surrogate_ = unit >= 0xDC00 || cursor_.peek() != '\\' || cursor_.peek(1) != 'u' ||
                      !take_unit(second) || second < 0xDC00 || second > 0xDFFF;
    return true;
  }

  bool take_unit(unsigned& unit) {
    cursor_.advance(2);
    for (int i = 0; i < 4; ++i) {
      const char c = cursor_.peek();
      if (!is_hex_digit(c)) return false;
      const int digit = is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10;
      unit = unit << 4 | static_cast<unsigned>(digit);
      cursor_.advance(1);
    }
    return true;
  }

  const JsonPlaces& places_;
  JsonContext context_;
  Cursor cursor_;
  bool lone_surrogate_ = false;
};

}  // namespace

Error explain_json_syntax(const JsonPlaces& places, JsonContext context) {
  return Explainer(places, context).explain();
}

Error not_utf8(Position at) {
  return {ErrorCode::not_utf8,
          "a byte that is not UTF-8",
          "save the text as UTF-8",
          {"", at.line, at.column}};
}

}  // namespace exactblend
