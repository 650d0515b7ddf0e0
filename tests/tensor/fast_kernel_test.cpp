// The fast kernels on every instruction set that this processor has.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "exactblend/number/round.hpp"
#include "tensor/fast_constants.hpp"
#include "tensor/making.hpp"
#include "tensor/round_fp64.hpp"

namespace exactblend {
namespace {

using making::Tensor;

std::vector<const FastKernel*> kernels() {
  std::vector<const FastKernel*> all;
  for (const Target target : {Target::scalar, Target::avx2, Target::avx512}) {
    if (target <= chosen_target()) all.push_back(fast_kernel(target));
  }
  return all;
}

mpq_class exact(double x) { return mpq_class(x); }

TEST(FastKernel, every_f16_bf16_e4m3_and_e5m2_widens_to_itself) {
  for (const FastKernel* kernel : kernels()) {
    for (const FloatType type :
         {FloatType::f16, FloatType::bf16, FloatType::e4m3, FloatType::e5m2}) {
      const std::size_t count = 2 * oracle::sign_bit(type);
      Tensor tensor(type, {count});
      for (std::size_t i = 0; i < count; ++i) tensor.set(i, i);
      std::vector<double> wide(count);
      EXPECT_FALSE(kernel->widen(type, tensor.bytes.data(), count, wide.data()));
      for (std::size_t i = 0; i < count; ++i) {
        if (oracle::is_finite(type, i)) {
          ASSERT_EQ(std::signbit(wide[i]), (i & oracle::sign_bit(type)) != 0);
          ASSERT_TRUE(exact(wide[i]) == oracle::value_of(type, i)) << name(type) << ' ' << i;
        } else {
          ASSERT_FALSE(std::isfinite(wide[i])) << name(type) << ' ' << i;
        }
      }
      // Any count, and the one bad element at any place.
      for (std::size_t n = 1; n < 40; ++n) {
        EXPECT_TRUE(kernel->widen(type, tensor.bytes.data(), n, wide.data()));
        Tensor bad(type, {n});
        bad.set(n - 1, format_of(type).nan_bits());
        EXPECT_FALSE(kernel->widen(type, bad.bytes.data(), n, wide.data()));
        bad.set(0, format_of(type).infinity_bits());
        EXPECT_FALSE(kernel->widen(type, bad.bytes.data(), n, wide.data()));
      }
    }
  }
}

TEST(FastKernel, f32_and_f64_widen_to_themselves) {
  making::Engine engine(31);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    for (const FloatType type : {FloatType::f32, FloatType::f64}) {
      const Tensor tensor = making::any_finite(type, {1000}, engine);
      std::vector<double> wide(1000);
      EXPECT_TRUE(kernel->widen(type, tensor.bytes.data(), 1000, wide.data()));
      for (std::size_t i = 0; i < 1000; ++i) {
        ASSERT_TRUE(exact(wide[i]) == oracle::value_of(type, tensor.bits(i)));
      }
    }
  }
}

TEST(FastKernel, values_stream_into_their_sums_and_greatest_magnitudes) {
  making::Engine engine(34);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    for (const FloatType type : kFloatTypes) {
      for (std::size_t rows = 1; rows <= kFastRows; ++rows) {
        constexpr std::size_t kKeys = 9;
        const std::size_t panels = kMaxStreamed / kernel->panel;
        const std::size_t components = kernel->panel * (1 + engine() % panels);
        Tensor values = making::small_numbers(type, {kKeys, components}, engine);
        const Tensor weights = making::small_numbers(FloatType::f64, {rows, kKeys}, engine);
        std::vector<double> wide(rows * kKeys);
        ASSERT_TRUE(kernel->widen(FloatType::f64, weights.bytes.data(), wide.size(), wide.data()));
        std::vector<double> sums(rows * kMaxStreamed, 7);
        std::vector<double> greatest(components);
        const auto step = static_cast<std::ptrdiff_t>(components * bytes_of(type));
        const StreamedValues from{type, values.bytes.data(), step, kKeys, components};
        ASSERT_TRUE(kernel->stream(wide.data(), kKeys, rows, from, sums.data(), kMaxStreamed,
                                   greatest.data()));
        for (std::size_t i = 0; i < components; ++i) {
          mpq_class most = 0;
          for (std::size_t key = 0; key < kKeys; ++key) {
            const mpq_class value = oracle::value_of(type, values.bits(key * components + i));
            most = std::max(most, mpq_class(abs(value)));
          }
          ASSERT_TRUE(exact(greatest[i]) == most) << name(type);
          for (std::size_t row = 0; row < rows; ++row) {
            ASSERT_TRUE(exact(sums[row * kMaxStreamed + i]) ==
                        making::exact_entry(weights, row, values, i))
                << name(type) << ' ' << rows << ' ' << components;
          }
        }
        const bool nan = rows % 2 == 0 || !format_of(type).has_infinity;
        values.set(engine() % values.size(),
                   nan ? format_of(type).nan_bits() : format_of(type).infinity_bits());
        ASSERT_FALSE(kernel->stream(wide.data(), kKeys, rows, from, sums.data(), kMaxStreamed,
                                    greatest.data()))
            << name(type);
      }
    }
  }
}

