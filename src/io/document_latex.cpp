// LaTeX: comments are left out, \section and its like open sections, tabular is a table. Formulas
// stay as they are: the grammar of claims reads TeX.
#include <algorithm>
#include <array>
#include <utility>

#include "io/document_readers.hpp"

namespace exactblend {
namespace {

using verify::Block;
using verify::MappedText;

constexpr std::array<std::pair<std::string_view, int>, 7> kHeadings = {{
    {"\\part", 1},
    {"\\chapter", 1},
    {"\\section", 2},
    {"\\subsection", 3},
    {"\\subsubsection", 4},
    {"\\paragraph", 5},
    {"\\begin{frame}", 2},
}};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

int heading_level(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string_view::npos) return 0;
  line.remove_prefix(first);
  for (const auto& [name, level] : kHeadings) {
    if (!line.starts_with(name)) continue;
    if (line.size() == name.size() || !is_letter(line[name.size()])) return level;
  }
  return 0;
}

class LatexReader {
 public:
  explicit LatexReader(std::string_view bytes) : bytes_(bytes) {}

  verify::Document read() {
    std::size_t at = 0;
    while (at < bytes_.size()) {
      const std::size_t end = std::min(bytes_.find('\n', at), bytes_.size());
      line(at, end);
      at = end + 1;
    }
    flush();
    return std::move(document_);
  }

 private:
  enum class Inside { text, table, verbatim };

  void line(std::size_t begin, std::size_t end) {
    std::string_view line = bytes_.substr(begin, end - begin);
    const auto holds = [&line](std::string_view what) {
      return line.find(what) != std::string_view::npos;
    };
    if (inside_ == Inside::verbatim) {
      if (holds("\\end{verbatim}") || holds("\\end{lstlisting}")) {
        flush();
        inside_ = Inside::text;
      } else {
        append(line, begin);
      }
      return;
    }
    const bool blank = line.find_first_not_of(" \t\r") == std::string_view::npos;
    line = line.substr(0, comment(line));
    if (blank) {
      if (inside_ == Inside::text) flush();
      return;
    }
    if (holds("\\begin{verbatim}") || holds("\\begin{lstlisting}")) {
      flush();
      inside_ = Inside::verbatim;
    } else if (holds("\\begin{tabular}")) {
      flush();
      inside_ = Inside::table;
    } else if (holds("\\end{tabular}")) {
      end_row();
      flush();
      inside_ = Inside::text;
    } else if (inside_ == Inside::table) {
      table_line(line, begin);
    } else if (const int level = heading_level(line); level > 0) {
      flush();
      block_.kind = Block::Kind::heading;
      block_.level = level;
      append(line, begin);
      flush();
    } else {
      append(line, begin);
    }
  }

  // Where the comment of a line begins.
  static std::size_t comment(std::string_view line) {
    std::size_t at = 0;
    while ((at = line.find('%', at)) != std::string_view::npos) {
      std::size_t slashes = 0;
      while (slashes < at && line[at - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return at;
      ++at;
    }
    return line.size();
  }

  void append(std::string_view text, std::size_t at) {
    if (inside_ == Inside::verbatim) block_.kind = Block::Kind::code;
    block_.text.append(text, at);
    block_.text.append_made("\n", at + text.size());
  }

  void table_line(std::string_view line, std::size_t begin) {
    std::size_t cell = 0;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const bool row = line[i] == '\\' && i + 1 < line.size() && line[i + 1] == '\\';
      if (!row && (line[i] != '&' || (i > 0 && line[i - 1] == '\\'))) continue;
      cell_.append(without_rules(line.substr(cell, i - cell)), begin + cell);
      row_.push_back(std::exchange(cell_, {}));
      if (row) end_row();
      i += row ? 1 : 0;
      cell = i + 1;
    }
    const std::string_view rest = without_rules(line.substr(std::min(cell, line.size())));
    if (rest.find_first_not_of(" \t\r") != std::string_view::npos) {
      cell_.append(rest, begin + cell);
    }
  }

  static std::string_view without_rules(std::string_view cell) {
    for (const std::string_view rule : {"\\hline", "\\toprule", "\\midrule", "\\bottomrule"}) {
      if (cell.find(rule) != std::string_view::npos) return {};
    }
    return cell;
  }

  void end_row() {
    if (!cell_.empty()) row_.push_back(std::exchange(cell_, {}));
    if (!row_.empty()) block_.rows.push_back(std::exchange(row_, {}));
  }

  void flush() {
    if (!block_.rows.empty()) block_.kind = Block::Kind::table;
    if (!block_.text.empty() || !block_.rows.empty()) {
      document_.blocks.push_back(std::move(block_));
    }
    block_ = {};
  }

  std::string_view bytes_;
  verify::Document document_;
  Inside inside_ = Inside::text;
  Block block_;
  MappedText cell_;
  std::vector<MappedText> row_;
};

}  // namespace

verify::Document read_latex_document(std::string_view bytes) { return LatexReader(bytes).read(); }

}  // namespace exactblend
