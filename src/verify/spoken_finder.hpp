// The finder behind find_spoken(). One class in three files:
//     spoken.cpp            sums: "they sum to 1"
//     spoken_weights.cpp    rows of weights
//     spoken_products.cpp   products, and the output
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "verify/finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

inline bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [text](std::string_view word) { return is_word(text, word); });
}

inline Value sum_of(const std::vector<Value>& items) {
  Value sum = number(Rational(0));
  for (const Value& item : items) sum = add(sum, item);
  return sum;
}

// Half a unit of the last digit of each decimal: by so much the shown digits leave the sum open.
inline Rational slack_of(const std::vector<Value>& items) {
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

  void run();

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
                                                     std::size_t begin);
  [[nodiscard]] const std::vector<Row>& rows() {
    if (!rows_) rows_ = written_rows(tokens_, scope_, 0, tokens_.size());
    return *rows_;
  }
  [[nodiscard]] bool ends_sentence(std::size_t at) const {
    if (kind(at) == Kind::line_end && at < tokens_.size()) return is_hard_end(tokens_, at);
    return kind(at) == Kind::stop && (at >= tokens_.size() || tokens_.of(tokens_[at]) != ":");
  }

  [[nodiscard]] std::size_t sentence_begin(std::size_t at) const;

  void report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong = {},
              std::string right = {});

  // sum to X, sums to X, add up to X
  void sum_to(std::size_t verb);

  // "must sum to 1", "do not sum to 1": nothing is claimed of the numbers that stand there
  [[nodiscard]] bool negated(std::size_t verb) const;

  void judge_sum(std::size_t verb, const Side& total, Context after);

  [[nodiscard]] bool judge_next_sum(std::size_t verb, const Side& total, Context after);

  void decide(const std::vector<const Row*>& candidates, std::size_t begin, std::size_t verb,
              const Side& total, Context after);

  // Whether no other number stands between a row and what is said of it.
  [[nodiscard]] bool is_next(const Row& row, std::size_t verb) const;

  static bool decimal(const Row& row) {
    return std::any_of(row.items.begin(), row.items.end(),
                       [](const Value& item) { return item.places > 0; });
  }

  [[nodiscard]] std::vector<const Row*> rows_before(std::size_t begin, std::size_t end);

  [[nodiscard]] std::vector<Row> named_rows(std::initializer_list<const char*> bases) const;

  // attention weights 0.446, 0.312, 0.242
  void weights(std::size_t at);

  // "… sum to 1" follows: that is the claim then.
  [[nodiscard]] bool claimed_otherwise(std::size_t at) const;

  // Whether the row stands directly behind the words that say that these are the weights.
  [[nodiscard]] bool said_weights(const Row& row) const;

  // The single weight is 1; a single key has weight 1; a masked key has weight 0.
  void one_weight(std::size_t at);

  // Softmax over a single score is exactly 1.
  void single_score(std::size_t at);

  // Not a part of a row: "the two largest attention weights 0.4, 0.3", "weights 0.4, 0.3, …"
  [[nodiscard]] bool whole_row(std::size_t at, std::size_t end) const;

  // The output is (1,5/4); … blend the values to exactly (1,5/4). Which output is meant is likely,
  // not sure: another one than that of the weights and values given is not called false.
  void output_is(std::size_t at);

  // What the weights and values given blend to; one for each query, where a table has rows of them.
  [[nodiscard]] std::vector<Value> blends(std::size_t count) const;

  // multiplying A by B gives C, D and E
  void multiplying(std::size_t at);

  [[nodiscard]] std::optional<std::vector<Value>> products(std::size_t begin, std::size_t end,
                                                           std::size_t count);

  [[nodiscard]] std::vector<Value> family(const std::string& base) const;

  // Numbers or vectors with commas and "and" between; list_end_ is then behind them.
  std::vector<Value> list_at(std::size_t at);

  const Tokens& tokens_;
  const Scope& scope_;
  const std::vector<Row>& defined_;
  std::vector<Found>& found_;
  std::optional<std::vector<Row>> rows_;
  std::size_t list_end_ = 0;
  std::size_t said_up_to_ = 0;  // behind the last "… sum to 1"
};

}  // namespace exactblend::verify
