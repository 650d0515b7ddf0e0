// Named forms: quotients of sums of powers of e with rational exponents, Σ c·e^r / Σ c·e^r. They
// are not evaluated, but whether two of them are the same can be told exactly: e^r for distinct
// rational r are linearly independent over the rationals (Lindemann–Weierstrass).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exactblend/number/rational.hpp"

namespace exactblend::verify {

inline constexpr std::size_t kMaxSymbolTerms = 64;
inline constexpr int kMaxSymbolOperations = 128;  // that made one, so that its numbers stay short

using Exponentials = std::map<Rational, Rational>;  // exponent -> coefficient, none of them 0

struct Symbol {
  Exponentials above;
  Exponentials below;  // never empty
  int operations = 0;
};
void add_to(Exponentials& sum, const Rational& exponent, const Rational& coefficient);

using SymbolPointer =
    std::shared_ptr<const Symbol>;  // null: no such form, or one of too many terms

[[nodiscard]] SymbolPointer symbol_of(const Rational& number);
[[nodiscard]] SymbolPointer power_of_e(const Rational& exponent);
[[nodiscard]] SymbolPointer add(const SymbolPointer& a, const SymbolPointer& b);
// e^r / Σ e^s, of one exponent and all; null for more than kMaxSymbolTerms.
[[nodiscard]] SymbolPointer share_of(const Rational& exponent, const Exponentials& all);
[[nodiscard]] SymbolPointer multiply(const SymbolPointer& a, const SymbolPointer& b);
[[nodiscard]] SymbolPointer inverse(const SymbolPointer& a);  // null for 0
// To a small integer power; e^r to any rational power; else null.
[[nodiscard]] SymbolPointer power(const SymbolPointer& base, const Rational& exponent);

[[nodiscard]] bool same(const SymbolPointer& a, const SymbolPointer& b);

// e^(1/2)/(1 + e^(1/2))
[[nodiscard]] std::string to_text(const SymbolPointer& symbol);

// c, if it is c whatever e is: c·x / x.
[[nodiscard]] std::optional<Rational> constant_of(const SymbolPointer& symbol);

}  // namespace exactblend::verify
