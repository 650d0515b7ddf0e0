#include "io/markdown_formulas.hpp"

#include <algorithm>

namespace exactblend {
namespace {

std::string_view without_indent(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

// Whether Markdown would begin something new with it.
bool begins_block(std::string_view line) {
  constexpr std::string_view kSigns = "+-*>=#";
  line = without_indent(line);
  return !line.empty() && kSigns.find(line[0]) != std::string_view::npos;
}

bool is_fence(std::string_view line) {
  line = without_indent(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

std::size_t count(std::string_view line, std::string_view what) {
  std::size_t number = 0;
  for (std::size_t at = 0; (at = line.find(what, at)) != std::string_view::npos; at += 2) ++number;
  return number;
}

// Whether the formula that is open at the end of this line is closed before an empty one. Each line
// is looked at for one formula only: the next one begins behind it.
bool is_closed(std::string_view text, std::size_t line_end) {
  std::size_t begin = line_end + 1;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (without_indent(line).empty() || line == "\r" || is_fence(line)) return false;
    if (count(line, "$$") > 0) return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace

std::optional<std::string> with_joined_formulas(std::string_view text) {
  if (text.find("$$") == std::string_view::npos) return std::nullopt;
  std::optional<std::string> joined;
  bool in_code = false;
  bool in_formula = false;
  std::size_t begin = 0;
  while (begin < text.size()) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    if (is_fence(line)) in_code = !in_code;
    if (in_code || without_indent(line).empty() || line == "\r") {
      in_formula = false;  // no formula goes on behind an empty line
    } else if (in_formula && begins_block(line)) {
      if (!joined) joined = std::string(text);
      (*joined)[begin - 1] = ' ';
    }
    if (!in_code && count(line, "$$") % 2 == 1) {
      in_formula = !in_formula && is_closed(text, end);
    }
    begin = end + 1;
  }
  return joined;
}

}  // namespace exactblend
