// Claims in words about rows of numbers: "they sum to 1", "attention weights 0.4, 0.6",
// "multiplying the weights by the values gives (1/2,0), (0,3/4) and (1/2,1/2)".
#include <algorithm>
#include <optional>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [text](std::string_view word) { return is_word(text, word); });
}

Value sum_of(const std::vector<Value>& items) {
  Value sum = number(Rational(0));
  for (const Value& item : items) sum = add(sum, item);
  return sum;
}

// Half a unit of the last digit of each decimal: by so much the shown digits leave the sum open.
Rational slack_of(const std::vector<Value>& items) {
  constexpr int kMostPlaces = 30;
  Rational slack(0);
  for (const Value& item : items) {
    if (item.places <= 0) continue;
    Rational unit = *Rational::of(1, 2);
    const Rational tenth = *Rational::of(1, 10);
    for (int i = 0; i < std::min(item.places, kMostPlaces); ++i) unit *= tenth;
    slack += unit;
  }
  return slack;
}

class Spoken {
 public:
  Spoken(const Tokens& tokens, const Scope& scope, const std::vector<Row>& defined,
         std::vector<Found>& found)
      : tokens_(tokens), scope_(scope), defined_(defined), found_(found) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].kind != Kind::word) continue;
      const std::string_view word = tokens_.of(tokens_[i]);
      if (std::string_view("aAbBmMoOsSwW").find(word.front()) == std::string_view::npos) continue;
      if (is_one_of(word, {"sum", "sums", "add", "adds", "summing", "adding"})) {
        sum_to(i);
      } else if (is_one_of(word, {"multiplying", "scaling"})) {
        multiplying(i);
      } else if (is_one_of(word, {"output", "blend"})) {
        output_is(i);
      } else if (is_word(word, "weights")) {
        weights(i);
      }
    }
  }

 private:
  [[nodiscard]] Kind kind(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : Kind::stop;
  }
  [[nodiscard]] bool word_at(std::size_t at, std::string_view word) const {
    return at < tokens_.size() && is_word(tokens_.of(tokens_[at]), word);
  }
  static constexpr std::size_t kMostTokens = 256;  // of a sentence

  // Rows stand in their order.
  static std::vector<Row>::const_iterator first_from(const std::vector<Row>& rows,
                                                     std::size_t begin) {
    return std::lower_bound(rows.begin(), rows.end(), begin,
                            [](const Row& row, std::size_t at) { return row.begin < at; });
  }
  [[nodiscard]] const std::vector<Row>& rows() {
    if (!rows_) rows_ = written_rows(tokens_, scope_);
    return *rows_;
  }
  [[nodiscard]] bool ends_sentence(std::size_t at) const {
    if (kind(at) == Kind::line_end && at < tokens_.size()) return is_hard_end(tokens_, at);
    return kind(at) == Kind::stop && (at >= tokens_.size() || tokens_.of(tokens_[at]) != ":");
  }

  [[nodiscard]] std::size_t sentence_begin(std::size_t at) const {
    const std::size_t least = at > kMostTokens ? at - kMostTokens : 0;
    while (at > least && !ends_sentence(at - 1)) --at;
    return at;
  }

  void report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong = {},
              std::string right = {}) {
    found_.push_back(
        {verdict, tokens_[begin].start, tokens_[end - 1].end, std::move(wrong), std::move(right)});
  }

  // sum to X, sums to X, add up to X
  void sum_to(std::size_t verb) {
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
  }

  // "must sum to 1", "do not sum to 1": nothing is claimed of the numbers that stand there
  [[nodiscard]] bool negated(std::size_t verb) const {
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

  void judge_sum(std::size_t verb, const Side& total, Context after) {
    const std::size_t begin = sentence_begin(verb);
    bool of_weights = false;
    bool of_values = false;
    bool pronoun = false;
    for (std::size_t i = begin; i < verb; ++i) {
      const std::string_view word = tokens_.of(tokens_[i]);
      of_weights = of_weights || is_one_of(word, {"weights", "weight"});
      of_values = of_values || is_one_of(word, {"values", "scores", "vectors", "logits", "outputs",
                                                "columns", "rows", "row", "column", "numerators"});
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
    if (candidates.empty() && of_weights && !of_values) named = named_weights();
    for (const Row& row : named) candidates.push_back(&row);
    if (candidates.empty() || of_values) {
      if (of_weights || pronoun || of_values || !candidates.empty()) {
        report(Verdict::unread, begin, total.end, "which numbers are meant is not clear");
      }
      return;
    }
    decide(candidates, begin, verb, total, after);
  }

  void decide(const std::vector<const Row*>& candidates, std::size_t begin, std::size_t verb,
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

  // Whether no other number stands between a row and what is said of it.
  [[nodiscard]] bool is_next(const Row& row, std::size_t verb) const {
    for (std::size_t i = row.end; i < verb; ++i) {
      if (kind(i) == Kind::number || kind(i) == Kind::equals || kind(i) == Kind::approx)
        return false;
    }
    return true;
  }

  static bool decimal(const Row& row) {
    return std::any_of(row.items.begin(), row.items.end(),
                       [](const Value& item) { return item.places > 0; });
  }

  [[nodiscard]] std::vector<const Row*> rows_before(std::size_t begin, std::size_t end) {
    std::vector<const Row*> result;
    for (const std::vector<Row>* all : {&rows(), &defined_}) {
      for (auto row = first_from(*all, begin); row != all->end() && row->begin < end; ++row) {
        if (row->end <= end && row->items.size() > 1) result.push_back(&*row);
      }
    }
    return result;
  }

  [[nodiscard]] std::vector<Row> named_weights() const {
    std::vector<Row> result;
    for (const char* base : {"w", "\u03B1"}) {
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

  // attention weights 0.446, 0.312, 0.242
  void weights(std::size_t at) {
    const Row* row = nullptr;
    if (const auto next = first_from(rows(), at + 1); next != rows().end()) {
      if (next->begin <= at + 4) row = &*next;
    }
    if (row == nullptr) return;
    bool joined = true;
    for (std::size_t i = at + 1; i < row->begin; ++i) {
      const Kind between = kind(i);
      const std::string_view text = tokens_.of(tokens_[i]);
      joined = joined && (between == Kind::open || text == ":" || between == Kind::equals ||
                          is_one_of(text, {"are", "of", "were", "w"}));
    }
    if (!joined || claimed_otherwise(row->end)) return;
    const Value sum = sum_of(row->items);
    if (!sum.is_number()) return;
    if (abs(sum.number - Rational(1)) <= slack_of(row->items)) {
      report(Verdict::is_true, at, row->end);
      return;
    }
    const bool attention =
        at > 0 && is_one_of(tokens_.of(tokens_[at - 1]),
                            {"attention", "softmax", "assigned", "blending", "mixing"});
    const std::string wrong = "these weights sum to " + short_text(sum, decimal(*row)) + ", not 1";
    report(attention && whole_row(at, row->end) ? Verdict::is_false : Verdict::undecidable, at,
           row->end, attention ? wrong : wrong + ", if they are weights of one row");
  }

  // "… sum to 1" follows: that is the claim then.
  [[nodiscard]] bool claimed_otherwise(std::size_t at) const {
    for (std::size_t i = at; i < tokens_.size() && i < at + 8; ++i) {
      if (kind(i) == Kind::word &&
          is_one_of(tokens_.of(tokens_[i]), {"sum", "sums", "add", "adds"})) {
        return true;
      }
    }
    return false;
  }

  // Whether the row stands directly behind the words that say that these are the weights.
  [[nodiscard]] bool said_weights(const Row& row) const {
    std::size_t at = row.begin;
    while (at > 0 && (kind(at - 1) == Kind::open || kind(at - 1) == Kind::equals ||
                      kind(at - 1) == Kind::gives || tokens_.of(tokens_[at - 1]) == ":" ||
                      is_one_of(tokens_.of(tokens_[at - 1]), {"are", "of", "were"}))) {
      --at;
    }
    if (at == 0 || !is_word(tokens_.of(tokens_[at - 1]), "weights")) return false;
    const std::size_t weights = at - 1;
    const bool plain =
        weights == 0 || kind(weights - 1) != Kind::word ||
        is_one_of(tokens_.of(tokens_[weights - 1]), {"the", "these", "its", "our", "with", "and",
                                                     "attention", "softmax", "assigned"});
    return plain && whole_row(weights, row.end);
  }

  // Not a part of a row: "the two largest attention weights 0.4, 0.3", "weights 0.4, 0.3, …"
  [[nodiscard]] bool whole_row(std::size_t at, std::size_t end) const {
    if (at > 1) {
      const Token& before = tokens_[at - 2];
      const std::string_view word = tokens_.of(before);
      const bool plain = before.kind == Kind::stop || before.kind == Kind::line_end ||
                         before.kind == Kind::comma || before.kind == Kind::open ||
                         before.kind == Kind::gives ||
                         is_one_of(word, {"the", "these", "with", "its", "our", "by", "has", "gets",
                                          "their", "have", "and", "exact", "following", "are"});
      if (!plain) return false;
    }
    const Kind after = kind(end);
    return after == Kind::stop || after == Kind::line_end || after == Kind::close ||
           after == Kind::semicolon || (after == Kind::comma && kind(end + 1) == Kind::word) ||
           (after == Kind::open && tokens_[end].space_before) || word_at(end, "and") ||
           word_at(end, "over");
  }

  // The output is (1,5/4); … blend the values to exactly (1,5/4). Which output is meant is likely,
  // not sure: another one than that of the weights and values given is not called false.
  void output_is(std::size_t at) {
    constexpr std::size_t kAhead = 5;
    std::size_t vector = at + 1;
    while (vector < tokens_.size() && vector <= at + kAhead &&
           (kind(vector) == Kind::gives ||
            is_one_of(tokens_.of(tokens_[vector]), {"the", "values", "to", "exactly", "vector"}))) {
      ++vector;
    }
    if (kind(vector) != Kind::open) return;
    const auto shown = read_side(tokens_, vector, scope_);
    if (!shown || shown->compound || !shown->value.is_vector()) return;
    const std::vector<Value> weights = family("w");
    const std::vector<Value> values = family("V");
    if (weights.empty() || weights.size() != values.size()) return;
    Value sum = multiply(weights[0], values[0], Product::dot);
    for (std::size_t i = 1; i < weights.size(); ++i) {
      sum = add(sum, multiply(weights[i], values[i], Product::dot));
    }
    if (!sum.is_known()) return;
    if (same(sum, shown->value)) {
      report(Verdict::is_true, at, shown->end);
    } else {
      report(Verdict::undecidable, at, shown->end,
             "the weights and values given before blend to " + to_text(sum) +
                 ", if that is the output meant");
    }
  }

  // multiplying A by B gives C, D and E
  void multiplying(std::size_t at) {
    std::size_t gives = at + 1;
    while (gives < std::min(tokens_.size(), at + kMostTokens) && !ends_sentence(gives) &&
           kind(gives) != Kind::gives &&
           !(kind(gives) == Kind::word &&
             is_one_of(tokens_.of(tokens_[gives]), {"produces", "get", "results"}))) {
      ++gives;
    }
    if (gives >= std::min(tokens_.size(), at + kMostTokens) || ends_sentence(gives)) return;
    const std::vector<Value> results = list_at(gives + 1);
    if (results.empty()) return;
    const std::size_t end = list_end_;
    const auto exact = products(at + 1, gives, results.size());
    if (!exact) {
      report(Verdict::unread, at, end, "what is multiplied is not clear");
      return;
    }
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Value& product = (*exact)[i];
      if (!product.is_known()) {
        report(Verdict::undecidable, at, end, product.reason);
        return;
      }
      if (same(product, results[i])) continue;
      const std::string wrong = "product " + std::to_string(i + 1) + " is " + to_text(product);
      const bool sure = context_after(tokens_, end) == Context::clean && !product.elsewhere;
      report(sure ? Verdict::is_false : Verdict::undecidable, at, end, wrong);
      return;
    }
    report(Verdict::is_true, at, end);
  }

  [[nodiscard]] std::optional<std::vector<Value>> products(std::size_t begin, std::size_t end,
                                                           std::size_t count) {
    std::vector<std::vector<Value>> lists;
    for (std::size_t i = begin; i < end; ++i) {
      if (kind(i) != Kind::number && kind(i) != Kind::open && kind(i) != Kind::fraction &&
          kind(i) != Kind::minus) {
        continue;
      }
      lists.push_back(list_at(i));
      if (lists.back().empty()) return std::nullopt;
      i = list_end_ - 1;
    }
    std::vector<Value> left;
    std::vector<Value> right;
    if (lists.size() == 2) {
      left = std::move(lists[0]);
      right = std::move(lists[1]);
    } else if (lists.empty()) {
      left = family("w");
      right = family("V");
      if (right.empty()) right = family("v");
    }
    if (left.size() == 1 && right.size() == count) left.assign(count, left[0]);
    if (right.size() == 1 && left.size() == count) right.assign(count, right[0]);
    if (left.size() != count || right.size() != count) return std::nullopt;
    std::vector<Value> result;
    for (std::size_t i = 0; i < count; ++i) {
      result.push_back(multiply(left[i], right[i], Product::dot));
    }
    return result;
  }

  [[nodiscard]] std::vector<Value> family(const std::string& base) const {
    std::vector<Value> result;
    for (const int key : scope_.indices(base)) {
      result.push_back(scope_.find(base + std::to_string(key))->value);
    }
    return result;
  }

  // Numbers or vectors with commas and "and" between; list_end_ is then behind them.
  std::vector<Value> list_at(std::size_t at) {
    std::vector<Value> list;
    for (;;) {
      const auto side = read_side(tokens_, at, scope_);
      if (!side || side->compound || !side->value.is_known()) break;
      list.push_back(side->value);
      list_end_ = at = side->end;
      if (kind(at) == Kind::comma) ++at;
      if (word_at(at, "and")) ++at;
      if (at == list_end_) break;
    }
    return list;
  }

  const Tokens& tokens_;
  const Scope& scope_;
  const std::vector<Row>& defined_;
  std::vector<Found>& found_;
  std::optional<std::vector<Row>> rows_;
  std::size_t list_end_ = 0;
};

}  // namespace

std::vector<Row> written_rows(const Tokens& tokens, const Scope& scope) {
  std::vector<Row> rows;
  const auto kind = [&tokens](std::size_t at) {
    return at < tokens.size() ? tokens[at].kind : Kind::stop;
  };
  for (std::size_t i = 0; i < tokens.size();) {
    if (kind(i) != Kind::number && kind(i) != Kind::fraction && kind(i) != Kind::open) {
      ++i;
      continue;
    }
    const bool bracket = kind(i) == Kind::open;
    Row row;
    row.begin = i;
    std::size_t at = i;
    bool and_seen = false;
    for (;;) {
      const auto side = read_side(tokens, at, scope);
      if (!side || side->compound || side->is_name || !side->value.is_known()) break;
      if (side->value.is_vector()) {
        if (row.items.empty() && std::all_of(side->value.parts.begin(), side->value.parts.end(),
                                             [](const Value& part) { return part.is_number(); })) {
          row.items = side->value.parts;
          row.end = side->end;
        }
        break;
      }
      if (bracket && row.items.empty()) break;
      row.items.push_back(side->value);
      row.end = at = side->end;
      if (and_seen) break;
      if (kind(at) == Kind::comma) ++at;
      if (kind(at) == Kind::word && is_word(tokens.of(tokens[at]), "and")) {
        ++at;
        and_seen = true;
      }
      if (at == row.end) break;
    }
    const bool dots = kind(row.end) == Kind::dots ||
                      (kind(row.end) == Kind::comma && kind(row.end + 1) == Kind::dots);
    const std::size_t next = std::max(row.end, i + 1);
    if (row.items.size() > 1 && !dots && !is_relation(kind(row.end)))
      rows.push_back(std::move(row));
    i = next;
  }
  return rows;
}

void find_spoken(const Tokens& tokens, const Scope& scope, const std::vector<Row>& rows,
                 std::vector<Found>& found) {
  Spoken(tokens, scope, rows, found).run();
}

}  // namespace exactblend::verify
