// Commands of TeX: signs, letters, spaces, words in formulas, environments.
#include <algorithm>
#include <utility>

#include "verify/lexer_reader.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

bool is_formula(std::string_view environment) {
  if (environment.ends_with('*')) environment.remove_suffix(1);
  for (const std::string_view name :
       {"equation", "align", "aligned", "alignat", "gather", "gathered", "split", "multline",
        "eqnarray", "math", "displaymath", "alignedat", "flalign"}) {
    if (environment == name) return true;
  }
  return false;
}

}  // namespace

void Lexer::command() {
  std::size_t size = 1;
  while (is_letter(peek(size))) ++size;
  if (size == 1) {
    switch (peek(1)) {
      case '(':
      case ')': fence(2); return;
      case '[':
      case ']':
        display_ = peek(1) == '[' && text_.find("\\]", at_) != std::string_view::npos;
        add(Kind::stop, 2);
        return;
      case '\\':
        add(Kind::line_end, 2).columns = columns_;
        line_start_ = space_ = true;
        columns_ = false;
        ampersands_ = 0;
        return;
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

void Lexer::formatting(std::size_t size) {
  std::size_t at = size;
  while (peek(at) == ' ') ++at;
  const bool braces = peek(at) == '{';
  if (braces) ++at;
  const bool bold = text_.substr(at_, size).ends_with("bf") || text_.substr(at_, size) == "\\bm" ||
                    text_.substr(at_, size) == "\\boldsymbol";
  const bool digit = is_digit(peek(at)) && !is_digit(peek(at + 1));
  if (bold && digit && (!braces || peek(at + 1) == '}')) {  // a vector of ones
    add(Kind::opaque, at + (braces ? 2 : 1));
    return;
  }
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

void Lexer::prose(std::size_t size) {
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

void Lexer::word_inside(std::size_t begin, std::size_t end, std::size_t size) {
  Token& token = add(Kind::word, size);
  const std::uint32_t start = token.begin;
  token.begin = start + static_cast<std::uint32_t>(begin);
  token.end = start + static_cast<std::uint32_t>(end);
  token.classes = word_entry(out_.of(token)).classes;
  space_ = true;
}

void Lexer::environment(std::size_t size) {
  const bool begins = peek(1) == 'b';
  if (peek(size) != '{') {
    add(Kind::opaque, size);
    return;
  }
  std::size_t end = size + 1;
  while (is_letter(peek(end)) || peek(end) == '*') ++end;
  const std::string_view kind = text_.substr(at_ + size + 1, end - size - 1);
  if (peek(end) == '}') ++end;
  if (peek(end) == '[' && peek(end + 2) == ']') end += 3;  // \begin{aligned}[t]
  if (kind == "vmatrix" || kind == "Vmatrix") {            // a determinant, a norm
    add(Kind::opaque, end);
  } else if (kind.ends_with("matrix")) {
    matrices_ = std::max(matrices_ + (begins ? 1 : -1), 0);
    add(begins ? Kind::open : Kind::close, end);
  } else {
    matrices_ = ampersands_ = 0;
    columns_ = false;
    if (is_formula(kind)) displays_ = std::max(displays_ + (begins ? 1 : -1), 0);

    add(Kind::stop, end);
    line_start_ = space_ = true;
  }
}

}  // namespace exactblend::verify
