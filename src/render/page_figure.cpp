#include "exactblend/render/figure.hpp"
#include "render/html.hpp"
#include "render/page_parts.hpp"

namespace exactblend::page {
namespace {

std::string_view caption(std::optional<StepKind> highlight) {
  if (!highlight) return "The whole blend of this query.";
  switch (*highlight) {
    case StepKind::softmax: return "Highlighted: the named weights.";
    case StepKind::normalize: return "Highlighted: the weights, divided by their sum.";
    case StepKind::assign: return "Highlighted: the weights and their sum.";
    case StepKind::scale: return "Highlighted: the scaled values.";
    case StepKind::add: return "Highlighted: the output, where the scaled values add up to.";
    case StepKind::boundary: return "Highlighted: the boundary.";
  }
  return "";
}

}  // namespace

void append_figure(std::string& out, const Trace& trace, std::size_t query,
                   std::optional<StepKind> highlight, std::string_view id) {
  html::open(out, "figure", "eb-figures");
  for (const FigureLayout layout : {FigureLayout::wide, FigureLayout::narrow}) {
    const bool wide = layout == FigureLayout::wide;
    const std::string prefix = std::string(id) + (wide ? "-wide" : "-narrow");
    html::open(out, "div", wide ? "eb-if-wide" : "eb-if-narrow");
    out +=
        figure_svg(trace, {.query = query, .highlight = highlight, .id = prefix, .layout = layout});
    html::close(out, "div");
  }
  html::element(out, "figcaption", {}, caption(highlight));
  html::close(out, "figure");
}

}  // namespace exactblend::page
