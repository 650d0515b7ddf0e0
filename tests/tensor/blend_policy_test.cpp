// What is said, never silent: masks, empty rows, NaN and infinity, zeros, negative weights, masses.
#include <gtest/gtest.h>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Tensor;
using Index = std::vector<std::size_t>;

constexpr std::uint64_t kNan = 0x7fc00000;
constexpr std::uint64_t kInfinity = 0x7f800000;
constexpr std::uint64_t kMinus = 0x80000000;

Tensor f32(making::Shape shape, const std::vector<mpq_class>& numbers) {
  Tensor tensor(FloatType::f32, std::move(shape));
  for (std::size_t i = 0; i < numbers.size(); ++i) tensor.set_number(i, numbers[i]);
  return tensor;
}

MaskView mask_of(const std::vector<std::uint8_t>& flags, making::Shape shape) {
  return contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), std::move(shape));
}

std::uint64_t one() { return oracle::rounded(FloatType::f32, 1); }

class Policy : public testing::Test {
 protected:
  // Blends to f32; the report must be there.
  BlendReport blend(const Tensor& weights, const Tensor& values) {
    out_ = Tensor(FloatType::f32, *blend_shape(weights.view(), values.view()));
    const auto report = blend_rounded(weights.view(), values.view(), out_.output(), options_);
    EXPECT_TRUE(report) << to_text(report.error());
    return report ? *report : BlendReport();
  }
  BlendOptions options_;
  Tensor out_{FloatType::f32, {}};
};

TEST_F(Policy, a_masked_key_contributes_nothing_even_with_nan_and_infinity) {
  Tensor weights = f32({2, 3}, {1, 1, 1, 1, 1, 1});
  Tensor values = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  weights.set(1, kNan);
  values.set(2, kInfinity);
  values.set(3, kNan);
  const std::vector<std::uint8_t> flags = {0, 1, 0};
  options_.mask = mask_of(flags, {3});  // broadcast over the queries
  const BlendReport report = blend(weights, values);
  const std::uint64_t right[] = {oracle::rounded(FloatType::f32, 6),
                                 oracle::rounded(FloatType::f32, 8)};
  EXPECT_EQ(out_.all_bits(), (std::vector<std::uint64_t>{right[0], right[1], right[0], right[1]}));
  EXPECT_EQ(report.ieee_entries, 0U);
  EXPECT_EQ(report.rows_not_finite, 0U);
  EXPECT_FALSE(report.first_ieee);
}

TEST_F(Policy, an_unmasked_zero_times_nan_or_infinity_is_nan_and_the_first_is_named) {
  Tensor weights = f32({2, 3}, {1, 1, 1, 1, 0, 1});
  Tensor values = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  values.set(3, kInfinity);
  const BlendReport report = blend(weights, values);
  EXPECT_EQ(out_.bits(1), kInfinity);
  EXPECT_EQ(out_.bits(3), kNan);
  EXPECT_EQ(out_.bits(2), oracle::rounded(FloatType::f32, 6));
  EXPECT_EQ(report.ieee_entries, 2U);
  EXPECT_EQ(report.first_ieee, (EntryPlace{{0, 1}, 1}));
  EXPECT_EQ(report.zero_times_not_finite, 1U);
  EXPECT_EQ(report.first_zero_times_not_finite, (EntryPlace{{1, 1}, 1}));
}

TEST_F(Policy, nan_and_infinity_follow_ieee_in_any_order) {
  // Terms by key: 1·∞, 1·(−∞), 1·NaN; rows mask some of them.
  Tensor weights = f32({5, 4}, std::vector<mpq_class>(20, 1));
  Tensor values = f32({4, 1}, {0, 0, 0, 7});
  values.set(0, kInfinity);
  values.set(1, kInfinity | kMinus);
  values.set(2, kNan);
  weights.set(17, one() | kMinus);  // −1 · −∞
  const std::vector<std::uint8_t> flags = {0, 1, 1, 0, 1, 0, 1, 0, 0, 0,
                                           1, 0, 1, 1, 0, 0, 0, 0, 1, 0};
  options_.mask = mask_of(flags, {5, 4});
  const BlendReport report = blend(weights, values);
  EXPECT_EQ(out_.all_bits(),
            (std::vector<std::uint64_t>{kInfinity, kInfinity | kMinus, kNan, kNan, kInfinity}));
  EXPECT_EQ(report.ieee_entries, 5U);
  EXPECT_EQ(report.zero_times_not_finite, 0U);
  EXPECT_EQ(report.first_ieee, (EntryPlace{{0, 0}, 0}));
  EXPECT_EQ(report.negative_weights, 1U);
}

TEST_F(Policy, infinity_leaves_as_nan_in_e4m3_and_as_itself_exactly) {
  Tensor weights = f32({1, 1}, {1});
  Tensor values = f32({1, 1}, {0});
  values.set(0, kInfinity | kMinus);
  Tensor out(FloatType::e4m3, {1, 1});
  ASSERT_TRUE(blend_rounded(weights.view(), values.view(), out.output()));
  EXPECT_EQ(out.bits(0), 0xffU);
  std::vector<ExactValue> exact(1);
  ASSERT_TRUE(blend_exact(weights.view(), values.view(), exact));
  EXPECT_EQ(exact[0], (ExactValue{FloatKind::infinite, true, {}}));
}

