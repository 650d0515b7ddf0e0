// Whole blends summed in integers, by residues and by digits, against fixed point, bit for bit, on
// every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <string>

#include "tensor/making.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Engine;
using making::Tensor;

class IntegerBlend : public testing::TestWithParam<BlendMethod> {
 protected:
  ~IntegerBlend() override { unsetenv("EXACTBLEND_TARGET"); }

  // Dyadics, and roundings to these types. Returns how many of the dyadics were left to fixed
  // point.
  std::size_t expect_same(const Tensor& weights, const Tensor& values, BlendOptions options = {}) {
    const making::Shape shape = *blend_shape(weights.view(), values.view());
    std::size_t left = 0;
    options.method = BlendMethod::fixed_point;
    const bool dyadics = options.rows != Rows::normalized;
    std::vector<ExactValue> right(making::count(shape));
    if (dyadics) {
      EXPECT_TRUE(blend_exact(weights.view(), values.view(), right, options));
    }
    for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::e4m3}) {
      options.method = BlendMethod::fixed_point;
      Tensor truth(type, shape);
      const auto expected = blend_rounded(weights.view(), values.view(), truth.output(), options);
      EXPECT_TRUE(expected) << to_text(expected.error());
      options.method = GetParam();
      for (const char* target : {"none", "scalar", "avx2", "avx512", "amx"}) {
        setenv("EXACTBLEND_TARGET", target, 1);
        Tensor out(type, shape);
        const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
        EXPECT_TRUE(report) << to_text(report.error());
        EXPECT_EQ(out.bytes == truth.bytes, true)
            << target << ' ' << name(weights.type) << ' ' << name(values.type) << ' ' << name(type);
        EXPECT_EQ(report->ieee_entries, expected->ieee_entries);
        EXPECT_EQ(report->first_ieee, expected->first_ieee);
        EXPECT_EQ(report->first_zero_times_not_finite, expected->first_zero_times_not_finite);
        EXPECT_EQ(report->overflowed_entries, expected->overflowed_entries);
        EXPECT_EQ(report->negative_weights, expected->negative_weights);
        EXPECT_EQ(report->least_mass, expected->least_mass);
        EXPECT_EQ(report->greatest_mass, expected->greatest_mass);
        EXPECT_EQ(report->rows_summing_to_one, expected->rows_summing_to_one);
        EXPECT_EQ(report->rows_not_finite, expected->rows_not_finite);
        EXPECT_EQ(report->empty_rows, expected->empty_rows);
        if (!dyadics || type != FloatType::f64) continue;
        std::vector<ExactValue> sums(right.size());
        const auto exact = blend_exact(weights.view(), values.view(), sums, options);
        EXPECT_TRUE(exact) << to_text(exact.error());
        left = std::max(left, exact->recomputed_entries);
        EXPECT_EQ(sums == right, true) << target << ' ' << name(weights.type);
      }
    }
    return left;
  }

  Engine engine_{43};  // NOLINT: the same numbers in every run
};

TEST_P(IntegerBlend, every_pair_of_types) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      const std::size_t left = expect_same(making::spread(a, {13, 300}, engine_, 20),
                                           making::spread(b, {300, 37}, engine_, 12, 3));
      EXPECT_EQ(left, 0U) << name(a) << ' ' << name(b);
    }
  }
}

TEST_P(IntegerBlend, floats_of_any_bits) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : {FloatType::f64, FloatType::f32, FloatType::e5m2}) {
      expect_same(making::any_finite(a, {8, 70}, engine_),
                  making::any_finite(b, {70, 35}, engine_));
    }
  }
}

TEST_P(IntegerBlend, ties_zeros_and_cancellation) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16}) {
    expect_same(making::small_numbers(type, {20, 6}, engine_, 6, 12),
                making::small_numbers(type, {6, 70}, engine_, 6, 12));
    Tensor weights = making::spread(type, {9, 2}, engine_, 30);
    for (std::size_t row = 0; row < 9; ++row) {
      weights.set(2 * row + 1, weights.bits(2 * row) ^ oracle::sign_bit(type));
    }
    Tensor values = making::spread(type, {2, 40}, engine_, 30);
    for (std::size_t i = 0; i < 40; ++i) values.set(40 + i, values.bits(i) ^ (i % 3 == 0 ? 1 : 0));
    EXPECT_EQ(expect_same(weights, values), 0U);
  }
}

