// Sums through digits: the pieces against GMP and plain loops, on every instruction set. Whole
// blends are in integer_blend_test.cpp.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "tensor/aligned.hpp"
#include "tensor/digit_block.hpp"
#include "tensor/digit_kernel.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/making.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Engine;
using making::Tensor;

// Those that this machine has.
std::vector<const DigitKernel*> kernels() {
  std::vector<const DigitKernel*> all = {&scalar_digits()};
#if defined(__x86_64__)
  if (has_amx()) all.push_back(&amx_digits());
#endif
  return all;
}

int field_of(double x) {
  return std::max(static_cast<int>(std::bit_cast<std::uint64_t>(std::fabs(x)) >> 52), 1);
}

// The number that digits to the base 256 stand for, in units of place 0.
template <class DigitAt>
mpq_class value_of(std::size_t digits, DigitAt&& digit_at) {
  mpq_class value = 0;
  for (std::size_t i = 0; i < digits; ++i) {
    value += digit_at(i) * oracle::power_of_two(-8 * static_cast<long>(i));
  }
  return value;
}

mpq_class value_of(double x, int top_field) {
  return mpq_class(x) * oracle::power_of_two(-top_exponent(top_field));
}

// Numbers of a type within 2^span, the greatest first.
Tensor numbers(FloatType type, std::size_t count, int span, Engine& engine) {
  const FloatFormat format = format_of(type);
  Tensor tensor(type, {count});
  const std::uint64_t one = std::uint64_t{1} << format.fraction_bits();
  for (std::size_t i = 0; i < count; ++i) {
    std::uint64_t bits =
        format.max_bits() / one * one - one * (engine() % static_cast<unsigned>(span + 1));
    bits |= engine() % 3 == 0 ? one - 1 : engine() & (one - 1);
    bits = std::min(bits, format.max_bits());
    if (i == 0) bits = format.max_bits();
    if (engine() % 9 == 0 && i != 0) bits = 0;
    tensor.set(i, bits | (engine() % 2 == 0 ? format.sign_bit() : 0));
  }
  return tensor;
}

TEST(Digits, weights_are_the_sums_of_their_digits) {
  Engine engine{12};  // NOLINT: the same numbers in every run
  for (const DigitKernel* kernel : kernels()) {
    for (const FloatType type : {FloatType::f64, FloatType::f32, FloatType::bf16, FloatType::f16}) {
      const int most = type == FloatType::f64 || type == FloatType::f32 || type == FloatType::bf16
                           ? 190
                           : format_of(type).max_exponent - format_of(type).min_exponent;
      for (int span = 0; span <= most; span += 1 + span / 2) {
        const int drop = 53 - format_of(type).precision;
        const std::size_t digits =
            static_cast<std::size_t>(span + format_of(type).precision + 2 + 7) / 8;
        for (const std::size_t stored : {digits, (digits + 1) / 2, std::size_t{1}}) {
          const std::size_t chunks = 1 + engine() % 2;
          const std::size_t keys = chunks * kDigitChunk;
          std::vector<Tensor> rows;
          StripSplit strip;
          strip.count = engine() % 2 == 0 ? kDigitTile : kDigitStrip;
          strip.chunks = chunks;
          strip.drop = drop;
          strip.stored = stored;
          strip.digits = digits;
          AlignedVector<std::int8_t> out(chunks * stored * kPlaceBytes, 99);
          strip.out = out.data();
          std::vector<std::array<std::int64_t, kMaxDigits>> totals(kDigitStrip);
          std::vector<int> tops(kDigitStrip);
          rows.reserve(kDigitStrip);
          for (std::size_t row = 0; row < strip.count; ++row) {
            rows.push_back(numbers(type, keys, span, engine));
            if (row % 8 == 5) continue;  // null: zeros
            strip.rows[row].at = rows[row].bytes.data();
            strip.rows[row].type = type;
            tops[row] = field_of(oracle::value_of(type, rows[row].bits(0)).get_d());
            strip.rows[row].base = top_base(tops[row], drop);
            if (row % 8 != 3) strip.rows[row].totals = totals[row].data();
          }
          kernel->split_weights(strip);
          EXPECT_TRUE(strip.used);
          for (std::size_t row = engine() % 3; row < strip.count; row += 3) {
            mpq_class sum = 0;
            for (std::size_t key = 0; key < keys; ++key) {
              const mpq_class x =
                  strip.rows[row].at == nullptr
                      ? mpq_class(0)
                      : value_of(oracle::value_of(type, rows[row].bits(key)).get_d(), tops[row]);
              sum += x;
              const mpq_class y = value_of(stored, [&](std::size_t i) {
                return out[(key / kDigitChunk * stored + i) * kPlaceBytes +
                           row / kDigitTile * kTileBytes + row % kDigitTile * kDigitChunk +
                           key % kDigitChunk];
              });
              const mpq_class rest = abs(x - y);
              if (stored == digits) {
                ASSERT_TRUE(rest == 0) << name(type) << ' ' << span << ' ' << row << ' ' << key;
              } else {  // at most 128·(1/256 + …) units of the last place
                ASSERT_TRUE(rest <= mpq_class(128, 255) *
                                        oracle::power_of_two(8 - 8 * static_cast<long>(stored)));
              }
            }
            if (strip.rows[row].totals == nullptr) continue;
            ASSERT_TRUE(value_of(kMaxDigits,
                                 [&](std::size_t i) { return mpq_class(totals[row][i]); }) == sum)
                << name(type) << ' ' << span << ' ' << stored;
          }
        }
      }
    }
  }
}

