// Exact sums through residues: the pieces against GMP and plain loops, and whole blends against
// fixed point, bit for bit, on every instruction set.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <string>

#include "exactblend/number/round.hpp"
#include "tensor/aligned.hpp"
#include "tensor/making.hpp"
#include "tensor/residue_kernel.hpp"
#include "tensor/residue_moduli.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Engine;
using making::Tensor;

// Those that this machine has.
std::vector<const ResidueKernel*> kernels() {
  std::vector<const ResidueKernel*> all = {&scalar_residues()};
#if defined(__x86_64__)
  if (has_vnni()) all.push_back(&vnni_residues());
#endif
  return all;
}

mpz_class product(std::size_t moduli) {
  mpz_class all = 1;
  for (std::size_t i = 0; i < moduli; ++i) all *= kModuli[i];
  return all;
}

mpz_class random_integer(Engine& engine, unsigned bits) {
  mpz_class x = 0;
  for (unsigned i = 0; i < bits; i += 32) x = (x << 32) + (engine() >> 32);
  return x >> ((bits + 31) / 32 * 32 - bits);
}

TEST(Residues, constants_are_those_of_the_moduli) {
  for (std::size_t n = 1; n <= kMaxModuli; ++n) {
    const Crt& crt = crt_of(n);
    EXPECT_EQ(crt.moduli, n);
    EXPECT_EQ(crt.words % 2, 0U);
    mpz_class total = 0;
    for (std::size_t w = kCrtWords; w-- > 0;) {
      total = (total << 32) + static_cast<unsigned long>(crt.product[w]);
    }
    EXPECT_TRUE(total == product(n));
    EXPECT_TRUE(product(n) < mpz_class(1) << static_cast<unsigned>(32 * crt.words));
    EXPECT_TRUE(2 * mpz_class(crt.capacity) < product(n));
    for (std::size_t i = 0; i < n; ++i) {
      const mpz_class cofactor = product(n) / kModuli[i];
      EXPECT_TRUE(cofactor * crt.inverses[i] % kModuli[i] == 1);
    }
  }
}

TEST(Residues, reducing_stays_congruent_and_small) {
  Engine engine{5};  // NOLINT: the same numbers in every run
  for (const int modulus : kModuli) {
    for (int i = 0; i < 2000; ++i) {
      auto x = static_cast<std::int32_t>(engine());
      if (i < 2) x = i == 0 ? INT32_MAX : INT32_MIN;
      if (i >= 2 && i < 1000) x = (i - 500) * modulus + (i % 3 - 1);
      const std::int64_t r = reduced(x, modulus);
      ASSERT_EQ((x - r) % modulus, 0);
      ASSERT_LE(std::abs(r), 130);
    }
  }
}

// Integers of every size up to the capacity, as the sums of residues that stand for them: any
// congruent number of 32 bits.
TEST(Residues, joining_gives_the_integer_of_gmp) {
  Engine engine{6};  // NOLINT: the same numbers in every run
  for (const ResidueKernel* kernel : kernels()) {
    for (std::size_t n = 1; n <= kMaxModuli; ++n) {
      const mpz_class capacity(crt_of(n).capacity);
      std::vector<mpz_class> integers;
      for (const mpz_class& x : {mpz_class(0), mpz_class(1), mpz_class(2), mpz_class(127), capacity,
                                 mpz_class(capacity - 1), mpz_class(capacity / 2)}) {
        if (x > capacity) continue;
        integers.push_back(x);
        integers.push_back(-x);
      }
      while (integers.size() < kResidueComponents) {
        const auto bits = static_cast<unsigned>(mpz_sizeinbase(capacity.get_mpz_t(), 2));
        mpz_class x = random_integer(engine, 1 + static_cast<unsigned>(engine()) % bits);
        if (x > capacity) continue;
        if (engine() % 4 == 0) x = mpz_class(1) << static_cast<unsigned>(engine() % (bits - 1));
        integers.push_back(engine() % 2 == 0 ? x : mpz_class(-x));
      }
      integers.resize(kResidueComponents);
      AlignedVector<std::int32_t> sums(n * kResidueSums);
      for (std::size_t i = 0; i < n; ++i) {
        for (std::size_t c = 0; c < kResidueComponents; ++c) {
          const long m = kModuli[i];
          const long residue = mpz_class(integers[c] % m).get_si();
          const long multiple = static_cast<long>(engine() % (1UL << 32)) - (1L << 31);
          long x = multiple / m * m + residue;
          if (x > INT32_MAX || x < INT32_MIN) x = residue;
          sums[i * kResidueSums + c] = static_cast<std::int32_t>(x);
        }
      }
      std::vector<std::uint8_t> negative(kResidueComponents);
      AlignedVector<std::uint64_t> words(kCrtWords / 2 * kResidueComponents);
      kernel->join(sums.data(), n, kResidueComponents, negative.data(), words.data());
      for (std::size_t c = 0; c < kResidueComponents; ++c) {
        mpz_class x = 0;
        for (std::size_t w = crt_of(n).words / 2; w-- > 0;) {
          x = (x << 64) + words[w * kResidueComponents + c];
        }
        ASSERT_TRUE((negative[c] != 0 ? mpz_class(-x) : x) == integers[c]) << n << " moduli";
      }
    }
  }
}

