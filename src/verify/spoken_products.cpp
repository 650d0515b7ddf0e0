// Products in words, and the output that weights and values blend to.
#include <algorithm>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/spoken_finder.hpp"

namespace exactblend::verify {

void Spoken::output_is(std::size_t at) {
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

void Spoken::multiplying(std::size_t at) {
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

std::optional<std::vector<Value>> Spoken::products(std::size_t begin, std::size_t end,
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

std::vector<Value> Spoken::family(const std::string& base) const {
  std::vector<Value> result;
  for (const int key : scope_.indices(base)) {
    result.push_back(scope_.find(base + std::to_string(key))->value);
  }
  return result;
}

std::vector<Value> Spoken::list_at(std::size_t at) {
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

}  // namespace exactblend::verify
