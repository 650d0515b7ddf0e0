// Numbers written at random, in every form, against GMP's own reading of their digits.
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"
//
#include "number/generators.hpp"
#include "number/read_cursor.hpp"

namespace exactblend {
namespace {

using oracle::fraction;
using oracle::power;
using oracle::same;

void assert_read(const std::string& text, const mpq_class& value, NumberForm form) {
  const Result<ReadNumber> number = read_number(text);
  RC_LOG() << text << std::endl;
  RC_ASSERT(number.has_value());
  RC_ASSERT(same(number->value, value));
  RC_ASSERT(number->form == form);
}

std::string sign_text() { return *rc::gen::element<std::string>("", "-", "+", "−", " - "); }
int sign_of(const std::string& sign) { return sign.empty() || sign == "+" ? 1 : -1; }
std::string space() { return *rc::gen::element<std::string>("", " ", "\t", "\u00A0", " \u2009"); }

RC_GTEST_PROP(ReadProperty, what_is_printed_is_read_again_as_canonical, ()) {
  const mpq_class value = *gen::fraction();
  const Rational number = oracle::rational(value);
  assert_read(to_text(number), value, NumberForm::canonical);
  assert_read(to_latex(number), value, NumberForm::canonical);
  const auto vector = read_vector(to_text(std::vector<Rational>{number, -number}));
  RC_ASSERT(vector.has_value());
  RC_ASSERT(vector->size() == 2U);
  RC_ASSERT((*vector)[0].value == number);
  RC_ASSERT((*vector)[1].value == -number);
}

RC_GTEST_PROP(ReadProperty, fractions_of_any_length, ()) {
  const std::string sign = sign_text();
  const std::string numerator = *gen::digits(1, 40);
  const std::string denominator = *gen::digits(1, 40);
  const mpz_class below(denominator, 10);
  RC_PRE(below != 0);
  const std::string slash = *rc::gen::element<std::string>("/", "⁄", "∕");
  const mpz_class above(numerator, 10);
  const mpq_class value = sign_of(sign) * fraction(above, below);
  const bool printed = value.get_den() == below && below != 1 && below.get_str() == denominator &&
                       above.get_str() == numerator;
  const NumberForm form = printed ? NumberForm::canonical : NumberForm::unreduced;
  assert_read(sign + numerator + space() + slash + space() + denominator, value, form);
  assert_read(sign + "\\frac{" + numerator + "}" + space() + "{" + denominator + "}", value, form);
  assert_read(sign + numerator + "/-" + denominator, -value, NumberForm::unreduced);
  assert_read(sign + numerator + slash + denominator + "%", value / 100, NumberForm::percent);
}

RC_GTEST_PROP(ReadProperty, mixed_numbers_of_any_length, ()) {
  const std::string sign = sign_text();
  const std::string whole = *gen::digits(1, 25);
  const std::string numerator = *gen::digits(1, 25);
  const std::string denominator = *gen::digits(1, 25);
  const mpz_class below(denominator, 10);
  RC_PRE(below != 0);
  const mpq_class value =
      sign_of(sign) * (mpz_class(whole, 10) + fraction(mpz_class(numerator, 10), below));
  const std::string gap = *rc::gen::element<std::string>(" ", "  ", "\u00A0", " \u2009");
  assert_read(sign + whole + gap + numerator + "/" + denominator, value, NumberForm::mixed);
  assert_read(sign + whole + gap + "\\frac{" + numerator + "}{" + denominator + "}", value,
              NumberForm::mixed);
}

RC_GTEST_PROP(ReadProperty, decimals_of_any_length_with_and_without_repeat_and_exponent, ()) {
  const std::string sign = sign_text();
  const std::string whole = *gen::digits(0, 25);
  const std::string places = *gen::digits(0, 25);
  const std::string repeat = *gen::digits(0, 25);
  RC_PRE(!whole.empty() || !places.empty() || !repeat.empty());
  const int exponent = *rc::gen::inRange(-40, 41);

  // The oracle adds what stands in each place: whole + places/10^f + repeat/(10^f·(10^r − 1)).
  mpq_class value = whole.empty() ? mpz_class(0) : mpz_class(whole, 10);
  const mpz_class shift = power(10, places.size());
  if (!places.empty()) value += fraction(mpz_class(places, 10), shift);
  if (!repeat.empty()) {
    value += fraction(mpz_class(repeat, 10), shift * (power(10, repeat.size()) - 1));
  }
  value *= sign_of(sign);
  std::string text = sign + whole + "." + places;
  if (!repeat.empty()) text += "(" + repeat + ")";
  assert_read(text, value, NumberForm::decimal);
  assert_read(text + space() + "%", value / 100, NumberForm::percent);
  const mpz_class scale = power(10, static_cast<unsigned long>(std::abs(exponent)));
  const mpq_class scaled = exponent < 0 ? mpq_class(value / scale) : mpq_class(value * scale);
  assert_read(text + "e" + std::to_string(exponent), scaled, NumberForm::decimal);
  assert_read(text + "E" + std::to_string(exponent) + "\\%", scaled / 100, NumberForm::percent);
}

RC_GTEST_PROP(ReadProperty, hexadecimal_floats_of_any_length, ()) {
  const std::string sign = sign_text();
  const auto hex = rc::gen::container<std::string>(
      rc::gen::element('0', '1', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'A', 'F'));
  const std::string whole = *hex;
  const std::string places = *hex;
  RC_PRE(!whole.empty() || !places.empty());
  const int exponent = *rc::gen::inRange(-200, 201);
  mpq_class value = fraction(mpz_class(whole + places, 16), power(16, places.size()));
  value *= sign_of(sign);
  const std::string text = sign + "0x" + whole + "." + places;
  assert_read(text, value, NumberForm::hexadecimal);
  const mpz_class scale = power(2, static_cast<unsigned long>(std::abs(exponent)));
  assert_read(text + "p" + std::to_string(exponent),
              exponent < 0 ? mpq_class(value / scale) : mpq_class(value * scale),
              NumberForm::hexadecimal);
}

// Any text at all: read or refused, with a sentence and a column inside the text.

int characters(const std::string& text) {
  int count = 0;
  for (std::string_view rest = text; !rest.empty(); ++count) {
    rest.remove_prefix(first_character(rest).size);
  }
  return count;
}

template <class T>
void assert_sound(const Result<T>& result, const std::string& text) {
  if (result) return;
  const Error& error = result.error();
  RC_ASSERT(!error.wrong.empty());
  RC_ASSERT(!error.right.empty());
  RC_ASSERT(error.wrong.size() < 300U);
  RC_ASSERT(error.place.column >= 1);
  RC_ASSERT(error.place.column <= characters(text) + 1);
}

RC_GTEST_PROP(ReadProperty, any_text_is_read_or_refused_with_a_place, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "0", "1", "23", "/", "-", "+", "−", " ", ".", "e", "(", ")", "[", "]", ",", ";", ":", "%",
      "\\", "\\frac", "{", "}", "½", "⅞", "0x", "p", "masked", "⁄", "x", "\xFF", "\xE2", "'",
      "\u00A0", "∞", std::string("\0", 1)));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  assert_sound(read_number(text), text);
  assert_sound(read_vector(text), text);
  assert_sound(read_vectors(text), text);
  assert_sound(read_rows(text), text);
}

}  // namespace
}  // namespace exactblend
