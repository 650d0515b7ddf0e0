// One FormulaSink per notation, each writing into a string line by line.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exactblend/render/formula.hpp"

namespace exactblend {

// How much text, Markdown and LaTeX show unless all is asked for.
inline constexpr Extent kShortened = {8, 12};

// What the notations share: the lines, and the elision of long vectors.
class LineSink : public FormulaSink {
 public:
  explicit LineSink(Extent extent) : extent_(extent) {}

  void begin_line(std::string_view label) override;
  void end_line() override {}
  void left_out_lines(std::size_t count) override;
  [[nodiscard]] std::size_t max_terms() const override { return extent_.terms; }
  [[nodiscard]] std::size_t max_lines() const override { return extent_.lines; }

  [[nodiscard]] std::vector<FormulaLine> take() { return std::move(lines_); }

 protected:
  // The letter of a symbol in text and LaTeX; 0 for those that are not one letter. A component is
  // the output's letter with an index.
  [[nodiscard]] static char letter(Symbol symbol);

  [[nodiscard]] std::string& out() { return lines_.back().formula; }

  // number(component) for each shown, separator between, left_out(count) in the gap.
  template <class Separator, class LeftOut>
  void components(std::span<const Rational> value, Separator separator, LeftOut left_out) {
    const std::size_t limit = extent_.terms < 4 ? 4 : extent_.terms;
    const std::size_t head = value.size() > limit ? limit - 1 : value.size();
    for (std::size_t i = 0; i < head; ++i) {
      if (i > 0) separator();
      number(value[i]);
    }
    if (value.size() <= limit) return;
    separator();
    left_out(value.size() - limit);
    separator();
    number(value.back());
  }

 private:
  Extent extent_;
  std::vector<FormulaLine> lines_;
};

// What stands for so many left out: "1 more term", "2 more terms"; "2 more queries".
[[nodiscard]] inline std::string more(std::size_t count, std::string_view what) {
  std::string text = std::to_string(count) + " more ";
  if (count != 1 && what == "query") return text + "queries";
  return text.append(what).append(count == 1 ? "" : "s");
}

// Where a line of text may be broken. No number, symbol or label holds them.
inline constexpr char kBreak = '\v';      // stands for a space
inline constexpr char kSoftBreak = '\f';  // stands for nothing

// Text with kBreak before each +, / and =, and kSoftBreak after each comma of a vector;
// formula_lines() leaves neither.
[[nodiscard]] std::unique_ptr<LineSink> text_notation(Extent extent);
[[nodiscard]] std::unique_ptr<LineSink> latex_notation(Extent extent);
// The presentation inside <math>.
[[nodiscard]] std::unique_ptr<LineSink> mathml_notation(Extent extent);
[[nodiscard]] std::unique_ptr<LineSink> words_notation(Extent extent);

// A vector as text_notation() writes it, with kSoftBreak after its commas.
[[nodiscard]] std::string vector_text(std::span<const Rational> vector, Extent extent);

}  // namespace exactblend
