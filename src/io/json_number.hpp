// Numbers as JSON writes them, as text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace exactblend {

// Of a number, or of what somebody took for one.
constexpr bool is_json_number_character(char c) {
  return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

// Bytes of the longest number at the beginning of the text; 0 if there is none.
[[nodiscard]] std::size_t json_number_size(std::string_view text);

// The text with every number outside of strings written as 0 and spaces. All else keeps its place.
[[nodiscard]] std::string with_blank_numbers(std::string_view text);

}  // namespace exactblend
