#include "exactblend/render/formula.hpp"

#include <algorithm>

#include "render/notation.hpp"

namespace exactblend {

// Room made at once, so that a lesson's formulas grow without being moved.
void LineSink::begin_line(std::string_view label) {
  constexpr std::size_t kLines = 4;
  constexpr std::size_t kCharacters = 160;
  if (lines_.empty()) lines_.reserve(kLines);
  lines_.push_back({std::string(label), {}, 0});
  lines_.back().formula.reserve(kCharacters);
}

void LineSink::left_out_lines(std::size_t count) { lines_.push_back({{}, {}, count}); }

char LineSink::letter(Symbol symbol) {
  switch (symbol) {
    case Symbol::weight: return 'w';
    case Symbol::value: return 'V';
    case Symbol::score: return 's';
    case Symbol::given: return 'r';
    case Symbol::normalizer: return 'Z';
    case Symbol::component:
    case Symbol::output: return 'o';
    case Symbol::softmax:
    case Symbol::named_component: return '\0';
  }
  return '\0';
}

std::vector<FormulaLine> formula_lines(const Trace& trace, const Step& step, Notation notation,
                                       Extent extent) {
  std::unique_ptr<LineSink> sink = notation == Notation::text    ? text_notation(extent)
                                   : notation == Notation::latex ? latex_notation(extent)
                                                                 : words_notation(extent);
  write_formula(trace, step, *sink);
  std::vector<FormulaLine> lines = sink->take();
  if (notation == Notation::text) {
    for (FormulaLine& line : lines) {
      std::replace(line.formula.begin(), line.formula.end(), kBreak, ' ');
      std::erase(line.formula, kSoftBreak);
    }
  }
  return lines;
}

}  // namespace exactblend
