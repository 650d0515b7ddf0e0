#include "exactblend/tensor/blend.hpp"

#include <algorithm>
#include <cmath>

#include "tensor/making.hpp"

namespace exactblend {
namespace {

using making::Engine;
using making::Shape;
using making::Tensor;

Shape out_shape(const Tensor& weights, const Tensor& values) {
  return *blend_shape(weights.view(), values.view());
}

// The blend, rounded to every type and exact, by both methods, against GMP.
void expect_blend_agrees_with_gmp(const Tensor& weights, const Tensor& values,
                                  const std::vector<std::uint8_t>& mask = {}) {
  const std::vector<mpq_class> right = making::naive_blend(weights, values, mask);
  BlendOptions options;
  if (!mask.empty()) {
    options.mask = contiguous_mask(reinterpret_cast<const std::byte*>(mask.data()), weights.shape);
  }
  options.empty_row = EmptyRow::zero;
  for (const BlendMethod method : {BlendMethod::fixed_point, BlendMethod::automatic}) {
    options.method = method;
    for (const FloatType type : kFloatTypes) {
      Tensor out(type, out_shape(weights, values));
      const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
      ASSERT_TRUE(report) << to_text(report.error());
      for (std::size_t i = 0; i < right.size(); ++i) {
        ASSERT_EQ(out.bits(i), oracle::rounded(type, right[i]))
            << name(weights.type) << ' ' << name(values.type) << ' ' << name(type) << ' ' << i;
      }
    }
    std::vector<ExactValue> exact(right.size());
    const auto report = blend_exact(weights.view(), values.view(), exact, options);
    ASSERT_TRUE(report) << to_text(report.error());
    for (std::size_t i = 0; i < right.size(); ++i) {
      ASSERT_EQ(exact[i].kind, FloatKind::finite);
      ASSERT_TRUE(oracle::value_of(exact[i].value) == right[i]) << i;
    }
  }
}

class Blend : public testing::Test {
 protected:
  Engine engine_{21};  // NOLINT: the same numbers in every run
};

TEST_F(Blend, the_founding_example_is_one_and_five_quarters) {
  for (const FloatType type : kFloatTypes) {
    Tensor weights(type, {1, 3});
    Tensor values(type, {3, 2});
    Tensor out(type, {1, 2});
    const mpq_class quarter(1, 4);
    for (std::size_t i = 0; i < 3; ++i) weights.set_number(i, i == 2 ? 2 * quarter : quarter);
    const int numbers[] = {2, 0, 0, 3, 1, 1};
    for (std::size_t i = 0; i < 6; ++i) values.set_number(i, numbers[i]);
    const auto report = blend_rounded(weights.view(), values.view(), out.output());
    ASSERT_TRUE(report);
    EXPECT_EQ(out.bits(0), oracle::rounded(type, 1));
    EXPECT_EQ(out.bits(1), oracle::rounded(type, mpq_class(5, 4)));
    EXPECT_EQ(report->rows_summing_to_one, 1U);
    EXPECT_EQ(report->rows, 1U);
  }
}

TEST_F(Blend, floats_of_any_bits_agree_with_gmp_for_every_pair_of_types) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      expect_blend_agrees_with_gmp(making::any_finite(a, {3, 9}, engine_),
                                   making::any_finite(b, {9, 5}, engine_));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Blend, sums_that_tie_and_cancel_agree_with_gmp) {
  for (const FloatType type : kFloatTypes) {
    for (const std::size_t keys : {1U, 2U, 3U, 7U, 20U}) {
      expect_blend_agrees_with_gmp(making::small_numbers(type, {4, keys}, engine_),
                                   making::small_numbers(type, {keys, 4}, engine_));
      if (HasFatalFailure()) return;
    }
  }
}

TEST_F(Blend, more_rows_keys_and_components_than_any_tile_agree_with_gmp) {
  expect_blend_agrees_with_gmp(making::small_numbers(FloatType::bf16, {13, 259}, engine_, 7, 20),
                               making::small_numbers(FloatType::f16, {259, 33}, engine_, 7, 3));
  expect_blend_agrees_with_gmp(making::any_finite(FloatType::e4m3, {9, 515}, engine_),
                               making::any_finite(FloatType::e5m2, {515, 3}, engine_));
}

TEST_F(Blend, one_huge_term_among_tiny_ones_and_spans_over_2000_bits_agree_with_gmp) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16}) {
    Tensor weights(type, {4, 40});
    Tensor values(type, {40, 3});
    const auto pick = [&](Tensor& tensor, std::size_t i) {
      const FloatFormat format = format_of(type);
      const std::uint64_t sign = (engine_() & 1) != 0 ? format.sign_bit() : 0;
      const std::uint64_t ends[] = {1,
                                    2,
                                    3,
                                    format.max_bits(),
                                    format.max_bits() - 1,
                                    std::uint64_t{1} << format.fraction_bits()};
      tensor.set(i, ends[engine_() % 6] | sign);
    };
    for (std::size_t i = 0; i < weights.size(); ++i) pick(weights, i);
    for (std::size_t i = 0; i < values.size(); ++i) pick(values, i);
    // One row: all but one term tiny. Another: the huge ones cancel.
    for (std::size_t key = 0; key < 40; ++key) weights.set(key, key == 17 ? weights.bits(17) : 1);
    expect_blend_agrees_with_gmp(weights, values);
    if (HasFatalFailure()) return;
  }
}

