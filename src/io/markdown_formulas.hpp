// Formulas of several lines in Markdown: $$ … $$. For CommonMark a line "+ 3 = 6" in one begins a
// list, and a line "=" makes a heading of what stands above; for those who write formulas neither
// does.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace exactblend {

// The text with spaces for the ends of such lines, so that every byte keeps its place; none if
// there are none. Cost: linear.
[[nodiscard]] std::optional<std::string> with_joined_formulas(std::string_view text);

}  // namespace exactblend
