#include "exactblend/lesson/problem.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "blend/shape.hpp"
#include "exactblend/number/read.hpp"
#include "lesson/sentence_template.hpp"

namespace exactblend {
namespace {

Error placed(Error error, Position at) {
  error.place = {std::string(at.source), at.line, at.column};
  return error;
}

// "weights" of query 2 of 3: "row 2: …", so that one of several rows is named.
Error in_row(Error error, std::size_t row, std::size_t rows) {
  if (rows > 1) error.wrong = "row " + std::to_string(row + 1) + ": " + error.wrong;
  return error;
}

std::vector<Rational> numbers(const DraftRow& row) {
  std::vector<Rational> result;
  result.reserve(row.entries.size());
  for (const DraftEntry& entry : row.entries) result.push_back(entry.value);
  return result;
}

// The entry that an error of AssignedWeights is about, else the row. Dividing by a negative sum has
// turned the signs around.
Position fault(const Error& error, const DraftRow& row, bool divided) {
  const int negative = divided && row_mass(numbers(row)).sign() < 0 ? 1 : -1;
  for (const DraftEntry& entry : row.entries) {
    const bool here =
        (error.code == ErrorCode::negative_weight && entry.value.sign() == negative) ||
        (error.code == ErrorCode::masked_not_zero && entry.masked && !entry.value.is_zero());
    if (here) return entry.at;
  }
  return row.at;
}

// Empty if no entry is masked.
std::vector<bool> mask(const DraftRow& row) {
  std::vector<bool> result;
  if (std::any_of(row.entries.begin(), row.entries.end(),
                  [](const DraftEntry& entry) { return entry.masked; })) {
    result.reserve(row.entries.size());
    for (const DraftEntry& entry : row.entries) result.push_back(entry.masked);
  }
  return result;
}

Result<AssignedRow> assign_row(const DraftRow& row, const ProblemDraft& draft) {
  std::vector<Rational> given = numbers(row);
  const auto sign = draft.signed_weights ? WeightSign::any : WeightSign::nonnegative;
  if (!draft.normalize && !row.is_ratio) {
    auto weights = AssignedWeights::assign(given, mask(row), sign);
    if (!weights) return tl::unexpected(std::move(weights.error()));
    return AssignedRow{std::move(given), Rational(1), false, std::move(*weights)};
  }
  auto normalized = normalize(given);
  if (!normalized) return tl::unexpected(std::move(normalized.error()));
  auto weights = AssignedWeights::assign(std::move(normalized->row), mask(row), sign);
  if (!weights) return tl::unexpected(std::move(weights.error()));
  return AssignedRow{std::move(given), std::move(normalized->sum), true, std::move(*weights)};
}

// counts: what is said of the two, "2 weights and 3 values".
std::optional<Error> check_count(std::size_t count, std::size_t wanted, std::string counts,
                                 Position at) {
  if (count == wanted) return std::nullopt;
  return placed({ErrorCode::wrong_count, std::move(counts),
                 "there must be as many of the one as of the other"},
                at);
}

// An empty row is left to the blend's own check, which names it better.
std::optional<Error> check_entries(const DraftRow& row, std::size_t keys, std::string_view what) {
  if (row.entries.empty()) return std::nullopt;
  const std::size_t count = row.entries.size();
  return check_count(count, keys, counted(count, what) + " and " + counted(keys, "value"), row.at);
}

// A key that is masked is masked for the whole query, so that there is one answer to whether it is.
std::optional<Error> check_masks(const Problem& problem, const std::vector<DraftRow>& scores) {
  for (std::size_t query = 0; query < problem.queries(); ++query) {
    for (std::size_t key = 0; key < problem.keys(); ++key) {
      const bool among_scores = problem.softmaxes[query].masked(key);
      if (among_scores == problem.rows[query].weights.masked(key)) continue;
      const std::string name = "key " + std::to_string(key + 1);
      return in_row(
          placed({ErrorCode::conflicting_fields,
                  name + (among_scores ? " is masked among the scores and not the weights"
                                       : " is masked among the weights and not the scores"),
                  "a masked key is masked in both"},
                 scores[query].entries[key].at),
          query, problem.queries());
    }
  }
  return std::nullopt;
}

std::optional<Error> check_labels(const Labels& labels, const Problem& problem, Position at) {
  const auto check = [at](const std::vector<std::string>& list, std::size_t wanted,
                          const std::string& one, std::string_view plural) -> std::optional<Error> {
    if (list.empty() || list.size() == wanted) return std::nullopt;
    const std::size_t count = list.size();
    const bool single = wanted == 1;
    return check_count(count, wanted,
                       counted(count, one + " label") + " and " + std::to_string(wanted) + ' ' +
                           (single ? one : std::string(plural)),
                       at);
  };
  if (auto e = check(labels.keys, problem.keys(), "key", "keys")) return e;
  if (auto e = check(labels.components, problem.components(), "component", "components")) return e;
  return check(labels.queries, problem.queries(), "query", "queries");
}

std::optional<Error> check_size(const ProblemDraft& draft) {
  const std::size_t components = draft.values.front().components.size();
  const std::size_t keys = draft.values.size();
  const std::size_t rows = std::max(draft.weights.size(), draft.scores.size());
  if (keys > kMaxTerms / std::max<std::size_t>(components, 1) || keys > kMaxTerms / rows) {
    return placed(
        {ErrorCode::over_limit, std::to_string(keys) + " keys are too many for one problem",
         "keys × components and queries × keys are at most " + std::to_string(kMaxTerms)},
        draft.at);
  }
  return std::nullopt;
}

Result<Values> take_values(std::vector<DraftValue>& draft) {
  const auto odd = std::find_if(draft.begin(), draft.end(), [&](const DraftValue& value) {
    return value.components.empty() || value.components.size() != draft.front().components.size();
  });
  std::vector<std::vector<Rational>> vectors;
  vectors.reserve(draft.size());
  for (DraftValue& value : draft) vectors.push_back(std::move(value.components));
  auto values = Values::of(vectors);
  if (values) return values;
  return tl::unexpected(
      placed(std::move(values.error()), odd == draft.end() ? draft.front().at : odd->at));
}

}  // namespace

bool Problem::has_sentence(SentenceOf of) const {
  return std::any_of(sentences.begin(), sentences.end(),
                     [of](const SentenceTemplate& sentence) { return sentence.of == of; });
}

Result<Problem> make_problem(ProblemDraft draft) {
  if (draft.weights.empty() && draft.scores.empty()) {
    return failure(ErrorCode::missing_field, "there are no weights",
                   "give weights (1/4,1/4,1/2), a ratio (1:1:2) or scores",
                   {std::string(draft.at.source), draft.at.line, draft.at.column});
  }
  if (draft.values.empty()) {
    return failure(ErrorCode::missing_field, "there are no values",
                   "give one value for each key, such as (2,0) (0,3) (1,1)",
                   {std::string(draft.at.source), draft.at.line, draft.at.column});
  }
  if (draft.weights.empty() && (draft.normalize || draft.signed_weights)) {
    return tl::unexpected(placed(
        {ErrorCode::conflicting_fields,
         draft.normalize ? "there are no weights to normalize" : "there are no weights to sign",
         "scores alone are neither normalized nor signed"},
        draft.at));
  }
  if (auto error = check_size(draft)) return tl::unexpected(std::move(*error));

  auto values = take_values(draft.values);
  if (!values) return tl::unexpected(std::move(values.error()));

  Problem problem{std::move(draft.title),
                  std::move(draft.notes),
                  std::move(draft.labels),
                  std::move(*values),
                  {},
                  {},
                  {}};
  for (std::size_t i = 0; i < draft.weights.size(); ++i) {
    const DraftRow& row = draft.weights[i];
    if (auto e = check_entries(row, problem.keys(), "weight")) {
      return tl::unexpected(in_row(std::move(*e), i, draft.weights.size()));
    }
    auto assigned = assign_row(row, draft);
    if (!assigned) {
      const Position at = fault(assigned.error(), row, draft.normalize || row.is_ratio);
      return tl::unexpected(
          in_row(placed(std::move(assigned.error()), at), i, draft.weights.size()));
    }
    problem.rows.push_back(std::move(*assigned));
  }
  for (std::size_t i = 0; i < draft.scores.size(); ++i) {
    const DraftRow& row = draft.scores[i];
    if (row.is_ratio) {
      const Error error{ErrorCode::wrong_type, "the scores are a ratio",
                        "scores, separated by commas: \"0, 1, 1/2\""};
      return tl::unexpected(in_row(placed(error, row.at), i, draft.scores.size()));
    }
    if (auto e = check_entries(row, problem.keys(), "score")) {
      return tl::unexpected(in_row(std::move(*e), i, draft.scores.size()));
    }
    auto softmax = NamedSoftmax::over(numbers(row), mask(row));
    if (!softmax) {
      return tl::unexpected(
          in_row(placed(std::move(softmax.error()), row.at), i, draft.scores.size()));
    }
    problem.softmaxes.push_back(std::move(*softmax));
  }
  if (!problem.rows.empty() && !problem.softmaxes.empty()) {
    const std::size_t scores = problem.softmaxes.size();
    const std::size_t weights = problem.rows.size();
    if (auto e = check_count(
            scores, weights,
            counted(scores, "row", " of scores") + " and " + counted(weights, "row", " of weights"),
            draft.scores.front().at)) {
      return tl::unexpected(std::move(*e));
    }
    if (auto e = check_masks(problem, draft.scores)) return tl::unexpected(std::move(*e));
  }
  if (auto e = check_labels(problem.labels, problem, draft.labels_at)) {
    return tl::unexpected(std::move(*e));
  }
  if (!draft.sentences.empty()) {
    auto sentences = check_sentences(std::move(draft.sentences), problem);
    if (!sentences) return tl::unexpected(std::move(sentences.error()));
    problem.sentences = std::move(*sentences);
  }
  return problem;
}

Error shifted(Error error, Position at) {
  if (!at.source.empty()) error.place.source = at.source;
  if (at.line > 0) error.place.line = at.line;
  error.place.column = std::max(at.column, 1) + std::max(error.place.column, 1) - 1;
  return error;
}

Result<std::vector<DraftRow>> draft_rows(std::string_view text, Position at) {
  auto rows = read_rows(text);
  if (!rows) return tl::unexpected(shifted(std::move(rows.error()), at));
  const auto place = [&](int column) {
    return Position{at.line, std::max(at.column, 1) + std::max(column, 1) - 1, at.source};
  };
  std::vector<DraftRow> result;
  result.reserve(rows->size());
  for (ReadRow& row : *rows) {
    DraftRow& out = result.emplace_back();
    out.is_ratio = row.is_ratio;
    out.at = row.entries.empty() ? at : place(row.entries.front().column);
    out.entries.reserve(row.entries.size());
    for (ReadEntry& entry : row.entries) {
      out.entries.push_back({std::move(entry.value), entry.masked, place(entry.column)});
    }
  }
  return result;
}

Result<std::vector<DraftValue>> draft_values(std::string_view text, Position at) {
  auto vectors = read_vectors(text);
  if (!vectors) return tl::unexpected(shifted(std::move(vectors.error()), at));
  std::vector<DraftValue> result;
  result.reserve(vectors->size());
  for (auto& vector : *vectors) {
    DraftValue& value = result.emplace_back();
    value.at = at;
    for (ReadNumber& number : vector) value.components.push_back(std::move(number.value));
  }
  return result;
}

}  // namespace exactblend
