// A problem: values, and for each query a row of weights that somebody assigned, or scores that
// softmax would turn into weights, or both.
//
//     ProblemDraft draft;
//     draft.weights = *draft_rows("1/4,1/4,1/2");
//     draft.values = *draft_values("(2,0) (0,3) (1,1)");
//     Result<Problem> problem = make_problem(std::move(draft));
//
// A draft is what was read, with the place of each part; make_problem() is the only way to a
// Problem, and checks all of it. Errors carry the place of the part at fault.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/blend/assigned_weights.hpp"
#include "exactblend/blend/named_softmax.hpp"
#include "exactblend/blend/values.hpp"

namespace exactblend {

// Limits of one problem, checked before anything is computed.
inline constexpr std::size_t kMaxTerms = 16'777'216;      // keys × components, and queries × keys
inline constexpr std::size_t kMaxSentenceBytes = 65'536;  // of one sentence, as it is written
inline constexpr std::size_t kMaxSentenceNames = 256;     // in one sentence
// Of all sentences as they are filled, for all queries: bytes of text, and numbers.
inline constexpr std::size_t kMaxFilled = 16'777'216;

// Line and column of a part; 0 if unknown. A file's name is added by whoever opened it; `source`
// is a name that lives as long as the program, such as that of an option.
struct Position {
  int line = 0;
  int column = 0;
  std::string_view source = {};
};

struct DraftEntry {
  Rational value;
  bool masked = false;
  Position at = {};
};

struct DraftRow {
  std::vector<DraftEntry> entries;
  bool is_ratio = false;
  Position at = {};
};

struct DraftValue {
  std::vector<Rational> components;
  Position at = {};
};

// Names to show beside numbers; each list is empty or complete.
struct Labels {
  std::vector<std::string> keys;
  std::vector<std::string> components;
  std::vector<std::string> queries;
};

// The sentences of a lesson that an author may write: one before the steps, one for each kind of
// step, one behind them.
enum class SentenceOf : unsigned char {
  introduction,
  softmax,
  normalize,
  assign,
  scale,
  add,
  boundary,
  summary,
};
inline constexpr std::size_t kSentences = 8;

[[nodiscard]] std::string_view name(SentenceOf of);  // "add"

// Plain text, or what stood in {{ }}: the name of a quantity, without the spaces around it.
struct DraftSentencePart {
  std::string text;
  bool is_name = false;
  Position at = {};  // of a name
};

struct DraftSentence {
  SentenceOf of = SentenceOf::introduction;
  std::vector<DraftSentencePart> parts;
  Position at = {};
};

struct ProblemDraft {
  std::string title;
  std::vector<std::string> notes;
  Labels labels;
  Position labels_at = {};
  std::vector<DraftRow> weights;  // one row per query; a row marked is_ratio is divided by its sum
  std::vector<DraftRow> scores;
  std::vector<DraftValue> values;  // one per key
  bool normalize = false;          // divide each row of weights by its sum, and show it
  bool signed_weights = false;     // an affine blend: weights may be negative
  std::vector<DraftSentence> sentences;
  Position at = {};  // of the whole problem
};

// One query's assigned weights.
struct AssignedRow {
  std::vector<Rational> given;  // as written
  Rational given_sum;           // their exact sum
  bool normalized = false;      // whether the weights are `given` divided by `given_sum`
  AssignedWeights weights;
};

// What a name in a sentence stands for.
enum class Named : unsigned char {
  title,
  keys,        // how many
  components,  // how many
  queries,     // how many
  query,       // its label, or its number
  sum,         // of the weights
  weight,
  value,
  key,  // its label, or "key 1"
  scaled,
  output,
  given,
  given_sum,
  score,
};

struct SentenceName {
  Named what = Named::title;
  std::optional<std::size_t> query = std::nullopt;      // 0-based; none: that of the step
  std::size_t key = 0;                                  // 0-based, where there is one
  std::optional<std::size_t> component = std::nullopt;  // 0-based; none: the whole vector
};

// Plain text, and behind it what a name stands for.
struct SentencePart {
  std::string text;
  std::optional<SentenceName> name = std::nullopt;
};

struct SentenceTemplate {
  SentenceOf of = SentenceOf::introduction;
  std::vector<SentencePart> parts;
};

// Checked: weights and scores, where present, have one entry per value; weights and scores, where
// both are present, have as many rows and mask the same keys; labels, where present, are complete;
// each sentence is for a step that there is, and each name in it stands for something.
struct Problem {
  std::string title;
  std::vector<std::string> notes;
  Labels labels;
  Values values;
  std::vector<AssignedRow> rows;        // [queries], empty if there are only scores
  std::vector<NamedSoftmax> softmaxes;  // [queries], empty if there are no scores
  std::vector<SentenceTemplate> sentences;

  [[nodiscard]] bool has_sentence(SentenceOf of) const;  // of the author's own
  [[nodiscard]] std::size_t keys() const { return values.keys(); }
  [[nodiscard]] std::size_t components() const { return values.components(); }
  [[nodiscard]] std::size_t queries() const {
    return rows.empty() ? softmaxes.size() : rows.size();
  }
};

// Errors: those of AssignedWeights, NamedSoftmax and Values; missing_field, wrong_count,
// wrong_type (scores that are a ratio), conflicting_fields (masks that differ; scores alone that
// are to be normalized or signed; a sentence for a step that there is not), unknown_name,
// duplicate_field (two sentences for one step), over_limit.
[[nodiscard]] Result<Problem> make_problem(ProblemDraft draft);

// Rows and values as people type them (number/read.hpp), as parts of a draft. `at` is where the
// text begins, so that errors point into it.
[[nodiscard]] Result<std::vector<DraftRow>> draft_rows(std::string_view text, Position at = {});
[[nodiscard]] Result<std::vector<DraftValue>> draft_values(std::string_view text, Position at = {});

// A sentence, as parts of a draft: "The output is {{output}}." (docs/problem-format.md). A name
// opens behind the last two of several braces. Errors: empty, over_limit, unclosed_name; whether a
// name stands for something is make_problem()'s to say.
[[nodiscard]] Result<DraftSentence> draft_sentence(SentenceOf of, std::string_view text,
                                                   Position at = {});

// `error`, found in a text that begins at `at`, placed in the document around it.
[[nodiscard]] Error shifted(Error error, Position at);

}  // namespace exactblend
