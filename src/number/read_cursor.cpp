#include "number/read_cursor.hpp"

#include <utility>

namespace exactblend {
namespace {

constexpr int kQuotedCharacters = 24;

// Characters that would move, hide or reorder what stands around them in a terminal or a page.
bool is_showable(char32_t code) {
  if (code < 0x20 || (code >= 0x7F && code < 0xA0) || code == kNotUtf8) return false;
  if (code >= 0x200B && code <= 0x200F) return false;  // zero width, direction marks
  if (code >= 0x2028 && code <= 0x202E) return false;  // line separators, direction overrides
  if (code >= 0x2060 && code <= 0x206F) return false;  // invisible operators, direction isolates
  return code != 0xFEFF && (code < 0xFFF9 || code > 0xFFFB) && code < 0xE0000;
}

bool ends_word(char32_t code) {
  return code == ',' || code == ';' || code == ' ' || code == '\t' || code == '\n' ||
         code == '\r' || code == 0xA0 || code == 0x2009 || code == 0x202F;
}

}  // namespace

Character first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) {
    return static_cast<char32_t>(static_cast<unsigned char>(text[i]));
  };
  const char32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
  char32_t code = lead & (0x7FU >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3F);
  }
  const char32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) return {};
  return {code, size};
}

VulgarFraction Cursor::vulgar_fraction() const {
  if (peek() == '\xC2') {
    switch (peek(1)) {
      case '\xBC': return {1, 4};
      case '\xBD': return {1, 2};
      case '\xBE': return {3, 4};
      default: return {};
    }
  }
  if (peek() != '\xE2' || peek(1) != '\x85') return {};
  // U+2150 to U+215E
  constexpr VulgarFraction kFractions[] = {{1, 7}, {1, 9}, {1, 10}, {1, 3}, {2, 3},
                                           {1, 5}, {2, 5}, {3, 5},  {4, 5}, {1, 6},
                                           {5, 6}, {1, 8}, {3, 8},  {5, 8}, {7, 8}};
  const int index = static_cast<unsigned char>(peek(2)) - 0x90;
  return index >= 0 && index < 15 ? kFractions[index] : VulgarFraction{};
}

bool Cursor::tex_fraction_ahead() const {
  return rest().starts_with("\\frac") || rest().starts_with("\\dfrac") ||
         rest().starts_with("\\tfrac");
}

bool Cursor::fraction_ahead() const {
  Cursor ahead = *this;
  if (!ahead.take_digits().empty()) {
    ahead.skip_space();
    if (ahead.take_slash()) return true;
  }
  return ahead.vulgar_fraction().numerator != 0 || ahead.tex_fraction_ahead();
}

int Cursor::column(const char* place) const {
  int column = 1;
  for (const char* at = begin_; at < place; ++column) {
    at += first_character({at, static_cast<std::size_t>(end_ - at)}).size;
  }
  return column;
}

std::string Cursor::quote(const char* place) const {
  std::string quoted = "\"";
  int count = 0;
  bool bracket = false;  // opened in the piece itself, as in (3)
  while (place != end_) {
    const std::string_view text{place, static_cast<std::size_t>(end_ - place)};
    const Character character = first_character(text);
    const bool closes = (*place == ')' || *place == ']') && !bracket;
    if (count > 0 && (closes || ends_word(character.code))) break;
    bracket = bracket || *place == '(' || *place == '[';
    if (count == kQuotedCharacters) {
      quoted += "…";
      break;
    }
    quoted += is_showable(character.code) ? text.substr(0, character.size) : "\uFFFD";
    place += character.size;
    ++count;
  }
  quoted += '"';
  return quoted;
}

tl::unexpected<Error> Cursor::fail(ErrorCode code, const char* place, std::string wrong,
                                   std::string right) const {
  return failure(code, std::move(wrong), std::move(right), {"", 0, column(place)});
}

tl::unexpected<Error> Cursor::fail_at_piece(ErrorCode code, const char* place,
                                            std::string after_quote, std::string right) const {
  if (place != end_ &&
      first_character({place, static_cast<std::size_t>(end_ - place)}).code == kNotUtf8) {
    return fail(ErrorCode::not_utf8, place, "a byte that is not UTF-8", "save the text as UTF-8");
  }
  return fail(code, place, quote(place) + std::move(after_quote), std::move(right));
}

}  // namespace exactblend
