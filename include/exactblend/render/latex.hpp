// A trace as LaTeX that compiles as it is under pdflatex with amsmath, and whose marked part pastes
// into a paper that loads amsmath.
#pragma once

#include <string>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// full: no sum, vector or list is abbreviated.
[[nodiscard]] std::string trace_latex(const Trace& trace, bool full = false);

}  // namespace exactblend
