// What the program says where the author says nothing: the sentence of each step, one before the
// steps and one behind them, in plain English.
#pragma once

#include <string>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// A vector with many components, or with long numbers, is left to the formula.
inline constexpr std::size_t kLongestInSentence = 40;

[[nodiscard]] std::string sentence(const Trace& trace, const Step& step);

// What is blended, and that all is exact.
[[nodiscard]] std::string introduction(const Problem& problem);
// What came out. The trace's steps are not read.
[[nodiscard]] std::string summary(const Trace& trace);

}  // namespace exactblend
