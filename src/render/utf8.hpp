// Reading UTF-8 one code point at a time, for escapers and for widths.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace exactblend {

inline constexpr char32_t kReplacement = 0xFFFD;

struct CodePoint {
  char32_t value;
  std::size_t bytes;  // 1 for a malformed byte, whose value is kReplacement
};

// The first code point of a text that is not empty. Overlong forms, surrogates and values over
// U+10FFFF are malformed.
[[nodiscard]] CodePoint first_code_point(std::string_view text);

void append_utf8(std::string& out, char32_t value);

}  // namespace exactblend