// Numbers of every kind, −0, subnormals and few that are not 0; in vectors of any length.
TEST(FastKernel, spans_are_the_least_and_the_greatest_magnitudes) {
  making::Engine engine(8);  // NOLINT: the same numbers in every run
  constexpr std::size_t kKeys = 9;
  constexpr std::size_t kStep = 48;
  const auto size = [](double x) { return std::bit_cast<std::uint64_t>(std::fabs(x)); };
  for (const FloatType type : kFloatTypes) {
    Tensor tensor = making::any_finite(type, {kKeys * kStep}, engine);
    for (std::size_t i = 0; i < tensor.size(); ++i) {
      if (i % 7 == 0) tensor.set(i, oracle::sign_bit(type));
      if (i % 3 == 0) tensor.set(i, engine() % 4);
    }
    for (const FastKernel* kernel : kernels()) {
      std::vector<double> x(tensor.size());
      ASSERT_TRUE(kernel->widen(type, tensor.bytes.data(), x.size(), x.data()));
      for (std::size_t count = 1; count <= kStep; ++count) {
        std::uint64_t low = ~std::uint64_t{0};
        std::uint64_t high = 0;
        std::size_t below = 0;
        for (std::size_t i = 0; i < count; ++i) {
          if (x[i] != 0) low = std::min(low, size(x[i]));
          high = std::max(high, size(x[i]));
          below += x[i] < 0 ? 1U : 0U;
        }
        std::uint64_t least = ~std::uint64_t{0};
        std::uint64_t greatest = 0;
        EXPECT_EQ(kernel->span(x.data(), count, least, greatest), below);
        EXPECT_EQ(least, low);
        EXPECT_EQ(greatest, high);
        least = ~std::uint64_t{0};
        greatest = 0;
        std::size_t negative = 5;
        EXPECT_TRUE(
            kernel->span_as_they_lie(type, tensor.bytes.data(), count, least, greatest, negative));
        EXPECT_EQ(negative, 5 + below);
        EXPECT_EQ(least, low) << name(type) << ' ' << count;
        EXPECT_EQ(greatest, high) << name(type) << ' ' << count;
        Tensor bad = tensor;
        bad.set(count - 1, format_of(type).nan_bits() | oracle::sign_bit(type));
        EXPECT_FALSE(
            kernel->span_as_they_lie(type, bad.bytes.data(), count, least, greatest, negative));
        EXPECT_EQ(negative, 5 + below);
        EXPECT_EQ(least, low);
      }
      for (std::size_t components = 1; components <= kStep; ++components) {
        std::vector<std::uint64_t> least(components, ~std::uint64_t{0});
        std::vector<std::uint64_t> greatest(components, 0);
        kernel->span_components(x.data(), kStep, kKeys, components, least.data(), greatest.data());
        for (std::size_t i = 0; i < components; ++i) {
          std::uint64_t low = ~std::uint64_t{0};
          std::uint64_t high = 0;
          for (std::size_t key = 0; key < kKeys; ++key) {
            const double y = x[key * kStep + i];
            if (y != 0) low = std::min(low, size(y));
            high = std::max(high, size(y));
          }
          ASSERT_EQ(least[i], low);
          ASSERT_EQ(greatest[i], high);
        }
      }
    }
  }
}