// ±significand·2^shift by every modulus, for all shifts that are in use.
TEST(Residues, splitting_gives_the_residues_of_gmp) {
  Engine engine{7};  // NOLINT: the same numbers in every run
  for (const ResidueKernel* kernel : kernels()) {
    for (const int drop : {0, 29, 42, 45}) {
      constexpr int kBase = 900;
      AlignedVector<double> x(kResidueChunk * kResidueComponents);
      std::vector<mpz_class> integers(x.size());
      for (std::size_t i = 0; i < x.size(); ++i) {
        if (engine() % 8 == 0) continue;
        const int shift = static_cast<int>(engine() % (kBase == 900 ? 240 : 1));
        const std::uint64_t fraction = i % 5 == 0 ? (std::uint64_t{1} << 52) - 1 : engine() >> 12;
        const std::uint64_t kept = fraction >> drop << drop;
        const bool minus = engine() % 2 == 0;
        x[i] = std::bit_cast<double>((minus ? std::uint64_t{1} << 63 : 0) |
                                     (static_cast<std::uint64_t>(kBase + shift) << 52) | kept);
        integers[i] = mpz_class((kept | (std::uint64_t{1} << 52)) >> drop)
                      << static_cast<unsigned>(shift);
        if (minus) integers[i] = -integers[i];
      }
      AlignedVector<std::int8_t> weights(kMaxModuli * kWeightResidues);
      kernel->split_weights(x.data(), kResidueKeys, kBase, drop, kMaxModuli, weights.data());
      AlignedVector<std::uint8_t> values(kMaxModuli * kValueResidues);
      AlignedVector<int> bases(kResidueComponents, kBase);
      kernel->split_values(x.data(), kResidueComponents, bases.data(), drop, kMaxModuli,
                           values.data());
      for (std::size_t i = 0; i < kMaxModuli; ++i) {
        for (std::size_t key = 0; key < kResidueKeys; ++key) {
          const long r = weights[i * kWeightResidues + key];
          ASSERT_TRUE((integers[key] - r) % kModuli[i] == 0) << drop << ' ' << key;
          ASSERT_LE(std::abs(r), kModuli[i] / 2);
        }
        for (std::size_t key = 0; key < kResidueChunk; ++key) {
          for (std::size_t c = 0; c < kResidueComponents; ++c) {
            const std::size_t panel = c / kResiduePanel;
            const long r = values[i * kValueResidues + panel * kResiduePanel * kResidueKeys +
                                  key / 4 * 256 + c % kResiduePanel * 4 + key % 4];
            ASSERT_TRUE((integers[key * kResidueComponents + c] - r) % kModuli[i] == 0)
                << drop << ' ' << key << ' ' << c;
          }
        }
      }
    }
  }
}

TEST(Residues, spans_are_the_least_and_the_greatest_magnitudes) {
  Engine engine{8};  // NOLINT: the same numbers in every run
  AlignedVector<double> x(9 * kResidueComponents);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t bits = i % 3 == 0 ? engine() % 4 : engine();
    x[i] = i % 7 == 0 ? -0.0 : std::bit_cast<double>(bits & ~(std::uint64_t{1} << 62));
  }
  const auto size = [](double y) { return std::bit_cast<std::uint64_t>(std::fabs(y)); };
  for (const ResidueKernel* kernel : kernels()) {
    AlignedVector<std::uint64_t> least(kResidueComponents, ~std::uint64_t{0});
    AlignedVector<std::uint64_t> greatest(kResidueComponents, 0);
    kernel->span_values(x.data(), 9, kResidueComponents, least.data(), greatest.data());
    for (std::size_t c = 0; c < kResidueComponents; ++c) {
      std::uint64_t low = ~std::uint64_t{0};
      std::uint64_t high = 0;
      for (std::size_t key = 0; key < 9; ++key) {
        const std::uint64_t y = size(x[key * kResidueComponents + c]);
        if (y != 0) low = std::min(low, y);
        high = std::max(high, y);
      }
      ASSERT_EQ(least[c], low);
      ASSERT_EQ(greatest[c], high);
    }
    std::uint64_t low = ~std::uint64_t{0};
    for (std::size_t i = 0; i < 48; ++i) {
      if (x[i] != 0) low = std::min(low, size(x[i]));
    }
    EXPECT_EQ(kernel->least_magnitude(x.data(), 48), low);
    const AlignedVector<double> zeros(8);
    EXPECT_EQ(kernel->least_magnitude(zeros.data(), 8), ~std::uint64_t{0});
  }
}

