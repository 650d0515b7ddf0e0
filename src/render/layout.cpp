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

// The text as it is shown where no line is broken.
std::string unbroken(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    if (c != kSoftBreak) out += c == kBreak ? ' ' : c;
  }
  return out;
}

// Puts runs of text after one another on lines of at most `width` columns. A run is never broken,
// so one that is longer than a line stands alone on it.
class LineFiller {
 public:
  LineFiller(std::string& out, std::size_t column, std::size_t width)
      : out_(out), column_(column), width_(width) {}

  // space: one stands before the run unless it begins a line, which is indented by `indent`.
  void put(std::string_view run, bool space, std::size_t indent) {
    const std::size_t before = space ? 1 : 0;
    const std::size_t columns = display_width(run);
    if (!empty_ && !fits(before + columns)) break_line(indent);
    if (!empty_) out_.append(before, ' ');
    column_ += columns + (empty_ ? 0 : before);
    out_ += run;
    empty_ = false;
  }

  void break_line(std::size_t indent) {
    out_ += '\n';
    out_.append(indent, ' ');
    column_ = indent;
    empty_ = true;
  }

  [[nodiscard]] bool fits(std::size_t columns) const { return column_ + columns <= width_; }
  [[nodiscard]] std::size_t column() const { return column_; }

 private:
  std::string& out_;
  std::size_t column_;
  std::size_t width_;
  bool empty_ = true;  // nothing stands on the line yet but its indent
};

constexpr std::string_view kEquals = "\v= ";
constexpr std::string_view kBreakMark(&kBreak, 1);
constexpr std::string_view kSoftBreakMark(&kSoftBreak, 1);

// One chain of equalities that is too long for a line. A side that fits no line together with what
// is before it begins a new one, unless that is short; then it is broken before + and / and after
// commas.
void append_broken(std::string& out, std::string_view line, std::size_t indent, std::size_t width) {
  constexpr std::size_t kShort = 11;
  constexpr std::size_t kHanging = 4;
  constexpr std::size_t kInVector = kHanging + 3;  // under the first component after "= ("
  out.append(indent, ' ');
  LineFiller filler(out, indent, width);
  bool first_side = true;
  for (const std::string_view side : split(line, kEquals)) {
    if (!first_side && !filler.fits(kEquals.size() + display_width(unbroken(side))) &&
        filler.column() > indent + kShort) {
      filler.break_line(indent + kHanging);
    }
    bool first_term = true;
    for (const std::string_view term : split(side, kBreakMark)) {
      bool first_run = true;
      for (const std::string_view run : split(term, kSoftBreakMark)) {
        const bool equals = first_term && first_run && !first_side;
        const std::string text = equals ? "= " + std::string(run) : std::string(run);
        filler.put(text, first_run, indent + (first_run ? kHanging : kInVector));
        first_run = false;
      }
      first_term = false;
    }
    first_side = false;
  }
  out += '\n';
}

// The runs of a word: itself, or if it is wider than `room` its parts after commas.
std::vector<std::string_view> runs(std::string_view word, std::size_t room) {
  if (display_width(word) <= room) return {word};
  std::vector<std::string_view> parts;
  while (!word.empty()) {
    const std::size_t comma = word.find(',');
    const std::size_t size = comma == std::string_view::npos ? word.size() : comma + 1;
    parts.push_back(word.substr(0, size));
    word.remove_prefix(size);
  }
  return parts;
}

// A row of a table that is too wide for a page: the cells behind the first as words.
void append_words_of_row(std::string& out, const std::vector<std::string>& row, std::size_t first,
                         std::size_t indent, std::size_t width) {
  std::string words;
  for (std::size_t i = 1; i < row.size(); ++i) words += unbroken(row[i]) + ' ';
  std::string wrapped;
  append_wrapped(wrapped, words, indent + first, width);
  append_padded(out, row.front(), first);
  out += wrapped.substr(indent + first);
}

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
  LineFiller filler(out, indent, width);
  const std::size_t room = width > indent ? width - indent : 0;
  for (const std::string_view word : split(text, " ")) {
    if (word.empty()) continue;
    bool first = true;
    for (const std::string_view run : runs(word, room)) {
      filler.put(run, first, indent);
      first = false;
    }
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
      widths[i] = std::max(widths[i], display_width(unbroken(parts[i])));
    }
  }
  std::size_t total = indent;
  for (const std::size_t side : widths) total += side + 3;
  const bool aligned = total <= width + 3;
  for (std::size_t row = 0; row < lines.size(); ++row) {
    if (!aligned) {
      append_broken(out, lines[row], indent, width);
      continue;
    }
    std::string text(indent, ' ');
    for (std::size_t i = 0; i < sides[row].size(); ++i) {
      if (i > 0) text += " = ";
      if (i + 1 < sides[row].size()) {
        append_padded(text, unbroken(sides[row][i]), widths[i]);
      } else {
        text += unbroken(sides[row][i]);
      }
    }
    out.append(text).append("\n");
  }
}

void append_table(std::string& out, const std::vector<std::vector<std::string>>& rows,
                  std::size_t indent, std::size_t width) {
  constexpr std::size_t kGap = 3;
  // The last cell of a row needs no padding, and may reach over columns that its row lacks.
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::size_t last_column = indent;
  for (std::size_t i = 0; i + 1 < widths.size(); ++i) last_column += widths[i] + kGap;
  for (const auto& row : rows) {
    out.append(indent, ' ');
    if (last_column > width) {
      append_words_of_row(out, row, widths.front() + kGap, indent, width);
      continue;
    }
    std::size_t column = indent;
    for (std::size_t i = 0; i + 1 < row.size(); ++i) {
      append_padded(out, row[i], widths[i]);
      out.append(kGap, ' ');
      column += widths[i] + kGap;
    }
    LineFiller filler(out, column, width);
    if (column > width / 2 && !filler.fits(display_width(unbroken(row.back())))) {
      out.erase(out.find_last_not_of(' ') + 1);
      column = indent + widths.front() + kGap;
      filler.break_line(column);
    }
    for (const std::string_view run : split(row.back(), kSoftBreakMark)) {
      filler.put(run, false, column + 1);
    }
    out += '\n';
  }
}

}  // namespace exactblend
