// An author's sentences: what their names stand for, and the sentences with that in place.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// problem: whole but for its sentences. Errors: unknown_name, conflicting_fields, duplicate_field,
// over_limit.
[[nodiscard]] Result<std::vector<SentenceTemplate>> check_sentences(
    std::vector<DraftSentence> draft, const Problem& problem);

// query: what names without a query of their own are about. The trace's steps are not read.
// numbers: where the numbers and vectors of the trace stand in it.
[[nodiscard]] std::string fill(const SentenceTemplate& sentence, const Trace& trace,
                               std::size_t query, std::vector<FilledNumber>& numbers);

// The label at this place; empty if there are no labels.
[[nodiscard]] inline std::string_view label_at(const std::vector<std::string>& labels,
                                               std::size_t index) {
  return labels.empty() ? std::string_view() : std::string_view(labels[index]);
}

// The error, at the place of a sentence or of a name in it.
[[nodiscard]] inline tl::unexpected<Error> refused(Error error, Position at) {
  error.place = {std::string(at.source), at.line, at.column};
  return tl::unexpected(std::move(error));
}

[[nodiscard]] inline Error too_many_names() {
  return {ErrorCode::over_limit, "too many names in one sentence",
          "at most " + std::to_string(kMaxSentenceNames)};
}

}  // namespace exactblend