TEST_F(Blend, masked_keys_contribute_nothing) {
  const Tensor weights = making::any_finite(FloatType::f16, {2, 6, 11}, engine_);
  const Tensor values = making::any_finite(FloatType::bf16, {2, 11, 4}, engine_);
  std::vector<std::uint8_t> mask(weights.size());
  for (std::uint8_t& flag : mask) flag = static_cast<std::uint8_t>(engine_() % 3 == 0 ? 7 : 0);
  std::fill_n(mask.begin() + 22, 11, std::uint8_t{1});  // one row has no key left
  expect_blend_agrees_with_gmp(weights, values, mask);
}

TEST_F(Blend, heads_of_values_are_shared_by_groups_of_heads_of_weights) {
  for (const std::size_t value_heads : {1U, 2U, 3U, 6U}) {
    expect_blend_agrees_with_gmp(
        making::any_finite(FloatType::f32, {2, 6, 3, 5}, engine_),
        making::any_finite(FloatType::f32, {2, value_heads, 5, 2}, engine_));
    if (HasFatalFailure()) return;
  }
}

TEST_F(Blend, leading_axes_broadcast) {
  const Tensor weights = making::any_finite(FloatType::f32, {4, 1, 3, 5}, engine_);
  const Tensor values = making::any_finite(FloatType::f32, {2, 5, 6}, engine_);
  EXPECT_EQ(out_shape(weights, values), (Shape{4, 2, 3, 6}));
  Tensor out(FloatType::f32, {4, 2, 3, 6});
  const auto report = blend_rounded(weights.view(), values.view(), out.output());
  ASSERT_TRUE(report) << to_text(report.error());
  EXPECT_EQ(report->rows, 12U);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t c = i % 6;
    const std::size_t q = i / 6 % 3;
    const std::size_t h = i / 18 % 2;
    const std::size_t b = i / 36;
    const mpq_class right = making::exact_entry(weights, b * 3 + q, values, h * 30 + c);
    ASSERT_EQ(out.bits(i), oracle::rounded(FloatType::f32, right));
  }
}

