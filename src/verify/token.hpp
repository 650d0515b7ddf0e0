// The tokens of a text in which claims are looked for. White space, sizes of brackets and the marks
// of a formula's ends ($, \() are no tokens; what they mean for a neighbour is a flag of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace exactblend::verify {

enum class Kind : std::uint8_t {
  number,  // 12, 0.25, .5, 3e-2, 0.(3), ½
  name,    // w, V1, V_1, w_{j}, Vⱼ, α
  word,    // letters that are no name
  plus,
  minus,
  dot,          // · ⋅ \cdot, times
  star,         // *
  cross,        // × \times
  divide,       // / ÷ over
  power,        // ^ **
  superscript,  // ², ³, ᵀ
  percent,
  open,  // ( [ \begin{pmatrix}
  close,
  brace_open,  // of TeX: a group
  brace_close,
  comma,
  semicolon,
  equals,    // = ==, equals
  gives,     // is, gives, makes, yields: a relation only between numbers
  approx,    // ≈ \approx
  relation,  // another one: < ≤ ≠ ∼ →
  sum,       // Σ \sum
  fraction,  // \frac, whose two groups follow
  root,      // √ \sqrt
  group,     // \underbrace \boxed, whose group follows
  dots,      // … ... \dots
  underscore,
  bang,  // !
  stop,  // . ? : and what ends a formula
  line_end,
  opaque,  // anything else: what it touches can't be read
};

struct Token {
  Kind kind;
  bool space_before = false;
  bool fence_before = false;  // a formula begins or ends here
  bool line_start = false;
  bool by_word = false;       // written as a word: plus
  std::uint16_t classes = 0;  // of a word: see words.hpp
  std::uint32_t start = 0;    // where it is shown from: at the command around \text{masked}
  std::uint32_t begin = 0;    // bytes of the text
  std::uint32_t end = 0;
  bool soft = false;       // of a line's end: in a formula, where it is a space
  bool columns = false;    // of a line's end in TeX: the line held equations side by side
  bool bullet = false;     // of a plus, a line's first character in prose: it may be a list's
  bool closed = false;     // of a bracket that opens: there is one that closes it
  std::uint32_t name = 0;  // of a name: which of Tokens::names
};

// V_1: base "V", index "1". Another letter as the index is a variable: w_j.
struct Name {
  std::string base;
  std::string index;
  [[nodiscard]] bool has_variable() const {
    return !index.empty() && (index[0] < '0' || index[0] > '9');
  }
  [[nodiscard]] std::string key() const { return base + index; }
};

struct Tokens {
  std::string_view text;
  std::vector<Token> tokens;
  std::vector<Name> names;

  [[nodiscard]] std::string_view of(const Token& token) const {
    return text.substr(token.begin, token.end - token.begin);
  }
  [[nodiscard]] std::size_t size() const { return tokens.size(); }
  [[nodiscard]] const Token& operator[](std::size_t i) const { return tokens[i]; }
};

// Cost: linear. The text must live as long as the tokens. Texts of 4 GiB or more give none.
[[nodiscard]] Tokens tokens_of(std::string_view text);

constexpr bool is_operator(Kind kind) {
  return kind >= Kind::plus && kind <= Kind::power && kind != Kind::superscript;
}
constexpr bool is_relation(Kind kind) {
  return kind == Kind::equals || kind == Kind::approx || kind == Kind::gives ||
         kind == Kind::relation;
}

}  // namespace exactblend::verify
