// Problems that are hard to draw: huge and tiny, many and none, hostile and long.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "exactblend/render/figure.hpp"
#include "render/making.hpp"

namespace exactblend {

inline std::string rows_of(std::size_t count, const char* one) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text.append(i == 0 ? "" : " ").append(one);
  return text;
}

inline Trace labelled(std::string_view label) {
  ProblemDraft draft;
  const std::string text(label);
  draft.title = text;
  draft.labels = {{text, text + "2", text + "3"}, {text, text + "y"}, {text, text}};
  draft.weights = draft_rows("(1/4,1/4,1/2) (0,1,0)").value();
  draft.values = draft_values("(2,0) (0,3) (1,1)").value();
  return make_trace(make_problem(std::move(draft)).value());
}

inline Trace signed_trace(const char* weights, const char* values) {
  ProblemDraft draft;
  draft.signed_weights = true;
  draft.weights = draft_rows(weights).value();
  draft.values = draft_values(values).value();
  return make_trace(make_problem(std::move(draft)).value());
}

inline const std::vector<std::string>& hostile_labels() {
  static const std::vector<std::string> labels = {
      "\"><img src=x onerror=alert(1)>",
      "]]></style></svg><script>",
      std::string(200, 'W'),
      "&amp; &#0; &",
      "\x1b[31m\x01\x7f \xff\xfe \xc0\x80",
      "\xe2\x80\xae reversed \xef\xbf\xbf",
      "\xe7\x9f\xad\xe3\x81\x84\xe7\x9f\xad\xe3\x81\x84\xe7\x9f\xad\xe3\x81\x84 wide",
      "",
      "   ",
      "a\nb\tc"};
  return labels;
}

// (name, trace), the examples among them.
inline std::vector<std::pair<std::string, Trace>> hard_problems() {
  std::vector<std::pair<std::string, Trace>> all = examples();
  const auto add = [&](const char* name, Trace trace) { all.emplace_back(name, std::move(trace)); };
  add("huge", trace_of("1/3,1/3,1/3", "(1e40,1) (-1e-40,2) (3,1e40)"));
  add("huge y", trace_of("1/3,2/3", "(1e40,1) (2,1e-40)"));
  add("huge line", trace_of("1/3,2/3", "1e40,1e-40"));
  add("very long", trace_of("1/3,2/3", "(1e4000,1e-4000) (3,7e-3999)"));
  add("very long bars", trace_of("1/3,2/3", "(1e4000,1e-4000,1) (3,7e-3999,2)"));
  add("tiny weights", trace_of("1e-40,0.9999999999999999999999999999999999999999", "(1,2) (3,4)"));
  add("coincident", trace_of("1/4,1/4,1/4,1/8,1/8", "(1,1) (1,1) (3,0) (1,1) (1,1)"));
  add("zero", trace_of("1/2,1/2", "(0,0) (0,0)"));
  add("zero line", trace_of("1/2,1/2", "0,0"));
  add("zero bars", trace_of("1/2,1/2", "(0,0,0) (0,0,0)"));
  add("single", trace_of("1", "(7/3,-2)"));
  add("same x", trace_of("1/2,1/2", "(0,1) (0,5)"));
  add("affine", signed_trace("3/2,-1/4,1/2,-3/4", "(2,0,1) (0,3,1) (1,1,-1) (1,2,0)"));
  add("tiny affine", signed_trace("1,1/100,-1/100", "(2,0) (0,3) (1,1)"));
  add("huge affine", signed_trace("1e30,-999999999999999999999999999999", "(2,0) (0,3)"));
  add("cancelling", signed_trace("1,1,-1", "(1,2) (3,4) (4,6)"));
  for (const int components : {1, 2, 3}) {
    for (const int keys : {1, 2, 7, 13, 40, 230}) add("many keys", many_keys(keys, components));
  }
  add("many components", many_keys(3, 100));
  add("many of both", many_keys(40, 40));
  add("named line", trace_of(nullptr, "1,3,2", "0,1,masked"));
  add("named bars", trace_of(nullptr, "(1,2,3) (3,-1,1) (2,2,5)", "0,1,masked"));
  add("named single", trace_of(nullptr, "(1,2) (3,4)", "masked,1"));
  add("named long scores", trace_of(nullptr, "(1,2,3) (3,4,5)", "1e400,1e-400"));
  for (const std::string& label : hostile_labels()) add("hostile", labelled(label));
  return all;
}

inline constexpr FigureLayout kLayouts[] = {FigureLayout::wide, FigureLayout::narrow};

}  // namespace exactblend
