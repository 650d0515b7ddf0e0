// Whole blends by the fast path on every instruction set: the bits of the fixed-point one, whatever
// the data and the state of the processor.
#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <string>

#include "exactblend/number/round.hpp"
#include "tensor/making.hpp"
#include "tensor/sum_layout.hpp"
#include "tensor/target.hpp"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace exactblend {
namespace {

using making::Engine;
using making::Tensor;

constexpr const char* kTargets[] = {"none", "scalar", "avx2", "avx512", "amx"};
class FastBlend : public testing::Test {
 protected:
  ~FastBlend() override { unsetenv("EXACTBLEND_TARGET"); }

  // Returns how many entries were recomputed at most, for outputs smaller than f64.
  std::size_t expect_same_bits_everywhere(const Tensor& weights, const Tensor& values,
                                          BlendOptions options = {}) {
    std::size_t most = 0;
    const making::Shape shape = *blend_shape(weights.view(), values.view());
    std::vector<ExactValue> right_masses(weights.size() / weights.shape.back());
    std::vector<ExactValue> masses(right_masses.size());
    for (const FloatType type : kFloatTypes) {
      Tensor right(type, shape);
      options.method = BlendMethod::fixed_point;
      options.row_masses = right_masses;
      const auto truth = blend_rounded(weights.view(), values.view(), right.output(), options);
      EXPECT_TRUE(truth) << to_text(truth.error());
      options.method = BlendMethod::automatic;
      options.row_masses = masses;
      for (const char* target : kTargets) {
        setenv("EXACTBLEND_TARGET", target, 1);
        Tensor out(type, shape);
        std::fill(masses.begin(), masses.end(), ExactValue{FloatKind::nan, true, {}});
        const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
        EXPECT_TRUE(report) << to_text(report.error());
        EXPECT_EQ(out.bytes == right.bytes, true)
            << target << ' ' << name(weights.type) << ' ' << name(values.type) << ' ' << name(type);
        EXPECT_EQ(masses == right_masses, true) << target << ' ' << name(weights.type);
        EXPECT_EQ(report->rows, truth->rows);
        EXPECT_EQ(report->empty_rows, truth->empty_rows);
        EXPECT_EQ(report->rows_not_finite, truth->rows_not_finite);
        EXPECT_EQ(report->least_mass, truth->least_mass);
        EXPECT_EQ(report->greatest_mass, truth->greatest_mass);
        EXPECT_EQ(report->rows_summing_to_one, truth->rows_summing_to_one);
        EXPECT_EQ(report->negative_weights, truth->negative_weights);
        EXPECT_EQ(report->ieee_entries, truth->ieee_entries);
        EXPECT_EQ(report->first_ieee, truth->first_ieee);
        EXPECT_EQ(report->zero_times_not_finite, truth->zero_times_not_finite);
        EXPECT_EQ(report->first_zero_times_not_finite, truth->first_zero_times_not_finite);
        EXPECT_EQ(report->overflowed_entries, truth->overflowed_entries);
        EXPECT_EQ(truth->recomputed_entries, 0U);
        if (type != FloatType::f64) most = std::max(most, report->recomputed_entries);
      }
    }
    return most;
  }

  // As many dyadics on every target, and quotients by the mass where they are asked for.
  void expect_same_sums_everywhere(const Tensor& weights, const Tensor& values) {
    const std::size_t count = making::count(*blend_shape(weights.view(), values.view()));
    std::vector<ExactValue> right(count);
    BlendOptions options;
    options.method = BlendMethod::fixed_point;
    ASSERT_TRUE(blend_exact(weights.view(), values.view(), right, options));
    options.method = BlendMethod::automatic;
    for (const char* target : kTargets) {
      setenv("EXACTBLEND_TARGET", target, 1);
      std::vector<ExactValue> out(count);
      ASSERT_TRUE(blend_exact(weights.view(), values.view(), out, options));
      EXPECT_EQ(out == right, true) << target << ' ' << name(weights.type);
    }
    options.rows = Rows::normalized;
    expect_same_bits_everywhere(weights, values, options);
  }