// Sums with 1 to 9 words, of 0 to all bits, around every tie of every type and at the ends of their
// exponents.
TEST(FastKernel, sums_are_rounded_as_round_to_does) {
  making::Engine engine(9);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    for (const FloatType type : kFloatTypes) {
      const FloatFormat format = format_of(type);
      for (std::size_t words = 1; words <= 9; ++words) {
        for (int round = 0; round < 40; ++round) {
          std::vector<std::uint8_t> negative(kSumComponents);
          std::vector<std::uint64_t> sums(words * kSumComponents);
          std::vector<int> exponents(kSumComponents);
          const int bits_in_all = 64 * static_cast<int>(words);
          for (std::size_t i = 0; i < kSumComponents; ++i) {
            negative[i] = engine() % 2;
            const int bits = static_cast<int>(engine() % static_cast<unsigned>(bits_in_all + 1));
            mpz_class x = bits == 0 ? mpz_class(0)
                                    : mpz_class(mpz_class(1) << static_cast<unsigned>(bits - 1));
            if (bits > format.precision && engine() % 4 != 0) {  // near a tie
              const mpz_class ulp = mpz_class(1) << static_cast<unsigned>(bits - format.precision);
              x += ulp / 2 + ulp * (engine() % 8);
              if (engine() % 3 == 0) x += static_cast<long>(engine() % 3) - 1;
              if (engine() % 5 == 0) x = 2 * (mpz_class(1) << static_cast<unsigned>(bits - 1)) - 1;
            }
            for (std::size_t w = 0; w < words; ++w, x >>= 64) {
              sums[w * kSumComponents + i] = mpz_class(x & mpz_class(~0UL)).get_ui();
            }
            const int around = engine() % 2 == 0 ? format.max_exponent : format.min_exponent;
            exponents[i] = around - bits + static_cast<int>(engine() % 80) - 40;
            if (engine() % 2 == 0) exponents[i] = -bits / 2;
          }
          const int row_exponent = static_cast<int>(engine() % 9) - 4;
          const RowSums row{negative.data(), sums.data(), words, exponents.data(), row_exponent};
          std::vector<std::uint64_t> bits(kSumComponents, 77);
          const std::size_t components = 1 + engine() % kSumComponents;
          kernel->round_sums(type, row, components, bits.data());
          for (std::size_t i = 0; i < kSumComponents; ++i) {
            std::vector<std::uint64_t> magnitude(words);
            for (std::size_t w = 0; w < words; ++w) magnitude[w] = sums[w * kSumComponents + i];
            const std::uint64_t right = i < components ? round_to(type, negative[i] != 0, magnitude,
                                                                  exponents[i] + row_exponent)
                                                       : 77;
            ASSERT_EQ(bits[i], right) << name(type) << ' ' << words << ' ' << i;
          }
        }
      }
    }
  }
}

TEST(FastKernel, magnitudes_are_summed_and_signs_seen) {
  for (const FastKernel* kernel : kernels()) {
    for (std::size_t count = 1; count < 80; ++count) {
      std::vector<double> x(count, 1.5);
      bool signs = false;
      ASSERT_EQ(kernel->sum_of_magnitudes(x.data(), count, signs),
                1.5 * static_cast<double>(count));
      ASSERT_FALSE(signs);
      x[count * 5 / 7] = -0.0;
      ASSERT_GT(kernel->sum_of_magnitudes(x.data(), count, signs),
                1.5 * (static_cast<double>(count) - 2));
      ASSERT_TRUE(signs);
    }
  }
}

