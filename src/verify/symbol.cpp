#include "verify/symbol.hpp"

#include <utility>

namespace exactblend::verify {
namespace {

void add_to(Exponentials& sum, const Rational& exponent, const Rational& coefficient) {
  Rational& place = sum[exponent];
  place += coefficient;
  if (place.is_zero()) sum.erase(exponent);
}

Exponentials product(const Exponentials& a, const Exponentials& b) {
  Exponentials result;
  for (const auto& [r, c] : a) {
    for (const auto& [s, d] : b) add_to(result, r + s, c * d);
  }
  return result;
}

SymbolPointer made(Exponentials above, Exponentials below, int operations = 0) {
  if (operations > kMaxSymbolOperations || below.empty() || above.size() > kMaxSymbolTerms ||
      below.size() > kMaxSymbolTerms) {
    return nullptr;
  }
  return std::make_shared<const Symbol>(Symbol{std::move(above), std::move(below), operations});
}

const Exponentials kOne = {{Rational(0), Rational(1)}};

}  // namespace

SymbolPointer symbol_of(const Rational& number) {
  Exponentials above;
  add_to(above, Rational(0), number);
  return made(std::move(above), kOne);
}

SymbolPointer power_of_e(const Rational& exponent) { return made({{exponent, Rational(1)}}, kOne); }

SymbolPointer add(const SymbolPointer& a, const SymbolPointer& b) {
  if (!a || !b) return nullptr;
  const int operations = a->operations + b->operations + 1;
  if (a->below == b->below) {
    Exponentials above = a->above;
    for (const auto& [r, c] : b->above) add_to(above, r, c);
    return made(std::move(above), a->below, operations);
  }
  Exponentials above = product(a->above, b->below);
  for (const auto& [r, c] : product(b->above, a->below)) add_to(above, r, c);
  return made(std::move(above), product(a->below, b->below), operations);
}

SymbolPointer multiply(const SymbolPointer& a, const SymbolPointer& b) {
  if (!a || !b) return nullptr;
  return made(product(a->above, b->above), product(a->below, b->below),
              a->operations + b->operations + 1);
}

SymbolPointer inverse(const SymbolPointer& a) {
  return a ? made(a->below, a->above, a->operations) : nullptr;
}

SymbolPointer power(const SymbolPointer& base, const Rational& exponent) {
  if (!base || base->below != kOne || base->above.size() != 1) return nullptr;
  const auto& [r, c] = *base->above.begin();
  return c == Rational(1) ? power_of_e(r * exponent) : nullptr;
}

bool same(const SymbolPointer& a, const SymbolPointer& b) {
  return a && b && product(a->above, b->below) == product(b->above, a->below);
}

}  // namespace exactblend::verify