  // Weights in [0, 1) that sum to about 1, and values around 0, at full precision.
  static Tensor ordinary(FloatType type, making::Shape shape, Engine& engine, double scale) {
    Tensor tensor(type, std::move(shape));
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      const double x = static_cast<double>(engine() >> 11) * 0x1p-53;
      tensor.set(i, round_to(type, *Dyadic::of_float(FloatType::f64,
                                                     std::bit_cast<std::uint64_t>(x * scale))));
    }
    return tensor;
  }

  Engine engine_{41};  // NOLINT: the same numbers in every run
};

TEST_F(FastBlend, ordinary_data_of_every_pair_of_types_is_the_same_bits_and_mostly_decided) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      const Tensor weights = ordinary(a, {13, 270}, engine_, a == FloatType::e4m3 ? 0.5 : 0.01);
      const Tensor values = ordinary(b, {270, 37}, engine_, -3);
      const std::size_t recomputed = expect_same_bits_everywhere(weights, values);
      const bool fine = width(a) > 40 && width(b) > 40;  // otherwise ties are frequent
      if (fine) {
        EXPECT_LT(recomputed, 5U) << name(a) << ' ' << name(b);
      }
    }
  }
}

TEST_F(FastBlend, floats_of_any_bits_are_the_same_bits) {
  for (const FloatType type : kFloatTypes) {
    expect_same_bits_everywhere(making::any_finite(type, {7, 300}, engine_),
                                making::any_finite(type, {300, 33}, engine_));
  }
}

TEST_F(FastBlend, ties_zeros_and_cancellation_are_the_same_bits) {
  for (const FloatType type : {FloatType::f32, FloatType::bf16, FloatType::e5m2}) {
    expect_same_bits_everywhere(making::small_numbers(type, {20, 5}, engine_, 12, 12),
                                making::small_numbers(type, {5, 70}, engine_, 12, 12));
    // Every row cancels: w₂ = −w₁ on equal values.
    Tensor weights = making::any_finite(type, {9, 2}, engine_);
    for (std::size_t row = 0; row < 9; ++row) {
      weights.set(2 * row + 1, weights.bits(2 * row) ^ oracle::sign_bit(type));
    }
    Tensor values = making::any_finite(type, {2, 40}, engine_);
    for (std::size_t i = 0; i < 40; ++i) values.set(40 + i, values.bits(i));
    expect_same_bits_everywhere(weights, values);
  }
}

// Small numbers are exact in fp64; any bits are not; and both in one block.
TEST_F(FastBlend, exact_sums_and_quotients_are_the_same) {
  for (const FloatType type : {FloatType::f16, FloatType::bf16, FloatType::f32, FloatType::f64}) {
    Tensor weights = making::small_numbers(type, {14, 30}, engine_, 5, 9);
    for (std::size_t row = 0; row < 14; ++row) weights.set_number(row * 30, 5000);
    Tensor values = making::small_numbers(type, {30, 40}, engine_, 5, 9);
    expect_same_sums_everywhere(weights, values);
    for (std::size_t key = 0; key < 30; ++key) values.set(key * 40 + 3, engine_() % 1000);
    expect_same_sums_everywhere(weights, values);
    weights.set_number(7 * 30 + 4, mpq_class(1, 3));
    expect_same_sums_everywhere(weights, values);
  }
}

TEST_F(FastBlend, outputs_in_f64_are_proved_exact_or_recomputed) {
  if (chosen_target() == Target::none) GTEST_SKIP() << "there are no fast kernels here";
  setenv("EXACTBLEND_TARGET", "avx2", 1);  // where no residues come first
  for (const FloatType type : {FloatType::f16, FloatType::f32}) {
    const Tensor weights = ordinary(type, {8, 200}, engine_, 0.01);
    const Tensor values = ordinary(type, {200, 33}, engine_, 1);
    Tensor out(FloatType::f64, {8, 33});
    const auto report = blend_rounded(weights.view(), values.view(), out.output());
    ASSERT_TRUE(report);
    if (type == FloatType::f16) {
      EXPECT_EQ(report->recomputed_entries, 0U);
    } else {
      EXPECT_GT(report->recomputed_entries, 200U);
    }
  }
}