TEST(FastKernel, exact_parts_sum_exactly_or_say_no) {
  making::Engine engine(32);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    std::size_t times_used[kParts + 1] = {};
    for (int round = 0; round < 400; ++round) {
      const std::size_t count = 1 + engine() % 256;
      const bool large = round % 4 == 0;
      std::vector<double> x(count);
      for (double& one : x) {
        const auto exponent =
            static_cast<int>(engine() % (1 + 35 * (static_cast<std::uint64_t>(round) % 5)));
        one = std::ldexp(static_cast<double>(engine() % (1U << 24)), (large ? -9 : -23) - exponent);
        if (round % 8 < 2 && engine() % 2 == 0) one = -one;
        if (round % 50 == 1) one = large ? 0x1p15 : 0x1.fffffffffffp0;
      }
      x[engine() % count] = 0;
      mpq_class sum = 0;
      std::size_t below = 0;
      for (const double one : x) {
        sum += exact(one);
        below += one < 0 ? 1 : 0;
      }
      double parts[kParts];
      std::size_t negative = 5;
      // Parts for large numbers end at 2^-150.
      PartChoice choice{1 + static_cast<std::size_t>(round) % kParts,
                        round % 7 == 0 && round % 5 < 3};
      ASSERT_TRUE(kernel->exact_parts(x.data(), count, parts, negative, choice)) << round;
      ASSERT_EQ(negative, 5 + below);
      ASSERT_LE(choice.parts, kParts);
      ++times_used[choice.parts];
      mpq_class total = 0;
      for (std::size_t i = 0; i < kParts; ++i) {
        ASSERT_TRUE(i < choice.parts || parts[i] == 0);
        // Multiples of what the choice says.
        ASSERT_EQ(std::fmod(parts[i], std::ldexp(choice.large ? 0x1p-30 : 0x1p-44,
                                                 -40 * static_cast<int>(i))),
                  0);
        total += exact(parts[i]);
      }
      ASSERT_TRUE(total == sum) << round;
      // One that can't be taken apart, anywhere.
      using Limits = std::numeric_limits<double>;
      const double bad[] = {0x1.0000000000001p15, 0x1p-165, Limits::quiet_NaN(), Limits::infinity(),
                            -Limits::infinity(),  -0x1p16};
      x[engine() % count] = bad[round % 6];
      ASSERT_FALSE(kernel->exact_parts(x.data(), count, parts, negative, choice)) << round;
      ASSERT_EQ(negative, 5 + below);
    }
    EXPECT_GT(times_used[kParts], 0U);
    if (kernel->panel == 32) {  // AVX-512 takes as few as will do
      for (std::size_t i = 1; i <= kParts; ++i) EXPECT_GT(times_used[i], 10U);
    }
  }
}

TEST(FastKernel, panels_widen_with_their_greatest_magnitudes_or_say_no) {
  making::Engine engine(35);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    if (kernel->widen_panel == nullptr) continue;
    for (const FloatType type : kFloatTypes) {
      constexpr std::size_t kKeys = 5;
      const std::size_t row = kernel->panel + 3;  // of which the panel begins at 2
      Tensor values = making::any_finite(type, {kKeys, row}, engine);
      values.set(2 * row + 2, oracle::sign_bit(type));
      std::vector<double> panel(kKeys * kernel->panel);
      std::vector<double> greatest(kernel->panel);
      const std::byte* at = values.bytes.data() + 2 * bytes_of(type);
      const auto step = static_cast<std::ptrdiff_t>(row * bytes_of(type));
      ASSERT_TRUE(kernel->widen_panel(type, at, step, kKeys, panel.data(), greatest.data()));
      for (std::size_t i = 0; i < kernel->panel; ++i) {
        double most = 0;
        for (std::size_t key = 0; key < kKeys; ++key) {
          const double wide = panel[key * kernel->panel + i];
          ASSERT_TRUE(exact(wide) == oracle::value_of(type, values.bits(key * row + 2 + i)));
          most = std::max(most, std::fabs(wide));
        }
        ASSERT_EQ(greatest[i], most) << name(type) << ' ' << i;
      }
      const std::size_t bad = engine() % kKeys * row + 2 + engine() % kernel->panel;
      values.set(bad, format_of(type).nan_bits());
      ASSERT_FALSE(kernel->widen_panel(type, at, step, kKeys, panel.data(), greatest.data()));
      if (!format_of(type).has_infinity) continue;
      values.set(bad, format_of(type).infinity_bits() | oracle::sign_bit(type));
      ASSERT_FALSE(kernel->widen_panel(type, at, step, kKeys, panel.data(), greatest.data()));
    }
  }
}

