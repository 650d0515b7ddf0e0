// What commands of TeX and characters outside ASCII mean in a claim.
#pragma once

#include <string_view>

#include "verify/token.hpp"

namespace exactblend::verify {

struct TexCommand {
  enum class What { token, letter, space, formatting, prose, environment, unknown };
  What what = What::unknown;
  Kind kind = Kind::opaque;
  std::string_view text = {};  // of a letter: α
};
// name: without the backslash.
[[nodiscard]] TexCommand tex_command(std::string_view name);

struct CharacterToken {
  enum class What { token, space, nothing, letter };
  What what;
  Kind kind;
};
[[nodiscard]] CharacterToken character_token(char32_t code);

// 'j' for ⱼ; '\0' for anything but a subscript letter.
[[nodiscard]] char subscript_letter(char32_t code);

}  // namespace exactblend::verify
