// Claims in words about rows of numbers: "they sum to 1", "attention weights 0.4, 0.6",
// "multiplying the weights by the values gives (1/2,0), (0,3/4) and (1/2,1/2)".
#include <algorithm>
#include <optional>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/spoken_finder.hpp"

namespace exactblend::verify {

void Spoken::run() {
  for (std::size_t i = 0; i < tokens_.size(); ++i) {
    if ((tokens_[i].classes & kSaying) == 0) continue;
    const std::string_view word = tokens_.of(tokens_[i]);
    if (is_one_of(word, {"sum", "sums", "add", "adds", "summing", "adding"})) {
      sum_to(i);
    } else if (is_one_of(word, {"multiplying", "scaling"})) {
      multiplying(i);
    } else if (is_one_of(word, {"output", "blend"})) {
      output_is(i);
    } else if (is_word(word, "softmax")) {
      single_score(i);
    } else if (is_word(word, "weight")) {
      one_weight(i);
    } else if (is_word(word, "weights")) {
      weights(i);
    }
  }
}

std::vector<Row>::const_iterator Spoken::first_from(const std::vector<Row>& rows,
                                                    std::size_t begin) {
  return std::lower_bound(rows.begin(), rows.end(), begin,
                          [](const Row& row, std::size_t at) { return row.begin < at; });
}

std::size_t Spoken::sentence_begin(std::size_t at) const {
  const std::size_t least = at > kMostTokens ? at - kMostTokens : 0;
  while (at > least && !ends_sentence(at - 1)) --at;
  return at;
}

void Spoken::report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong,
                    std::string right) {
  found_.push_back(
      {verdict, tokens_[begin].start, tokens_[end - 1].end, std::move(wrong), std::move(right)});
}

void Spoken::sum_to(std::size_t verb) {
  std::size_t at = verb + 1;
  const bool adds = is_one_of(tokens_.of(tokens_[verb]), {"add", "adds", "adding"});
  if (word_at(at, "up")) {
    ++at;
  } else if (adds) {
    return;
  }
  if (!word_at(at, "to")) return;
  ++at;
  if (word_at(at, "exactly")) ++at;
  auto total = read_side(tokens_, at, scope_);
  if (!total && word_at(at, "one")) {
    total = Side();
    total->value = number(Rational(1));
    total->end = at + 1;
  }
  if (!total || total->compound || !total->value.is_known()) return;
  if (negated(verb)) return;
  const Context after = context_after(tokens_, total->end);
  judge_sum(verb, *total, after);
  said_up_to_ = total->end;
}

bool Spoken::negated(std::size_t verb) const {
  for (std::size_t back = 1; back <= 3 && back <= verb; ++back) {
    const std::string_view word = tokens_.of(tokens_[verb - back]);
    if (is_one_of(word, {"not", "must", "should", "don",    "doesn",   "never", "cannot",
                         "can", "no",   "would",  "if",     "whether", "t",     "neither",
                         "to",  "need", "needs",  "longer", "always",  "may"})) {
      return true;
    }
  }
  return false;
}

void Spoken::judge_sum(std::size_t verb, const Side& total, Context after) {
  const std::size_t begin = sentence_begin(verb);
  if (said_up_to_ > begin && said_up_to_ < verb) {
    if (judge_next_sum(verb, total, after)) return;
  }
  bool of_weights = false;
  bool of_values = false;
  bool of_entries = false;
  bool pronoun = false;
  for (std::size_t i = begin; i < verb; ++i) {
    const std::string_view word = tokens_.of(tokens_[i]);
    of_weights = of_weights || is_one_of(word, {"weights", "weight"});
    of_values = of_values || is_one_of(word, {"values", "scores", "vectors", "logits", "outputs",
                                              "columns", "rows", "row", "column", "numerators"});
    of_entries = of_entries || is_word(word, "entries");
    pronoun = pronoun || is_one_of(word, {"they", "which", "these", "that", "all"});
  }
  // What stands before the verb in the same sentence; else, for a pronoun, in the one before.
  std::vector<const Row*> candidates = rows_before(begin, verb);
  if (candidates.empty() && (pronoun || of_weights) && begin > 0) {
    candidates = rows_before(sentence_begin(begin - 1), begin);
    const auto other = [this](const Row* row) { return !said_weights(*row); };
    if (of_weights) {
      candidates.erase(std::remove_if(candidates.begin(), candidates.end(), other),
                       candidates.end());
    }
  }
  std::vector<Row> named;
  if (candidates.empty() && of_weights && !of_values) named = named_rows({"w", "\u03B1"});
  if (candidates.empty() && of_entries && !of_weights && !of_values) named = named_rows({"r"});
  for (const Row& row : named) candidates.push_back(&row);
  if (candidates.empty() || of_values) {
    if (of_weights || pronoun || of_values || !candidates.empty()) {
      report(Verdict::unread, begin, total.end, "which numbers are meant is not clear");
    }
    return;
  }
  decide(candidates, begin, verb, total, after);
}

