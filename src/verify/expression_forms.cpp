// Named forms: softmax of scores that are given, and the output, which weights and values make.
#include <charconv>
#include <utility>

#include "verify/expression_reader.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

constexpr const char* kNamed = "softmax is named here, not computed";

// Unknown if it has no such component; of a single number the first one is itself.
Value component_of(const Value& whole, std::string_view index, std::string reason) {
  std::size_t number = 0;
  const char* end = index.data() + index.size();
  const bool read = std::from_chars(index.data(), end, number).ptr == end && number > 0;
  if (read && number == 1 && whole.parts.empty()) return whole;
  if (!read || number > whole.parts.size()) return unknown(std::move(reason));
  Value part = whole.parts[number - 1];
  part.elsewhere = part.elsewhere || whole.elsewhere;
  return part;
}

}  // namespace

std::vector<Value> Reader::row_of(const std::string& base) {
  const auto& rows = scope_.rows(base);
  of_query_ = of_query_ || rows.size() > 1;
  const auto query = static_cast<std::size_t>(reading_.query);
  if (reading_.query < 0 || query >= rows.size() || !scope_.take(rows[query].size())) {
    return scope_.row(base);
  }
  std::vector<Value> row = rows[query];
  for (Value& value : row) value.elsewhere = true;
  return row;
}

Value Reader::softmax_of(const std::vector<Value>& scores) {
  std::vector<std::optional<Rational>> numbers;
  bool elsewhere = false;
  for (const Value& score : scores) {
    if (!score.is_number() || score.rounded) return unknown(kNamed);
    numbers.push_back(score.masked ? std::nullopt : std::optional(score.number));
    elsewhere = elsewhere || (score.elsewhere && !score.masked);
  }
  if (numbers.empty() || numbers.size() > kMaxSymbolTerms) return unknown(kNamed);
  if (!scope_.take(numbers.size() * numbers.size())) return unknown(kNamed);
  exponential_ = true;
  Value weights = named_softmax(numbers);
  weights.elsewhere = elsewhere;
  return weights;
}

Reader::Maybe Reader::softmax_call() {
  ++at_;
  compound_ = named_ = true;
  const bool one_name = kind() == Kind::open && kind(1) == Kind::name && kind(2) == Kind::close;
  Value weights = unknown(kNamed);
  if (one_name && tokens_.names[token(1).name].index.empty()) {
    const std::vector<Value> scores = row_of(tokens_.names[token(1).name].base);
    uses_names_ = uses_names_ || !scores.empty();
    weights = softmax_of(scores);
    at_ += 3;
  } else {
    Maybe scores = bracket();
    if (!scores) return std::nullopt;
    if (scores->is_vector()) {
      weights = softmax_of(scores->parts);
      weights.elsewhere = weights.elsewhere || scores->elsewhere;
    }
  }
  if (kind() != Kind::underscore || token().space_before) return weights;
  ++at_;
  const Maybe index = kind() == Kind::brace_open ? group() : base();
  if (!index) return std::nullopt;
  if (!index->is_number()) return unknown(kNamed);
  return component_of(weights, to_text(*index), kNamed);
}

// softmax of s 1
Value Reader::softmax_in_words(const Name& scores) {
  const std::vector<Value> row = row_of(scores.base);
  uses_names_ = uses_names_ || !row.empty();
  const Value weights = softmax_of(row);
  return scores.index.empty() ? weights : component_of(weights, scores.index, kNamed);
}

Value Reader::blend_given(bool named) {
  const auto nothing = [] { return unknown("the output has no value here"); };
  const std::vector<Value> weights = row_of("w");
  std::vector<Value> values = scope_.row("V");
  if (values.empty()) values = scope_.row("v");
  Value row;
  if (!weights.empty() && !named) {
    row.parts = weights;
  } else {
    row = softmax_of(row_of("s"));
    // Without weights the output is a number only where the scores leave no choice.
    if (row.parts.empty() && has_form(row)) row.parts = {row};
    if (!named && !row.is_known()) return nothing();
  }
  if (row.parts.empty() || row.parts.size() != values.size()) return nothing();
  if (!scope_.take(values.size() * values.size())) return nothing();
  Value total = blend(row.parts, values);
  total.elsewhere = true;  // that this is the output meant is likely, not sure
  return total;
}

Reader::Maybe Reader::output_given(bool named, const std::string& index) {
  Value total = blend_given(named);
  if (!has_form(total)) return std::nullopt;
  if (!index.empty()) total = component_of(total, index, "the output has no such component");
  if (!has_form(total)) return std::nullopt;
  has_number_ = uses_names_ = true;
  named_ = named_ || named;
  return total;
}

// component 1, named component 1: of the output
Reader::Maybe Reader::component_in_words() {
  const bool named = is_word(tokens_.of(token()), "named");
  const std::size_t number = named ? 2 : 1;
  if (named && !(kind(1) == Kind::word && is_word(tokens_.of(token(1)), "component"))) {
    return std::nullopt;
  }
  if (kind(number) != Kind::number || !is_relation(kind(number + 1))) return std::nullopt;
  auto value = output_given(named, std::string(tokens_.of(token(number))));
  if (!value) return std::nullopt;
  at_ += number + 1;
  compound_ = true;
  return value;
}

// o^{\text{named}}_{1}, of which the name has been read
Reader::Maybe Reader::named_output(std::string index) {
  at_ += 4;
  if (kind() == Kind::underscore && index.empty()) {
    ++at_;
    const bool braces = take(Kind::brace_open);
    if (kind() != Kind::number) return std::nullopt;
    index = tokens_.of(tokens_[at_++]);
    if (braces && !take(Kind::brace_close)) return std::nullopt;
  }
  if (auto value = output_given(true, index)) return value;
  named_ = true;
  return unknown("the named output is not computed here");
}

bool Reader::is_named_output(const Name& name) const {
  return name.base == "o" && !name.has_variable() && kind() == Kind::power &&
         kind(1) == Kind::brace_open && kind(2) == Kind::word && kind(3) == Kind::brace_close &&
         is_word(tokens_.of(token(2)), "named");
}

}  // namespace exactblend::verify
