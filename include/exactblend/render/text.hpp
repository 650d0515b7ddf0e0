// A trace, and the verdicts on an answer, for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exactblend/lesson/answer.hpp"
#include "exactblend/lesson/trace.hpp"

namespace exactblend {

struct TextStyle {
  std::size_t width = 80;  // columns; lines are broken at + and = to fit
  bool colour = false;     // ANSI colours, never the only carrier of meaning
  bool full = false;       // no sum, vector or list is abbreviated
};

[[nodiscard]] std::string trace_text(const Trace& trace, const TextStyle& style);

// The first wrong step comes first.
[[nodiscard]] std::string answers_text(const std::vector<Checked>& answers, const TextStyle& style);

}  // namespace exactblend
