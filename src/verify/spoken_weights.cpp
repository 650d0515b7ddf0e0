// Rows said to be weights: attention weights 0.446, 0.312, 0.242.
#include <algorithm>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/spoken_finder.hpp"

namespace exactblend::verify {

void Spoken::weights(std::size_t at) {
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
