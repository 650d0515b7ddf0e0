// WordSum: a sum of products of fractions of machine words, in machine words.
//
//     WordSum sum;
//     while (sum.add_product(a, b, c, d)) …       // + (a/b)·(c/d), as long as it fits
//     Rational total = sum.value();
//
// The first factors share one denominator and the second factors another: a row of weights over D
// and values over E cost one multiply-add a term, whether D·E fits a word or not.
#pragma once

#include <cstdint>

#include "number/rational_parts.hpp"

namespace exactblend {

class WordSum {
 public:
  // Adds (a/b)·(c/d), for b, d > 0 and a, c > INT64_MIN. False if the sum has no room for it and is
  // as it was; an empty one has.
  [[nodiscard]] bool add_product(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d);

  [[nodiscard]] bool is_zero() const { return low_ == 0 && high_ == 0; }
  [[nodiscard]] Rational value() const;

  // The sum is numerator()/denominator(), not reduced.
  [[nodiscard]] Integer numerator() const;
  [[nodiscard]] Wide denominator() const { return Wide{first_} * second_; }

 private:
  std::int64_t factor_to(std::int64_t& common, std::int64_t denominator);
  bool multiply(std::int64_t factor);
  void add(Wide term);
  void add_shifted(Wide term);

  // The sum is (high_·2^128 + low_)/(first_·second_), with first_ > 0 and second_ > 0. Its
  // numerator is below 2^190 in size, and terms are taken only while it is below 2^189: each is
  // below 2^63·2^126.
  WideUnsigned low_ = 0;
  std::int64_t high_ = 0;
  std::int64_t first_ = 1;
  std::int64_t second_ = 1;
};

}  // namespace exactblend
