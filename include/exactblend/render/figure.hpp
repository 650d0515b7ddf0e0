// One query of a trace as an SVG figure (docs/figure.md): the bar of the weights, the table of
// keys, the values with their scaled values tip to tail, and the boundary.
//
//     FigureOptions options;
//     options.highlight = StepKind::scale;
//     std::string svg = figure_svg(trace, options);
//
// The drawing is the same for every step; the highlighted step is one class on the root. Printed
// numbers are exact; positions are computed exactly and rounded once, to 1/100 of a unit. Bytes are
// the same on every run and on every machine.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// Text is of the same size, in units, in both.
enum class FigureLayout {
  wide,    // 720 units across, the picture beside the table
  narrow,  // 340 units across, one part below the other, for phones
};

struct FigureOptions {
  std::size_t query = 0;
  std::optional<StepKind> highlight = {};
  std::string_view id = "figure";  // begins all ids in it, so that several stand on one page
  FigureLayout layout = FigureLayout::wide;
  // Another figure of this query on the same page, by its id: its title and description are this
  // one's too, and are not told again.
  std::string_view told_by = {};
  // A document of its own, with its style; else for a page with figure_style().
  bool standalone = false;
};

// query: of trace.problem.queries(). At most 200 keys are drawn one by one. Ends with a line break.
[[nodiscard]] std::string figure_svg(const Trace& trace, const FigureOptions& options);

// The CSS rules, for a page that holds figures inline: colours are custom properties (--eb-…) of
// .eb-figure, light and dark, and black on white in print.
[[nodiscard]] std::string_view figure_style();

}  // namespace exactblend
