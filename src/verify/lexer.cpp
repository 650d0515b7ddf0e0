// Text -> tokens, in one pass. Words and commands of TeX are looked up in lexer_words.cpp.
#include <limits>
#include <utility>

#include "number/read_cursor.hpp"
#include "verify/lexer_words.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {
namespace {

bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_greek(char32_t code) {
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

  Token& add(Kind kind, std::size_t size) {
    Token token{};
    token.kind = kind;
    token.space_before = space_;
    token.fence_before = fence_;
    token.line_start = line_start_;
    token.start = static_cast<std::uint32_t>(shown_from_ < at_ ? shown_from_ : at_);
    shown_from_ = std::string_view::npos;
    token.begin = static_cast<std::uint32_t>(at_);
    token.end = static_cast<std::uint32_t>(at_ + size);
    at_ += size;
    space_ = fence_ = line_start_ = false;
    if (kind != Kind::number) digits_wanted_ = 0;
    out_.tokens.push_back(token);
    return out_.tokens.back();
  }
  void skip(std::size_t size, bool space = true) {
    at_ += size;
    space_ = space_ || space;
  }
  void fence(std::size_t size) {
    at_ += size;
    space_ = fence_ = true;
  }

  void step() {
    const char c = peek();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      number();
    } else if (is_letter(c)) {
      letters();
    } else if (c == '\\') {
      command();
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      other_character();
    } else {
      ascii(c);
    }
  }

  void ascii(char c) {
    switch (c) {
      case ' ':
      case '\t':
      case '\r': skip(1); return;
      case '\n':
        add(Kind::line_end, 1);
        line_start_ = space_ = true;
        return;
      case '+': add(Kind::plus, 1); return;
      case '-':
        if (peek(1) == '-' || peek(1) == '>') {
          add(Kind::stop, peek(2) == '-' ? 3 : 2);
        } else {
          add(Kind::minus, 1);
        }
        return;
      case '*': peek(1) == '*' ? add(Kind::power, 2) : add(Kind::star, 1); return;
      case '/': peek(1) == '/' ? add(Kind::opaque, 2) : add(Kind::divide, 1); return;
      case '^': add(Kind::power, 1); return;
      case '%': add(Kind::percent, 1); return;
      case '(':
      case '[': add(Kind::open, 1); return;
      case ')':
      case ']': add(Kind::close, 1); return;
      case '{': add(Kind::brace_open, 1); return;
      case '}': add(Kind::brace_close, 1); return;
      case ',': add(Kind::comma, 1); return;
      case ';': add(Kind::semicolon, 1); return;
      case '=':
        if (peek(1) == '>') {
          add(Kind::stop, 2);
        } else {
          add(Kind::equals, peek(1) == '=' ? 2 : 1);
        }
        return;
      case '<':
      case '>': add(Kind::relation, peek(1) == '=' ? 2 : 1); return;
      case '!': peek(1) == '=' ? add(Kind::relation, 2) : add(Kind::bang, 1); return;
      case '~':
        if (peek(1) == '=' || (peek(1) == ' ' && space_)) {
          add(Kind::relation, peek(1) == '=' ? 2 : 1);
        } else {
          skip(1);  // a space of TeX
        }
        return;
      case '.':
        if (peek(1) == '.') {
          std::size_t size = 2;
          while (peek(size) == '.') ++size;
          add(Kind::dots, size);
        } else {
          add(Kind::stop, 1);
        }
        return;
      case ':':
        if (rest().starts_with("://")) {  // an address, whose "=" claims nothing
          std::size_t size = 3;
          while (at_ + size < text_.size() && static_cast<unsigned char>(peek(size)) > ' ') ++size;
          add(Kind::opaque, size);
        } else if (peek(1) == '=') {
          add(Kind::equals, 2);
        } else {
          add(Kind::stop, 1);
        }
        return;
      case '?': add(Kind::stop, 1); return;
      case '_': add(Kind::underscore, 1); return;
      case '$': peek(1) == '$' ? static_cast<void>(add(Kind::stop, 2)) : fence(1); return;
      case '`': fence(1); return;
      case '"':
      case '\'': skip(1); return;
      case '&': skip(1); return;  // an alignment of TeX
      case '|': add(space_ || line_start_ ? Kind::stop : Kind::opaque, 1); return;
      default: add(Kind::opaque, 1); return;
    }
  }

