// The parts of a lesson's page that are made of one thing each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "exactblend/lesson/trace.hpp"
#include "exactblend/render/formula.hpp"

namespace exactblend::page {

// Each line for the eye as MathML, which a screen reader passes over, and for the ear in words;
// then the TeX of all lines, to be copied.
void append_formula(std::string& out, const Trace& trace, const Step& step, const Extent& extent);

// What is given: the values; and of one query its weights and scores, of several the grid of
// queries and keys.
void append_given(std::string& out, const Problem& problem, const Extent& extent);

// The figure in both layouts, of which the style shows the one that fits.
struct FigurePlace {
  std::size_t query;
  std::optional<StepKind> highlight;  // a step that computes something, or none
  std::string id;                     // unique on the page
  std::string
      told_by;  // of the place whose figure has the title and the description; may be its own
};
void append_figure(std::string& out, const Trace& trace, const FigurePlace& place);

// "Query 2" or "Query 2: second", as the problem names it, unescaped.
[[nodiscard]] std::string query_name(const Problem& problem, std::size_t query);

}  // namespace exactblend::page
