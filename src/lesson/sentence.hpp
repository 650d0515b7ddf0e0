// The sentence of each step, in plain English.
#pragma once

#include <string>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

[[nodiscard]] std::string sentence(const Trace& trace, const Step& step);

}  // namespace exactblend