  // 12, 0.25, .5, 3e-2, 0.(3)
  void number() {
    if (digits_wanted_ > 0 && is_digit(peek())) {  // \frac12
      --digits_wanted_;
      const int left = digits_wanted_;
      add(Kind::number, 1);
      digits_wanted_ = left;
      return;
    }
    std::size_t size = 0;
    bool readable = true;
    const auto digits = [&] {
      const std::size_t before = size;
      while (is_digit(peek(size))) ++size;
      return size > before;
    };
    digits();
    bool decimal = false;
    if (peek(size) == '.' && (is_digit(peek(size + 1)) || peek(size + 1) == '(')) {
      std::size_t bracket = size + 1;
      while (is_digit(peek(bracket))) ++bracket;
      std::size_t close = bracket + 1;
      while (is_digit(peek(close))) ++close;
      const bool repeats = peek(bracket) == '(' && close > bracket + 1 && peek(close) == ')';
      if (repeats) {
        // 0.1(6) could be a product as well.
        readable = bracket == size + 1;
        size = close + 1;
        decimal = true;
      } else if (bracket > size + 1) {
        size = bracket;
        decimal = true;
      }
    }
    if (peek(size) == 'e' || peek(size) == 'E') {
      const bool sign = peek(size + 1) == '-' || peek(size + 1) == '+';
      if (is_digit(peek(size + (sign ? 2 : 1)))) {
        size += sign ? 2 : 1;
        digits();
      }
    }
    // 1.2.3, 10:30, 1'000, 1_000, 5kg, 1st
    const char next = peek(size);
    const bool touches_digit = is_digit(peek(size + 1));
    if ((next == '.' && (touches_digit || peek(size + 1) == '.')) ||
        ((next == ':' || next == '\'' || next == '_') && touches_digit) ||
        (is_letter(next) && is_lower(peek(size + 1)) && is_letter(peek(size + 1))) || next == '#') {
      readable = false;
      while (is_letter(peek(size)) || is_digit(peek(size)) ||
             ((peek(size) == '.' || peek(size) == ':' || peek(size) == '\'' || peek(size) == '_') &&
              is_digit(peek(size + 1)))) {
        ++size;
      }
    }
    const bool glued = glued_to(Kind::name) || glued_to(Kind::word) || glued_to(Kind::opaque) ||
                       (decimal && glued_to(Kind::close));
    add(readable && !glued ? Kind::number : Kind::opaque, size);
  }

  void letters() {
    std::size_t size = 1;
    while (is_letter(peek(size))) ++size;
    if (size == 1 && !glued_to(Kind::word) && !glued_to(Kind::opaque)) {
      name(1, std::string(1, peek()));
      return;
    }
    // w_jV_j, without a space between: never a word of letters alone
    const auto special = word_token(text_.substr(at_, size));
    bool plain = true;
    while (is_letter(peek(size)) || is_digit(peek(size)) ||
           (peek(size) == '_' && (is_letter(peek(size + 1)) || is_digit(peek(size + 1)))) ||
           (peek(size) == '-' && is_letter(peek(size + 1)) && is_letter(peek(size - 1)))) {
      plain = false;
      ++size;
    }
    if (plain && special && !glued_to(Kind::number)) {
      add(*special, size).by_word = true;
    } else {
      add(Kind::word, size);
    }
  }

  // A name whose base takes `size` bytes; its index follows.
  void name(std::size_t size, std::string base) {
    std::string index;
    std::size_t end = size;
    for (;;) {  // primes
      if (text_.substr(at_ + end).starts_with("\u2032")) {
        base += '\'';
        end += 3;
      } else {
        break;
      }
    }
    if (is_digit(peek(end))) {
      while (is_digit(peek(end))) index += peek(end++);
      if (is_lower(peek(end)) && is_letter(peek(end + 1))) {  // a4paper
        while (is_letter(peek(end)) || is_digit(peek(end))) ++end;
        add(Kind::word, end);
        return;
      }
    } else if (peek(end) == '_') {
      if (!subscript(end, index)) {
        while (is_letter(peek(end)) || is_digit(peek(end)) || peek(end) == '_') ++end;
        add(Kind::word, end);
        return;
      }
    } else {
      while (subscript_character(end, index)) {
      }
    }
    const auto number = static_cast<std::uint32_t>(out_.names.size());
    out_.names.push_back({std::move(base), std::move(index)});
    add(Kind::name, end).name = number;
  }