TEST_F(FastBlend, zero_rows_and_zero_components_are_decided) {
  Tensor weights = ordinary(FloatType::f32, {10, 50}, engine_, 0.02);
  Tensor values = ordinary(FloatType::f32, {50, 10}, engine_, 1);
  for (std::size_t key = 0; key < 50; ++key) {
    weights.set(50 * 3 + key, key % 2 == 0 ? 0 : 0x80000000);
    values.set(10 * key + 7, 0x80000000);
  }
  EXPECT_LT(expect_same_bits_everywhere(weights, values), 5U);
}

TEST_F(FastBlend, masks_nan_infinity_and_empty_rows_are_the_same_bits_and_the_same_report) {
  Tensor weights = ordinary(FloatType::bf16, {2, 40, 300}, engine_, 0.02);
  Tensor values = ordinary(FloatType::f16, {2, 300, 40}, engine_, 2);
  for (int i = 0; i < 12; ++i) {
    const bool nan = i % 2 == 0;
    const auto place = [&](const Tensor& tensor) { return engine_() % tensor.size(); };
    weights.set(place(weights), nan ? 0x7fc0 : 0xff80);
    weights.set(place(weights), 0);
    values.set(place(values), nan ? 0x7e00 : 0x7c00);
  }
  BlendOptions options;
  std::vector<std::uint8_t> flags(weights.size());
  for (std::size_t i = 0; i < flags.size(); ++i) {  // causal, of two blocks; row 0 has no key
    flags[i] = i % 300 >= i / 300 % 40 * 8 ? 1 : 0;
  }
  options.empty_row = EmptyRow::nan;
  for (const unsigned threads : {1U, 2U, 3U}) {
    options.threads = threads;
    options.mask.reset();
    expect_same_bits_everywhere(weights, values, options);
    options.mask = contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), {2, 40, 300});
    expect_same_bits_everywhere(weights, values, options);
  }
}

TEST_F(FastBlend, more_than_one_block_in_every_direction) {
  const Tensor weights = ordinary(FloatType::f32, {200, 3}, engine_, 0.5);
  const Tensor values = ordinary(FloatType::f32, {3, 150}, engine_, 1);
  expect_same_bits_everywhere(weights, values);
  const Tensor long_weights = ordinary(FloatType::f32, {1, 3000}, engine_, 0.001);
  const Tensor long_values = ordinary(FloatType::f32, {3000, 2}, engine_, 1);
  expect_same_bits_everywhere(long_weights, long_values);
}

// Parts of masses stay in fp64 for many tiles, but not for ever.
TEST_F(FastBlend, masses_of_long_rows_are_exact) {
  for (const FloatType type : {FloatType::f32, FloatType::bf16, FloatType::f64}) {
    Tensor weights = ordinary(type, {4, 20000}, engine_, 0.001);
    for (std::size_t key = 0; key < 20000; ++key) {
      weights.set_number(20000 + key, mpq_class(0x8000) - mpq_class(static_cast<long>(key), 1024));
      weights.set_number(40000 + key, (key % 3 == 0 ? -1 : 1) * oracle::power_of_two(-30));
      // One weight in a thousand can't be taken apart.
      if (key % 1000 == 999)
        weights.set_number(60000 + key, oracle::power_of_two(static_cast<long>(key % 9) + 15) + 1);
    }
    expect_same_bits_everywhere(weights, ordinary(type, {20000, 1}, engine_, 1));
  }
}

// Tiles whose weights sum exactly in fp64 by themselves, and in whose rows they don't.
TEST_F(FastBlend, masses_of_rows_that_outgrow_fp64_are_exact) {
  constexpr std::size_t kTiles = 40;
  constexpr std::size_t kKeys = 128 * kTiles;
  for (const FloatType type : {FloatType::f32, FloatType::bf16}) {
    Tensor weights = making::spread(type, {8, kKeys}, engine_, 3);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      weights.set(i, round_to(type, *Dyadic::of_float(FloatType::f64,
                                                      0x3f90000000000000 + (engine_() >> 13))));
    }
    for (std::size_t row = 0; row < 8; ++row) {
      for (std::size_t tile = 0; tile < kTiles; ++tile) {
        // The last bit is 2^-51, or where rows are odd now and then far below.
        const int power = row % 2 != 0 && tile % 9 == 4 ? -100 : -51;
        const mpq_class least = format_of(type).precision == 24
                                    ? oracle::power_of_two(power + 23) + oracle::power_of_two(power)
                                    : oracle::power_of_two(power + 7) + oracle::power_of_two(power);
        weights.set_number(row * kKeys + tile * 128 + engine_() % 128, least);
      }
    }
    expect_same_bits_everywhere(weights, making::spread(type, {kKeys, 3}, engine_, 3));
  }
}

