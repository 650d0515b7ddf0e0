#include "render/layout.hpp"

#include <algorithm>

#include "exactblend/render/escape.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

std::string_view code(Colour colour) {
  switch (colour) {
    case Colour::none: return "";
    case Colour::bold: return "\033[1m";
    case Colour::exact: return "\033[1;32m";
    case Colour::named: return "\033[1;35m";
    case Colour::bad: return "\033[1;31m";
    case Colour::dim: return "\033[2m";
  }
  return "";
}

// The parts of `text` between separators.
std::vector<std::string_view> split(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + separator.size());
  }
}

void append_padded(std::string& out, std::string_view text, std::size_t width) {
  out += text;
  const std::size_t used = display_width(text);
  if (used < width) out.append(width - used, ' ');
}

// Appends the pieces on lines of at most `width` columns; lines after the first are indented more.
void append_broken(std::string& out, const std::vector<std::string_view>& pieces,
                   std::size_t indent, std::size_t width) {
  constexpr std::size_t kHanging = 4;
  out.append(indent, ' ');
  std::size_t column = indent;
  bool first_on_line = true;
  for (const std::string_view piece : pieces) {
    const std::size_t needed = display_width(piece);
    if (!first_on_line && column + 1 + needed > width) {
      out += '\n';
      out.append(indent + kHanging, ' ');
      column = indent + kHanging;
      first_on_line = true;
    }
    if (!first_on_line) {
      out += ' ';
      ++column;
    }
    out += piece;
    column += needed;
    first_on_line = false;
  }
  out += '\n';
}

constexpr std::string_view kEquals = "\v= ";

}  // namespace

std::string coloured(std::string_view text, Colour colour, bool on) {
  if (!on || colour == Colour::none) return std::string(text);
  std::string out(code(colour));
  out.append(text).append("\033[0m");
  return out;
}

void append_wrapped(std::string& out, std::string_view text, std::size_t indent,
                    std::size_t width) {
  out.append(indent, ' ');
  std::size_t column = indent;
  bool first_on_line = true;
  for (const std::string_view word : split(text, " ")) {
    if (word.empty()) continue;
    const std::size_t needed = display_width(word);
    if (!first_on_line && column + 1 + needed > width) {
      out += '\n';
      out.append(indent, ' ');
      column = indent;
      first_on_line = true;
    }
    if (!first_on_line) {
      out += ' ';
      ++column;
    }
    out += word;
    column += needed;
    first_on_line = false;
  }
  out += '\n';
}

void append_formula_block(std::string& out, const std::vector<std::string>& lines,
                          std::size_t indent, std::size_t width) {
  // The width of the n-th side of each chain of equalities, over the lines.
  std::vector<std::vector<std::string_view>> sides;
  std::vector<std::size_t> widths;
  for (const std::string& line : lines) {
    auto& parts = sides.emplace_back(split(line, kEquals));
    widths.resize(std::max(widths.size(), parts.size()));
    for (std::size_t i = 0; i < parts.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(parts[i]));
    }
  }
  std::size_t total = indent;
  for (const std::size_t side : widths) total += side + 3;
  const bool aligned = total <= width + 3;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (!aligned) {
      append_broken(out, split(lines[row], std::string_view(&kBreak, 1)), indent, width);
      continue;
    }
    std::string text(indent, ' ');
    for (std::size_t i = 0; i < sides[row].size(); ++i) {
      if (i > 0) text += " = ";
      if (i + 1 < sides[row].size()) {
        append_padded(text, sides[row][i], widths[i]);
      } else {
        text += sides[row][i];
      }
    }
    std::replace(text.begin(), text.end(), kBreak, ' ');
    out.append(text).append("\n");
  }
}

void append_table(std::string& out, const std::vector<std::vector<std::string>>& rows,
                  std::size_t indent) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  for (const auto& row : rows) {
    std::string text(indent, ' ');
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += "   ";
      append_padded(text, row[i], widths[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    out.append(text).append("\n");
  }
}

}  // namespace exactblend