  // _1 _{12} _j _{j}; false if what follows the underscore is a word or something longer.
  bool subscript(std::size_t& end, std::string& index) const {
    std::size_t at = end + 1;
    if (peek(at) == '{') {
      ++at;
      while (peek(at) == ' ') ++at;
      if (peek(at) == '\\') return false;
      const std::size_t begin = at;
      while (is_digit(peek(at))) ++at;
      if (at == begin && is_letter(peek(at))) ++at;
      const std::size_t stop = at;
      while (peek(at) == ' ') ++at;
      if (stop == begin || peek(at) != '}') return false;
      index = text_.substr(at_ + begin, stop - begin);
      end = at + 1;
      return true;
    }
    const std::size_t begin = at;
    while (is_digit(peek(at))) ++at;
    if (at > begin) {
      index = text_.substr(at_ + begin, at - begin);
      end = at;
      return true;
    }
    if (!is_letter(peek(at))) return false;
    const char next = peek(at + 1);
    if (is_letter(next) && !(is_upper(next) && (peek(at + 2) == '_' || is_digit(peek(at + 2))))) {
      return false;
    }
    if (is_digit(next) || next == '_') return false;
    index = std::string(1, peek(at));
    end = at + 1;
    return true;
  }

  bool subscript_character(std::size_t& end, std::string& index) const {
    if (at_ + end >= text_.size()) return false;
    const Character character = first_character(text_.substr(at_ + end));
    if (character.code >= 0x2080 && character.code <= 0x2089) {
      index += static_cast<char>('0' + (character.code - 0x2080));
    } else if (const char letter = subscript_letter(character.code); letter != '\0') {
      index += letter;
    } else {
      return false;
    }
    end += character.size;
    return true;
  }

  void command() {
    std::size_t size = 1;
    while (is_letter(peek(size))) ++size;
    if (size == 1) {
      switch (peek(1)) {
        case '(':
        case ')': fence(2); return;
        case '[':
        case ']': add(Kind::stop, 2); return;
        case '\\': add(Kind::line_end, 2), line_start_ = space_ = true; return;
        case '%': add(Kind::percent, 2); return;
        case ',':
        case ';':
        case ':':
        case '!':
        case ' ': skip(2); return;
        case '_': add(Kind::underscore, 2); return;
        case '{':
        case '}': add(Kind::opaque, 2); return;
        default: add(Kind::opaque, 1); return;
      }
    }
    const TexCommand command = tex_command(text_.substr(at_ + 1, size - 1));
    switch (command.what) {
      case TexCommand::What::token:
        if (command.kind == Kind::fraction) {
          add(Kind::fraction, size);
          digits_wanted_ = 2;
        } else if (line_start_ && command.kind == Kind::stop) {
          skip(size);  // \quad that moves a line to the right
        } else {
          add(command.kind, size);
        }
        return;
      case TexCommand::What::letter: name(size, std::string(command.text)); return;
      case TexCommand::What::space:
        if (text_.substr(at_, size) == "\\left") shown_from_ = at_;
        skip(size);
        return;
      case TexCommand::What::formatting: formatting(size); return;
      case TexCommand::What::prose: prose(size); return;
      case TexCommand::What::environment: environment(size); return;
      case TexCommand::What::unknown: add(Kind::opaque, size); return;
    }
  }

  // \mathbf{V}: as the letter inside; \mathrm{softmax}: as a word
  void formatting(std::size_t size) {
    std::size_t at = size;
    while (peek(at) == ' ') ++at;
    const bool braces = peek(at) == '{';
    if (braces) ++at;
    if (braces && is_letter(peek(at)) && peek(at + 1) == '}') {
      const std::string base(1, peek(at));
      name(at + 2, base);
      return;
    }
    if (braces && is_letter(peek(at))) {
      std::size_t end = at;
      while (is_letter(peek(end))) ++end;
      if (peek(end) == '}') {
        word_inside(at, end, end + 1);
        return;
      }
    }
    skip(size);
  }

  // \text{ and }: what is inside is prose
  void prose(std::size_t size) {
    const bool braces = peek(size) == '{';
    if (braces) {
      const std::size_t close = text_.find('}', at_);
      const std::size_t line = text_.find('\n', at_);
      if (close != std::string_view::npos && close < line) {
        const std::string_view inside = text_.substr(at_ + size + 1, close - at_ - size - 1);
        if (inside.find_first_not_of(' ') == std::string_view::npos) {
          skip(close + 1 - at_);
        } else if (inside == "," || inside == ";") {
          add(Kind::comma, close + 1 - at_);
        } else {
          const std::size_t first = size + 1 + inside.find_first_not_of(' ');
          word_inside(first, size + 2 + inside.find_last_not_of(' '), close + 1 - at_);
        }
        return;
      }
    }
    add(Kind::opaque, size);
  }

  // A word of which only what stands inside the braces is the text.
  void word_inside(std::size_t begin, std::size_t end, std::size_t size) {
    Token& token = add(Kind::word, size);
    const std::uint32_t start = token.begin;
    token.begin = start + static_cast<std::uint32_t>(begin);
    token.end = start + static_cast<std::uint32_t>(end);
    space_ = true;
  }