TEST(Digits, a_strip_of_zeros_is_not_used) {
  for (const DigitKernel* kernel : kernels()) {
    const Tensor zeros(FloatType::f32, {kDigitChunk});
    AlignedVector<std::int8_t> out(kPlaceBytes, 99);
    StripSplit strip;
    strip.count = kDigitTile;
    strip.chunks = strip.stored = strip.digits = 1;
    strip.drop = 29;
    strip.out = out.data();
    strip.rows[4] = {zeros.bytes.data(), FloatType::f32, 0, nullptr};
    kernel->split_weights(strip);
    EXPECT_FALSE(strip.used);
    for (std::size_t i = 0; i < kTileBytes; ++i) ASSERT_EQ(out[i], 0);
  }
}

TEST(Digits, values_are_the_sums_of_their_digits) {
  Engine engine{13};  // NOLINT: the same numbers in every run
  for (const DigitKernel* kernel : kernels()) {
    for (const int span : {0, 1, 7, 8, 30, 100, 190}) {
      for (const std::size_t tiles : {1U, 2U}) {
        constexpr std::size_t kStep = 40;
        AlignedVector<double> x(kDigitChunk * kStep);
        AlignedVector<int> bases(kDigitStrip);
        std::vector<int> tops(kDigitStrip, 0);
        for (auto& one : x) {
          if (engine() % 9 == 0) continue;
          one = std::ldexp(static_cast<double>(engine() >> 11),
                           -static_cast<int>(engine() % static_cast<unsigned>(span + 1)));
          if (engine() % 2 == 0) one = -one;
        }
        int least = 2047;
        for (std::size_t key = 0; key < kDigitChunk; ++key) {
          for (std::size_t c = 0; c < kDigitStrip; ++c) {
            tops[c] = std::max(tops[c], field_of(x[key * kStep + c]));
            if (x[key * kStep + c] != 0) least = std::min(least, field_of(x[key * kStep + c]));
          }
        }
        std::size_t digits = 1;
        for (std::size_t c = 0; c < kDigitStrip; ++c) {
          bases[c] = top_base(tops[c], 0);
          digits = std::max(digits, static_cast<std::size_t>(tops[c] - least + 53 + 2 + 7) / 8);
        }
        AlignedVector<std::int8_t> out(digits * kPlaceBytes);
        kernel->split_values(x.data(), kStep, tiles, bases.data(), 0, digits, out.data());
        for (std::size_t key = 0; key < kDigitChunk; ++key) {
          for (std::size_t c = 0; c < tiles * kDigitTile; ++c) {
            const mpq_class y = value_of(digits, [&](std::size_t i) {
              return out[i * kPlaceBytes + c / kDigitTile * kTileBytes + key / 4 * 64 +
                         c % kDigitTile * 4 + key % 4];
            });
            ASSERT_TRUE(y == value_of(x[key * kStep + c], tops[c]))
                << span << ' ' << key << ' ' << c;
          }
        }
      }
    }
  }
}