// "1/2 and 1/2 add up to 1, and 1/4 and 1/4 add up to …": the second has numbers of its own.
bool Spoken::judge_next_sum(std::size_t verb, const Side& total, Context after) {
  std::size_t at = said_up_to_;
  if (kind(at) == Kind::comma || kind(at) == Kind::semicolon) ++at;
  if (word_at(at, "and") || word_at(at, "but") || word_at(at, "while")) ++at;
  Row row{at, at, list_at(at)};
  row.end = list_end_;
  if (row.items.size() < 2 || row.end != verb) return false;
  decide({&row}, at, verb, total, after);
  return true;
}

void Spoken::decide(const std::vector<const Row*>& candidates, std::size_t begin, std::size_t verb,
                    const Side& total, Context after) {
  std::vector<Value> sums;
  for (const Row* row : candidates) sums.push_back(sum_of(row->items));
  const bool any = std::any_of(sums.begin(), sums.end(),
                               [&total](const Value& sum) { return same(sum, total.value); });
  const std::size_t from = candidates.size() == 1 && candidates[0]->end > candidates[0]->begin &&
                                   candidates[0]->begin < verb && candidates[0]->begin >= begin
                               ? candidates[0]->begin
                               : begin;
  if (any && after != Context::unclear) {
    report(Verdict::is_true, from, total.end);
  } else if (candidates.size() > 1 || !is_next(*candidates[0], verb) || after != Context::clean ||
             !sums[0].is_number() || !total.value.is_number()) {
    report(Verdict::unread, from, total.end, "which numbers are meant is not clear");
  } else if (sums[0].elsewhere) {
    report(Verdict::undecidable, from, total.end,
           "the numbers stand in another section, and sum to " + to_text(sums[0]));
  } else if (abs(sums[0].number - total.value.number) <= slack_of(candidates[0]->items)) {
    report(Verdict::undecidable, from, total.end,
           "the digits shown sum to " + short_text(sums[0], true) +
               ", and those that aren't shown can make up the rest");
  } else {
    report(Verdict::is_false, from, total.end,
           "they sum to " + short_text(sums[0], decimal(*candidates[0])));
  }
}

bool Spoken::is_next(const Row& row, std::size_t verb) const {
  for (std::size_t i = row.end; i < verb; ++i) {
    if (kind(i) == Kind::number || kind(i) == Kind::equals || kind(i) == Kind::approx) return false;
  }
  return true;
}

std::vector<const Row*> Spoken::rows_before(std::size_t begin, std::size_t end) {
  std::vector<const Row*> result;
  for (const std::vector<Row>* all : {&rows(), &defined_}) {
    for (auto row = first_from(*all, begin); row != all->end() && row->begin < end; ++row) {
      if (row->end <= end && row->items.size() > 1) result.push_back(&*row);
    }
  }
  return result;
}

std::vector<Row> Spoken::named_rows(std::initializer_list<const char*> bases) const {
  std::vector<Row> result;
  for (const char* base : bases) {
    Row row;
    for (const int key : scope_.indices(base)) {
      row.items.push_back(scope_.find(base + std::to_string(key))->value);
    }
    if (row.items.empty()) {
      const auto whole = scope_.find(base);
      if (whole && whole->value.is_vector()) row.items = whole->value.parts;
    }
    if (!row.items.empty()) result.push_back(std::move(row));
  }
  return result;
}

void find_spoken(const Tokens& tokens, const Scope& scope, const std::vector<Row>& rows,
                 std::vector<Found>& found) {
  Spoken(tokens, scope, rows, found).run();
}

}  // namespace exactblend::verify
