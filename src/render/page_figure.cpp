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

void append_figure(std::string& out, const Trace& trace, const FigurePlace& place) {
  const std::string first = place.told_by + "-wide";
  html::open(out, "figure", "eb-figures");
  for (const FigureLayout layout : {FigureLayout::wide, FigureLayout::narrow}) {
    const bool wide = layout == FigureLayout::wide;
    const std::string id = place.id + (wide ? "-wide" : "-narrow");
    FigureOptions options{
        .query = place.query, .highlight = place.highlight, .id = id, .layout = layout};
    if (id != first) options.told_by = first;
    html::open(out, "div", wide ? "eb-if-wide" : "eb-if-narrow");
    const std::size_t begin = out.size();
    out += figure_svg(trace, options);
    html::mark_numbers(out, begin);
    html::close(out, "div");
  }
  html::element(out, "figcaption", {}, caption(place.highlight));
  html::close(out, "figure");
}

}  // namespace exactblend::page