// Against plain loops, with the greatest digits there are; sums grow from what is there, and the
// other strip is split all the same.
TEST(Digits, multiplying_gives_the_sums_of_products) {
  Engine engine{14};  // NOLINT: the same numbers in every run
  const auto digits = [&](std::size_t count) {
    AlignedVector<std::int8_t> all(count);
    for (auto& one : all) one = static_cast<std::int8_t>(engine() % 3 == 0 ? 128 : engine());
    return all;
  };
  const Tensor row(FloatType::f64, {2 * kDigitChunk});
  for (const DigitKernel* kernel : kernels()) {
    for (const auto& [n, m, levels] : {std::array<std::size_t, 3>{1, 1, 1},
                                       {3, 2, 4},
                                       {2, 5, 6},
                                       {5, 4, 3},
                                       {6, 6, 8},
                                       {13, 10, 22},
                                       {4, 9, 11}}) {
      for (const std::size_t rows : {1U, 2U}) {
        for (const std::size_t columns : {1U, 2U}) {
          const std::size_t chunks = 1 + engine() % 3;
          const auto weights = digits(chunks * n * kPlaceBytes);
          const auto values = digits(chunks * m * kPlaceBytes);
          const bool first = engine() % 3 == 0;
          AlignedVector<std::int32_t> sums(levels * kLevelSums, 1000);
          StripSplit next;
          next.count = kDigitStrip;
          next.chunks = 2;
          next.stored = next.digits = 1;
          AlignedVector<std::int8_t> out(2 * kPlaceBytes, 99);
          next.out = out.data();
          next.rows[3].at = row.bytes.data();
          DigitProduct product{weights.data(), n,      rows,   values.data(), m,
                               columns,        chunks, levels, sums.data(),   first};
          kernel->multiply(&product, 1, &next);
          EXPECT_EQ(std::count(out.begin(), out.end(), 0), 2 * kPlaceBytes);
          for (std::size_t level = 0; level < levels; ++level) {
            for (std::size_t at = 0; at < kLevelSums; ++at) {
              const std::size_t tile = at / kTileSums;
              const std::size_t r = at % kTileSums / kDigitTile;
              const std::size_t c = at % kDigitTile;
              int sum = first ? 0 : 1000;
              for (std::size_t i = 0; i < n && tile / 2 < rows && tile % 2 < columns; ++i) {
                if (i > level || level - i >= m) continue;
                for (std::size_t key = 0; key < chunks * kDigitChunk; ++key) {
                  const std::size_t chunk = key / kDigitChunk;
                  const std::size_t k = key % kDigitChunk;
                  sum +=
                      weights[(chunk * n + i) * kPlaceBytes + tile / 2 * kTileBytes + r * 64 + k] *
                      values[(chunk * m + level - i) * kPlaceBytes + tile % 2 * kTileBytes +
                             k / 4 * 64 + c * 4 + k % 4];
                }
              }
              ASSERT_EQ(sums[level * kLevelSums + at], sum) << n << m << ' ' << level << ' ' << at;
            }
          }
        }
      }
    }
  }
}

// Folding sums of levels as great as they may be, some times, with offsets.
TEST(Digits, joining_gives_the_integer_of_gmp) {
  Engine engine{15};  // NOLINT: the same numbers in every run
  for (const DigitKernel* kernel : kernels()) {
    for (std::size_t levels = 1; levels <= kMaxLevels; levels += 1 + levels / 6) {
      const std::size_t last = std::min(levels + engine() % 3, kMaxLevels) - 1;
      const std::size_t groups = last / kLevelsPerGroup + 1;
      AlignedVector<std::int64_t> wide(groups * kGroupSums);
      std::vector<mpz_class> right(kGroupSums);
      for (int time = 0; time < 3; ++time) {
        AlignedVector<std::int32_t> sums(std::min(levels, last + 1) * kLevelSums);
        for (std::size_t i = 0; i < sums.size(); ++i) {
          sums[i] = i % 5 == 0   ? INT32_MAX
                    : i % 5 == 1 ? INT32_MIN
                                 : static_cast<std::int32_t>(engine());
          if (i % 7 == 0) sums[i] = 0;
          const std::size_t tile = i % kLevelSums / kTileSums;
          const std::size_t at = i % kTileSums;
          mpz_class one = sums[i];
          one <<= static_cast<unsigned>(8 * (last - i / kLevelSums));
          right[(tile / 2 * kDigitTile + at / kDigitTile) * kDigitComponents +
                tile % 2 * kDigitTile + at % kDigitTile] += one;
        }
        kernel->fold(sums.data(), std::min(levels, last + 1), last, wide.data());
      }
      for (std::size_t row = 0; row < kDigitStrip; row += 5) {
        AlignedVector<std::int64_t> offsets(kDigitComponents);
        for (auto& one : offsets) one = static_cast<std::int64_t>(engine()) >> (engine() % 40 + 10);
        std::vector<std::uint8_t> negative(kDigitComponents);
        AlignedVector<std::uint64_t> words(kDigitWords * kDigitComponents);
        kernel->join(wide.data() + row * kDigitComponents, groups, offsets.data(), kDigitComponents,
                     negative.data(), words.data());
        for (std::size_t c = 0; c < kDigitComponents; ++c) {
          mpz_class x = 0;
          for (std::size_t w = words_of(groups); w-- > 0;) {
            x = (x << 64) + words[w * kDigitComponents + c];
          }
          if (negative[c] != 0) x = -x;
          const mpz_class expected = right[row * kDigitComponents + c] + offsets[c];
          ASSERT_TRUE(x == expected) << levels << ' ' << row << ' ' << c;
        }
      }
    }
  }
}

