#include "exactblend/number/rational.hpp"

#include <limits>
#include <utility>

#include "number/oracle.hpp"
//
#include "number/generators.hpp"

namespace exactblend {
namespace {

using oracle::fraction;
using oracle::rational;
using oracle::same;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();

mpz_class mpz(std::int64_t value) { return mpz_class(std::to_string(value)); }

void expect_all_operations_agree(const Rational& a, const Rational& b, const mpq_class& x,
                                 const mpq_class& y) {
  EXPECT_TRUE(same(a + b, x + y));
  EXPECT_TRUE(same(a - b, x - y));
  EXPECT_TRUE(same(a * b, x * y));
  EXPECT_TRUE(same(-a, -x));
  EXPECT_TRUE(same(abs(a), abs(x)));
  EXPECT_EQ(a == b, x == y);
  EXPECT_EQ(a < b, x < y);
  EXPECT_EQ(a > b, x > y);
  const Result<Rational> quotient = divide(a, b);
  if (sgn(y) == 0) {
    ASSERT_FALSE(quotient);
    EXPECT_EQ(quotient.error().code, ErrorCode::division_by_zero);
  } else {
    ASSERT_TRUE(quotient);
    EXPECT_TRUE(same(*quotient, x / y));
  }
}

TEST(Rational, every_small_pair_agrees_with_gmp_in_every_operation) {
  std::vector<std::pair<Rational, mpq_class>> all;
  for (int n = -12; n <= 12; ++n) {
    for (int d = 1; d <= 12; ++d) all.emplace_back(*Rational::of(n, d), fraction(n, d));
  }
  for (const auto& [a, x] : all) {
    for (const auto& [b, y] : all) {
      expect_all_operations_agree(a, b, x, y);
      if (HasFailure()) FAIL() << x.get_str() << " and " << y.get_str();
    }
  }
}

TEST(Rational, of_brings_every_small_fraction_to_lowest_terms_and_a_positive_denominator) {
  for (int n = -12; n <= 12; ++n) {
    for (int d = -12; d <= 12; ++d) {
      const Result<Rational> value = Rational::of(n, d);
      ASSERT_EQ(value.has_value(), d != 0);
      if (d != 0) {
        EXPECT_TRUE(same(*value, fraction(n, d)));
      } else {
        EXPECT_EQ(value.error().code, ErrorCode::zero_denominator);
      }
    }
  }
}

TEST(Rational, values_at_the_borders_of_words_agree_with_gmp) {
  std::vector<std::pair<Rational, mpq_class>> all;
  const std::int64_t borders[] = {kMin,
                                  kMin + 1,
                                  kMin + 2,
                                  -(1LL << 62) - 1,
                                  -(1LL << 62),
                                  -(1LL << 32),
                                  -3,
                                  -2,
                                  -1,
                                  0,
                                  1,
                                  2,
                                  3,
                                  1LL << 31,
                                  1LL << 32,
                                  (1LL << 62) - 1,
                                  1LL << 62,
                                  kMax - 1,
                                  kMax};
  for (const std::int64_t n : borders) {
    EXPECT_TRUE(same(Rational(n), fraction(mpz(n))));
    for (const std::int64_t d : borders) {
      if (d == 0) continue;
      all.emplace_back(*Rational::of(n, d), fraction(mpz(n), mpz(d)));
      EXPECT_TRUE(same(all.back().first, all.back().second));
    }
  }
  for (const auto& [a, x] : all) {
    for (const auto& [b, y] : all) {
      expect_all_operations_agree(a, b, x, y);
      if (HasFailure()) FAIL() << x.get_str() << " and " << y.get_str();
    }
  }
}

TEST(Rational, a_product_that_outgrew_words_comes_back_to_them) {
  const Rational huge = Rational(kMax) * Rational(kMax);
  EXPECT_FALSE(RationalParts::is_word(huge));
  const Result<Rational> back = divide(huge, Rational(kMax));
  ASSERT_TRUE(back);
  EXPECT_TRUE(same(*back, fraction(mpz(kMax))));
  EXPECT_TRUE(same(huge - huge, 0));
  EXPECT_TRUE(same(huge * *divide(1, huge), 1));
  EXPECT_TRUE(same(Rational(kMin) + 1, fraction(mpz(kMin) + 1)));
  EXPECT_TRUE(same(-Rational(kMin) - 1, fraction(mpz(kMax))));
  EXPECT_EQ(Rational(kMax) + 1, -Rational(kMin));
}

TEST(Rational, every_integer_type_of_up_to_64_bits_converts_exactly) {
  EXPECT_TRUE(same(Rational(static_cast<signed char>(-128)), -128));
  EXPECT_TRUE(same(Rational(static_cast<unsigned short>(65535)), 65535));
  EXPECT_TRUE(same(Rational(4294967295U), mpq_class(4294967295UL)));
  EXPECT_TRUE(same(Rational(kMin), fraction(mpz(kMin))));
  static_assert(!std::is_convertible_v<std::uint64_t, Rational>);
  static_assert(!std::is_convertible_v<double, Rational>);
  static_assert(!std::is_convertible_v<bool, Rational>);
  static_assert(!std::is_convertible_v<Wide, Rational>);
  static_assert(!std::is_convertible_v<Rational, double>);
}

TEST(Rational, copies_and_moves_keep_the_value_whatever_its_size) {
  const mpq_class long_value = fraction(oracle::power(7, 100), oracle::power(10, 40));
  for (const mpq_class& value : {mpq_class(5, 4), long_value}) {
    for (const mpq_class& other : {mpq_class(-2), mpq_class(long_value + 1)}) {
      const Rational source = rational(value);
      Rational copy = rational(other);
      copy = source;
      EXPECT_TRUE(same(copy, value));
      EXPECT_TRUE(same(source, value));
      Rational& alias = copy;
      copy = alias;
      EXPECT_TRUE(same(copy, value));
      Rational moved = std::move(copy);
      EXPECT_TRUE(same(moved, value));
      Rational target = rational(other);
      target = std::move(moved);
      EXPECT_TRUE(same(target, value));
      target += target;
      EXPECT_TRUE(same(target, value * 2));
      target -= target;
      EXPECT_TRUE(same(target, 0));
    }
  }
}

RC_GTEST_PROP(RationalProperty, agrees_with_gmp_in_every_operation, ()) {
  const mpq_class x = *gen::fraction();
  const mpq_class y = *gen::fraction();
  const Rational a = rational(x);
  const Rational b = rational(y);
  RC_ASSERT(same(a, x));
  RC_ASSERT(same(a + b, x + y));
  RC_ASSERT(same(a - b, x - y));
  RC_ASSERT(same(a * b, x * y));
  RC_ASSERT(same(-a, -x));
  RC_ASSERT((a == b) == (x == y));
  RC_ASSERT((a < b) == (x < y));
  if (sgn(y) != 0) RC_ASSERT(same(*divide(a, b), x / y));
}

RC_GTEST_PROP(RationalProperty, is_a_field_with_an_order, ()) {
  const Rational a = rational(*gen::fraction());
  const Rational b = rational(*gen::fraction());
  const Rational c = rational(*gen::fraction());
  RC_ASSERT((a + b) + c == a + (b + c));
  RC_ASSERT((a * b) * c == a * (b * c));
  RC_ASSERT(a * (b + c) == a * b + a * c);
  RC_ASSERT(a + b == b + a);
  RC_ASSERT(a - a == Rational());
  if (a < b) RC_ASSERT(a + c < b + c);
}

}  // namespace
}  // namespace exactblend
