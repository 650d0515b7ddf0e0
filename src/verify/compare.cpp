#include "verify/compare.hpp"

#include <algorithm>

#include "exactblend/number/nearest_integer.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"

namespace exactblend::verify {
namespace {

constexpr int kMostPlaces = 60;

Rational power_of_ten(int exponent) {
  Rational result(1);
  for (int i = 0; i < exponent; ++i) result *= Rational(10);
  return result;
}

// Whether `shown`, a decimal of so many places, is `exact` rounded at its last digit.
bool rounds_to(const Rational& exact, const Rational& shown, int places) {
  const Rational half_unit = *divide(Rational(1), power_of_ten(places) * Rational(2));
  return abs(exact - shown) <= half_unit;
}

// 1200 may stand for what is rounded to hundreds.
bool rounds_to_integer(const Rational& exact, const Rational& shown) {
  std::string digits = abs(shown).numerator_text();
  Rational half = *Rational::of(1, 2);
  while (abs(exact - shown) > half) {
    if (digits.size() < 2 || digits.back() != '0') return false;
    digits.pop_back();
    half *= Rational(10);
  }
  return true;
}

enum class Fit { fits, differs, unclear };

// b as the rounding of a.
Fit rounding(const Value& a, const Value& b) {
  if (a.kind != b.kind) return Fit::unclear;
  if (a.is_vector()) {
    if (a.parts.size() != b.parts.size()) return Fit::differs;
    Fit all = Fit::fits;
    for (std::size_t i = 0; i < a.parts.size(); ++i) {
      if (a.parts[i].is_number() && same(a.parts[i], b.parts[i])) continue;
      const Fit one = rounding(a.parts[i], b.parts[i]);
      if (one == Fit::unclear) return one;
      if (one == Fit::differs) all = one;
    }
    return all;
  }
  if (b.places < 0 || b.places > kMostPlaces) return Fit::unclear;
  const bool fits = b.places == 0 ? rounds_to_integer(a.number, b.number)
                                  : rounds_to(a.number, b.number, b.places);
  return fits ? Fit::fits : Fit::differs;
}

int least_places(const Value& value) {
  if (value.is_number()) return value.places;
  int least = kMostPlaces + 1;
  for (const Value& part : value.parts) {
    const int places = least_places(part);
    if (places < 0) return -1;
    least = std::min(least, places);
  }
  return least;
}

std::string rounded_like(const Value& exact, const Value& shown) {
  if (exact.is_number()) {
    return rounded_text(exact.number, shown.is_number() ? std::max(shown.places, 0) : 2);
  }
  std::string text = "(";
  for (std::size_t i = 0; i < exact.parts.size(); ++i) {
    if (i > 0) text += ',';
    text += rounded_like(exact.parts[i], shown.parts[i]);
  }
  return text + ')';
}

std::string shortened(std::string text) {
  constexpr std::size_t kMost = 120;
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

bool is_decimal(const Value& value) {
  if (value.is_number()) return value.places > 0;
  return value.is_vector() && std::any_of(value.parts.begin(), value.parts.end(), is_decimal);
}

// The sides' values differ.
Comparison different(const Side& left, const Side& right, Comparison result) {
  result.verdict = Verdict::is_false;
  if (left.compound && !right.compound) {
    result.wrong = "the left side is " + shortened(short_text(left.value, is_decimal(right.value)));
  } else if (right.compound && !left.compound) {
    result.wrong =
        "the right side is " + shortened(short_text(right.value, is_decimal(left.value)));
  } else if (!left.compound) {
    const bool decimal = is_decimal(left.value) || is_decimal(right.value);
    result.wrong = "the left side is " + shortened(short_text(left.value, decimal)) +
                   ", the right side " + shortened(short_text(right.value, decimal));
  } else {
    const bool decimal = left.value.rounded && right.value.rounded;
    result.wrong = "the left side is " + shortened(short_text(left.value, decimal)) +
                   ", the right side is " + shortened(short_text(right.value, decimal));
  }
  if (left.value.elsewhere || right.value.elsewhere) {
    result.verdict = Verdict::undecidable;
    result.wrong = "it uses values that are not given here for sure, with which " + result.wrong;
  }
  return result;
}

// Whether these are the vector 0, and 0 for it.
bool are_zero(const Value& vector, const Value& zero) {
  const auto is_zero = [](const Value& value) {
    return value.is_number() && value.number.sign() == 0;
  };
  return is_zero(zero) && vector.is_vector() &&
         std::all_of(vector.parts.begin(), vector.parts.end(), is_zero);
}

// Whether e is Euler's number for sure: in "e^2 = e" it may be a variable.
bool is_eulers(const Side& side) {
  const SymbolPointer symbol = side.value.symbol();
  return side.exponential || (symbol && symbol->below.size() > 1);
}

}  // namespace

std::string rounded_text(const Rational& value, int places) {
  constexpr int kWordPlaces = 17;
  const Rational scaled = abs(value) * power_of_ten(std::min(places, kWordPlaces));
  if (places > kWordPlaces || scaled > power_of_ten(kWordPlaces)) {
    return exactblend::to_text(value);
  }
  std::string digits = std::to_string(nearest_integer(scaled));
  const auto wanted = static_cast<std::size_t>(places);
  if (digits.size() <= wanted) digits.insert(0, wanted + 1 - digits.size(), '0');
  if (places > 0) digits.insert(digits.size() - wanted, 1, '.');
  return (value.sign() < 0 ? "-" : "") + digits;
}

std::string short_text(const Value& value, bool decimal) {
  if (!decimal || !value.is_number()) return to_text(value);
  constexpr std::size_t kShownPlaces = 24;
  Rational scaled = value.number;
  for (std::size_t places = 0; places <= kShownPlaces; ++places, scaled *= Rational(10)) {
    if (!scaled.is_integer()) continue;
    std::string digits = abs(scaled).numerator_text();
    if (digits.size() <= places) digits.insert(0, places + 1 - digits.size(), '0');
    if (places > 0) digits.insert(digits.size() - places, 1, '.');
    return (value.number.sign() < 0 ? "-" : "") + digits;
  }
  return to_text(value);
}

bool is_near(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) {
    constexpr int kDigits = 6;  // what printf shows
    const Rational size = std::max(abs(a.number), Rational(1));
    return abs(a.number - b.number) * power_of_ten(kDigits) <= size;
  }
  return a.is_vector() && b.is_vector() &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), is_near);
}