// Digits of −128 in as many places as there are, of so many keys that sums of products would
// overflow if they were not folded in time.
TEST(Digits, sums_of_the_greatest_digits_do_not_overflow) {
  const mpq_class small = -128 * oracle::power_of_two(-5) *
                          value_of(7, [](std::size_t i) { return mpq_class(i == 0 ? 0 : 1); });
  for (const std::size_t keys : {3'000U, 20'000U}) {
    Tensor weights(FloatType::f64, {4, keys});
    Tensor values(FloatType::f64, {keys, 4});
    const std::uint64_t bits = oracle::rounded(FloatType::f64, small);
    for (std::size_t i = 0; i < weights.size(); ++i) weights.set(i, bits);
    for (std::size_t i = 0; i < values.size(); ++i) values.set(i, bits);
    for (std::size_t i = 0; i < 4; ++i) {
      weights.set_number(i * keys, mpq_class(1));
      values.set_number(i, mpq_class(1));
    }
    const mpq_class sum = 1 + (keys - 1) * small * small;
    for (const char* target : {"scalar", "amx"}) {
      setenv("EXACTBLEND_TARGET", target, 1);
      std::vector<ExactValue> out(16);
      BlendOptions options;
      options.method = BlendMethod::digits;
      ASSERT_TRUE(blend_exact(weights.view(), values.view(), out, options));
      for (const ExactValue& one : out)
        ASSERT_TRUE(oracle::value_of(one.value) == sum) << target << ' ' << keys;
    }
    unsetenv("EXACTBLEND_TARGET");
  }
}

// Where fp64 is likely to hold all sums exactly, digits are not taken: whatever is chosen, the
// blend is the same, but this is the faster way.
TEST(DigitBlock, knows_what_fp64_is_likely_to_hold) {
  const FastKernel* kernel = fast_kernel(chosen_target());
  const DigitKernel* digits = digit_kernel(chosen_target());
  if (kernel == nullptr || digits == nullptr) GTEST_SKIP() << "no fast kernels here";
  DigitBlock block(*kernel, *digits);
  Engine engine(73);  // NOLINT: the same numbers in every run
  const auto may_be_exact = [&](const Tensor& weights, const Tensor& values) {
    const NearestEnvironment environment;
    const Operands from = making::operands(weights, values);
    const Block all = {0, weights.shape[0], 0, values.shape[1]};
    block.look_at_values(from, all);
    return block.may_be_exact_in_fp64(from, all);
  };
  const auto spread = [&](FloatType type, making::Shape shape, int span, int top = 0) {
    return making::spread(type, std::move(shape), engine, span, top);
  };
  constexpr std::size_t kKeys = 1024;                                    // 11 bits
  const Tensor short_weights = spread(FloatType::f16, {20, kKeys}, 10);  // 21 bits
  EXPECT_TRUE(may_be_exact(short_weights, spread(FloatType::f16, {kKeys, 8}, 10)));
  EXPECT_TRUE(may_be_exact(short_weights, spread(FloatType::bf16, {kKeys, 8}, 20)));
  EXPECT_FALSE(may_be_exact(short_weights, spread(FloatType::bf16, {kKeys, 8}, 30)));
  EXPECT_FALSE(may_be_exact(short_weights, spread(FloatType::f64, {kKeys, 8}, 1)));
  EXPECT_FALSE(may_be_exact(spread(FloatType::f32, {20, kKeys}, 10),
                            spread(FloatType::f32, {kKeys, 8}, 10)));
  // Of a type's subnormals there are no bits below the least.
  EXPECT_TRUE(may_be_exact(spread(FloatType::f16, {20, kKeys}, 23),
                           spread(FloatType::f16, {kKeys, 8}, 23)));
  EXPECT_FALSE(may_be_exact(spread(FloatType::f16, {20, kKeys}, 38, 15),
                            spread(FloatType::f16, {kKeys, 8}, 23)));
  const Tensor zeros(FloatType::f16, {20, kKeys});
  EXPECT_TRUE(may_be_exact(zeros, spread(FloatType::f16, {kKeys, 8}, 10)));
}

}  // namespace
}  // namespace exactblend
