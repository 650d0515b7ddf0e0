#include "tensor/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using oracle::value_of;

std::uint64_t bits_of_text(FloatType type, const std::string& text) {
  const double number = std::strtod(text.c_str(), nullptr);
  return oracle::rounded(type, mpq_class(number));
}

TEST(FixedPoint, every_product_of_e4m3_and_e5m2_is_exact) {
  for (std::uint64_t a = 0; a < 256; ++a) {
    if (!oracle::is_finite(FloatType::e4m3, a)) continue;
    const DecodedFloat x = decode(FloatType::e4m3, a);
    const mpq_class left = value_of(FloatType::e4m3, a);
    for (std::uint64_t b = 0; b < 256; ++b) {
      if (!oracle::is_finite(FloatType::e5m2, b)) continue;
      FixedPoint sum(FloatType::e4m3, FloatType::e5m2);
      sum.add_product(x, decode(FloatType::e5m2, b));
      ASSERT_TRUE(value_of(sum.to_dyadic()) == left * value_of(FloatType::e5m2, b))
          << a << ' ' << b;
    }
  }
}

TEST(FixedPoint, every_case_of_dots_json_is_right) {
  std::ifstream file(EXACTBLEND_SOURCE_DIR "/tests/data/dots.json");
  const nlohmann::json cases = nlohmann::json::parse(file)["cases"];
  ASSERT_GE(cases.size(), 7U);
  for (const auto& one : cases) {
    FixedPoint sum(FloatType::f64, FloatType::f64);
    for (const auto& term : one["terms"]) {
      sum.add_product(
          decode(FloatType::f64, bits_of_text(FloatType::f64, term[0].get<std::string>())),
          decode(FloatType::f64, bits_of_text(FloatType::f64, term[1].get<std::string>())));
    }
    const FloatType type = *float_type(one["round_to"].get<std::string>());
    EXPECT_EQ(sum.round(type), bits_of_text(type, one["right"].get<std::string>())) << one["name"];
    if (one["exact"].is_string()) {
      EXPECT_TRUE(value_of(sum.to_dyadic()) == oracle::fraction(one["exact"].get<std::string>()))
          << one["name"];
    }
  }
}

// The greatest and the least product of every pair of types, alone and together.
TEST(FixedPoint, the_ends_of_every_pair_of_types_fit) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      const DecodedFloat most_a = decode(a, format_of(a).max_bits());
      const DecodedFloat most_b = decode(b, format_of(b).max_bits() | format_of(b).sign_bit());
      FixedPoint sum(a, b);
      const mpq_class most = -oracle::greatest(a) * oracle::greatest(b);
      const mpq_class least = value_of(a, 1) * value_of(b, 1);
      for (int i = 0; i < 1000; ++i) sum.add_product(most_a, most_b);
      sum.add_product(decode(a, 1), decode(b, 1));
      EXPECT_TRUE(value_of(sum.to_dyadic()) == 1000 * most + least) << name(a) << ' ' << name(b);
      for (int i = 0; i < 1000; ++i) sum.add_product(decode(a, format_of(a).max_bits()), most_b);
      sum.merge(sum);  // twice itself
      EXPECT_TRUE(value_of(sum.to_dyadic()) == 4000 * most + 2 * least);
    }
  }
}

TEST(FixedPoint, random_sums_of_every_pair_of_types_agree_with_gmp_in_any_order_and_in_parts) {
  making::Engine engine(11);  // NOLINT: the same numbers in every run
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      const making::Tensor w = making::any_finite(a, {1, 60}, engine);
      const making::Tensor v = making::any_finite(b, {60, 1}, engine);
      const mpq_class exact = making::exact_entry(w, 0, v, 0);
      std::vector<std::size_t> order(60);
      std::iota(order.begin(), order.end(), 0U);
      for (int round = 0; round < 3; ++round) {
        FixedPoint first(a, b);
        FixedPoint second(a, b);
        for (std::size_t i = 0; i < order.size(); ++i) {
          const std::size_t key = order[i];
          (i % 3 == 0 ? first : second).add_product(decode(a, w.bits(key)), decode(b, v.bits(key)));
        }
        first.merge(second);
        ASSERT_TRUE(value_of(first.to_dyadic()) == exact) << name(a) << ' ' << name(b);
        for (const FloatType type : kFloatTypes) {
          ASSERT_EQ(first.round(type), oracle::rounded(type, exact));
        }
        std::shuffle(order.begin(), order.end(), engine);
      }
    }
  }
}

TEST(FixedPoint, sums_of_floats_agree_with_gmp) {
  making::Engine engine(12);  // NOLINT: the same numbers in every run
  for (const FloatType type : kFloatTypes) {
    const making::Tensor w = making::any_finite(type, {200}, engine);
    FixedPoint sum(type);
    mpq_class exact = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      sum.add(decode(type, w.bits(i)));
      exact += value_of(type, w.bits(i));
    }
    EXPECT_TRUE(value_of(sum.to_dyadic()) == exact) << name(type);
  }
}

// Slots as full as kAddsPerCarry additions can leave them.
TEST(FixedPoint, carrying_full_slots_keeps_the_sum) {
  const Int128 most = (Int128{1} << 125) + 12345;
  for (const int pattern : {0, 1, 2, 3}) {
    std::vector<Int128> slots(20);
    for (std::size_t i = 0; i + 4 < slots.size(); ++i) {
      const bool negative = pattern == 1 || (pattern == 2 && i % 2 == 0) || (pattern == 3 && i > 9);
      slots[i] = negative ? -most : most;
    }
    const auto value = [&slots] {
      mpz_class sum = 0;
      for (std::size_t i = slots.size(); i-- > 0;) {
        const auto high = static_cast<std::int64_t>(slots[i] >> 64);
        const auto low = static_cast<std::uint64_t>(slots[i]);
        sum =
            (sum << 32) + (mpz_class(std::to_string(high)) << 64) + mpz_class(std::to_string(low));
      }
      return sum;
    };
    const mpz_class before = value();
    carry(slots);
    EXPECT_TRUE(value() == before);
    for (std::size_t i = 0; i + 1 < slots.size(); ++i) {
      EXPECT_TRUE(slots[i] >= 0 && slots[i] < (Int128{1} << 32));
    }
    const SumLayout layout{SumKind::slots64, -7, slots.size()};
    EXPECT_TRUE(value_of(to_dyadic(take_magnitude(layout, slots))) ==
                before * oracle::power_of_two(-7));
  }
}

}  // namespace
}  // namespace exactblend