// Each number of moduli, and both sides of where no number suffices.
TEST_P(IntegerBlend, spans_from_none_to_too_wide) {
  std::size_t left = 0;
  for (int span = 0; span < 300; span += 7) {
    Tensor weights = making::spread(FloatType::f64, {3, 9}, engine_, 0);
    for (std::size_t row = 0; row < 3; ++row) {
      weights.set_number(row * 9 + 4, 3 * oracle::power_of_two(-span));
    }
    left += expect_same(weights, making::spread(FloatType::f32, {9, 5}, engine_, 0));
  }
  EXPECT_GT(left, 0U);
  EXPECT_LT(left, 43U * 15);
}

// Whole rows and components that are too wide leave the others as they are.
TEST_P(IntegerBlend, outliers_are_left_to_fixed_point) {
  Tensor weights = making::spread(FloatType::f64, {20, 40}, engine_, 10);
  Tensor values = making::spread(FloatType::f64, {40, 70}, engine_, 10);
  weights.set(7 * 40 + 3, 1);  // the least subnormal
  values.set(5 * 70 + 66, format_of(FloatType::f64).max_bits());
  values.set(6 * 70 + 66, 3);
  EXPECT_EQ(expect_same(weights, values), 70U + 20 - 1);
  // One huge among tiny, everywhere.
  for (std::size_t i = 0; i < 20; ++i) weights.set_number(i * 40, oracle::power_of_two(900));
  EXPECT_EQ(expect_same(weights, values), 20U * 70);
}

TEST_P(IntegerBlend, subnormals_and_the_ends_of_types) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16, FloatType::f16}) {
    Tensor weights(type, {4, 30});
    Tensor values(type, {30, 9});
    const FloatFormat format = format_of(type);
    const std::uint64_t one = std::uint64_t{1} << format.fraction_bits();
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights.set(i, engine_() % (2 * one) | (engine_() % 2 == 0 ? format.sign_bit() : 0));
    }
    for (std::size_t i = 0; i < values.size(); ++i) values.set(i, engine_() % (3 * one));
    EXPECT_EQ(expect_same(weights, values), 0U);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values.set(i, format.max_bits() - engine_() % one);
    }
    EXPECT_EQ(expect_same(weights, values), 0U);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights.set(i, format.max_bits() | (i % 4 == 0 ? format.sign_bit() : 0));
    }
    // Residues want a bound, and Σ|w| overflows in fp64.
    const bool overflows = type == FloatType::f64 && GetParam() == BlendMethod::residues;
    EXPECT_EQ(expect_same(weights, values), overflows ? 36U : 0U);
  }
}

TEST_P(IntegerBlend, zero_rows_and_components) {
  Tensor weights = making::spread(FloatType::f32, {10, 50}, engine_, 5);
  Tensor values = making::spread(FloatType::f32, {50, 10}, engine_, 5);
  for (std::size_t key = 0; key < 50; ++key) {
    weights.set(50 * 3 + key, key % 2 == 0 ? 0 : 0x80000000);
    values.set(10 * key + 7, 0x80000000);
  }
  EXPECT_EQ(expect_same(weights, values), 0U);
  EXPECT_EQ(expect_same(Tensor(FloatType::f32, {3, 50}), values), 0U);
  EXPECT_EQ(expect_same(weights, Tensor(FloatType::f64, {50, 3})), 0U);
}