TEST_F(FastBlend, more_keys_than_groups_of_the_least_size_have_are_the_same_bits) {
  // 16 groups of 512 keys are 8,192; and the numbers of one group are far above those of the
  // others.
  for (const std::size_t keys : {8191U, 8193U, 20000U}) {
    const Tensor weights = ordinary(FloatType::f32, {7, keys}, engine_, 0.0001);
    Tensor values = ordinary(FloatType::f32, {keys, 5}, engine_, 1);
    for (std::size_t i = 0; i < 40; ++i) {
      values.set(engine_() % values.size(),
                 std::bit_cast<std::uint32_t>(i % 2 == 0 ? 3e9F : -3e9F));
    }
    const std::size_t recomputed = expect_same_bits_everywhere(weights, values);
    EXPECT_LE(recomputed, 12U) << keys;
  }
}

// Blocks that read the same weights must not count them twice, wherever they are broadcast.
TEST_F(FastBlend, masses_of_broadcast_weights_are_counted_once) {
  const Tensor values = ordinary(FloatType::f32, {3, 2, 5, 140}, engine_, 1);
  for (const making::Shape& shape : std::vector<making::Shape>{
           {7, 5}, {2, 7, 5}, {4, 7, 5}, {1, 1, 7, 5}, {3, 1, 7, 5}, {1, 2, 7, 5}, {3, 4, 7, 5}}) {
    expect_same_bits_everywhere(ordinary(FloatType::f16, shape, engine_, 0.2), values);
  }
}

// Threads share the keys of one block, where blocks are few.
TEST_F(FastBlend, keys_shared_by_threads_are_the_same_bits) {
  for (const FloatType type : {FloatType::f32, FloatType::f16, FloatType::f64}) {
    Tensor weights = ordinary(type, {8, 20000}, engine_, 0.001);
    Tensor values = ordinary(FloatType::f32, {20000, 17}, engine_, 1);
    weights.set_number(20000, 3);
    BlendOptions options;
    options.threads = type == FloatType::f32 ? 2 : 3;
    expect_same_bits_everywhere(weights, values, options);
    for (std::size_t key = 0; key < 20000; ++key) weights.set(key, 0);
    weights.set(3 * 20000 + 19999, format_of(type).nan_bits());
    values.set(12345 * 17 + 5, format_of(FloatType::f32).infinity_bits());
    std::vector<std::uint8_t> flags(weights.size());
    for (std::uint8_t& flag : flags) flag = engine_() % 4 == 0 ? 1 : 0;
    std::fill_n(flags.begin() + 2 * 20000, 20000, std::uint8_t{1});
    options.mask = contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), {8, 20000});
    options.empty_row = EmptyRow::zero;
    expect_same_bits_everywhere(weights, values, options);
    options.rows = Rows::normalized;
    for (std::size_t key = 0; key < 20000; ++key) weights.set_number(key, 1);
    expect_same_bits_everywhere(weights, values, options);
  }
}

