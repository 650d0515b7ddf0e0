// Entries rounded by pairs of fp64 numbers: right wherever they are decided, and undecided at ties.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include "tensor/fp_environment.hpp"
#include "tensor/making.hpp"
#include "tensor/pair_sum.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Tensor;

Operands operands(const Tensor& weights, const Tensor& values) {
  Operands from;
  from.weights = weights.bytes.data();
  from.values = values.bytes.data();
  from.weight_type = weights.type;
  from.value_type = values.type;
  from.keys = values.shape[0];
  const auto row = [](const Tensor& of) {
    const auto element = static_cast<std::ptrdiff_t>(bytes_of(of.type));
    return Steps{static_cast<std::ptrdiff_t>(of.shape[1]) * element, element};
  };
  from.weight_steps = row(weights);
  from.value_steps = row(values);
  return from;
}

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

TEST_F(PairSums, leave_ties_zeros_and_what_is_not_finite_open) {
  using Limits = std::numeric_limits<double>;
  const auto f64 = [](std::initializer_list<double> numbers, making::Shape shape) {
    Tensor tensor(FloatType::f64, std::move(shape));
    std::size_t i = 0;
    for (const double x : numbers) tensor.set(i++, std::bit_cast<std::uint64_t>(x));
    return tensor;
  };
  const NearestEnvironment environment;
  const auto rounded = [&](std::initializer_list<double> values, FloatType to = FloatType::f32) {
    const std::size_t keys = values.size();
    Tensor ones(FloatType::f64, {1, keys});
    for (std::size_t i = 0; i < keys; ++i) ones.set(i, std::bit_cast<std::uint64_t>(1.0));
    const Tensor of = f64(values, {keys, 1});
    return pair_->round(operands(ones, of), 0, 0, to);
  };
  EXPECT_EQ(rounded({1, 0x1p-60}), std::bit_cast<std::uint32_t>(1.0F));
  EXPECT_EQ(rounded({1, 0x1p-24, 0x1p-45}), std::bit_cast<std::uint32_t>(0x1.000002p0F));
  EXPECT_EQ(rounded({1, 0x1p-24, -0x1p-45}), std::bit_cast<std::uint32_t>(1.0F));
  EXPECT_EQ(rounded({1, 0x1p-24, 0x1p-60}), std::nullopt);  // no tie, but too close to one
  EXPECT_EQ(rounded({1, 0x1p-24, 0x1p-70, -0x1p-70}), std::nullopt);
  EXPECT_EQ(rounded({1, -1}), std::nullopt);
  EXPECT_EQ(rounded({1, Limits::quiet_NaN()}), std::nullopt);
  EXPECT_EQ(rounded({1, Limits::infinity()}), std::nullopt);
  EXPECT_EQ(rounded({0x1p1001}), std::nullopt);
  const auto to_f64 = [&](std::initializer_list<double> values) {
    return rounded(values, FloatType::f64);
  };
  const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x); };
  EXPECT_EQ(to_f64({1, 0x1p-53, 0x1p-90}), bits(0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, 0x1p-53, -0x1p-90}), bits(1.0));
  EXPECT_EQ(to_f64({1, -0x1p-54, -0x1p-90}), bits(0x1.fffffffffffffp-1));
  EXPECT_EQ(to_f64({-1, -0x1p-53, -0x1p-90}), bits(-0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, 0x1p-53}), std::nullopt);            // a tie
  EXPECT_EQ(to_f64({1, 0x1p-53, 0x1p-110}), std::nullopt);  // too close to one
  EXPECT_EQ(to_f64({1, -0x1p-54}), std::nullopt);           // a tie below a power of two
  EXPECT_EQ(to_f64({1, 0x1p-53, 1, -1, 0x1p-90}), bits(0x1.0000000000001p0));
  EXPECT_EQ(to_f64({1, -1}), std::nullopt);
  EXPECT_EQ(to_f64({0x1p-1001}), std::nullopt);
  EXPECT_EQ(to_f64({0x1p999, 0x1p999, 0x1p999}), std::nullopt);
  EXPECT_EQ(to_f64({1, Limits::infinity()}), std::nullopt);
  EXPECT_EQ(to_f64({1, Limits::quiet_NaN()}), std::nullopt);
}

}  // namespace
}  // namespace exactblend
