// What a fuzz target claims: a claim that does not hold ends the run, and libFuzzer keeps the
// input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "exactblend/number/result.hpp"

inline void require(bool holds, const char* claim) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", claim);
  std::abort();
}

// The bytes of the first character of UTF-8, 0 if the first byte does not start one.
inline std::size_t utf8_size(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t size = byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : 2;
  if (byte(0) < 0xC2 || byte(0) > 0xF4 || text.size() < size) return 0;
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xBF) return 0;
  }
  if (byte(0) == 0xE0 && byte(1) < 0xA0) return 0;  // overlong
  if (byte(0) == 0xED && byte(1) > 0x9F) return 0;  // surrogates
  if (byte(0) == 0xF0 && byte(1) < 0x90) return 0;  // overlong
  if (byte(0) == 0xF4 && byte(1) > 0x8F) return 0;  // above U+10FFFF
  return size;
}

// A sentence that can be shown anywhere.
inline void require_printable(std::string_view sentence) {
  for (std::string_view rest = sentence; !rest.empty();) {
    const std::size_t size = utf8_size(rest);
    require(size > 0 && static_cast<unsigned char>(rest.front()) >= 0x20 && rest.front() != 0x7F,
            "an error is printable UTF-8");
    rest.remove_prefix(size);
  }
}

// An error about bytes that have no lines.
inline void require_showable(const exactblend::Error& error) {
  require(!error.wrong.empty() && !error.right.empty(), "an error says what is wrong and right");
  require(error.wrong.size() + error.right.size() < 1000, "an error is short");
  require_printable(error.wrong + error.right);
}

// An error about `text` has a sentence that can be shown anywhere, and a column inside the text. A
// byte that is not UTF-8 counts as one character.
inline void require_sound(const exactblend::Error& error, std::string_view text) {
  int characters = 0;
  for (std::string_view rest = text; !rest.empty(); ++characters) {
    const std::size_t size = utf8_size(rest);
    rest.remove_prefix(size == 0 ? 1 : size);
  }
  require(!error.wrong.empty() && !error.right.empty(), "an error says what is wrong and right");
  require(error.wrong.size() + error.right.size() < 500, "an error is short");
  require(error.place.column >= 1 && error.place.column <= characters + 1,
          "a column is in the text");
  require(error.code < exactblend::ErrorCode::division_by_zero ||
              error.code == exactblend::ErrorCode::not_utf8,
          "the code is one of reading");
  require_printable(error.wrong);
}
