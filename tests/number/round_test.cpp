#include "exactblend/number/round.hpp"

#include <random>

#include "number/float_oracle.hpp"

namespace exactblend {
namespace {

using oracle::dyadic;
using oracle::power_of_two;
using oracle::rational;
using oracle::value_of;

// Both ways to ask, for x and for −x.
void expect_rounds_right(FloatType type, const mpq_class& x) {
  for (const mpq_class& y : {x, mpq_class(-x)}) {
    const std::uint64_t right = oracle::rounded(type, y);
    ASSERT_EQ(round_to(type, dyadic(y)), right) << name(type) << ' ' << y.get_str();
    ASSERT_EQ(round_to(type, rational(y)), right) << name(type) << ' ' << y.get_str();
  }
}

// A float, the middle between it and the next, and what lies a little beside either.
void expect_rounds_right_around(FloatType type, std::uint64_t bits, const mpq_class& little) {
  const mpq_class here = value_of(type, bits);
  const mpq_class middle = (here + value_of(type, bits + 1)) / 2;
  for (const mpq_class& x : {here, middle}) {
    expect_rounds_right(type, x);
    expect_rounds_right(type, x + little);
    expect_rounds_right(type, x - little);
  }
}

TEST(Round, every_float_and_every_tie_of_the_8_bit_types_rounds_right) {
  for (const FloatType type : {FloatType::e4m3, FloatType::e5m2}) {
    for (std::uint64_t bits = 0; bits < oracle::infinity_bits(type); ++bits) {
      expect_rounds_right_around(type, bits, power_of_two(-200));
      if (HasFatalFailure()) return;
    }
  }
}

// All finite floats, each with the tie above it: a tie goes to the even one, a little less down, a
// little more up. The neighbours of the bits say so without any other oracle.
TEST(Round, every_float_and_every_tie_of_f16_and_bf16_rounds_right) {
  for (const FloatType type : {FloatType::f16, FloatType::bf16}) {
    for (std::uint64_t bits = 0; bits < oracle::infinity_bits(type); ++bits) {
      const mpq_class here = value_of(type, bits);
      const mpq_class middle = (here + value_of(type, bits + 1)) / 2;
      ASSERT_EQ(round_to(type, dyadic(here)), bits);
      ASSERT_EQ(round_to(type, dyadic(middle)), bits + (bits & 1)) << bits;
      ASSERT_EQ(round_to(type, dyadic(middle - power_of_two(-300))), bits) << bits;
      ASSERT_EQ(round_to(type, dyadic(middle + power_of_two(-300))), bits + 1) << bits;
      ASSERT_EQ(round_to(type, dyadic(-middle)), (bits + (bits & 1)) | oracle::sign_bit(type));
    }
  }
}

TEST(Round, all_edges_of_every_type_round_right) {
  for (const FloatType type : kFloatTypes) {
    const int fraction = oracle::oracle_format(type).fraction;
    const std::uint64_t normal = std::uint64_t{1} << fraction;
    const std::uint64_t last = oracle::infinity_bits(type) - 1;
    const std::uint64_t one = oracle::rounded(type, 1);
    for (const std::uint64_t bits :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, normal / 2, normal - 2, normal - 1,
          normal, normal + 1, 2 * normal - 1, 2 * normal, one - 2, one - 1, one, one + 1,
          one + normal - 1, last - 2, last - 1, last}) {
      for (const long little : {-30L, -61L, -64L, -1100L, -2200L}) {
        expect_rounds_right_around(type, bits, power_of_two(little));
        if (HasFatalFailure()) return;
      }
    }
    // Far above and far below, where bits of the answer would not fit either.
    expect_rounds_right(type, oracle::greatest(type) * 2);
    expect_rounds_right(type, power_of_two(5000) + 1);
    expect_rounds_right(type, power_of_two(-5000));
  }
}

TEST(Round, overflow_follows_each_types_rule) {
  const auto at = [](FloatType type, const mpq_class& x) { return round_to(type, rational(x)); };
  EXPECT_EQ(at(FloatType::e4m3, 464), 0x7eU);
  EXPECT_EQ(at(FloatType::e4m3, oracle::fraction("4641/10")), 0x7fU);
  EXPECT_EQ(at(FloatType::e4m3, -480), 0xffU);
  EXPECT_EQ(at(FloatType::e5m2, 61439), 0x7bU);
  EXPECT_EQ(at(FloatType::e5m2, 61440), 0x7cU);
  EXPECT_EQ(at(FloatType::f16, 65519), 0x7bffU);
  EXPECT_EQ(at(FloatType::f16, -65520), 0xfc00U);
  const mpq_class greatest = oracle::greatest(FloatType::f64);
  EXPECT_EQ(at(FloatType::f64, -greatest - 1), 0xffef'ffff'ffff'ffffU);
  EXPECT_EQ(at(FloatType::f64, -greatest - power_of_two(970)), 0xfff0'0000'0000'0000U);
  EXPECT_EQ(at(FloatType::f64, -greatest - power_of_two(970) + 1), 0xffef'ffff'ffff'ffffU);
}

// 1 + 2^-8 + 2^-40 would be 1 + 2^-8 in f32, a tie that goes down to 1.
TEST(Round, bf16_is_not_reached_through_f32) {
  const mpq_class x = 1 + power_of_two(-8) + power_of_two(-40);
  EXPECT_EQ(round_to(FloatType::f32, dyadic(x)), 0x3f80'8000U);
  EXPECT_EQ(round_to(FloatType::bf16, dyadic(x)), 0x3f81U);
  // As through f64, for f32 and f16.
  const mpq_class y = 1 + power_of_two(-24) + power_of_two(-80);
  EXPECT_EQ(round_to(FloatType::f32, dyadic(y)), 0x3f80'0001U);
  const mpq_class z = power_of_two(-25) + power_of_two(-120);
  EXPECT_EQ(round_to(FloatType::f16, dyadic(z)), 1U);
}

TEST(Round, negative_all_ones_significands_carry_into_the_exponent) {
  for (const FloatType type : kFloatTypes) {
    const int fraction = oracle::oracle_format(type).fraction;
    const mpq_class x = power_of_two(fraction + 2) - 1;  // one bit more than fits
    expect_rounds_right(type, -x);
    expect_rounds_right(type, -x * power_of_two(-fraction - 3));
  }
}

TEST(Round, zero_is_positive_and_what_rounds_to_zero_keeps_its_sign) {
  for (const FloatType type : kFloatTypes) {
    EXPECT_EQ(round_to(type, Dyadic()), 0U);
    EXPECT_EQ(round_to(type, true, {}, 5), 0U);
    const std::uint64_t zeros[] = {0, 0};
    EXPECT_EQ(round_to(type, true, zeros, 5), 0U);
    EXPECT_EQ(round_to(type, dyadic(-power_of_two(-4000))), oracle::sign_bit(type));
    EXPECT_EQ(round_to(type, Rational(0)), 0U);
  }
}

class RandomRound : public testing::Test {
 protected:
  mpq_class number(unsigned long bits, long low, long high) {
    const mpz_class size = random_.get_z_bits(bits) + 1;
    return size * power_of_two(std::uniform_int_distribution<long>(low, high)(engine_));
  }
  std::mt19937_64 engine_{7};  // NOLINT: the same numbers in every run
  gmp_randclass random_{gmp_randinit_default};
};

TEST_F(RandomRound, numbers_of_up_to_4300_bits_round_right) {
  for (int i = 0; i < 400; ++i) {
    for (const FloatType type : kFloatTypes) {
      const auto bits = std::uniform_int_distribution<unsigned long>(1, 4300)(engine_);
      const long centre = -static_cast<long>(bits);
      const int reach = 1 << (oracle::oracle_format(type).bits >= 32 ? 7 : 4);
      expect_rounds_right(type, number(bits, centre - reach, centre + reach));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(RandomRound, quotients_round_right_and_once) {
  for (int i = 0; i < 400; ++i) {
    for (const FloatType type : kFloatTypes) {
      const mpq_class a = number(1 + static_cast<unsigned long>(i) % 200, -120, -80);
      const mpq_class b = number(1 + static_cast<unsigned long>(i) * 7 % 150, -110, -70);
      for (const int sign : {1, -1}) {
        ASSERT_EQ(*round_quotient(type, dyadic(a), dyadic(b * sign)),
                  oracle::rounded(type, a / b * sign));
      }
      // An exact tie, or next to one, hidden in a quotient.
      const mpq_class tie = mpq_class(2 * (i + 8) + 1) * power_of_two(-4);
      ASSERT_EQ(*round_quotient(type, dyadic(tie * b), dyadic(b)), oracle::rounded(type, tie));
    }
  }
  EXPECT_EQ(round_quotient(FloatType::f32, Dyadic(), Dyadic()).error().code,
            ErrorCode::division_by_zero);
  EXPECT_EQ(*round_quotient(FloatType::f32, Dyadic(), dyadic(-3)), 0U);
}

TEST(Round, a_third_rounds_as_a_third) {
  EXPECT_EQ(round_to(FloatType::f32, *Rational::of(1, 3)), 0x3eaa'aaabU);
  EXPECT_EQ(round_to(FloatType::f64, *Rational::of(-1, 3)), 0xbfd5'5555'5555'5555U);
  EXPECT_EQ(round_to(FloatType::e5m2, *Rational::of(1, 3)), 0x35U);  // 5/16
}

}  // namespace
}  // namespace exactblend
