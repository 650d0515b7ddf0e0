// Text -> tokens, in one pass. Words and commands of TeX are looked up in lexer_words.cpp.
#include <algorithm>
#include <limits>
#include <utility>

#include "verify/lexer_reader.hpp"
#include "verify/spelled_numbers.hpp"

namespace exactblend::verify {

Token& Lexer::add(Kind kind, std::size_t size) {
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

void Lexer::step() {
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

void Lexer::ascii(char c) {
  switch (c) {
    case ' ':
    case '\t':
    case '\r': skip(1); return;
    case '\n':
      add(Kind::line_end, 1).soft = display_ || displays_ > 0;
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
    case '$': peek(1) == '$' ? display() : fence(1); return;
    case '`': fence(1); return;
    case '"':
    case '\'': skip(1); return;
    case '&': ampersand(); return;
    case '|': add(space_ || line_start_ ? Kind::stop : Kind::opaque, 1); return;
    default: add(Kind::opaque, 1); return;
  }
}

void Lexer::ampersand() {
  if (matrices_ > 0) {
    add(Kind::comma, 1);
    return;
  }
  ++ampersands_;
  const bool second = ampersands_ % 2 == 0 && !line_start_ && !out_.tokens.empty() &&
                      !is_relation(out_.tokens.back().kind);  // a &=& b
  if (second) {
    columns_ = true;
    add(Kind::stop, 1);
  } else {
    fence(1);
  }
}

void Lexer::display() {
  if (!display_ && displays_end_ <= at_ + 1) {
    const std::size_t end = text_.find("$$", at_ + 2);
    displays_end_ = end == std::string_view::npos ? end : end + 1;
  }
  display_ = !display_ && displays_end_ != std::string_view::npos;
  add(Kind::stop, 2);
}

void Lexer::other_character() {
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

namespace {

// A line that ends at an operator goes on in the next one, and so does one whose next line begins
// with = or an operator that is no bullet. Behind a line end of TeX (two backslashes) a minus is
// none either. In a matrix such line ends are those of its rows.
void join_lines(Tokens& tokens) {
  const auto goes_on_after = [](Kind kind) {
    return is_operator(kind) || is_relation(kind) || kind == Kind::open || kind == Kind::fraction ||
           kind == Kind::group || kind == Kind::brace_open || kind == Kind::comma;
  };
  const auto goes_on_before = [](Kind kind) {
    return is_relation(kind) || kind == Kind::plus || kind == Kind::dot || kind == Kind::cross;
  };
  const auto is_matrix = [&tokens](const Token& token, Kind kind) {
    return token.kind == kind && tokens.of(token).ends_with("matrix}");
  };
  std::vector<Token>& all = tokens.tokens;
  std::size_t kept = 0;
  bool in_matrix = false;
  for (std::size_t i = 0; i < all.size();) {
    if (all[i].kind != Kind::line_end) {
      if (is_matrix(all[i], Kind::open)) in_matrix = true;
      if (is_matrix(all[i], Kind::close)) in_matrix = false;
      if (kept != i) all[kept] = all[i];
      ++kept;
      ++i;
      continue;
    }
    std::size_t end = i;
    std::size_t shown = i;
    while (end < all.size() && all[end].kind == Kind::line_end) {
      if (tokens.of(all[end]) != "\n") shown = end;
      ++end;
    }
    const bool tex = tokens.of(all[shown]) != "\n";
    if (all[shown].columns || (tex && in_matrix)) {
      all[kept++] = all[shown];
      i = end;
      continue;
    }
    const bool after = kept > 0 && (goes_on_after(all[kept - 1].kind) ||
                                    (!tex && is_matrix(all[kept - 1], Kind::close) &&
                                     end < all.size() && is_matrix(all[end], Kind::open)));
    const bool before = end < all.size() &&
                        (goes_on_before(all[end].kind) || (tex && all[end].kind == Kind::minus));
    if (after || before) {
      if (end < all.size()) {
        all[end].line_start = false;
        const std::size_t at = all[end].begin;  // an indented one goes on with the line above
        const bool first = at > 0 && tokens.text[at - 1] == '\n';
        all[end].bullet =
            !after && !tex && !all[shown].soft && all[end].kind == Kind::plus && first;
      }
    } else {
      all[kept++] = all[shown];
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

// "w 1 times V 1", in words: a number behind a name is its index where a word of arithmetic
// follows.
void join_spoken_indices(Tokens& tokens) {
  std::vector<Token>& all = tokens.tokens;
  if (std::none_of(all.begin(), all.end(), [](const Token& token) { return token.by_word; })) {
    return;
  }
  const auto by_word = [&](std::size_t at, bool divides) {
    return at < all.size() && all[at].by_word && (all[at].kind == Kind::divide) == divides;
  };
  std::size_t kept = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[kept++] = all[i];
    Token& name = all[kept - 1];
    if (name.kind != Kind::name || i + 1 >= all.size() || all[i + 1].kind != Kind::number) continue;
    const Token& index = all[i + 1];
    const bool joined = by_word(i + 2, false) && all[i + 2].kind != Kind::gives;
    const bool in_fraction =
        i + 2 < all.size() && all[i + 2].kind == Kind::comma && by_word(i + 3, true);
    const std::string_view digits = tokens.of(index);
    if (!tokens.names[name.name].index.empty() || !(joined || in_fraction) || !index.space_before ||
        name.fence_before || digits.find_first_not_of("0123456789") != std::string_view::npos) {
      continue;
    }
    tokens.names[name.name].index = digits;
    name.end = index.end;
    ++i;
  }
  all.resize(kept);
}

}  // namespace

Tokens tokens_of(std::string_view text) {
  if (text.size() > std::numeric_limits<std::uint32_t>::max()) return {};
  Tokens tokens = Lexer(text).run();
  join_lines(tokens);
  join_spoken_indices(tokens);
  join_spelled_numbers(tokens);
  match_brackets(tokens);
  return tokens;
}

}  // namespace exactblend::verify
