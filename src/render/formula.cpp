#include "exactblend/render/formula.hpp"

#include <algorithm>

#include "exactblend/render/escape.hpp"
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

namespace {

std::unique_ptr<LineSink> make_sink(Notation notation, Extent extent) {
  switch (notation) {
    case Notation::text: return text_notation(extent);
    case Notation::latex: return latex_notation(extent);
    case Notation::mathml: return mathml_notation(extent);
    case Notation::words: break;
  }
  return words_notation(extent);
}

// The presentation and the TeX of one line as a whole element.
std::string math_element(std::string_view presentation, std::string_view tex) {
  std::string out =
      "<math class=\"eb-math\" xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">"
      "<semantics><mrow>";
  out += presentation;
  out += "</mrow><annotation encoding=\"application/x-tex\"> ";  // a space, for text browsers
  append_markup(out, tex);
  out += "</annotation></semantics></math>";
  return out;
}

}  // namespace

std::vector<FormulaLine> formula_lines(const Trace& trace, const Step& step, Notation notation,
                                       Extent extent) {
  const std::unique_ptr<LineSink> sink = make_sink(notation, extent);
  write_formula(trace, step, *sink);
  std::vector<FormulaLine> lines = sink->take();
  if (notation == Notation::text) {
    for (FormulaLine& line : lines) {
      std::replace(line.formula.begin(), line.formula.end(), kBreak, ' ');
      std::erase(line.formula, kSoftBreak);
    }
  } else if (notation == Notation::mathml) {
    const auto tex = formula_lines(trace, step, Notation::latex, extent);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].left_out == 0) lines[i].formula = math_element(lines[i].formula, tex[i].formula);
    }
  }
  return lines;
}

}  // namespace exactblend
