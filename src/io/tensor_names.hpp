// Names of tensors, which come from outside, in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace exactblend {

// In quotation marks, shortened, and with nothing in it that can disturb a terminal: bytes that are
// no printable ASCII are shown as \xE2.
[[nodiscard]] std::string quoted_name(std::string_view name);

// The first names and how many more there are: "weights", "values" and 7 more.
[[nodiscard]] std::string listed_names(std::span<const std::string> names);

// What would be right where no tensor has this name: the nearest name if one is near, or the list.
[[nodiscard]] std::string suggest_name(std::string_view unknown,
                                       std::span<const std::string> names);

}  // namespace exactblend