Comparison compare_equal(const Side& left, const Side& right) {
  Comparison result;
  if (!left.value.is_known() || !right.value.is_known()) {
    const Forms forms = compare_forms(left.value, right.value);
    if (forms == Forms::same) return result;
    const bool both = !left.value.is_known() && !right.value.is_known();
    if (forms == Forms::different && both && (is_eulers(left) || is_eulers(right))) {
      return different(left, right, std::move(result));
    }
    result.verdict = Verdict::undecidable;
    result.wrong = left.value.is_known() ? right.value.reason() : left.value.reason();
    return result;
  }
  if (same(left.value, right.value)) return result;
  if (are_zero(left.value, right.value) || are_zero(right.value, left.value)) return result;
  // "(2,5) = 1" may be a greatest common divisor, or an interval that is called so.
  if (left.value.kind != right.value.kind && !left.compound && !right.compound) {
    result.verdict = Verdict::undecidable;
    result.wrong = "a vector and a number can't be compared";
    return result;
  }
  const bool left_decimal = least_places(left.value) > 0;
  const bool right_decimal = least_places(right.value) > 0;
  if (right_decimal && rounding(left.value, right.value) == Fit::fits) {
    result.right = "write \u2248, since that is a rounded value";
  } else if (left_decimal && rounding(right.value, left.value) == Fit::fits) {
    result.right = "write \u2248, since that is a rounded value";
  }
  return different(left, right, std::move(result));
}

Comparison compare_rounded(const Side& left, const Side& right) {
  Comparison result;
  if (!left.value.is_known() || !right.value.is_known()) {
    result.verdict = Verdict::undecidable;
    result.wrong = left.value.is_known() ? right.value.reason() : left.value.reason();
    return result;
  }
  if (same(left.value, right.value)) return result;
  // The one with fewer places, or with any at all, is the rounding of the other.
  const int left_places = least_places(left.value);
  const int right_places = least_places(right.value);
  const bool right_shown = right_places >= 0 && (left_places < 0 || right_places <= left_places);
  const Value& exact = right_shown ? left.value : right.value;
  const Value& shown = right_shown ? right.value : left.value;
  const Fit fit = rounding(exact, shown);
  if (fit == Fit::fits) return result;
  if (fit == Fit::unclear) {
    result.verdict = Verdict::undecidable;
    result.wrong = "neither side is a decimal that could be the other one rounded";
    return result;
  }
  const bool computed = exact.rounded && (right_shown ? left : right).compound;
  if (computed || (exact.kind == Value::Kind::number && shown.places == 0)) {
    result.verdict = Verdict::undecidable;
    result.wrong = computed ? "it computes with decimals, which may be rounded themselves"
                            : "how far such an integer is rounded isn't known";
    return result;
  }
  if (exact.is_vector() && exact.parts.size() != shown.parts.size()) {
    return different(left, right, std::move(result));
  }
  result.verdict = Verdict::is_false;
  result.wrong = "rounded so, it is " + shortened(rounded_like(exact, shown));
  if (exact.elsewhere || shown.elsewhere) result.verdict = Verdict::undecidable;
  return result;
}

}  // namespace exactblend::verify
