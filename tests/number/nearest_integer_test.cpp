#include "exactblend/number/nearest_integer.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include "exactblend/number/read.hpp"

namespace exactblend {
namespace {

Rational fraction(std::int64_t numerator, std::int64_t denominator) {
  return Rational::of(numerator, denominator).value();
}

// By another road: floor(x + 1/2), less one where x lies between two integers and that is odd.
std::int64_t by_floor(int numerator, int denominator) {
  mpz_class up = 2 * mpz_class(numerator) + denominator;
  mpz_class floor;
  mpz_fdiv_q(floor.get_mpz_t(), up.get_mpz_t(), mpz_class(2 * denominator).get_mpz_t());
  const bool tie = floor * 2 * denominator == up;
  if (tie && mpz_odd_p(floor.get_mpz_t()) != 0) floor -= 1;
  return floor.get_si();
}

TEST(NearestInteger, nearest_integer_of_small_fractions_is_that_of_gmp) {
  for (int numerator = -60; numerator <= 60; ++numerator) {
    for (int denominator = 1; denominator <= 24; ++denominator) {
      ASSERT_EQ(nearest_integer(fraction(numerator, denominator)), by_floor(numerator, denominator))
          << numerator << '/' << denominator;
    }
  }
}

TEST(NearestInteger, ties_go_to_the_even_integer) {
  EXPECT_EQ(nearest_integer(fraction(1, 2)), 0);
  EXPECT_EQ(nearest_integer(fraction(3, 2)), 2);
  EXPECT_EQ(nearest_integer(fraction(-1, 2)), 0);
  EXPECT_EQ(nearest_integer(fraction(-5, 2)), -2);
}

TEST(NearestInteger, large_parts_round_as_small_ones_do) {
  const Rational huge = read_rational("1e40").value();
  EXPECT_EQ(nearest_integer(*divide(huge * Rational(5) + Rational(1), huge)), 5);
  EXPECT_EQ(nearest_integer(*divide(huge * Rational(5) + Rational(2), huge * Rational(2))), 3);
  EXPECT_EQ(nearest_integer(*divide(huge * Rational(5) - Rational(1), huge * Rational(2))), 2);
  EXPECT_EQ(nearest_integer(*divide(Rational(1), huge)), 0);
}

TEST(NearestInteger, words_at_their_ends_do_not_overflow) {
  EXPECT_EQ(nearest_integer(fraction(INT64_MAX, 2)), INT64_MAX / 2 + 1);
  EXPECT_EQ(nearest_integer(fraction(INT64_MAX, INT64_MAX - 1)), 1);
  EXPECT_EQ(nearest_integer(fraction(1, INT64_MAX)), 0);
  EXPECT_EQ(nearest_integer(Rational(INT64_MAX)), INT64_MAX);
}

TEST(NearestInteger, what_does_not_fit_becomes_the_end_of_the_range) {
  const Rational huge = read_rational("1e40").value();
  EXPECT_EQ(nearest_integer(huge), INT64_MAX);
  EXPECT_EQ(nearest_integer(-huge), INT64_MIN);
}

}  // namespace
}  // namespace exactblend
