// Products in words, and the output that weights and values blend to.
#include <algorithm>
#include <utility>

#include "exactblend/number/print.hpp"
#include "verify/spoken_finder.hpp"

namespace exactblend::verify {

void Spoken::output_is(std::size_t at) {
  constexpr std::size_t kAhead = 6;
  std::size_t vector = at + 1;
  while (vector < tokens_.size() && vector <= at + kAhead &&
         (kind(vector) == Kind::gives || tokens_.of(tokens_[vector]) == ":" ||
          is_one_of(tokens_.of(tokens_[vector]),
                    {"the", "same", "value", "values", "itself", "to", "exactly", "vector"}))) {
    ++vector;
  }
  if (kind(vector) != Kind::open && kind(vector) != Kind::number) return;
  const bool bare = kind(vector) == Kind::number;
  std::vector<Value> shown = list_at(vector);
  if (shown.empty()) return;  // (8) is a vector of one component
  std::size_t end = list_end_;
  // "the output 8/3." of one component; "output 2 of the layer" names one
  if (bare && (shown.size() > 1 || (kind(end) != Kind::stop && kind(end) != Kind::line_end)))
    return;
  std::vector<Value> exact = blends(shown.size());
  if (exact.empty() && shown.size() > 1) {
    shown.resize(1);
    end = read_side(tokens_, vector, scope_)->end;
    exact = blends(1);
  }
  if (exact.empty()) return;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    if (!exact[i].is_known() || (bare && !exact[i].is_number())) return;
    if (same(exact[i], shown[i])) continue;
    report(Verdict::undecidable, at, end,
           "the weights and values given before blend to " + to_text(exact[i]) +
               ", if that is the output meant");
    return;
  }
  report(Verdict::is_true, at, end);
}

std::vector<Value> Spoken::blends(std::size_t count) const {
  const auto& rows = scope_.rows("w");
  std::vector<std::vector<Value>> weights;
  if (count > 1 && rows.size() == count) {
    weights = rows;
  } else if (count == 1) {
    weights = {family("w")};
  }
  const std::vector<Value> values = family("V");
  std::vector<Value> result;
  for (const std::vector<Value>& row : weights) {
    if (row.empty() || row.size() != values.size() || !scope_.take(row.size())) return {};
    result.push_back(blend(row, values));
  }
  return result;
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
      report(Verdict::undecidable, at, end, product.reason());
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
