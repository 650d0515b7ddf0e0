#include "verify/symbol.hpp"

#include <algorithm>
#include <utility>

#include "exactblend/number/print.hpp"

namespace exactblend::verify {

void add_to(Exponentials& sum, const Rational& exponent, const Rational& coefficient) {
  Rational& place = sum[exponent];
  place += coefficient;
  if (place.is_zero()) sum.erase(exponent);
}

namespace {

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

SymbolPointer share_of(const Rational& exponent, const Exponentials& all) {
  return made({{exponent, Rational(1)}}, all, 1);
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
  constexpr int kMostFactors = 8;
  if (base && exponent.is_integer() && exponent > Rational(1) &&
      exponent <= Rational(kMostFactors)) {
    SymbolPointer result = base;
    for (Rational left = exponent - Rational(1); !left.is_zero(); left += Rational(-1)) {
      result = multiply(result, base);
    }
    return result;
  }
  if (!base || base->below != kOne || base->above.size() != 1) return nullptr;
  const auto& [r, c] = *base->above.begin();
  return c == Rational(1) ? power_of_e(r * exponent) : nullptr;
}

bool same(const SymbolPointer& a, const SymbolPointer& b) {
  if (!a || !b) return false;
  if (a->below == b->below) return a->above == b->above;
  return product(a->above, b->below) == product(b->above, a->below);
}

namespace {

std::string text_of(const Exponentials& sum) {
  std::string text;
  for (const auto& [r, c] : sum) {
    const bool minus = c.sign() < 0;
    if (!text.empty()) text += minus ? " - " : " + ";
    if (text.empty() && minus) text += '-';
    const bool one = abs(c) == Rational(1);
    if (r.is_zero() || !one) text += to_text(abs(c));
    if (r.is_zero()) continue;
    if (!one) text += "\u00B7";
    text += r.is_integer() && r.sign() > 0 ? "e^" + to_text(r) : "e^(" + to_text(r) + ')';
  }
  return text.empty() ? "0" : text;
}

std::string in_brackets(const Exponentials& sum) {
  const std::string text = text_of(sum);
  return sum.size() > 1 || text.find("\u00B7") != std::string::npos ? '(' + text + ')' : text;
}

}  // namespace

std::string to_text(const SymbolPointer& symbol) {
  if (symbol->below == kOne) return text_of(symbol->above);
  const std::string above = text_of(symbol->above);
  return (symbol->above.size() > 1 ? '(' + above + ')' : above) + '/' + in_brackets(symbol->below);
}

std::optional<Rational> constant_of(const SymbolPointer& symbol) {
  if (!symbol) return std::nullopt;
  if (symbol->above.empty()) return Rational(0);
  // Σ a·e^r = c·Σ b·e^r, of which no two powers are the same: each a is c·b.
  const auto quotient = divide(symbol->above.begin()->second, symbol->below.begin()->second);
  const bool constant =
      quotient && std::equal(symbol->above.begin(), symbol->above.end(), symbol->below.begin(),
                             symbol->below.end(), [&quotient](const auto& a, const auto& b) {
                               return a.first == b.first && a.second == *quotient * b.second;
                             });
  if (!constant) return std::nullopt;
  return *quotient;
}

}  // namespace exactblend::verify