TEST_P(IntegerBlend, masks_nan_infinity_normalized_and_empty_rows) {
  Tensor weights = making::spread(FloatType::bf16, {2, 40, 300}, engine_, 20);
  Tensor values = making::spread(FloatType::f32, {2, 300, 40}, engine_, 10);
  for (int i = 0; i < 12; ++i) {
    const bool nan = i % 2 == 0;
    weights.set(engine_() % weights.size(), nan ? 0x7fc0 : 0xff80);
    weights.set(engine_() % weights.size(), 0);
    values.set(engine_() % values.size(), nan ? 0x7fc00000 : 0x7f800000);
  }
  BlendOptions options;
  std::vector<std::uint8_t> flags(weights.size());
  for (std::size_t i = 0; i < flags.size(); ++i) {  // causal, of two blocks; row 0 has no key
    flags[i] = i % 300 >= i / 300 % 40 * 8 ? 1 : 0;
  }
  options.empty_row = EmptyRow::nan;
  for (const unsigned threads : {1U, 3U}) {
    for (const Rows rows : {Rows::as_given, Rows::normalized}) {
      options.threads = threads;
      options.rows = rows;
      options.mask.reset();
      expect_same(weights, values, options);
      options.mask =
          contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), {2, 40, 300});
      expect_same(weights, values, options);
    }
  }
}

TEST_P(IntegerBlend, more_than_one_block_and_any_strides) {
  expect_same(making::spread(FloatType::f32, {200, 3}, engine_, 9),
              making::spread(FloatType::f64, {3, 150}, engine_, 9));
  const Tensor weights = making::spread(FloatType::f32, {300, 12}, engine_, 9);
  const Tensor values = making::spread(FloatType::f64, {40, 300}, engine_, 9);
  const auto transposed = [](const Tensor& tensor) {
    TensorView view = tensor.view();
    std::swap(view.shape[0], view.shape[1]);
    std::swap(view.strides[0], view.strides[1]);
    return view;
  };
  Tensor right(FloatType::f64, {12, 40});
  Tensor out(FloatType::f64, {12, 40});
  BlendOptions options;
  options.method = BlendMethod::fixed_point;
  ASSERT_TRUE(blend_rounded(transposed(weights), transposed(values), right.output(), options));
  options.method = GetParam();
  ASSERT_TRUE(blend_rounded(transposed(weights), transposed(values), out.output(), options));
  EXPECT_EQ(out.bytes == right.bytes, true);
}

// Numbers of keys around groups, chunks, tiles, and where sums must be reduced; products as great
// as residues can make them, so that a sum of too many would not fit.
TEST_P(IntegerBlend, numbers_of_keys_at_each_limit) {
  for (const std::size_t keys : {1U, 3U, 4U, 5U, 63U, 64U, 65U, 255U, 256U, 257U}) {
    expect_same(making::spread(FloatType::f32, {7, keys}, engine_, 20),
                making::spread(FloatType::f32, {keys, 3}, engine_, 20));
  }
  for (const std::size_t keys : {65'535U, 65'536U, 65'537U, 131'073U}) {
    // −1 is 254 by 255, and 127 is 127.
    Tensor weights(FloatType::bf16, {1, keys});
    Tensor values(FloatType::bf16, {keys, 1});
    for (std::size_t key = 0; key < keys; ++key) {
      weights.set(key, keys % 2 == 0 ? 0xc2fe : 0x42fe);
      values.set(key, 0xbf80);
    }
    const mpq_class right = (keys % 2 == 0 ? 127 : -127) * mpq_class(keys);
    for (const char* target : {"scalar", "avx512", "amx"}) {
      setenv("EXACTBLEND_TARGET", target, 1);
      Tensor out(FloatType::f64, {1, 1});
      BlendOptions options;
      options.method = GetParam();
      ASSERT_TRUE(blend_rounded(weights.view(), values.view(), out.output(), options));
      EXPECT_EQ(out.bits(0), oracle::rounded(FloatType::f64, right)) << target << ' ' << keys;
    }
  }
}

