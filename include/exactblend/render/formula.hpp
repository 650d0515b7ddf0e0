// Formulas as strings, one line of a formula each.
//
//     for (const FormulaLine& line : formula_lines(trace, step, Notation::text))
//       print(line.label, line.formula);       // "", "w1 + w2 + w3 = 1/4 + 1/4 + 1/2 = 1"
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exactblend/lesson/formula.hpp"

namespace exactblend {

enum class Notation {
  text,   // w1·V1 = 1/4·(2,0) = (1/2,0)
  latex,  // w_{1} \cdot V_{1} = \frac{1}{4} \cdot \left(2, 0\right) = … for math mode, amsmath
  mathml,  // <math>, with the TeX as its annotation; page_style() has what its classes need
  words,  // w 1 times V 1 equals 1 over 4 times the vector 2, 0 …: for screen readers
};

struct FormulaLine {
  std::string label;  // as the problem names it, unescaped; or empty
  std::string formula;
  std::size_t left_out = 0;  // if not 0, so many lines are left out here and there is no formula
};

// How much of a long formula is shown; the number of what is left out stands in its place.
struct Extent {
  std::size_t terms = kAllTerms;  // of a sum, and components of a vector
  std::size_t lines = kAllTerms;
};

[[nodiscard]] std::vector<FormulaLine> formula_lines(const Trace& trace, const Step& step,
                                                     Notation notation, Extent extent = {});

}  // namespace exactblend
