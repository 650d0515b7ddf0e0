// The exact value of a number as it was written. Every form is an integer over an integer; machine
// words serve while numerator and denominator are sure to stay below 2^127.

#include <string>
#include <utility>

#include "number/rational_parts.hpp"
#include "number/read_written.hpp"

namespace exactblend {
namespace {

struct Powers {
  std::uint64_t of_ten[kWordDigits + 1] = {1};
  constexpr Powers() {
    for (std::size_t i = 1; i <= kWordDigits; ++i) of_ten[i] = of_ten[i - 1] * 10;
  }
};
constexpr Powers kPowers;

// The longest sums of digits and exponents whose value the words below hold.
constexpr int kWordExponent = 18;     // 10^18 · 10^18 < 2^120
constexpr int kWordHexDigits = 15;    // 60 bits
constexpr int kWordHexExponent = 60;  // 2^60 · 2^60

Integer to_integer(const Digits& digits) {
  return digits.fits_word() ? Integer(digits.word) : from_digits(digits.text());
}

Rational scaled(Integer numerator, Integer denominator, unsigned base, int exponent) {
  if (exponent >= 0) {
    numerator *= power_of(base, static_cast<unsigned>(exponent));
  } else {
    denominator *= power_of(base, static_cast<unsigned>(-exponent));
  }
  return RationalParts::reduced(std::move(numerator), std::move(denominator));
}

// whole.places(repeat) · 10^exponent. With f places and r repeating digits it is
//     (whole places repeat − whole places) / (10^f · (10^r − 1)),
// each side of the minus sign read as one integer; without repeat, whole places / 10^f.
Rational decimal(const Written& written, bool negative) {
  const std::size_t places = written.places.size();
  const std::size_t repeat = written.repeat.size();
  const int shift = written.exponent - (written.percent ? 2 : 0);
  if (written.whole.size() + places + repeat <= kWordDigits && shift >= -kWordExponent &&
      shift <= kWordExponent) {
    const std::uint64_t head = written.whole.word * kPowers.of_ten[places] + written.places.word;
    Wide numerator = Wide{head};
    Wide denominator = Wide{kPowers.of_ten[places]};
    if (repeat > 0) {
      numerator = numerator * Wide{kPowers.of_ten[repeat] - 1} + Wide{written.repeat.word};
      denominator *= Wide{kPowers.of_ten[repeat] - 1};
    }
    if (shift > 0) numerator *= Wide{kPowers.of_ten[shift]};
    if (shift < 0) denominator *= Wide{kPowers.of_ten[-shift]};
    return RationalParts::reduced(negative ? -numerator : numerator, denominator);
  }
  std::string digits(written.whole.text());
  digits += written.places.text();
  Integer numerator = digits.empty() ? Integer(0) : from_digits(digits);
  Integer denominator = 1;
  if (repeat > 0) {
    denominator = power_of(10, static_cast<unsigned>(repeat)) - 1;
    numerator = numerator * denominator + to_integer(written.repeat);
  }
  if (negative) numerator = -numerator;
  return scaled(std::move(numerator), std::move(denominator), 10, shift - static_cast<int>(places));
}

Rational fraction(const Written& written, bool negative) {
  if (written.whole.fits_word() && written.numerator.fits_word() &&
      written.denominator.fits_word()) {
    Wide denominator = Wide{written.denominator.word};
    Wide numerator = Wide{written.numerator.word};
    if (written.mixed) {
      numerator += Wide{written.whole.word} * denominator;
    }
    if (written.percent) denominator *= 100;
    return RationalParts::reduced(negative ? -numerator : numerator, denominator);
  }
  Integer denominator = to_integer(written.denominator);
  Integer numerator = to_integer(written.numerator);
  if (written.mixed) numerator += to_integer(written.whole) * denominator;
  if (negative) numerator = -numerator;
  if (written.percent) denominator *= 100;
  return RationalParts::reduced(std::move(numerator), std::move(denominator));
}

std::uint64_t hex_value(char digit) {
  const int value = is_digit(digit) ? digit - '0' : (digit | 0x20) - 'a' + 10;
  return static_cast<std::uint64_t>(value);
}

Rational hexadecimal(const Written& written, bool negative) {
  const int shift = written.exponent - 4 * static_cast<int>(written.places.size());
  const std::string_view runs[] = {written.whole.text(), written.places.text()};
  if (runs[0].size() + runs[1].size() <= kWordHexDigits && shift >= -kWordHexExponent &&
      shift <= kWordHexExponent) {
    std::uint64_t word = 0;
    for (const std::string_view run : runs) {
      for (const char digit : run) word = word << 4 | hex_value(digit);
    }
    Wide numerator = Wide{word};
    if (shift > 0) numerator *= Wide{1} << shift;
    return RationalParts::reduced(negative ? -numerator : numerator,
                                  shift < 0 ? Wide{1} << -shift : Wide{1});
  }
  Integer numerator = 0;
  std::uint64_t word = 0;
  unsigned bits = 0;
  for (const std::string_view run : runs) {
    for (const char digit : run) {
      word = word << 4 | hex_value(digit);
      bits += 4;
      if (bits < 60) continue;
      numerator = (numerator << bits) + word;
      word = bits = 0;
    }
  }
  numerator = (numerator << bits) + word;
  if (negative) numerator = -numerator;
  return scaled(std::move(numerator), 1, 2, shift);
}

bool has_leading_zero(const Digits& digits) { return digits.size() > 1 && *digits.begin == '0'; }

bool is_denominator(const Rational& value, const Digits& digits) {
  if (RationalParts::is_word(value) && digits.fits_word()) {
    return static_cast<std::uint64_t>(RationalParts::word_denominator(value)) == digits.word;
  }
  return RationalParts::denominator(value) == to_integer(digits);
}

NumberForm form_of(const Written& written, const Rational& value) {
  if (written.percent) return NumberForm::percent;
  if (written.kind == Written::Kind::hexadecimal) return NumberForm::hexadecimal;
  if (written.mixed) return NumberForm::mixed;
  if (written.kind == Written::Kind::decimal) {
    if (written.decimal_mark != nullptr) return NumberForm::decimal;
    const bool minus_zero = written.negative && value.is_zero();
    return minus_zero || has_leading_zero(written.whole) ? NumberForm::unreduced
                                                         : NumberForm::canonical;
  }
  const bool canonical = !written.sign_inside && !has_leading_zero(written.numerator) &&
                         !has_leading_zero(written.denominator) && !value.is_integer() &&
                         is_denominator(value, written.denominator);
  return canonical ? NumberForm::canonical : NumberForm::unreduced;
}

}  // namespace

ReadNumber evaluate(const Written& written) {
  const bool negative = written.negative != written.negative_inside;
  Rational value = written.kind == Written::Kind::decimal    ? decimal(written, negative)
                   : written.kind == Written::Kind::fraction ? fraction(written, negative)
                                                             : hexadecimal(written, negative);
  if (written.percent && written.kind == Written::Kind::hexadecimal) {
    value *= RationalParts::reduced(Wide{1}, Wide{100});
  }
  const NumberForm form = form_of(written, value);
  return {std::move(value), form};
}

}  // namespace exactblend
