// A place in a text that is being read, and the small pieces that every form of a number shares:
// spaces, signs, slashes, vulgar fractions, runs of digits, and errors that know their column.
//
// The text is meant to be UTF-8. A byte that is not part of UTF-8 counts as one character of its
// own, which no form of a number accepts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// A character of UTF-8 and how many bytes it takes; kNotUtf8 takes one byte.
inline constexpr char32_t kNotUtf8 = 0xFFFFFFFF;
struct Character {
  char32_t code = kNotUtf8;
  std::size_t size = 1;
};
[[nodiscard]] Character first_character(std::string_view text);  // text must not be empty

// A run of digits. `word` is its value if the run is short enough.
inline constexpr std::size_t kWordDigits = 18;  // 10^18 < 2^63
struct Digits {
  const char* begin = nullptr;
  const char* end = nullptr;
  std::uint64_t word = 0;

  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(end - begin); }
  [[nodiscard]] bool empty() const { return begin == end; }
  [[nodiscard]] std::string_view text() const { return {begin, size()}; }
  [[nodiscard]] bool fits_word() const { return size() <= kWordDigits; }
};

struct VulgarFraction {
  unsigned char numerator = 0;  // 0 where there is none
  unsigned char denominator = 1;
};

enum class Sign : unsigned char { none, plus, minus };

class Cursor {
 public:
  explicit Cursor(std::string_view text)
      : begin_(text.data()), at_(text.data()), end_(text.data() + text.size()) {}

  [[nodiscard]] const char* at() const { return at_; }
  [[nodiscard]] const char* begin() const { return begin_; }
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }
  [[nodiscard]] std::string_view rest() const { return {at_, left()}; }
  // '\0' past the end: no form of a number accepts that character either.
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return ahead < left() ? at_[ahead] : '\0';
  }
  void advance(std::size_t bytes) { at_ += bytes; }
  void move_to(const char* place) { at_ = place; }

  bool take(char wanted) {
    if (peek() != wanted || at_end()) return false;
    ++at_;
    return true;
  }

  void skip_space() {
    for (;;) {
      const char c = peek();
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        if (at_end()) return;
        ++at_;
      } else if (c == '\xC2' && peek(1) == '\xA0') {  // no-break space
        at_ += 2;
      } else if (c == '\xE2' && peek(1) == '\x80' &&
                 (peek(2) == '\x89' || peek(2) == '\xAF')) {  // thin and narrow no-break space
        at_ += 3;
      } else {
        return;
      }
    }
  }

  Sign take_sign() {
    const char c = peek();
    if (is_digit(c)) return Sign::none;
    if (c == '-' || c == '+') {
      ++at_;
      return c == '-' ? Sign::minus : Sign::plus;
    }
    if (rest().starts_with("\u2212")) {
      at_ += 3;
      return Sign::minus;
    }
    return Sign::none;
  }

  bool take_slash() {
    if (take('/')) return true;
    if (peek() != '\xE2') return false;
    if (!rest().starts_with("\u2044") && !rest().starts_with("\u2215")) return false;
    at_ += 3;
    return true;
  }

  Digits take_digits() {
    Digits digits{at_, at_, 0};
    std::uint64_t word = 0;
    const char* place = at_;
    while (place != end_ && is_digit(*place)) {  // wraps around beyond kWordDigits: not read then
      word = word * 10 + static_cast<std::uint64_t>(*place - '0');
      ++place;
    }
    digits.end = at_ = place;
    digits.word = word;
    return digits;
  }

  // The fraction that stands here as one character, such as ½; it is not taken.
  [[nodiscard]] VulgarFraction vulgar_fraction() const;

  [[nodiscard]] bool sign_ahead() const {
    Cursor ahead = *this;
    return ahead.take_sign() != Sign::none;
  }
  [[nodiscard]] bool slash_ahead() const {
    Cursor ahead = *this;
    return ahead.take_slash();
  }
  // Whether a fraction starts here: ½, 2/3, 2½, \frac.
  [[nodiscard]] bool fraction_ahead() const;
  // Whether \frac, \dfrac or \tfrac starts here.
  [[nodiscard]] bool tex_fraction_ahead() const;

  // Columns count characters from 1. Cost: linear in the text before `place`.
  [[nodiscard]] int column(const char* place) const;

  // The word that starts at `place`, up to a space, separator or closing bracket, in quotation
  // marks, shortened to a bounded length, with whatever can't be shown replaced.
  [[nodiscard]] std::string quote(const char* place) const;

  [[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, const char* place, std::string wrong,
                                           std::string right) const;
  // Of something that should not stand at `place`: not_utf8 if it is not even a character.
  [[nodiscard]] tl::unexpected<Error> fail_at_piece(ErrorCode code, const char* place,
                                                    std::string after_quote,
                                                    std::string right) const;

 private:
  const char* begin_;
  const char* at_;
  const char* end_;
};

}  // namespace exactblend