class ResidueBlend : public testing::Test {
 protected:
  ~ResidueBlend() override { unsetenv("EXACTBLEND_TARGET"); }

  // Dyadics, and roundings to these types. Returns how many entries were left to fixed point.
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
      options.method = BlendMethod::residues;
      for (const char* target : {"none", "scalar", "avx2", "avx512"}) {
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
        left = std::max(left, report->recomputed_entries);
        if (!dyadics || type != FloatType::f64) continue;
        std::vector<ExactValue> sums(right.size());
        EXPECT_TRUE(blend_exact(weights.view(), values.view(), sums, options));
        EXPECT_EQ(sums == right, true) << target << ' ' << name(weights.type);
      }
    }
    return left;
  }

  // Full significands, exponents spread over `span` below 2^top, any sign.
  static Tensor spread(FloatType type, making::Shape shape, Engine& engine, int span, int top = 0) {
    Tensor tensor(type, std::move(shape));
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      const std::uint64_t significand = engine() | (std::uint64_t{1} << 63);
      const int down = static_cast<int>(engine() % static_cast<unsigned>(span + 1));
      tensor.set(
          i, round_to(type, *Dyadic::of(engine() % 2 == 0, {&significand, 1}, top - down - 64)));
    }
    return tensor;
  }

  Engine engine_{43};  // NOLINT: the same numbers in every run
};

TEST_F(ResidueBlend, every_pair_of_types) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : kFloatTypes) {
      const std::size_t left =
          expect_same(spread(a, {13, 300}, engine_, 20), spread(b, {300, 37}, engine_, 12, 3));
      EXPECT_EQ(left, 0U) << name(a) << ' ' << name(b);
    }
  }
}

TEST_F(ResidueBlend, floats_of_any_bits) {
  for (const FloatType a : kFloatTypes) {
    for (const FloatType b : {FloatType::f64, FloatType::f32, FloatType::e5m2}) {
      expect_same(making::any_finite(a, {8, 70}, engine_),
                  making::any_finite(b, {70, 35}, engine_));
    }
  }
}

TEST_F(ResidueBlend, ties_zeros_and_cancellation) {
  for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16}) {
    expect_same(making::small_numbers(type, {20, 6}, engine_, 6, 12),
                making::small_numbers(type, {6, 70}, engine_, 6, 12));
    Tensor weights = spread(type, {9, 2}, engine_, 30);
    for (std::size_t row = 0; row < 9; ++row) {
      weights.set(2 * row + 1, weights.bits(2 * row) ^ oracle::sign_bit(type));
    }
    Tensor values = spread(type, {2, 40}, engine_, 30);
    for (std::size_t i = 0; i < 40; ++i) values.set(40 + i, values.bits(i) ^ (i % 3 == 0 ? 1 : 0));
    EXPECT_EQ(expect_same(weights, values), 0U);
  }
}

// Each number of moduli, and both sides of where no number suffices.
TEST_F(ResidueBlend, spans_from_none_to_too_wide) {
  std::size_t left = 0;
  for (int span = 0; span < 300; span += 7) {
    Tensor weights = spread(FloatType::f64, {3, 9}, engine_, 0);
    for (std::size_t row = 0; row < 3; ++row) {
      weights.set_number(row * 9 + 4, 3 * oracle::power_of_two(-span));
    }
    left += expect_same(weights, spread(FloatType::f32, {9, 5}, engine_, 0));
  }
  EXPECT_GT(left, 0U);
  EXPECT_LT(left, 43U * 15);
}

