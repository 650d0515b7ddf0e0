// What the tests of render/ share: traces of what people type, and of every example.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "exactblend/io/file.hpp"
#include "exactblend/io/problem_json.hpp"
#include "exactblend/lesson/trace.hpp"

namespace exactblend {

inline Trace trace_of(const char* weights, const char* values, const char* scores = nullptr) {
  ProblemDraft draft;
  draft.title = "A title";
  if (weights != nullptr) draft.weights = draft_rows(weights).value();
  if (scores != nullptr) draft.scores = draft_rows(scores).value();
  draft.values = draft_values(values).value();
  return make_trace(make_problem(std::move(draft)).value());
}

// n keys of d components: weights j/Σ, values that differ in sign and denominator.
inline Trace many_keys(int keys, int components) {
  ProblemDraft draft;
  draft.title = "Many keys";
  draft.normalize = true;
  auto& row = draft.weights.emplace_back();
  for (int j = 1; j <= keys; ++j) {
    row.entries.push_back({Rational(j)});
    auto& value = draft.values.emplace_back();
    for (int i = 1; i <= components; ++i) {
      value.components.push_back(Rational::of(i * j % 11 - 5, i % 4 + 1).value());
    }
  }
  return make_trace(make_problem(std::move(draft)).value());
}

// (file name, trace) of each of examples/.
inline std::vector<std::pair<std::string, Trace>> examples() {
  std::vector<std::pair<std::string, Trace>> result;
  const std::filesystem::path folder = std::filesystem::path(EXACTBLEND_SOURCE_DIR) / "examples";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const std::string text = read_file(entry.path().string()).value();
    result.emplace_back(entry.path().filename().string(),
                        make_trace(make_problem(read_problem_json(text).value()).value()));
  }
  return result;
}

}  // namespace exactblend
