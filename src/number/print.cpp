#include "exactblend/number/print.hpp"

#include <charconv>
#include <string_view>

#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

void append_word(std::string& out, std::int64_t value) {
  char buffer[24];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  out.append(buffer, end);
}

// The digits of |numerator|; the caller has printed the sign.
void append_numerator(std::string& out, const Rational& value) {
  if (RationalParts::is_word(value)) {
    const std::int64_t numerator = RationalParts::word_numerator(value);
    return append_word(out, numerator < 0 ? -numerator : numerator);
  }
  const std::string digits = value.numerator_text();
  out += std::string_view(digits).substr(digits.starts_with('-') ? 1 : 0);
}

void append_denominator(std::string& out, const Rational& value) {
  if (RationalParts::is_word(value)) {
    return append_word(out, RationalParts::word_denominator(value));
  }
  out += value.denominator_text();
}

}  // namespace

void append_text(std::string& out, const Rational& value) {
  if (value.sign() < 0) out += '-';
  append_numerator(out, value);
  if (value.is_integer()) return;
  out += '/';
  append_denominator(out, value);
}

void append_latex(std::string& out, const Rational& value) {
  if (value.sign() < 0) out += '-';
  if (value.is_integer()) return append_numerator(out, value);
  out += "\\frac{";
  append_numerator(out, value);
  out += "}{";
  append_denominator(out, value);
  out += '}';
}

void append_mathml(std::string& out, const Rational& value, std::string_view slash) {
  const bool negative = value.sign() < 0;
  if (negative) out += "<mrow><mo>−</mo>";
  const bool row = !value.is_integer() && !slash.empty();
  if (!value.is_integer()) out += row ? "<mfrac><mrow>" : "<mfrac>";
  out += "<mn>";
  append_numerator(out, value);
  out += "</mn>";
  if (row) out.append(slash).append("</mrow>");
  if (!value.is_integer()) {
    out += "<mn>";
    append_denominator(out, value);
    out += "</mn></mfrac>";
  }
  if (negative) out += "</mrow>";
}

void append_words(std::string& out, const Rational& value) {
  if (value.sign() < 0) out += "minus ";
  append_numerator(out, value);
  if (value.is_integer()) return;
  out += " over ";
  append_denominator(out, value);
}

std::string to_text(const Rational& value) {
  std::string out;
  append_text(out, value);
  return out;
}

std::string to_latex(const Rational& value) {
  std::string out;
  append_latex(out, value);
  return out;
}

std::string to_mathml(const Rational& value) {
  std::string out;
  append_mathml(out, value);
  return out;
}

std::string to_words(const Rational& value) {
  std::string out;
  append_words(out, value);
  return out;
}

void append_text(std::string& out, std::span<const Rational> vector) {
  out += '(';
  for (std::size_t i = 0; i < vector.size(); ++i) {
    if (i > 0) out += ',';
    append_text(out, vector[i]);
  }
  out += ')';
}

std::string to_text(std::span<const Rational> vector) {
  std::string out;
  append_text(out, vector);
  return out;
}

}  // namespace exactblend
