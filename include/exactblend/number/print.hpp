// Printing exact numbers: improper fractions in lowest terms, never a decimal.
//
//     to_text(x)    5/4          -5/4
//     to_latex(x)   \frac{5}{4}  -\frac{5}{4}
//     to_mathml(x)  <mfrac><mn>5</mn><mn>4</mn></mfrac>
//     to_words(x)   5 over 4     minus 5 over 4
//
// Each append_ form adds to a string that the caller owns; to_ forms return a new one. Exact; cost
// as Rational::numerator_text.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exactblend/number/rational.hpp"

namespace exactblend {

void append_text(std::string& out, const Rational& value);
void append_latex(std::string& out, const Rational& value);
// slash: markup that stands behind the numerator of a fraction, or nothing.
void append_mathml(std::string& out, const Rational& value, std::string_view slash = {});
void append_words(std::string& out, const Rational& value);

[[nodiscard]] std::string to_text(const Rational& value);
[[nodiscard]] std::string to_latex(const Rational& value);
[[nodiscard]] std::string to_mathml(const Rational& value);
[[nodiscard]] std::string to_words(const Rational& value);

// A vector as people write it: (1,5/4).
void append_text(std::string& out, std::span<const Rational> vector);
[[nodiscard]] std::string to_text(std::span<const Rational> vector);

}  // namespace exactblend
