#include "exactblend/number/dyadic.hpp"

#include <array>
#include <utility>

#include "exactblend/number/print.hpp"
#include "number/float_oracle.hpp"

namespace exactblend {
namespace {

using oracle::dyadic;
using oracle::power_of_two;

TEST(Dyadic, is_odd_or_zero) {
  const std::array<std::uint64_t, 4> words = {0, 0, 96, 0};
  const Dyadic value = *Dyadic::of(true, words, -100);
  EXPECT_EQ(value.exponent(), 128 - 100 + 5);
  ASSERT_EQ(value.magnitude().size(), 1U);
  EXPECT_EQ(value.magnitude()[0], 3U);
  EXPECT_EQ(value.sign(), -1);
  const std::array<std::uint64_t, 2> zeros = {0, 0};
  EXPECT_EQ(*Dyadic::of(true, zeros, 77), Dyadic());
  EXPECT_EQ(-Dyadic(), Dyadic());
  EXPECT_EQ(Dyadic().sign(), 0);
  EXPECT_EQ(Dyadic().exponent(), 0);
}

// Up to two words, and more of them, to and from each other.
TEST(Dyadic, is_copied_moved_and_assigned) {
  const std::array<std::uint64_t, 5> words = {1, 2, 3, 4, 5};
  for (std::size_t a = 0; a <= words.size(); ++a) {
    for (std::size_t b = 0; b <= words.size(); ++b) {
      const Dyadic first = *Dyadic::of(true, {words.data(), a}, -7);
      const Dyadic second = *Dyadic::of(false, {words.data(), b}, 9);
      EXPECT_EQ(first.magnitude().size(), a);
      Dyadic copy = first;
      EXPECT_EQ(copy, first);
      EXPECT_EQ(copy == second, a == 0 && b == 0);
      copy = second;
      EXPECT_EQ(copy, second);
      Dyadic moved = std::move(copy);
      EXPECT_EQ(moved, second);
      copy = first;
      moved = std::move(copy);
      EXPECT_EQ(moved, first);
      ASSERT_TRUE(moved.assign(false, {words.data(), b}, 9));
      EXPECT_EQ(moved, second);
      ASSERT_TRUE(moved.assign(false, moved.magnitude(), moved.exponent()));
      EXPECT_EQ(moved, second);
      const Dyadic& self = moved;
      moved = self;
      EXPECT_EQ(moved, second);
    }
  }
}

TEST(Dyadic, its_exponent_has_a_limit) {
  const std::array<std::uint64_t, 1> one = {1};
  for (const int sign : {1, -1}) {
    EXPECT_TRUE(Dyadic::of(false, one, sign * kMaxDyadicExponent));
    const Result<Dyadic> beyond = Dyadic::of(false, one, sign * (kMaxDyadicExponent + 1));
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().code, ErrorCode::over_limit);
  }
}

TEST(Dyadic, every_finite_float_is_one_and_no_other_is) {
  for (const FloatType type : {FloatType::e4m3, FloatType::e5m2, FloatType::f16, FloatType::bf16}) {
    for (std::uint64_t bits = 0; bits < 2 * oracle::sign_bit(type); ++bits) {
      const Result<Dyadic> value = Dyadic::of_float(type, bits);
      ASSERT_EQ(value.has_value(), oracle::is_finite(type, bits));
      if (value) {
        ASSERT_TRUE(oracle::value_of(*value) == oracle::value_of(type, bits));
      } else {
        ASSERT_EQ(value.error().code, ErrorCode::not_finite);
      }
    }
  }
}

TEST(Dyadic, order_and_rational_agree_with_gmp) {
  std::vector<mpq_class> numbers = {0, 1, power_of_two(-2148), power_of_two(2047)};
  gmp_randclass random(gmp_randinit_default);
  for (const unsigned bits : {1U, 5U, 63U, 64U, 65U, 128U, 200U, 4000U}) {
    const mpz_class size = random.get_z_bits(bits) * 2 + 1;
    for (const int exponent : {-static_cast<int>(bits) - 1, -static_cast<int>(bits), -64, 0, 1}) {
      numbers.push_back(size * power_of_two(exponent));
      numbers.push_back((size + 2) * power_of_two(exponent));
      numbers.push_back(size * power_of_two(exponent) + power_of_two(-2000));
    }
  }
  const std::size_t positive = numbers.size();
  for (std::size_t i = 1; i < positive; ++i) numbers.push_back(-numbers[i]);
  std::vector<Dyadic> ours;
  for (const mpq_class& x : numbers) {
    ours.push_back(dyadic(x));
    EXPECT_TRUE(oracle::same(to_rational(ours.back()), x));
    EXPECT_EQ(-ours.back(), dyadic(-x));
  }
  for (std::size_t i = 0; i < ours.size(); ++i) {
    for (std::size_t j = 0; j < ours.size(); ++j) {
      ASSERT_EQ(ours[i] < ours[j], numbers[i] < numbers[j]) << i << ' ' << j;
      ASSERT_EQ(ours[i] == ours[j], numbers[i] == numbers[j]) << i << ' ' << j;
    }
  }
}

TEST(Dyadic, five_quarters_is_five_quarters) {
  EXPECT_EQ(to_text(to_rational(*Dyadic::of_float(FloatType::bf16, 0x3fa0))), "5/4");
}

}  // namespace
}  // namespace exactblend
