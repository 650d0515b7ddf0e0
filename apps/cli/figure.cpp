#include "figure.hpp"

#include <charconv>

#include "exactblend/io/rsvg.hpp"
#include "exactblend/render/figure.hpp"

namespace exactblend::cli {
namespace {

// "1 assign, 2 scale, 3 add, 4 boundary", of the steps that a number may name.
std::string steps_of(const Trace& trace) {
  constexpr std::size_t kListed = 6;
  std::string list;
  for (std::size_t i = 0; i < trace.steps.size() && i < kListed; ++i) {
    list.append(i == 0 ? "" : ", ").append(std::to_string(i + 1)).append(" ");
    list += name(trace.steps[i].kind);
  }
  if (trace.steps.size() > kListed) {
    list.append(" … ").append(std::to_string(trace.steps.size())).append(" boundary");
  }
  return list;
}

// The step of this number, or the first of this name that belongs to the query.
const Step* find_step(const Trace& trace, const FigureRequest& request) {
  std::size_t number = 0;
  const char* end = request.step.data() + request.step.size();
  const auto [rest, failed] = std::from_chars(request.step.data(), end, number);
  if (failed == std::errc() && rest == end) {
    return number >= 1 && number <= trace.steps.size() ? &trace.steps[number - 1] : nullptr;
  }
  const std::size_t query = request.query == 0 ? 0 : request.query - 1;
  for (const Step& step : trace.steps) {
    if (name(step.kind) != request.step) continue;
    if (step.kind == StepKind::boundary || step.query == query) return &step;
  }
  return nullptr;
}

}  // namespace

Result<std::string> make_figure(const Trace& trace, const FigureRequest& request) {
  if (request.as == "svg" && request.scale) {
    return failure(ErrorCode::usage, "--scale is for pictures, and an SVG has any scale",
                   "leave it out, or add --as png or --as pdf");
  }
  const std::size_t queries = trace.problem.queries();
  if (request.query > queries) {
    return failure(ErrorCode::wrong_count, "there is no query " + std::to_string(request.query),
                   queries == 1 ? "this problem has one query"
                                : "--query 1 to --query " + std::to_string(queries));
  }
  FigureOptions options{.query = request.query == 0 ? 0 : request.query - 1, .standalone = true};
  if (!request.step.empty()) {
    const Step* step = find_step(trace, request);
    if (step == nullptr) {
      return failure(ErrorCode::usage, "there is no step \"" + request.step + "\" here",
                     "its number or its name: " + steps_of(trace));
    }
    const bool of_query = step->kind != StepKind::boundary;
    if (of_query && request.query != 0 && step->query + 1 != request.query) {
      return failure(
          ErrorCode::usage,
          "step " + request.step + " belongs to query " + std::to_string(step->query + 1),
          "leave out --query, or name the step: --step " + std::string(name(step->kind)));
    }
    if (of_query) options.query = step->query;
    options.highlight = step->kind;
  }
  std::string svg = figure_svg(trace, options);
  if (request.as == "svg") return svg;
  const bool png = request.as == "png";
  return convert_svg(svg, png ? Picture::png : Picture::pdf, request.scale.value_or(png ? 2 : 1));
}

}  // namespace exactblend::cli