// The automatic choice takes them where they are fast, alone or after fp64, and gives the same.
TEST_P(IntegerBlend, are_taken_without_being_asked_for) {
  const bool fast = GetParam() == BlendMethod::digits ? has_amx() : has_vnni();
  if (!fast) GTEST_SKIP() << "this processor does not multiply bytes fast";
  setenv("EXACTBLEND_TARGET", GetParam() == BlendMethod::digits ? "amx" : "avx512", 1);
  const Tensor fine = making::spread(FloatType::f32, {40, 200}, engine_, 20);
  const Tensor values = making::spread(FloatType::f32, {200, 40}, engine_, 10);
  // Within 2^64, so that fp64 is tried before residues, and not exact.
  const Tensor coarse = making::spread(FloatType::bf16, {40, 200}, engine_, 20);
  const Tensor coarse_values = making::spread(FloatType::bf16, {200, 40}, engine_, 14);
  for (const auto& [w, v] : {std::pair(&fine, &values), std::pair(&coarse, &coarse_values)}) {
    std::vector<ExactValue> right(40 * 40);
    std::vector<ExactValue> sums(40 * 40);
    BlendOptions options;
    options.method = BlendMethod::fixed_point;
    ASSERT_TRUE(blend_exact(w->view(), v->view(), right, options));
    options.method = BlendMethod::automatic;
    const auto report = blend_exact(w->view(), v->view(), sums, options);
    ASSERT_TRUE(report);
    EXPECT_EQ(report->recomputed_entries, 0U);
    EXPECT_EQ(sums == right, true);
  }
}

// Sums that lie on ties, or are 0, while most levels of digits are left out: none of them can be
// decided so.
TEST_P(IntegerBlend, ties_beyond_the_levels_that_are_taken) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16}) {
    for (const bool zero : {false, true}) {
      Tensor weights = making::spread(FloatType::f64, {40, 300}, engine_, 60);
      Tensor values = making::spread(FloatType::f64, {300, 20}, engine_, 40);
      for (std::size_t row = 0; row < 40; ++row) {
        for (std::size_t key = 0; key < 150; ++key) {
          weights.set(row * 300 + 299 - key,
                      weights.bits(row * 300 + key) ^ oracle::sign_bit(FloatType::f64));
        }
      }
      for (std::size_t key = 0; key < 150; ++key) {
        for (std::size_t i = 0; i < 20; ++i) {
          values.set((299 - key) * 20 + i, values.bits(key * 20 + i));
        }
      }
      if (!zero) {  // all cancels but 1 + half an ulp of the type, and 2^-200 here and there
        const int precision = format_of(type).precision;
        for (std::size_t row = 0; row < 40; ++row) {
          weights.set_number(row * 300, mpq_class(1));
          weights.set_number(row * 300 + 299,
                             row % 3 == 0 ? oracle::power_of_two(-100) : mpq_class(0));
          weights.set_number(row * 300 + 1, oracle::power_of_two(-precision));
          weights.set_number(row * 300 + 298, mpq_class(0));
        }
        for (std::size_t i = 0; i < 20; ++i) {
          values.set_number(i, mpq_class(1));
          values.set_number(20 + i, mpq_class(1));
          values.set_number(299 * 20 + i, (i % 2 == 0 ? 1 : -1) * oracle::power_of_two(-100));
        }
      }
      const std::size_t left = expect_same(weights, values);
      if (GetParam() == BlendMethod::digits) {
        EXPECT_EQ(left, 0U);
      }
    }
  }
}

// More than a block of digits, with rows and components that no strip fills; and by more threads.
TEST_P(IntegerBlend, blocks_of_any_size) {
  BlendOptions options;
  for (const unsigned threads : {1U, 2U}) {
    options.threads = threads;
    expect_same(making::spread(FloatType::bf16, {545, 70}, engine_, 30),
                making::spread(FloatType::f32, {70, 17}, engine_, 9), options);
  }
}

INSTANTIATE_TEST_SUITE_P(, IntegerBlend,
                         testing::Values(BlendMethod::residues, BlendMethod::digits),
                         [](const auto& method) {
                           return method.param == BlendMethod::digits ? "digits" : "residues";
                         });

}  // namespace
}  // namespace exactblend
