// Exact sums of few rows, in bins of fp64: blends against fixed point, bit for bit.
#include <gtest/gtest.h>

#include <cstdlib>

#include "exactblend/number/round.hpp"
#include "tensor/bin_kernel.hpp"
#include "tensor/making.hpp"
#include "tensor/sum_layout.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Engine;
using making::Tensor;

constexpr FloatType kTypes[] = {FloatType::f64, FloatType::f32, FloatType::bf16, FloatType::f16};

class BinBlend : public testing::Test {
 protected:
  void SetUp() override {
    if (bin_kernels(chosen_target()) == nullptr) GTEST_SKIP() << "this processor has no AVX-512";
  }
  ~BinBlend() override { unsetenv("EXACTBLEND_TARGET"); }

  // Dyadics, and roundings to f64. Returns how many of the dyadics were left to fixed point.
  static std::size_t expect_same(const Tensor& weights, const Tensor& values,
                                 BlendOptions options = {}) {
    const making::Shape shape = *blend_shape(weights.view(), values.view());
    const std::size_t entries = making::count(shape);
    const bool dyadics = options.rows != Rows::normalized;
    std::vector<ExactValue> right(entries);
    std::vector<ExactValue> sums(entries);
    Tensor truth(FloatType::f64, shape);
    Tensor out(FloatType::f64, shape);
    options.method = BlendMethod::fixed_point;
    const auto expected = blend_rounded(weights.view(), values.view(), truth.output(), options);
    EXPECT_TRUE(expected) << to_text(expected.error());
    if (dyadics) {
      EXPECT_TRUE(blend_exact(weights.view(), values.view(), right, options));
    }
    options.method = BlendMethod::automatic;
    std::size_t left = 0;
    for (const unsigned threads : {1U, 3U}) {
      options.threads = threads;
      const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
      EXPECT_TRUE(report) << to_text(report.error());
      EXPECT_EQ(out.bytes == truth.bytes, true)
          << name(weights.type) << ' ' << name(values.type) << ' ' << threads;
      EXPECT_EQ(report->ieee_entries, expected->ieee_entries);
      EXPECT_EQ(report->least_mass, expected->least_mass);
      EXPECT_EQ(report->greatest_mass, expected->greatest_mass);
      EXPECT_EQ(report->negative_weights, expected->negative_weights);
      EXPECT_EQ(report->rows_not_finite, expected->rows_not_finite);
      if (!dyadics) continue;
      const auto exact = blend_exact(weights.view(), values.view(), sums, options);
      EXPECT_TRUE(exact) << to_text(exact.error());
      EXPECT_EQ(sums == right, true)
          << name(weights.type) << ' ' << name(values.type) << ' ' << threads;
      left = std::max(left, exact->recomputed_entries);
    }
    return left;
  }

  Engine engine_{47};  // NOLINT: the same numbers in every run
};

// Every number of bins, panels that are whole and not, few keys and more than a tile.
TEST_F(BinBlend, every_pair_of_types_and_span) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      for (const int span : {0, 9, 30, 60, 90}) {
        const std::size_t rows = 1 + engine_() % 6;
        const std::size_t keys = span == 30 ? 9 * kBinKeys : 1 + engine_() % 300;
        const std::size_t components = 1 + engine_() % 140;
        const std::size_t left =
            expect_same(making::spread(a, {rows, keys}, engine_, span),
                        making::spread(b, {keys, components}, engine_, span, 3));
        // What one slot holds is not for bins.
        EXPECT_TRUE(left == 0 || SumLayout::of_products(a, b).slots == 1)
            << name(a) << ' ' << name(b) << ' ' << span;
      }
    }
  }
}

TEST_F(BinBlend, floats_of_any_bits_and_the_ends_of_types) {
  for (const FloatType a : kTypes) {
    for (const FloatType b : kTypes) {
      expect_same(making::any_finite(a, {3, 70}, engine_),
                  making::any_finite(b, {70, 35}, engine_));
      Tensor weights(a, {2, 30});
      Tensor values(b, {30, 9});
      for (std::size_t i = 0; i < weights.size(); ++i) weights.set(i, engine_() % 9);
      for (std::size_t i = 0; i < values.size(); ++i) values.set(i, engine_() % 9);
      expect_same(weights, values);
      for (std::size_t i = 0; i < values.size(); ++i) values.set(i, format_of(b).max_bits());
      expect_same(weights, values);
      for (std::size_t i = 0; i < weights.size(); ++i) weights.set(i, format_of(a).max_bits());
      expect_same(weights, values);
    }
  }
}