// Up to six rows are summed from the values as they lie: in groups of components, with what is left
// of the last group, and with tiles of hostile values, masked or not, in between.
TEST_F(FastBlend, few_rows_are_the_same_bits) {
  std::size_t rows = 0;
  for (const std::size_t components : {8U, 32U, 45U, 64U, 128U, 129U, 200U}) {
    for (const FloatType type : kFloatTypes) {
      rows = rows % 7 + 1;
      const Tensor weights = ordinary(type, {rows, 300}, engine_, 0.02);
      Tensor values = ordinary(type, {300, components}, engine_, -2);
      expect_same_bits_everywhere(weights, values);
      values.set(engine_() % values.size(), format_of(type).nan_bits());
      values.set(engine_() % values.size(), format_of(type).infinity_bits());
      std::vector<std::uint8_t> flags(300);
      for (std::uint8_t& flag : flags) flag = engine_() % 3 == 0 ? 1 : 0;
      BlendOptions options;
      options.mask = contiguous_mask(reinterpret_cast<const std::byte*>(flags.data()), {300});
      expect_same_bits_everywhere(weights, values, options);
      expect_same_bits_everywhere(making::any_finite(type, {rows, 140}, engine_),
                                  making::any_finite(type, {140, components}, engine_));
    }
  }
}

TEST_F(FastBlend, few_rows_of_strided_and_broadcast_values_are_the_same_bits) {
  const Tensor weights = ordinary(FloatType::f32, {2, 200}, engine_, 0.02);
  const Tensor memory = ordinary(FloatType::bf16, {200, 100}, engine_, 1);
  const auto blend = [&](const char* target, TensorView values) {
    setenv("EXACTBLEND_TARGET", target, 1);
    Tensor out(FloatType::f32, {2, values.shape[1]});
    EXPECT_TRUE(blend_rounded(weights.view(), values, out.output()));
    return out.bytes;
  };
  TensorView cut = memory.view();  // the first 70 of 100 components
  cut.shape[1] = 70;
  TensorView backwards = cut;  // the last key first
  backwards.data += 199 * cut.strides[0];
  backwards.strides[0] = -cut.strides[0];
  TensorView same = cut;  // one key for all
  same.strides[0] = 0;
  TensorView sparse = cut;  // every second component
  sparse.shape[1] = 50;
  sparse.strides[1] *= 2;
  for (const TensorView& values : {cut, backwards, same, sparse}) {
    const auto right = blend("none", values);
    for (const char* target : kTargets) EXPECT_EQ(blend(target, values) == right, true) << target;
  }
}

// Sums that overflow fp64 on the way, or underflow in every product.
TEST_F(FastBlend, the_ends_of_fp64_are_the_same_bits) {
  Tensor weights(FloatType::f64, {4, 6});
  Tensor values(FloatType::f64, {6, 2});
  const std::uint64_t most = format_of(FloatType::f64).max_bits();
  const std::uint64_t minus = oracle::sign_bit(FloatType::f64);
  for (std::size_t i = 0; i < 24; ++i) weights.set(i, i < 12 ? most ^ (i % 2 * minus) : i);
  for (std::size_t i = 0; i < 12; ++i) values.set(i, i % 2 == 0 ? most : 3);
  expect_same_bits_everywhere(weights, values);
}

#if defined(__x86_64__)
// Each state breaks an assumption of the proof; the code sets its own and gives ours back.
TEST_F(FastBlend, neither_rounding_mode_nor_flushing_of_the_caller_matters) {
  const Tensor weights = making::any_finite(FloatType::f32, {6, 40}, engine_);
  Tensor values = making::any_finite(FloatType::f32, {40, 33}, engine_);
  for (std::size_t i = 0; i < values.size(); i += 2) {
    values.set(i, values.bits(i) & 0x807fffff);  // subnormal
  }
  Tensor right(FloatType::f32, {6, 33});
  ASSERT_TRUE(blend_rounded(weights.view(), values.view(), right.output()));
  const unsigned before = _mm_getcsr();
  for (const unsigned state :
       {0x1f80U | 0x8040U, 0x1f80U | 0x2000U, 0x1f80U | 0x4000U, 0x1f80U | 0x6000U | 0x8040U}) {
    for (const unsigned threads : {1U, 2U}) {
      BlendOptions options;
      options.threads = threads;
      Tensor out(FloatType::f32, {6, 33});
      _mm_setcsr(state);
      const auto report = blend_rounded(weights.view(), values.view(), out.output(), options);
      const unsigned after = _mm_getcsr();
      _mm_setcsr(before);
      ASSERT_TRUE(report);
      EXPECT_EQ(after, state);
      EXPECT_EQ(out.bytes == right.bytes, true) << state;
    }
  }
}
#endif

}  // namespace
}  // namespace exactblend
