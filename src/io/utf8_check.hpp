#pragma once

#include <cstddef>
#include <string_view>

#include "number/read_cursor.hpp"

namespace exactblend {

// Where the first byte stands that is not UTF-8; text.size() if all of it is.
[[nodiscard]] inline std::size_t first_not_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      ++at;
      continue;
    }
    const Character character = first_character(text.substr(at));
    if (character.code == kNotUtf8) break;
    at += character.size;
  }
  return at;
}

}  // namespace exactblend
