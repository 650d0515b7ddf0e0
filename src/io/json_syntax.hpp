// What is wrong with a text that is not JSON, in words for the person who wrote it: the usual
// mistakes (a bare fraction, a comma too many, a comment, other quotation marks) each get their own
// sentence.
#pragma once

#include <string_view>

#include "io/json_places.hpp"

namespace exactblend {

// What would be right where there is no problem at all.
inline constexpr std::string_view kWantedObject =
    "a JSON object: {\"weights\": \"1/4,1/4,1/2\", \"values\": \"(2,0) (0,3) (1,1)\"}";

// What the parser has read last, and inside of what.
struct JsonContext {
  enum class Inside { nothing, object, array };
  enum class Last { nothing, opening, name, value };
  Inside inside = Inside::nothing;
  Last last = Last::nothing;
};

// places: of the tokens before the mistake. Codes: syntax, not_utf8.
[[nodiscard]] Error explain_json_syntax(const JsonPlaces& places, JsonContext context);

// A place where no character stands: not UTF-8.
[[nodiscard]] Error not_utf8(Position at);

}  // namespace exactblend
