// Numbers, names with their indices, words.
#include <utility>

#include "verify/lexer_reader.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

void Lexer::number() {
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
  // Most numbers end here.
  const char behind = peek(size);
  if (behind == ' ' || behind == '/' || behind == ',' || behind == ')' || behind == '\n') {
    const bool glued = glued_to(Kind::name) || glued_to(Kind::word) || glued_to(Kind::opaque);
    add(glued ? Kind::opaque : Kind::number, size);
    return;
  }
  // 1{,}048{,}576 and 1\,048\,576 of TeX
  constexpr std::size_t kGroup = 3;
  for (const std::string_view separator : {"{,}", "\\,"}) {
    const auto group = [&] {
      if (!text_.substr(at_ + size).starts_with(separator)) return false;
      const std::size_t first = size + separator.size();
      for (std::size_t i = 0; i < kGroup; ++i) {
        if (!is_digit(peek(first + i))) return false;
      }
      return !is_digit(peek(first + kGroup));
    };
    if (size > kGroup) break;
    while (group()) size += separator.size() + kGroup;
  }
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

void Lexer::letters() {
  std::size_t size = 1;
  while (is_letter(peek(size))) ++size;
  if (size == 1 && !glued_to(Kind::word) && !glued_to(Kind::opaque)) {
    name(1, std::string(1, peek()));
    return;
  }
  // w_jV_j, without a space between: never a word of letters alone
  const WordEntry entry = word_entry(text_.substr(at_, size));
  bool plain = true;
  while (is_letter(peek(size)) || is_digit(peek(size)) ||
         (peek(size) == '_' && (is_letter(peek(size + 1)) || is_digit(peek(size + 1)))) ||
         (peek(size) == '-' && is_letter(peek(size + 1)) && is_letter(peek(size - 1)))) {
    plain = false;
    ++size;
  }
  if (plain && entry.kind != Kind::word && !glued_to(Kind::number)) {
    add(entry.kind, size).by_word = true;
  } else {
    add(Kind::word, size).classes = plain ? entry.classes : std::uint16_t{0};
  }
}

void Lexer::name(std::size_t size, std::string base) {
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

bool Lexer::subscript(std::size_t& end, std::string& index) const {
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

bool Lexer::subscript_character(std::size_t& end, std::string& index) const {
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

void Lexer::letter_of_a_word() {
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

}  // namespace exactblend::verify
