// The lexer behind tokens_of(). One class in three files:
//     lexer.cpp           signs, and how lines go on
//     lexer_operand.cpp   numbers, names, words
//     lexer_tex.cpp       commands of TeX
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "number/read_cursor.hpp"
#include "verify/lexer_words.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {

inline bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
inline bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
inline bool is_greek(char32_t code) {
  return (code >= 0x391 && code <= 0x3C9) && code != 0x3A3;  // Σ is the sum
}

class Lexer {
 public:
  explicit Lexer(std::string_view text) : text_(text) {
    out_.text = text;
    constexpr std::size_t kBytesOfToken = 4;
    out_.tokens.reserve(text.size() / kBytesOfToken + 1);
  }

  Tokens run() {
    while (at_ < text_.size()) step();
    return std::move(out_);
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] std::string_view rest() const { return text_.substr(at_); }
  [[nodiscard]] bool glued_to(Kind kind) const {
    return !space_ && !fence_ && !out_.tokens.empty() && out_.tokens.back().kind == kind;
  }

  Token& add(Kind kind, std::size_t size);
  void skip(std::size_t size, bool space = true) {
    at_ += size;
    space_ = space_ || space;
  }
  void fence(std::size_t size) {
    at_ += size;
    space_ = fence_ = true;
  }

  void step();

  void ascii(char c);

  // 12, 0.25, .5, 3e-2, 0.(3)
  void number();

  void letters();

  // A name whose base takes `size` bytes; its index follows.
  void name(std::size_t size, std::string base);

  // _1 _{12} _j _{j}; false if what follows the underscore is a word or something longer.
  bool subscript(std::size_t& end, std::string& index) const;

  bool subscript_character(std::size_t& end, std::string& index) const;

  void command();

  // \mathbf{V}: as the letter inside; \mathrm{softmax}: as a word
  void formatting(std::size_t size);

  // \text{ and }: what is inside is prose
  void prose(std::size_t size);

  // A word of which only what stands inside the braces is the text.
  void word_inside(std::size_t begin, std::size_t end, std::size_t size);

  // \begin{aligned}: the end of what stood before; \begin{pmatrix}: a bracket
  void environment(std::size_t size);

  // Between the cells of a matrix, or in an alignment: every second one ends an equation.
  void ampersand();

  // $$: begins a formula if another one ends it.
  void display();

  void other_character();

  // A word of letters outside ASCII: Größe
  void letter_of_a_word();

  std::string_view text_;
  std::size_t at_ = 0;
  bool space_ = false;
  bool fence_ = false;
  bool line_start_ = true;
  std::size_t shown_from_ = std::string_view::npos;  // of the next token, after \left
  int displays_ = 0;                                 // open environments of formulas
  std::size_t displays_end_ = 0;                     // where the next $$ was looked for and found
  bool display_ = false;                             // between $$ and $$, or \\[ and \\]
  int ampersands_ = 0;                               // in this line of an alignment
  bool columns_ = false;                             // it holds equations side by side
  int matrices_ = 0;                                 // open ones: & separates their cells
  int digits_wanted_ = 0;  // after \frac: of its arguments that may be single digits
  Tokens out_;
};

}  // namespace exactblend::verify
