// Values that are named forms, and vectors of them.
#include <algorithm>
#include <utility>

#include "verify/value.hpp"

namespace exactblend::verify {

SymbolPointer symbol_of(const Value& value) {
  return value.is_number() ? symbol_of(value.number) : value.symbol;
}

bool has_form(const Value& value) {
  if (value.parts.empty()) return value.is_number() || value.symbol;
  return value.is_vector() || std::all_of(value.parts.begin(), value.parts.end(), has_form);
}

Value form(SymbolPointer symbol, std::string reason) {
  if (const auto constant = constant_of(symbol)) {
    Value value = number(*constant);
    value.digits = constant->numerator_text().size() + constant->denominator_text().size();
    return value;
  }
  Value value = unknown(std::move(reason));
  value.symbol = std::move(symbol);
  return value;
}

Value named_softmax(const std::vector<std::optional<Rational>>& scores) {
  std::vector<SymbolPointer> powers;
  for (const auto& score : scores) {
    powers.push_back(score ? power_of_e(*score) : symbol_of(Rational(0)));
  }
  SymbolPointer total = sum_of(powers);
  total = inverse(total);
  std::vector<Value> weights;
  for (const SymbolPointer& power : powers) {
    weights.push_back(form(multiply(power, total), "softmax is named here, not computed"));
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
