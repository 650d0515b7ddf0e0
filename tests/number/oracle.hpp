// GMP's own rationals as the oracle: another library's arithmetic, joined to ours by digits only.
#pragma once

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "number/rational_parts.hpp"

namespace exactblend::oracle {

inline mpq_class fraction(const mpz_class& numerator, const mpz_class& denominator = 1) {
  mpq_class value(numerator, denominator);
  value.canonicalize();
  return value;
}

// "-5/4", in lowest terms or not.
inline mpq_class fraction(const std::string& text) {
  mpq_class value(text);
  value.canonicalize();
  return value;
}

inline Rational rational(const mpq_class& value) {
  return RationalParts::reduced(Integer(value.get_num().get_str()),
                                Integer(value.get_den().get_str()));
}

inline mpz_class power(unsigned long base, unsigned long exponent) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), base, exponent);
  return result;
}

// Equal to the letter (so in lowest terms, with a positive denominator), and in machine words
// exactly when both parts are below 2^63.
inline testing::AssertionResult same(const Rational& ours, const mpq_class& oracle) {
  if (ours.numerator_text() != oracle.get_num().get_str() ||
      ours.denominator_text() != oracle.get_den().get_str()) {
    return testing::AssertionFailure() << ours.numerator_text() << "/" << ours.denominator_text()
                                       << " where the oracle has " << oracle.get_str();
  }
  const mpz_class border = mpz_class(1) << 63;
  const bool fits = abs(oracle.get_num()) < border && oracle.get_den() < border;
  if (RationalParts::is_word(ours) != fits) {
    return testing::AssertionFailure() << oracle.get_str() << " is kept in the wrong size";
  }
  if (ours.sign() != sgn(oracle) || ours.is_zero() != (sgn(oracle) == 0) ||
      ours.is_integer() != (oracle.get_den() == 1)) {
    return testing::AssertionFailure() << oracle.get_str() << " has a wrong sign or kind";
  }
  return testing::AssertionSuccess();
}

}  // namespace exactblend::oracle