// The greatest products there are, all of one sign, fill the first bin to its brim: any more, and
// its unit would grow.
TEST_F(BinBlend, tiles_of_the_greatest_products) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16}) {
    for (const std::size_t keys : {kBinKeys - 1, kBinKeys, kBinKeys + 1, 32 * kBinKeys}) {
      Tensor weights = making::spread(type, {1, keys}, engine_, 0);
      Tensor values = making::spread(type, {keys, 3}, engine_, 0);
      const std::uint64_t all_ones =
          round_to(type, *Dyadic::of_float(FloatType::f64, 0x3fefffffffffffff));
      const std::uint64_t below = type == FloatType::f64 ? 0x3fefffffffffffff : all_ones - 1;
      for (std::size_t i = 0; i < keys; ++i) weights.set(i, below);
      for (std::size_t i = 0; i < values.size(); ++i) values.set(i, below);
      EXPECT_EQ(expect_same(weights, values), 0U);
      weights.set_number(keys / 2, oracle::power_of_two(-60));
      EXPECT_EQ(expect_same(weights, values), 0U);
    }
  }
}

// Tile after tile goes to the same bins until something would be lost there; then bins are made for
// that tile, which are kept or not.
TEST_F(BinBlend, tiles_whose_spans_differ) {
  constexpr std::size_t kTiles = 48;
  for (const FloatType a : kTypes) {
    for (const FloatType b : kTypes) {
      const std::size_t components = 1 + engine_() % 72;
      const std::size_t keys = (kTiles - 1) * kBinKeys + 1 + engine_() % kBinKeys;
      Tensor weights = making::spread(a, {1, keys}, engine_, 3);
      Tensor values = making::spread(b, {keys, components}, engine_, 3);
      for (std::size_t tile = 0; tile < kTiles; ++tile) {
        // Ordinary for long, then now and then an exception, then another span for each tile.
        if (tile < 20 || (tile < 40 && tile % 2 == 0)) continue;
        const std::size_t key = tile * kBinKeys + engine_() % 100 % (keys - tile * kBinKeys);
        const int power = 4 - static_cast<int>(engine_() % 9);
        weights.set_number(key, oracle::power_of_two(power));
        values.set_number(key * components + engine_() % components,
                          oracle::power_of_two(-2 * power));
      }
      EXPECT_EQ(expect_same(weights, values), 0U) << name(a) << ' ' << name(b);
    }
  }
}

// Sums of one sign outgrow every bin that was made for one tile.
TEST_F(BinBlend, bins_that_fill_up) {
  constexpr std::size_t kKeys = 320 * kBinKeys;
  for (const FloatType type : kTypes) {
    Tensor weights = making::spread(type, {1, kKeys}, engine_, 4);
    Tensor values = making::spread(type, {kKeys, 9}, engine_, 14);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights.set(i, weights.bits(i) & ~(std::uint64_t{1} << (8 * bytes_of(type) - 1)));
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      values.set(i, values.bits(i) | std::uint64_t{1} << (8 * bytes_of(type) - 1));
    }
    EXPECT_EQ(expect_same(weights, values), 0U) << name(type);
  }
}

TEST_F(BinBlend, cancellation_zeros_and_masks) {
  Tensor weights = making::spread(FloatType::f32, {2, 3, 200}, engine_, 30);
  Tensor values = making::spread(FloatType::f64, {2, 200, 40}, engine_, 30);
  for (std::size_t row = 0; row < 6; ++row) {
    for (std::size_t key = 0; key < 100; ++key) {
      weights.set(row * 200 + 199 - key, weights.bits(row * 200 + key) ^ 0x80000000);
      for (std::size_t i = 0; row % 3 == 0 && i < 40; ++i) {
        const std::size_t at = row / 3 * 200 * 40;
        values.set(at + (199 - key) * 40 + i, values.bits(at + key * 40 + i));
      }
    }
  }
  EXPECT_EQ(expect_same(weights, values), 0U);
  std::vector<std::uint8_t> flags(weights.size());
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = i < 200 || engine_() % 3 == 0 ? 1 : 0;
  BlendOptions options;
  options.mask = contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), {2, 3, 200});
  options.empty_row = EmptyRow::nan;
  EXPECT_EQ(expect_same(weights, values, options), 0U);
  options.rows = Rows::normalized;
  for (std::size_t i = 0; i < weights.size(); ++i) weights.set(i, weights.bits(i) & 0x7fffffff);
  expect_same(weights, values, options);
}

TEST_F(BinBlend, what_is_not_finite_is_left_to_fixed_point) {
  for (const std::size_t keys : {std::size_t{90}, 3 * kBinKeys}) {
    for (const FloatType type : kTypes) {
      for (const bool in_values : {false, true}) {
        for (const std::uint64_t bits :
             {format_of(type).max_bits() + 1, ~std::uint64_t{0} >> (64 - 8 * bytes_of(type))}) {
          Tensor weights = making::spread(type, {2, keys}, engine_, 4);
          Tensor values = making::spread(type, {keys, 11}, engine_, 4);
          if (in_values) values.set(values.size() - 77, bits);
          if (!in_values) weights.set(2 * keys - 9, bits);
          weights.set(keys - 7, 0);
          expect_same(weights, values);
        }
      }
    }
  }
}

}  // namespace
}  // namespace exactblend
