// A trace as GitHub-flavoured Markdown, formulas as TeX between dollar signs (GitHub, Jupyter and
// most static site generators show them).
#pragma once

#include <string>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// full: no sum, vector or list is abbreviated.
[[nodiscard]] std::string trace_markdown(const Trace& trace, bool full = false);

}  // namespace exactblend
