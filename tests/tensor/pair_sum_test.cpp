// Entries rounded by pairs of fp64 numbers: right wherever they are decided.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "tensor/fp_environment.hpp"
#include "tensor/making.hpp"
#include "tensor/pair_sum.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::operands;
using making::Tensor;

class PairSums : public testing::Test {
 protected:
  void SetUp() override {
    const FastKernel* kernel = fast_kernel(chosen_target());
    if (kernel == nullptr || kernel->add_products == nullptr) GTEST_SKIP() << "no AVX-512 here";
    pair_.emplace(*kernel);
  }
  std::optional<PairSum> pair_;
};

TEST_F(PairSums, round_as_exact_sums_do) {
  making::Engine engine(61);  // NOLINT: the same numbers in every run
  std::size_t decided = 0;
  std::size_t all = 0;
  for (const FloatType weight_type : kFloatTypes) {
    for (const FloatType value_type : kFloatTypes) {
      const std::size_t keys = 1 + engine() % 700;
      const Tensor weights = making::any_finite(weight_type, {2, keys}, engine);
      const Tensor values = making::any_finite(value_type, {keys, 3}, engine);
      for (const FloatType type : kFloatTypes) {
        for (std::size_t i = 0; i < 6; ++i) {
          const NearestEnvironment environment;
          const auto bits = pair_->round(operands(weights, values), i / 3, i % 3, type);
          ++all;
          // A pair holds any sum of so short products.
          const auto is_short = [](FloatType of) {
            return format_of(of).precision <= 11 && of != FloatType::bf16;
          };
          ASSERT_TRUE(bits || !is_short(weight_type) || !is_short(value_type));
          if (!bits) continue;
          ++decided;
          ASSERT_EQ(*bits,
                    oracle::rounded(type, making::exact_entry(weights, i / 3, values, i % 3)))
              << name(weight_type) << ' ' << name(value_type) << ' ' << name(type);
        }
      }
    }
  }
  EXPECT_GT(decided, all / 2);
  EXPECT_LT(decided, all);  // beyond 2^1000 nothing is decided
}

class PairSumsOfFew : public PairSums {
 protected:
  [[nodiscard]] std::optional<std::uint64_t> rounded(FloatType type,
                                                     const std::vector<double>& weights,
                                                     const std::vector<double>& values) {
    Tensor w(FloatType::f64, {1, values.size()});
    Tensor v(FloatType::f64, {values.size(), 1});
    for (std::size_t i = 0; i < values.size(); ++i) {
      w.set(i, std::bit_cast<std::uint64_t>(weights[i]));
      v.set(i, std::bit_cast<std::uint64_t>(values[i]));
    }
    return pair_->round(operands(w, v), 0, 0, type);
  }
  // Σ 1·value
  [[nodiscard]] std::optional<std::uint64_t> rounded(FloatType type,
                                                     const std::vector<double>& values) {
    return rounded(type, std::vector<double>(values.size(), 1.0), values);
  }
  [[nodiscard]] std::optional<std::uint64_t> to_f32(const std::vector<double>& values) {
    return rounded(FloatType::f32, values);
  }
  [[nodiscard]] std::optional<std::uint64_t> to_f64(const std::vector<double>& values) {
    return rounded(FloatType::f64, values);
  }
  const NearestEnvironment environment_;
  static std::uint64_t f32(float x) { return std::bit_cast<std::uint32_t>(x); }
  static std::uint64_t f64(double x) { return std::bit_cast<std::uint64_t>(x); }
};

TEST_F(PairSumsOfFew, decide_what_is_near_to_a_tie) {
  EXPECT_EQ(to_f32({1, 0x1p-60}), f32(1));
  EXPECT_EQ(to_f32({1, 0x1p-24, 0x1p-45, 0x1p-110}), f32(0x1.000002p0F));
  EXPECT_EQ(to_f32({1, 0x1p-24, -0x1p-45, 0x1p-110}), f32(1));
  EXPECT_EQ(to_f64({1, 0x1p-53, 0x1p-90, 0x1p-160}), f64(0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, 0x1p-53, -0x1p-90, 0x1p-160}), f64(1));
  EXPECT_EQ(to_f64({1, -0x1p-54, -0x1p-90, 0x1p-160}), f64(0x1.fffffffffffffp-1));
  EXPECT_EQ(to_f64({-1, -0x1p-53, -0x1p-90, 0x1p-160}), f64(-0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, 0x1p-53, 1, -1, 0x1p-90, 0x1p-160}), f64(0x1.0000000000001p0));
}

