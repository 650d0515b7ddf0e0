#include "render/latex_rows.hpp"

#include <algorithm>
#include <utility>

namespace exactblend {
namespace {

// Widths are in tenths of a digit. A digit takes 5 pt, and a line of LaTeX's article 345 pt.
constexpr std::size_t kPage = 600;
constexpr std::size_t kLongLeftSide = 200;
constexpr std::size_t kQuad = 20;
constexpr std::string_view kEquals = " = ";
constexpr std::string_view kPlus = " + ";

// Takes from `tex` a group in braces, or one character.
std::string_view take_argument(std::string_view& tex) {
  std::size_t size = std::min<std::size_t>(1, tex.size());
  if (tex.starts_with('{')) {
    for (std::size_t depth = 1; depth > 0 && size < tex.size(); ++size) {
      if (tex[size] == '{') ++depth;
      if (tex[size] == '}') --depth;
    }
  }
  const std::string_view argument = tex.substr(0, size);
  tex.remove_prefix(size);
  return argument;
}

std::string_view take_command(std::string_view& tex) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  std::size_t size = 1;  // the backslash
  while (size < tex.size() && is_letter(tex[size])) ++size;
  const std::string_view command = tex.substr(0, size);
  tex.remove_prefix(size);
  return command;
}

std::size_t width(std::string_view tex);

std::size_t take_width(std::string_view& tex) {
  constexpr std::size_t kSmall = 7;  // an index or exponent, against 10
  switch (tex.front()) {
    case '\\': {
      const std::string_view command = take_command(tex);
      if (command == "\\frac") {
        const std::size_t above = width(take_argument(tex));
        return std::max(above, width(take_argument(tex))) + 5;
      }
      if (command == "\\underbrace") {
        const std::size_t above = width(take_argument(tex));
        take_argument(tex);  // _
        return std::max(above, width(take_argument(tex)) * kSmall / 10);
      }
      if (command == "\\cdot") return 15;
      if (command == "\\sum") return 25;
      return command == "\\cdots" ? 30 : 0;  // others are as wide as what follows them
    }
    case '_':
    case '^': tex.remove_prefix(1); return width(take_argument(tex)) * kSmall / 10;
    case '=':
    case '+': tex.remove_prefix(1); return 25;
    case '-': tex.remove_prefix(1); return 15;
    case ',': tex.remove_prefix(1); return 9;
    case '{':
    case '}':
    case ' ': tex.remove_prefix(1); return 0;
    default: tex.remove_prefix(1); return 10;
  }
}

std::size_t width(std::string_view tex) {
  std::size_t sum = 0;
  while (!tex.empty()) sum += take_width(tex);
  return sum;
}

// The parts between separators that stand in no braces and no parentheses.
std::vector<std::string_view> split(std::string_view tex, std::string_view separator) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t from = 0;
  for (std::size_t i = 0; i < tex.size(); ++i) {
    if (tex[i] == '{' || tex[i] == '(') ++depth;
    if (tex[i] == '}' || tex[i] == ')') --depth;
    if (depth > 0 || !tex.substr(i).starts_with(separator)) continue;
    parts.push_back(tex.substr(from, i - from));
    i += separator.size() - 1;
    from = i + 1;
  }
  parts.push_back(tex.substr(from));
  return parts;
}

// Rows under construction; `used` is the width of the last.
struct Rows {
  std::vector<std::string> rows = {};
  std::size_t used = 0;

  void begin(std::string_view start, std::size_t columns) {
    rows.emplace_back(start);
    used = columns;
  }
  void append(std::string_view tex) {
    rows.back() += tex;
    used += width(tex);
  }
};

constexpr std::string_view kLeft = "\\left(";
constexpr std::string_view kRight = "\\right)";

// A term that is too wide for a row: a vector, perhaps with a weight before it. \left and \right
// must stand on one row, \biggl and \biggr need not.
void append_vector(Rows& out, std::string_view term) {
  const std::size_t open = term.find(kLeft);
  if (open == std::string_view::npos || !term.ends_with(kRight)) return out.append(term);
  out.append(term.substr(0, open));
  out.append("\\biggl(");
  term.remove_prefix(open + kLeft.size());
  term.remove_suffix(kRight.size());
  bool first = true;
  for (const std::string_view component : split(term, ", ")) {
    if (!first && out.used + width(", ") + width(component) > kPage) {
      out.append(",");
      out.begin("& \\quad \\mathopen{}", kQuad);  // with nothing open, a minus sign would be binary
    } else if (!first) {
      out.append(", ");
    }
    out.append(component);
    first = false;
  }
  out.append("\\biggr)");
}

void append_side(Rows& out, std::string_view side) {
  bool first = true;
  for (const std::string_view term : split(side, kPlus)) {
    if (!first) {
      if (out.used + width(kPlus) + width(term) > kPage) {
        out.begin("& \\quad + ", kQuad + width(kPlus));
      } else {
        out.append(kPlus);
      }
    }
    if (out.used + width(term) > kPage) {
      append_vector(out, term);
    } else {
      out.append(term);
    }
    first = false;
  }
}

}  // namespace

std::vector<std::string> latex_rows(std::string_view formula) {
  const std::vector<std::string_view> sides = split(formula, kEquals);
  const std::string_view left = sides.front();
  if (sides.size() == 1) return {std::string(left)};
  if (width(formula) <= kPage) {
    return {std::string(left).append(" &").append(formula.substr(left.size()))};
  }
  Rows out;
  const bool long_left = width(left) > kLongLeftSide;
  if (long_left) {
    // The other sides stand below it, and so have nearly a whole row.
    out.begin("& ", 0);
    append_side(out, left);
  }
  for (std::size_t i = 1; i < sides.size(); ++i) {
    if (long_left) {
      out.begin("& \\quad = ", kQuad + width(kEquals));
    } else {
      out.begin(i == 1 ? std::string(left).append(" & = ") : "& = ", width(left) + width(kEquals));
    }
    append_side(out, sides[i]);
  }
  return std::move(out.rows);
}

}  // namespace exactblend
