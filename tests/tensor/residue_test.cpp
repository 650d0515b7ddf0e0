// Exact sums through residues: the pieces against GMP. Whole blends are in integer_blend_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "tensor/aligned.hpp"
#include "tensor/making.hpp"
#include "tensor/residue_kernel.hpp"
#include "tensor/residue_moduli.hpp"
#include "tensor/target.hpp"

namespace exactblend {
namespace {

using making::Engine;

// Those that this machine has.
std::vector<const ResidueKernel*> kernels() {
  std::vector<const ResidueKernel*> all = {&scalar_residues()};
#if defined(__x86_64__)
  if (has_vnni()) all.push_back(&vnni_residues());
  if (has_amx()) all.push_back(&amx_residues());
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

// Against plain loops, with the greatest residues there are; sums grow from what is there.
TEST(Residues, multiplying_gives_the_sums_of_products) {
  Engine engine{9};  // NOLINT: the same numbers in every run
  for (const ResidueKernel* kernel : kernels()) {
    for (const std::size_t rows : {std::size_t{1}, kernel->strip / 2 + 1, kernel->strip}) {
      AlignedVector<std::int8_t> weights(kernel->strip * kResidueKeys);
      for (std::size_t i = 0; i < rows * kResidueKeys; ++i) {
        weights[i] =
            static_cast<std::int8_t>(i % 5 == 0 ? -127 : static_cast<int>(engine() % 255) - 127);
      }
      AlignedVector<std::uint8_t> values(kResiduePanel * kResidueKeys);
      for (auto& value : values)
        value = static_cast<std::uint8_t>(engine() % 3 == 0 ? 255 : engine());
      AlignedVector<std::int32_t> sums(kernel->strip * kResidueComponents, 1000);
      constexpr std::size_t kGroups = 32;
      kernel->multiply(weights.data(), rows, values.data(), kGroups, sums.data());
      for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t i = 0; i < kResiduePanel; ++i) {
          int sum = 1000;
          for (std::size_t key = 0; key < kGroups * kResidueGroup; ++key) {
            sum += weights[row * kResidueKeys + key] *
                   values[key / 4 * 4 * kResiduePanel + i * 4 + key % 4];
          }
          ASSERT_EQ(sums[row * kResidueComponents + i], sum) << rows << ' ' << row << ' ' << i;
        }
        ASSERT_EQ(sums[row * kResidueComponents + kResiduePanel], 1000);
      }
    }
  }
}

}  // namespace
}  // namespace exactblend
