// The integers inside a Rational, for this library's own sums and readers.
#pragma once

#include "exactblend/number/rational.hpp"
#include "number/integer.hpp"

namespace exactblend {

struct Rational::Big {
  Integer numerator;
  Integer denominator;
};

class RationalParts {
 public:
  // Whether numerator and denominator are machine words, as word_numerator and word_denominator.
  static bool is_word(const Rational& value) { return value.big_ == nullptr; }
  static std::int64_t word_numerator(const Rational& value) { return value.numerator_; }
  static std::int64_t word_denominator(const Rational& value) { return value.denominator_; }

  // For a value that is not of machine words.
  static const Integer& big_numerator(const Rational& value) { return value.big_->numerator; }
  static const Integer& big_denominator(const Rational& value) { return value.big_->denominator; }

  static Integer numerator(const Rational& value);
  static Integer denominator(const Rational& value);

  // numerator/denominator brought to lowest terms; the denominator must not be 0.
  static Rational reduced(Integer numerator, Integer denominator);
  static Rational reduced(Wide numerator, Wide denominator);

  // numerator/denominator, which is in lowest terms with a denominator > 0.
  static Rational in_lowest_terms(Integer numerator, Integer denominator);
  static Rational in_lowest_terms(Wide numerator, Wide denominator);

 private:
  static Rational word(std::int64_t numerator, std::int64_t denominator);
};

}  // namespace exactblend