// Transposed, reversed and spaced views of the same numbers.
TEST_F(Blend, strides_are_followed) {
  const Tensor weights = making::any_finite(FloatType::bf16, {7, 9}, engine_);
  const Tensor values = making::any_finite(FloatType::f32, {9, 5}, engine_);
  Tensor plain(FloatType::f32, {7, 5});
  ASSERT_TRUE(blend_rounded(weights.view(), values.view(), plain.output()));
  Tensor turned(FloatType::bf16, {9, 7});
  Tensor reversed(FloatType::f32, {9, 5});
  for (std::size_t i = 0; i < 63; ++i) turned.set(i % 9 * 7 + i / 9, weights.bits(i));
  for (std::size_t i = 0; i < 45; ++i) reversed.set((8 - i / 5) * 5 + i % 5, values.bits(i));
  TensorView w = turned.view();
  w.shape = {7, 9};
  w.strides = {2, 14};
  TensorView v = reversed.view();
  v.data += std::ptrdiff_t{8 * 5 * 4};
  v.strides[0] = -20;
  Tensor spaced(FloatType::f32, {7, 15});
  MutableTensorView o = spaced.output();
  o.shape = {7, 5};
  o.strides = {60, 12};
  ASSERT_TRUE(blend_rounded(w, v, o));
  for (std::size_t i = 0; i < 35; ++i) {
    EXPECT_EQ(spaced.bits(i / 5 * 15 + i % 5 * 3), plain.bits(i));
    EXPECT_EQ(spaced.bits(i / 5 * 15 + i % 5 * 3 + 1), 0U);
  }
}

TEST_F(Blend, order_of_keys_and_number_of_threads_change_no_bit) {
  const std::size_t keys = 300;
  for (const FloatType type : {FloatType::f32, FloatType::f16, FloatType::f64}) {
    const Tensor weights = making::any_finite(type, {2, 70, keys}, engine_);
    const Tensor values = making::any_finite(type, {2, keys, 40}, engine_);
    std::vector<std::size_t> order(keys);
    std::iota(order.begin(), order.end(), 0U);
    std::shuffle(order.begin(), order.end(), engine_);
    Tensor weights2 = weights;
    Tensor values2 = values;
    for (std::size_t row = 0; row < 140; ++row) {
      for (std::size_t j = 0; j < keys; ++j) {
        weights2.set(row * keys + j, weights.bits(row * keys + order[j]));
      }
    }
    for (std::size_t at = 0; at < 2 * keys * 40; ++at) {
      const std::size_t key = at / 40 % keys;
      values2.set(at, values.bits(at - key * 40 + order[key] * 40));
    }
    for (const FloatType round : {FloatType::f32, FloatType::bf16}) {
      Tensor first(round, {2, 70, 40});
      BlendOptions options;
      const auto report = blend_rounded(weights.view(), values.view(), first.output(), options);
      ASSERT_TRUE(report);
      for (const unsigned threads : {1U, 2U, 5U, 0U}) {
        options.threads = threads;
        Tensor out(round, {2, 70, 40});
        std::vector<ExactValue> masses(140);
        options.row_masses = masses;
        const auto again = blend_rounded(weights2.view(), values2.view(), out.output(), options);
        ASSERT_TRUE(again);
        EXPECT_EQ(out.bytes, first.bytes);
        EXPECT_EQ(again->least_mass, report->least_mass);
        EXPECT_EQ(again->greatest_mass, report->greatest_mass);
        EXPECT_EQ(again->negative_weights, report->negative_weights);
        EXPECT_EQ(again->overflowed_entries, report->overflowed_entries);
      }
    }
  }
}

TEST_F(Blend, normalized_rows_are_the_quotient_by_the_exact_mass_rounded_once) {
  for (const FloatType type : kFloatTypes) {
    Tensor weights = making::small_numbers(type, {12, 9}, engine_, 3, 3);
    for (std::size_t row = 0; row < 12; ++row) weights.set_number(row * 9, 100);  // no mass of 0
    const Tensor values = making::small_numbers(type, {9, 5}, engine_, 3, 3);
    const std::vector<mpq_class> sums = making::naive_blend(weights, values);
    std::vector<ExactValue> masses(12);
    BlendOptions options;
    options.rows = Rows::normalized;
    options.row_masses = masses;
    for (const FloatType round : kFloatTypes) {
      Tensor out(round, {12, 5});
      const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
      ASSERT_TRUE(report) << to_text(report.error());
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const mpq_class mass = oracle::value_of(masses[i / 5].value);
        ASSERT_EQ(out.bits(i), oracle::rounded(round, sums[i] / mass)) << name(round);
      }
    }
  }
}

}  // namespace
}  // namespace exactblend