  // \begin{aligned}: the end of what stood before; \begin{pmatrix}: a bracket
  void environment(std::size_t size) {
    const bool begins = peek(1) == 'b';
    if (peek(size) != '{') {
      add(Kind::opaque, size);
      return;
    }
    std::size_t end = size + 1;
    while (is_letter(peek(end)) || peek(end) == '*') ++end;
    const std::string_view kind = text_.substr(at_ + size + 1, end - size - 1);
    if (peek(end) == '}') ++end;
    if (kind.ends_with("matrix")) {
      add(begins ? Kind::open : Kind::close, end);
    } else {
      add(Kind::stop, end);
      line_start_ = space_ = true;
    }
  }

  void other_character() {
    const Cursor cursor(rest());
    if (cursor.vulgar_fraction().numerator != 0) {
      const std::size_t size = peek() == '\xC2' ? 2 : 3;
      add(Kind::number, size);
      return;
    }
    const Character character = first_character(rest());
    if (is_greek(character.code)) {
      name(character.size, std::string(rest().substr(0, character.size)));
      return;
    }
    const CharacterToken token = character_token(character.code);
    switch (token.what) {
      case CharacterToken::What::token: add(token.kind, character.size); return;
      case CharacterToken::What::space: skip(character.size); return;
      case CharacterToken::What::nothing: skip(character.size, false); return;
      case CharacterToken::What::letter: letter_of_a_word(); return;
    }
  }

  // A word of letters outside ASCII: Größe
  void letter_of_a_word() {
    std::size_t size = 0;
    while (at_ + size < text_.size()) {
      const char c = peek(size);
      if (static_cast<unsigned char>(c) >= 0x80) {
        const Character character = first_character(text_.substr(at_ + size));
        if (character_token(character.code).what != CharacterToken::What::letter) break;
        size += character.size;
      } else if (is_letter(c) || is_digit(c)) {
        ++size;
      } else {
        break;
      }
    }
    add(glued_to(Kind::number) ? Kind::opaque : Kind::word, size);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool space_ = false;
  bool fence_ = false;
  bool line_start_ = true;
  std::size_t shown_from_ = std::string_view::npos;  // of the next token, after \left
  int digits_wanted_ = 0;  // after \frac: of its arguments that may be single digits
  Tokens out_;
};

// A line that ends at an operator goes on in the next one, and so does one whose next line begins
// with = or an operator that is no bullet. Behind a line end of TeX (two backslashes) a minus is
// none either.
void join_lines(Tokens& tokens) {
  const auto goes_on_after = [](Kind kind) {
    return is_operator(kind) || is_relation(kind) || kind == Kind::open || kind == Kind::fraction ||
           kind == Kind::brace_open || kind == Kind::comma;
  };
  const auto goes_on_before = [](Kind kind) {
    return is_relation(kind) || kind == Kind::plus || kind == Kind::dot || kind == Kind::cross;
  };
  std::vector<Token>& all = tokens.tokens;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].kind != Kind::line_end) {
      all[kept++] = all[i++];
      continue;
    }
    std::size_t end = i;
    bool tex = false;
    while (end < all.size() && all[end].kind == Kind::line_end) {
      tex = tex || tokens.of(all[end]) != "\n";
      ++end;
    }
    const bool after = kept > 0 && goes_on_after(all[kept - 1].kind);
    const bool before = end < all.size() &&
                        (goes_on_before(all[end].kind) || (tex && all[end].kind == Kind::minus));
    if (after || before) {
      if (end < all.size()) all[end].line_start = false;
    } else {
      all[kept++] = all[i];
    }
    i = end;
  }
  all.resize(kept);
}

// Marks the brackets that are closed, so that none is read in vain up to the end of the text.
void match_brackets(Tokens& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.tokens.size(); ++i) {
    const Kind kind = tokens.tokens[i].kind;
    if (kind == Kind::open || kind == Kind::brace_open) open.push_back(i);
    if ((kind != Kind::close && kind != Kind::brace_close) || open.empty()) continue;
    const Kind wanted = kind == Kind::close ? Kind::open : Kind::brace_open;
    if (tokens.tokens[open.back()].kind == wanted) tokens.tokens[open.back()].closed = true;
    open.pop_back();
  }
}

}  // namespace

Tokens tokens_of(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return {};
  Tokens tokens = Lexer(text).run();
  join_lines(tokens);
  match_brackets(tokens);
  return tokens;
}

}  // namespace exactblend::verify
