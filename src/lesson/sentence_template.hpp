// An author's sentences: what their names stand for, and the sentences with that in place.
#pragma once

#include <string>
#include <vector>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// problem: whole but for its sentences. Errors: unknown_name, conflicting_fields, duplicate_field,
// over_limit.
[[nodiscard]] Result<std::vector<SentenceTemplate>> check_sentences(
    std::vector<DraftSentence> draft, const Problem& problem);

// query: what names without a query of their own are about. The trace's steps are not read.
[[nodiscard]] std::string fill(const SentenceTemplate& sentence, const Trace& trace,
                               std::size_t query);

}  // namespace exactblend
