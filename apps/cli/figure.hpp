// show --as svg, png or pdf: the figure alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exactblend/lesson/trace.hpp"

namespace exactblend::cli {

struct FigureRequest {
  std::string as;    // svg, png or pdf
  std::string step;  // which step is highlighted: its number in the trace, or its name; or empty
  std::size_t query = 0;        // from 1; 0: not given
  std::optional<double> scale;  // a PNG has else 2 pixels for each unit, a PDF its own size
};

[[nodiscard]] Result<std::string> make_figure(const Trace& trace, const FigureRequest& request);

}  // namespace exactblend::cli
