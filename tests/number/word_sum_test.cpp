#include "number/word_sum.hpp"

#include <limits>
#include <random>

#include "number/oracle.hpp"

namespace exactblend {
namespace {

using oracle::fraction;
using oracle::same;

constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

// A sum and its oracle, which both take a term or neither does.
class Both {
 public:
  bool add_product(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
    if (!ours_.add_product(a, b, c, d)) return false;
    oracle_ += fraction(a, b) * fraction(c, d);
    return true;
  }
  [[nodiscard]] testing::AssertionResult agree() const {
    if (ours_.is_zero() != (sgn(oracle_) == 0)) {
      return testing::AssertionFailure() << oracle_.get_str() << " and is_zero() disagree";
    }
    const Rational by_parts =
        RationalParts::reduced(ours_.numerator(), to_integer(ours_.denominator()));
    const auto parts_agree = same(by_parts, oracle_);
    return parts_agree ? same(ours_.value(), oracle_) : parts_agree;
  }

 private:
  WordSum ours_;
  mpq_class oracle_ = 0;
};

TEST(WordSum, of_nothing_is_zero) { EXPECT_TRUE(Both().agree()); }

TEST(WordSum, takes_any_first_term) {
  for (const std::int64_t a : {std::int64_t{0}, std::int64_t{1}, kMax, -kMax}) {
    for (const std::int64_t b : {std::int64_t{1}, kMax - 1, kMax}) {
      for (const std::int64_t c : {std::int64_t{-1}, kMax, -kMax}) {
        Both sum;
        ASSERT_TRUE(sum.add_product(a, b, c, b - b / 2));
        ASSERT_TRUE(sum.agree());
      }
    }
  }
}

TEST(WordSum, agrees_after_every_term_whether_it_takes_it_or_not) {
  std::mt19937_64 random(1);
  // Of 1 to `bits` bits, all sizes alike.
  const auto word = [&](unsigned bits) {
    return static_cast<std::int64_t>(random() >> (63 - random() % bits) | 1U) & kMax;
  };
  int taken = 0;
  int refused = 0;
  for (int round = 0; round < 2000; ++round) {
    Both sum;
    const auto numerator_bits = static_cast<unsigned>(1 + random() % 63);
    const auto denominator_bits = static_cast<unsigned>(1 + random() % 63);
    for (int i = 0; i < 30; ++i) {
      const std::int64_t a = random() % 2 == 0 ? word(numerator_bits) : -word(numerator_bits);
      const std::int64_t c = random() % 2 == 0 ? word(63) : -word(63);
      // Denominators of which many divide one another, and others.
      const std::int64_t b = random() % 2 == 0 ? std::int64_t{1} << random() % denominator_bits
                                               : word(denominator_bits);
      const std::int64_t d = random() % 2 == 0 ? b : word(denominator_bits);
      (sum.add_product(a, b, c, d) ? taken : refused) += 1;
      ASSERT_TRUE(sum.agree()) << round << " " << i;
    }
  }
  EXPECT_GT(taken, 10'000);
  EXPECT_GT(refused, 10'000);
}

TEST(WordSum, of_the_largest_terms_is_exact_until_it_is_full) {
  for (const std::int64_t sign : {1, -1}) {
    Both sum;
    ASSERT_TRUE(sum.add_product(0, 1, 1, kMax));
    int taken = 0;
    // Each stands as kMax·kMax·kMax over kMax: 2^189, where the sum is full.
    while (taken < 10 && sum.add_product(sign * kMax, 1, kMax, 1)) {
      ASSERT_TRUE(sum.agree());
      ++taken;
    }
    EXPECT_GT(taken, 0);
    EXPECT_LT(taken, 10);
    EXPECT_TRUE(sum.agree());
  }
}

TEST(WordSum, cancels_to_zero_from_any_size) {
  for (const std::int64_t second : {std::int64_t{1}, kMax - 1, kMax}) {
    Both sum;
    ASSERT_TRUE(sum.add_product(1, second, 1, kMax));
    ASSERT_TRUE(sum.add_product(kMax / second, 1, kMax, 1));
    ASSERT_TRUE(sum.agree());
    ASSERT_TRUE(sum.add_product(-(kMax / second), 1, kMax, 1));
    ASSERT_TRUE(sum.add_product(-1, second, 1, kMax));
    ASSERT_TRUE(sum.agree());
  }
}

}  // namespace
}  // namespace exactblend
