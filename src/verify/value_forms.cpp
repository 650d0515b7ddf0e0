// Values that are named forms, and vectors of them.
#include <algorithm>
#include <utility>

#include "verify/value.hpp"

namespace exactblend::verify {

SymbolPointer symbol_of(const Value& value) {
  return value.is_number() ? symbol_of(value.number) : value.symbol();
}

bool has_form(const Value& value) {
  if (value.parts.empty()) return value.is_number() || value.symbol() != nullptr;
  return value.is_vector() || std::all_of(value.parts.begin(), value.parts.end(), has_form);
}

Value form(SymbolPointer symbol, std::string reason) {
  if (const auto constant = constant_of(symbol)) {
    Value value = number(*constant);
    value.digits = constant->numerator_text().size() + constant->denominator_text().size();
    return value;
  }
  return unknown(std::move(reason), std::move(symbol));
}

Value named_softmax(const std::vector<std::optional<Rational>>& scores) {
  Exponentials total;
  for (const auto& score : scores) {
    if (score) add_to(total, *score, Rational(1));
  }
  std::vector<Value> weights;
  for (const auto& score : scores) {
    weights.push_back(form(score ? share_of(*score, total) : symbol_of(Rational(0)),
                           "softmax is named here, not computed"));
  }
  return vector(std::move(weights));
}

Forms compare_forms(const Value& a, const Value& b) {
  if (a.parts.empty() != b.parts.empty() || !has_form(a) || !has_form(b)) return Forms::unclear;
  if (a.parts.empty()) {
    return same(symbol_of(a), symbol_of(b)) ? Forms::same : Forms::different;
  }
  if (a.parts.size() != b.parts.size()) return Forms::unclear;
  Forms all = Forms::same;
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    const Forms one = compare_forms(a.parts[i], b.parts[i]);
    if (one == Forms::unclear) return one;
    if (one == Forms::different) all = one;
  }
  return all;
}

}  // namespace exactblend::verify
