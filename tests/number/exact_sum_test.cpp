#include "number/exact_sum.hpp"

#include <limits>

#include "number/oracle.hpp"
//
#include "number/generators.hpp"

namespace exactblend {
namespace {

using oracle::fraction;
using oracle::rational;
using oracle::same;

// A sum and its oracle, fed with the same terms.
class Both {
 public:
  void add(const mpq_class& term) {
    ours_.add(rational(term));
    oracle_ += term;
  }
  void add_product(const mpq_class& a, const mpq_class& b) {
    ours_.add_product(rational(a), rational(b));
    oracle_ += a * b;
  }
  [[nodiscard]] testing::AssertionResult agree() const { return same(ours_.value(), oracle_); }

 private:
  ExactSum ours_;
  mpq_class oracle_ = 0;
};

TEST(ExactSum, of_nothing_is_zero) { EXPECT_TRUE(same(ExactSum().value(), 0)); }

TEST(ExactSum, of_the_founding_example_is_its_output) {
  Both first;
  Both second;
  first.add_product(mpq_class(1, 4), 2);
  first.add_product(mpq_class(1, 4), 0);
  first.add_product(mpq_class(1, 2), 1);
  second.add_product(mpq_class(1, 4), 0);
  second.add_product(mpq_class(1, 4), 3);
  second.add_product(mpq_class(1, 2), 1);
  EXPECT_TRUE(first.agree());
  EXPECT_TRUE(second.agree());
}

TEST(ExactSum, over_one_denominator_agrees_after_every_term) {
  for (const char* denominator : {"1", "7", "1000003", "4611686018427387903", "9223372036854775807",
                                  "170141183460469231731687303715884105727"}) {
    Both sum;
    for (long n = -40; n <= 60; ++n) {
      sum.add(fraction(n * 1000 + 1, mpz_class(denominator)));
      ASSERT_TRUE(sum.agree()) << denominator << " " << n;
    }
  }
}

TEST(ExactSum, over_different_denominators_agrees_after_every_term) {
  Both sum;
  for (long d = 1; d <= 300; ++d) {
    sum.add(fraction(d % 2 == 0 ? d + 1 : -d - 1, d));
    ASSERT_TRUE(sum.agree()) << d;
  }
}

TEST(ExactSum, over_denominators_of_20_digits_agrees_at_every_size_of_the_tree) {
  Both sum;
  mpz_class denominator("10000000000000000051");
  for (int i = 0; i < 300; ++i) {
    mpz_nextprime(denominator.get_mpz_t(), denominator.get_mpz_t());
    sum.add_product(fraction(i - 150, denominator), mpq_class(3, 7));
    ASSERT_TRUE(sum.agree()) << i;
  }
}

TEST(ExactSum, over_denominators_longer_than_a_block_agrees) {
  Both sum;
  const mpz_class block = mpz_class(1) << 511;
  for (long i = -5; i <= 5; ++i) {
    for (const long numerator : {1L, -3L}) {
      sum.add(fraction(numerator, block * 2 + i * 2 + 1));
      ASSERT_TRUE(sum.agree()) << i;
      sum.add(fraction(numerator, 6));
      ASSERT_TRUE(sum.agree()) << i;
    }
  }
}

TEST(ExactSum, of_words_at_their_borders_agrees_after_every_term) {
  // Numerators near 2^125 and 2^126, where the block of words must close before it overflows.
  const std::int64_t sizes[] = {std::numeric_limits<std::int64_t>::max(), (1LL << 62) - 1,
                                1LL << 62, (1LL << 62) + 1};
  for (const std::int64_t a : sizes) {
    for (const std::int64_t b : sizes) {
      for (const int sign : {1, -1}) {
        Both sum;
        for (int i = 0; i < 20; ++i) {
          sum.add_product(sign * mpq_class(a), mpq_class(b));
          ASSERT_TRUE(sum.agree());
        }
        sum.add_product(mpq_class(1, 3), mpq_class(a));
        ASSERT_TRUE(sum.agree());
      }
    }
  }
}

TEST(ExactSum, of_denominators_at_the_border_of_words_agrees_after_every_term) {
  const std::int64_t denominators[] = {
      1LL << 31,       (1LL << 31) + 1, (1LL << 61) - 1, 1LL << 61,
      (1LL << 62) - 1, 1LL << 62,       (1LL << 62) + 1, std::numeric_limits<std::int64_t>::max()};
  for (const std::int64_t first : denominators) {
    for (const std::int64_t second : denominators) {
      Both sum;
      for (int i = 0; i < 6; ++i) {
        sum.add(fraction(1 + i, mpz_class(first)));
        sum.add(fraction((1L << 62) - i, mpz_class(second)));
        ASSERT_TRUE(sum.agree());
        sum.add_product(fraction(-7, mpz_class(first)), fraction(5, mpz_class(second)));
        ASSERT_TRUE(sum.agree());
      }
    }
  }
}

TEST(ExactSum, cancels_to_zero_whatever_the_sizes) {
  for (const char* text : {"1/3", "4611686018427387904/3", "1/9223372036854775807",
                           "340282366920938463463374607431768211507/1000000007"}) {
    ExactSum sum;
    const Rational term = rational(fraction(std::string(text)));
    for (int i = 0; i < 50; ++i) sum.add(term);
    for (int i = 0; i < 50; ++i) sum.add_product(term, -1);
    EXPECT_TRUE(same(sum.value(), 0)) << text;
    sum.add(1);
    EXPECT_TRUE(same(sum.value(), 1)) << text;
  }
}

RC_GTEST_PROP(ExactSumProperty, agrees_with_gmp_after_any_terms, ()) {
  Both sum;
  const int terms = *rc::gen::inRange(0, 60);
  for (int i = 0; i < terms; ++i) sum.add_product(*gen::fraction(), *gen::fraction());
  RC_ASSERT(sum.agree());
}

RC_GTEST_PROP(ExactSumProperty, does_not_depend_on_the_order_of_terms, ()) {
  std::vector<Rational> terms;
  const int count = *rc::gen::inRange(0, 60);
  for (int i = 0; i < count; ++i) terms.push_back(rational(*gen::fraction()));
  ExactSum forward;
  ExactSum backward;
  for (const Rational& term : terms) forward.add(term);
  for (auto term = terms.rbegin(); term != terms.rend(); ++term) backward.add(*term);
  RC_ASSERT(forward.value() == backward.value());
}

}  // namespace
}  // namespace exactblend