TEST(FastKernel, weights_widen_and_part_at_once_or_say_no) {
  making::Engine engine(36);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    if (kernel->widen_parts == nullptr) continue;
    std::size_t times_used[kParts + 1] = {};
    std::size_t times_fine = 0;
    for (int round = 0; round < 2400; ++round) {
      const FloatType type = std::array{FloatType::f64, FloatType::f32, FloatType::f16,
                                        FloatType::bf16}[static_cast<std::size_t>(round) % 4];
      const std::size_t count = 32 * (1 + engine() % 8);
      Tensor weights(type, {count});
      const std::uint64_t spread = 1 + 40 * (engine() % 5);
      const int down =
          52 + static_cast<int>(engine() % 7);  // so that sums come to fine ones' limit
      for (std::size_t i = 0; i < count; ++i) {
        const auto bits = static_cast<double>(engine() >> 11);
        const double x = std::ldexp(bits, -down - static_cast<int>(engine() % spread));
        weights.set(i, round_to(type, *Dyadic::of_float(FloatType::f64,
                                                        std::bit_cast<std::uint64_t>(x * 0.999))));
      }
      weights.set(engine() % count, 0);
      std::vector<double> wide(count);
      std::vector<double> right(count);
      double parts[kParts];
      ASSERT_TRUE(kernel->widen(type, weights.bytes.data(), count, right.data()));
      const PartChoice choice =
          kernel->widen_parts(type, weights.bytes.data(), count, wide.data(), parts);
      const std::size_t used = choice.parts;
      ++times_used[used];
      times_fine += choice.fine ? 1U : 0U;
      ASSERT_FALSE(choice.large || (choice.fine && used != 1));
      if (used != 0) {
        ASSERT_EQ(wide, right);
        mpq_class sum = 0;
        for (const double one : right) sum += exact(one);
        for (std::size_t i = 0; i < kParts; ++i) {
          ASSERT_TRUE(i < used || parts[i] == 0);
          const int unit = choice.fine ? kFineUnit : -44 - 40 * static_cast<int>(i);
          ASSERT_EQ(std::fmod(parts[i], std::ldexp(1, unit)), 0);
          sum -= exact(parts[i]);
        }
        ASSERT_TRUE(sum == 0) << name(type) << ' ' << used;
        ASSERT_TRUE(!choice.fine || parts[0] <= kFineSum);
      }
      const std::uint64_t two =
          round_to(type, *Dyadic::of_float(FloatType::f64, std::bit_cast<std::uint64_t>(2.0)));
      const std::uint64_t bad[] = {two, oracle::sign_bit(type), oracle::sign_bit(type) | 1,
                                   format_of(type).infinity_bits(), format_of(type).nan_bits()};
      weights.set(engine() % count, bad[static_cast<std::size_t>(round) / 4 % 5]);
      ASSERT_EQ(kernel->widen_parts(type, weights.bytes.data(), count, wide.data(), parts).parts,
                0U);
      ASSERT_EQ(kernel->widen_parts(type, weights.bytes.data(), 31, wide.data(), parts).parts, 0U);
    }
    for (const std::size_t times : times_used) EXPECT_GT(times, 20U);
    EXPECT_GT(times_fine, 200U);
  }
}

// Sums about the greatest one that is fine, with the last bit that there may be.
TEST(FastKernel, fine_sums_end_where_they_would_round) {
  for (const FastKernel* kernel : kernels()) {
    if (kernel->widen_parts == nullptr) continue;
    std::vector<double> wide(256);
    double parts[kParts];
    for (const float most : {1.0F, 3.5F, 4.0F, 4.0F + 0x1p-12F, 8.0F, 30.0F}) {
      for (const std::size_t count : {16U, 64U, 256U}) {
        std::vector<float> weights(count, most / static_cast<float>(count));
        weights[0] = 0x1p-28F + 0x1p-51F;
        weights[1] -= 0x1p-20F;
        mpq_class sum = 0;
        for (const float one : weights) sum += exact(static_cast<double>(one));
        const PartChoice choice =
            kernel->widen_parts(FloatType::f32, reinterpret_cast<const std::byte*>(weights.data()),
                                count, wide.data(), parts);
        EXPECT_EQ(choice.fine, sum <= 4) << most << ' ' << count;
        for (const double part : parts) sum -= exact(part);
        EXPECT_TRUE(sum == 0) << most << ' ' << count;
      }
    }
  }
}