// Ties to even, what lies beside them, sums of zero: where all fits into a pair.
TEST_F(PairSumsOfFew, decide_exactly_where_nothing_is_lost) {
  EXPECT_EQ(to_f32({1, 0x1p-24}), f32(1));
  EXPECT_EQ(to_f32({0x1.000002p0, 0x1p-24}), f32(0x1.000004p0F));
  EXPECT_EQ(to_f32({1, 0x1p-24, 0x1p-80}), f32(0x1.000002p0F));
  EXPECT_EQ(to_f32({1, 0x1p-24, -0x1p-80}), f32(1));
  EXPECT_EQ(to_f32({-1, -0x1p-24, -0x1p-80}), f32(-0x1.000002p0F));
  EXPECT_EQ(to_f32({-1, -0x1p-24, 0x1p-80}), f32(-1));
  EXPECT_EQ(to_f32({1, -0x1p-25}), f32(1));  // below a power of two
  EXPECT_EQ(to_f32({1, -0x1p-25, -0x1p-80}), f32(0x1.fffffep-1F));
  EXPECT_EQ(to_f32({1, -0x1p-25, 0x1p-80}), f32(1));
  EXPECT_EQ(to_f32({1, -0x1p-80}), f32(1));
  EXPECT_EQ(to_f32({0x1.000002p0, 0x1p-24, -0x1p-52, 0x1p-80}), f32(0x1.000002p0F));
  EXPECT_EQ(to_f32({0x1p-150}), f32(0));  // a tie between 0 and the least subnormal
  EXPECT_EQ(to_f32({0x1p-150, 0x1p-240}), f32(0x1p-149F));
  EXPECT_EQ(to_f64({1, 0x1p-53}), f64(1));
  EXPECT_EQ(to_f64({1, -0x1p-54}), f64(1));
  EXPECT_EQ(to_f64({0x1.0000000000001p0, 0x1p-53}), f64(0x1.0000000000002p0));
  EXPECT_EQ(to_f64({1, 0x1p-53, 0x1p-90}), f64(0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, -1}), f64(0));
  EXPECT_EQ(to_f64({-0.0, -0.0}), f64(0));
  EXPECT_EQ(to_f32({-0.0}), f32(0));
  EXPECT_EQ(to_f64({0x1p-1074}), f64(0x1p-1074));
  EXPECT_EQ(to_f64({0x1p60, 1, -0x1p60}), f64(1));
}

// (1 + 2^-30)^2 = 1 + 2^-29 + 2^-60 has more bits than a product may have.
TEST_F(PairSumsOfFew, decide_exactly_where_products_are_rounded) {
  EXPECT_EQ(rounded(FloatType::f64, {1 + 0x1p-30, 1}, {1 + 0x1p-30, 0x1p-53 - 0x1p-60}),
            f64(1 + 0x1p-29));
  EXPECT_EQ(rounded(FloatType::f64, {1 + 0x1p-30, 1}, {1 + 0x1p-30, 0x1p-53}),
            f64(1 + 0x1p-29 + 0x1p-52));
}

TEST_F(PairSumsOfFew, are_exact_only_if_all_of_their_tiles_are) {
  std::vector<double> values(1000);
  values[0] = 1;
  values[1] = 0x1p-53;
  EXPECT_EQ(to_f64(values), f64(1));
  values[2] = 0x1p-110;  // what is lost here is lost
  EXPECT_EQ(to_f64(values), std::nullopt);
  values[2] = 0;  // and is forgotten
  EXPECT_EQ(to_f64(values), f64(1));
}

TEST_F(PairSumsOfFew, leave_open_what_underflows) {
  EXPECT_EQ(rounded(FloatType::f64, {1, 1}, {0x1p-950, 0x1p-1003}), f64(0x1p-950));
  EXPECT_EQ(rounded(FloatType::f64, {1, 1, 0x1p-600}, {0x1p-950, 0x1p-1003, 0x1p-600}),
            std::nullopt);
}

TEST_F(PairSumsOfFew, leave_open_what_is_lost_and_what_is_not_finite) {
  using Limits = std::numeric_limits<double>;
  EXPECT_EQ(to_f32({1, 0x1p-24, 0x1p-60, 0x1p-120}), std::nullopt);  // too close to a tie
  EXPECT_EQ(to_f64({1, 0x1p-53, 0x1p-110}), std::nullopt);
  EXPECT_EQ(to_f64({0x1p999, 0x1p999, 0x1p999}), std::nullopt);
  for (const FloatType type : {FloatType::f32, FloatType::f64}) {
    EXPECT_EQ(rounded(type, {1, Limits::quiet_NaN()}), std::nullopt);
    EXPECT_EQ(rounded(type, {1, Limits::infinity()}), std::nullopt);
    EXPECT_EQ(rounded(type, {Limits::infinity(), -Limits::infinity()}), std::nullopt);
    EXPECT_EQ(rounded(type, {0x1p1001}), std::nullopt);
  }
}

}  // namespace
}  // namespace exactblend
