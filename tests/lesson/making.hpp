// What the tests of lesson/ and render/ share: problems and traces from what people type.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/lesson/answer.hpp"
#include "exactblend/lesson/trace.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"

namespace exactblend {

// Rows and values as typed; an empty text leaves the part out.
inline ProblemDraft draft(std::string_view weights, std::string_view values,
                          std::string_view scores = {}) {
  ProblemDraft made;
  if (!weights.empty()) made.weights = draft_rows(weights).value();
  if (!scores.empty()) made.scores = draft_rows(scores).value();
  if (!values.empty()) made.values = draft_values(values).value();
  return made;
}

inline Trace trace(ProblemDraft made) {
  Result<Problem> problem = make_problem(std::move(made));
  EXPECT_TRUE(problem) << to_text(problem.error());
  return make_trace(std::move(problem).value());
}

inline Trace trace(std::string_view weights, std::string_view values,
                   std::string_view scores = {}) {
  return trace(draft(weights, values, scores));
}

inline Trace founding_example() { return trace("1/4,1/4,1/2", "(2,0) (0,3) (1,1)"); }

// n keys of weight 1/n, the values 1, 2, 3 …, each in so many components.
inline Trace many_keys(std::size_t keys, std::size_t components = 1) {
  ProblemDraft made;
  made.weights.emplace_back();
  for (std::size_t key = 0; key < keys; ++key) {
    made.weights[0].entries.push_back({Rational::of(1, static_cast<std::int64_t>(keys)).value()});
    DraftValue& value = made.values.emplace_back();
    for (std::size_t i = 0; i < components; ++i) {
      value.components.emplace_back(static_cast<std::int64_t>(key + i + 1));
    }
  }
  return trace(std::move(made));
}

inline std::vector<std::string> list(std::span<const std::string_view> names) {
  return {names.begin(), names.end()};
}

}  // namespace exactblend