TEST(FastKernel, pairs_are_within_what_was_lost_of_the_sum) {
  making::Engine engine(37);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    if (kernel->add_products == nullptr) continue;
    for (int round = 0; round < 300; ++round) {
      PairTotal total;
      mpq_class sum = 0;
      std::size_t terms = 0;
      for (std::size_t tile = 0; tile < 1 + engine() % 3; ++tile) {
        const std::size_t count = 1 + engine() % 40;
        std::vector<double> weights(count);
        std::vector<double> values(count);
        for (std::size_t i = 0; i < count; ++i, ++terms) {
          const int spread = round % 3 == 0 ? 200 : 20;
          const auto any = [&] {
            const auto size = static_cast<double>(engine() >> 11);
            const int exponent = static_cast<int>(engine() % static_cast<unsigned>(spread));
            return std::ldexp(engine() % 2 == 0 ? size : -size, -53 - exponent);
          };
          weights[i] = any();
          values[i] = any();
          // Products that cancel all that was before but for their low bits.
          if (round % 2 == 0 && i % 2 == 1)
            values[i] = -weights[i - 1] * values[i - 1] / weights[i];
          sum += exact(weights[i]) * exact(values[i]);
        }
        kernel->add_products(weights.data(), values.data(), count, total);
      }
      const mpq_class off = abs(sum - exact(total.sum) - exact(total.rest));
      const double bound = total.lost * static_cast<double>(terms + 64) * 0x1p-53;
      ASSERT_TRUE(off <= exact(bound)) << round;
    }
  }
}

TEST(FastKernel, decisions_hold_for_both_ends_of_the_interval) {
  making::Engine engine(33);  // NOLINT: the same numbers in every run
  for (const FastKernel* kernel : kernels()) {
    constexpr std::size_t kCount = 64;
    std::vector<double> sums(kCount);
    std::vector<double> bounds(kCount);
    std::vector<std::uint64_t> bits(kCount);
    std::vector<std::uint8_t> undecided(kCount);
    std::size_t decided = 0;
    for (int round = 0; round < 100; ++round) {
      for (std::size_t i = 0; i < kCount; ++i) {
        // Close to a tie between two f32.
        const double tie = 1 + (static_cast<double>(engine() % 1000) + 0.5) * 0x1p-23;
        const int scale = static_cast<int>(engine() % 310) - 160;
        const auto off = static_cast<double>(static_cast<std::int64_t>(engine() % 64) - 32);
        sums[i] = std::ldexp(tie + off * 0x1p-40, scale);
        bounds[i] = std::ldexp(static_cast<double>(engine() % 32), scale - 40);
        if (i % 7 == 0) sums[i] = -sums[i];
        if (i % 31 == 0) sums[i] = std::ldexp(sums[i], 1000);
        if (i % 31 == 1) sums[i] = 0;
      }
      kernel->decide_f32(sums.data(), bounds.data(), 1.0, 0x1p-1060, kCount, bits.data(),
                         undecided.data());
      for (std::size_t i = 0; i < kCount; ++i) {
        if (undecided[i] != 0) continue;
        ++decided;
        for (const int end : {-1, 1}) {
          const mpq_class x = exact(sums[i]) + end * (exact(bounds[i]) + exact(0x1p-1060));
          ASSERT_EQ(oracle::rounded(FloatType::f32, x), bits[i]) << sums[i] << ' ' << bounds[i];
        }
      }
    }
    EXPECT_GT(decided, 1000U);
    EXPECT_LT(decided, 6000U);
  }
}

TEST(FastKernel, round_fp64_rounds_every_tie_and_its_neighbours) {
  for (const FloatType type : {FloatType::f16, FloatType::bf16, FloatType::e4m3, FloatType::e5m2}) {
    for (std::uint64_t bits = 0; bits < oracle::infinity_bits(type); ++bits) {
      const double here = oracle::value_of(type, bits).get_d();
      const double middle = (here + oracle::value_of(type, bits + 1).get_d()) / 2;
      ASSERT_EQ(round_fp64(type, here), bits);
      ASSERT_EQ(round_fp64(type, middle), bits + (bits & 1)) << name(type) << ' ' << bits;
      ASSERT_EQ(round_fp64(type, -std::nextafter(middle, 0.0)), bits | oracle::sign_bit(type));
      ASSERT_EQ(round_fp64(type, std::nextafter(middle, 1e300)), bits + 1);
    }
    EXPECT_EQ(round_fp64(type, 1e300), format_of(type).infinity_bits());
    EXPECT_EQ(round_fp64(type, -1e-300), oracle::sign_bit(type));
  }
}

}  // namespace
}  // namespace exactblend