// Whole rows and components that are too wide leave the others as they are.
TEST_F(ResidueBlend, outliers_are_left_to_fixed_point) {
  Tensor weights = spread(FloatType::f64, {20, 40}, engine_, 10);
  Tensor values = spread(FloatType::f64, {40, 70}, engine_, 10);
  weights.set(7 * 40 + 3, 1);  // the least subnormal
  values.set(5 * 70 + 66, format_of(FloatType::f64).max_bits());
  values.set(6 * 70 + 66, 3);
  EXPECT_EQ(expect_same(weights, values), 70U + 20 - 1);
  // One huge among tiny, everywhere.
  for (std::size_t i = 0; i < 20; ++i) weights.set_number(i * 40, oracle::power_of_two(900));
  EXPECT_EQ(expect_same(weights, values), 20U * 70);
}

TEST_F(ResidueBlend, subnormals_and_the_ends_of_types) {
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
    // Σ|w| overflows in fp64, so that no bound is known.
    EXPECT_EQ(expect_same(weights, values), type == FloatType::f64 ? 36U : 0U);
  }
}

TEST_F(ResidueBlend, zero_rows_and_components) {
  Tensor weights = spread(FloatType::f32, {10, 50}, engine_, 5);
  Tensor values = spread(FloatType::f32, {50, 10}, engine_, 5);
  for (std::size_t key = 0; key < 50; ++key) {
    weights.set(50 * 3 + key, key % 2 == 0 ? 0 : 0x80000000);
    values.set(10 * key + 7, 0x80000000);
  }
  EXPECT_EQ(expect_same(weights, values), 0U);
  EXPECT_EQ(expect_same(Tensor(FloatType::f32, {3, 50}), values), 0U);
  EXPECT_EQ(expect_same(weights, Tensor(FloatType::f64, {50, 3})), 0U);
}

TEST_F(ResidueBlend, masks_nan_infinity_normalized_and_empty_rows) {
  Tensor weights = spread(FloatType::bf16, {2, 40, 300}, engine_, 20);
  Tensor values = spread(FloatType::f32, {2, 300, 40}, engine_, 10);
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

TEST_F(ResidueBlend, more_than_one_block_and_any_strides) {
  expect_same(spread(FloatType::f32, {200, 3}, engine_, 9),
              spread(FloatType::f64, {3, 150}, engine_, 9));
  const Tensor weights = spread(FloatType::f32, {300, 12}, engine_, 9);
  const Tensor values = spread(FloatType::f64, {40, 300}, engine_, 9);
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
  options.method = BlendMethod::residues;
  ASSERT_TRUE(blend_rounded(transposed(weights), transposed(values), out.output(), options));
  EXPECT_EQ(out.bytes == right.bytes, true);
}

// Numbers of keys around groups, chunks, tiles, and where sums must be reduced; products as great
// as residues can make them, so that a sum of too many would not fit.
TEST_F(ResidueBlend, numbers_of_keys_at_each_limit) {
  for (const std::size_t keys : {1U, 3U, 4U, 5U, 63U, 64U, 65U, 255U, 256U, 257U}) {
    expect_same(spread(FloatType::f32, {7, keys}, engine_, 20),
                spread(FloatType::f32, {keys, 3}, engine_, 20));
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
    for (const char* target : {"scalar", "avx512"}) {
      setenv("EXACTBLEND_TARGET", target, 1);
      Tensor out(FloatType::f64, {1, 1});
      BlendOptions options;
      options.method = BlendMethod::residues;
      ASSERT_TRUE(blend_rounded(weights.view(), values.view(), out.output(), options));
      EXPECT_EQ(out.bits(0), oracle::rounded(FloatType::f64, right)) << target << ' ' << keys;
    }
  }
}

// The automatic choice takes residues where they are fast, alone or after fp64, and gives the same.
TEST_F(ResidueBlend, are_taken_without_being_asked_for) {
  if (!has_vnni()) GTEST_SKIP() << "this processor does not multiply bytes fast";
  const Tensor fine = spread(FloatType::f32, {30, 200}, engine_, 20);
  const Tensor values = spread(FloatType::f32, {200, 40}, engine_, 10);
  // Within 2^64, so that fp64 is tried first, and not exact.
  const Tensor coarse = spread(FloatType::bf16, {30, 200}, engine_, 20);
  const Tensor coarse_values = spread(FloatType::bf16, {200, 40}, engine_, 14);
  for (const auto& [w, v] : {std::pair(&fine, &values), std::pair(&coarse, &coarse_values)}) {
    std::vector<ExactValue> right(30 * 40);
    std::vector<ExactValue> sums(30 * 40);
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

}  // namespace
}  // namespace exactblend
