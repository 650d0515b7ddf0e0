// Rows said to be weights: attention weights 0.446, 0.312, 0.242.
#include <algorithm>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/spoken_finder.hpp"

namespace exactblend::verify {

void Spoken::weights(std::size_t at) {
  constexpr std::size_t kNear = 4;
  const std::vector<Row> next =
      written_rows(tokens_, scope_, at + 1, std::min(at + kNear + 1, tokens_.size()));
  if (next.empty()) return;
  const Row* row = &next.front();
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

void Spoken::one_weight(std::size_t at) {
  const auto before = [&](std::size_t back, std::initializer_list<std::string_view> words) {
    return at >= back && is_one_of(tokens_.of(tokens_[at - back]), words);
  };
  const bool of_key = before(1, {"has", "gets"}) && before(2, {"key"});
  const bool masked = of_key && before(3, {"masked"});
  const bool single = of_key ? before(3, {"single"}) : before(1, {"single"});
  std::size_t number = at + 1;
  if (!of_key) {
    if (kind(number) != Kind::gives) return;
    ++number;
  }
  if ((!masked && !single) || kind(number) != Kind::number) return;
  const auto shown = read_side(tokens_, number, scope_);
  const std::vector<Value> weights = family("w");
  if (!shown || shown->compound || !shown->value.is_number()) return;
  if (single && weights.size() > 1) return;
  const Value exact = !masked && !weights.empty()
                          ? weights[0]
                          : exactblend::verify::number(Rational(masked ? 0 : 1));
  const bool right = same(shown->value, exact);
  report(
      right ? Verdict::is_true : Verdict::undecidable, at, shown->end,
      right ? "" : "it is " + to_text(exact) + ", if that key is meant and all weights sum to 1");
}

void Spoken::single_score(std::size_t at) {
  std::size_t next = at + 1;
  const auto word = [&](std::initializer_list<std::string_view> words) {
    if (next >= tokens_.size() || !is_one_of(tokens_.of(tokens_[next]), words)) return false;
    ++next;
    return true;
  };
  if (!word({"over", "of"})) return;
  if (kind(next) == Kind::name && tokens_.of(tokens_[next]) == "a") ++next;
  if (!word({"single", "one"}) || !word({"score", "key", "logit", "number", "entry"})) return;
  if (kind(next) != Kind::gives) return;
  ++next;
  word({"exactly", "always"});
  const auto shown = read_side(tokens_, next, scope_);
  if (!shown || shown->compound || !shown->value.is_number()) return;
  const bool right = shown->value.number == Rational(1);
  const bool sure = context_after(tokens_, shown->end) == Context::clean;
  report(right  ? Verdict::is_true
         : sure ? Verdict::is_false
                : Verdict::unread,
         at, shown->end, right ? "" : "softmax over a single score is 1, whatever the score");
}

bool Spoken::claimed_otherwise(std::size_t at) const {
  for (std::size_t i = at; i < tokens_.size() && i < at + 8; ++i) {
    if (kind(i) == Kind::word &&
        is_one_of(tokens_.of(tokens_[i]), {"sum", "sums", "add", "adds"})) {
      return true;
    }
  }
  return false;
}

bool Spoken::said_weights(const Row& row) const {
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
      is_one_of(tokens_.of(tokens_[weights - 1]),
                {"the", "these", "its", "our", "with", "and", "attention", "softmax", "assigned"});
  return plain && whole_row(weights, row.end);
}

bool Spoken::whole_row(std::size_t at, std::size_t end) const {
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

}  // namespace exactblend::verify
