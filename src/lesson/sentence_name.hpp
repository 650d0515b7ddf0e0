// The names that stand in an author's sentences, by their form alone: {{output.1}}, {{q2.w3}}.
#pragma once

#include <string>
#include <string_view>

#include "exactblend/lesson/problem.hpp"

namespace exactblend {

// Numbers as they are written, from 1; whether there are so many is for others to say.
struct ReadName {
  SentenceName name;  // 0-based: a written 0 is kNoSuchIndex
  std::string shown;  // "{{output.1}}"
};
inline constexpr std::size_t kNoSuchIndex = static_cast<std::size_t>(-1);

// Error: unknown_name, with the nearest name where one is near. Cost: bounded.
[[nodiscard]] Result<ReadName> read_name(std::string_view text);

}  // namespace exactblend