TEST_F(Policy, a_weight_that_is_not_finite_leaves_no_mass) {
  Tensor weights = f32({3, 2}, {1, 0, 1, 0, 1, 0});
  weights.set(2, kInfinity | kMinus);
  weights.set(5, kNan);
  std::vector<ExactValue> masses(3);
  options_.row_masses = masses;
  const BlendReport report = blend(weights, f32({2, 1}, {1, 1}));
  EXPECT_EQ(report.rows, 3U);
  EXPECT_EQ(report.rows_not_finite, 2U);
  EXPECT_EQ(report.rows_summing_to_one, 1U);
  EXPECT_EQ(report.negative_weights, 1U);
  EXPECT_EQ(report.least_mass, report.greatest_mass);
  EXPECT_EQ(masses[1], (ExactValue{FloatKind::infinite, true, {}}));
  EXPECT_EQ(masses[2].kind, FloatKind::nan);
  EXPECT_EQ(to_rational(masses[0].value), Rational(1));
}

TEST_F(Policy, an_exact_zero_sum_is_plus_zero) {
  Tensor weights = f32({2, 2}, {1, -1, 0, 0});
  weights.set(2, kMinus);
  weights.set(3, kMinus);
  const BlendReport report = blend(weights, f32({2, 1}, {3, 3}));
  EXPECT_EQ(out_.all_bits(), (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(report.negative_weights, 1U);  // −0 is not below 0
}

TEST_F(Policy, an_empty_row_is_zero_or_nan_as_asked_under_every_choice_of_rows) {
  const Tensor weights = f32({2, 2}, {mpq_class(1, 2), mpq_class(1, 2), 1, 1});
  const Tensor values = f32({2, 1}, {3, 5});
  const std::vector<std::uint8_t> flags = {0, 0, 1, 1};
  options_.mask = mask_of(flags, {2, 2});
  for (const Rows rows : {Rows::as_given, Rows::sum_to_one, Rows::normalized}) {
    options_.rows = rows;
    options_.empty_row = EmptyRow::zero;
    EXPECT_EQ(blend(weights, values).empty_rows, 1U);
    EXPECT_EQ(out_.bits(0), oracle::rounded(FloatType::f32, 4));
    EXPECT_EQ(out_.bits(1), 0U);
    options_.empty_row = EmptyRow::nan;
    EXPECT_EQ(blend(weights, values).ieee_entries, 0U);
    EXPECT_EQ(out_.bits(1), kNan);
  }
}

TEST_F(Policy, no_keys_make_empty_rows) {
  const Tensor weights(FloatType::f32, {2, 0});
  const Tensor values(FloatType::f32, {0, 3});
  options_.empty_row = EmptyRow::nan;
  EXPECT_EQ(blend(weights, values).empty_rows, 2U);
  EXPECT_EQ(out_.all_bits(), std::vector<std::uint64_t>(6, kNan));
}

TEST_F(Policy, no_queries_and_no_components_are_an_empty_output) {
  EXPECT_EQ(blend(f32({0, 3}, {}), f32({3, 2}, std::vector<mpq_class>(6, 1))).rows, 0U);
  EXPECT_EQ(blend(f32({2, 3}, std::vector<mpq_class>(6, 1)), f32({3, 0}, {})).rows, 2U);
}

TEST_F(Policy, masses_are_exact_and_their_least_and_greatest_are_reported) {
  Tensor weights = f32({3, 2}, {1, 0, mpq_class(1, 2), mpq_class(1, 4), 1, 0});
  weights.set(5, 1);  // 2^-149: fp64 would say 1
  const BlendReport report = blend(weights, f32({2, 1}, {1, 1}));
  EXPECT_EQ(report.rows_summing_to_one, 1U);
  EXPECT_EQ(to_rational(*report.least_mass), *Rational::of(3, 4));
  EXPECT_TRUE(oracle::value_of(*report.greatest_mass) == 1 + oracle::power_of_two(-149));
}

TEST_F(Policy, overflow_is_counted) {
  Tensor weights = f32({1, 2}, {2, 2});
  Tensor values = f32({2, 2}, {0, 0, 0, 0});
  values.set(0, format_of(FloatType::f32).max_bits());
  values.set(1, format_of(FloatType::f32).max_bits() | kMinus);
  EXPECT_EQ(blend(weights, values).overflowed_entries, 2U);
  EXPECT_EQ(out_.all_bits(), (std::vector<std::uint64_t>{kInfinity, kInfinity | kMinus}));
}

TEST_F(Policy, normalized_rows_divide_infinity_too_and_no_mass_makes_nan) {
  options_.rows = Rows::normalized;
  Tensor weights = f32({2, 2}, {-2, 1, 1, 1});
  weights.set(3, kInfinity);
  Tensor values = f32({2, 1}, {0, 1});
  values.set(0, kInfinity);
  blend(weights, values);
  EXPECT_EQ(out_.bits(0), kInfinity);  // −2·∞ / −1
  EXPECT_EQ(out_.bits(1), kNan);
}

}  // namespace
}  // namespace exactblend
