#include <algorithm>
#include <array>
#include <bit>

#include "tensor/residue_kernel.hpp"
#include "tensor/residue_moduli.hpp"

namespace exactblend {
namespace {

constexpr std::uint64_t kNoSign = ~std::uint64_t{0} >> 1;

std::uint64_t magnitude_bits(double x) { return std::bit_cast<std::uint64_t>(x) & kNoSign; }

// An integer ±size·2^shift.
struct Scaled {
  bool negative;
  std::uint64_t size;
  unsigned shift;
};

Scaled scaled(double x, int base, int drop) {
  const std::uint64_t bits = magnitude_bits(x);
  const std::uint64_t one = std::uint64_t{1} << 52;
  const auto field = static_cast<int>(bits >> 52);
  const std::uint64_t significand = (bits & (one - 1)) | (field != 0 ? one : 0);
  return {std::bit_cast<std::uint64_t>(x) != bits, significand >> drop,
          static_cast<unsigned>(std::max(std::max(field, 1) - base, 0))};
}

// From 0 to modulus − 1.
int residue(const Scaled& x, std::size_t i) {
  const auto modulus = static_cast<std::uint64_t>(kModuli[i]);
  // The first byte of the table's row.
  const auto power = static_cast<std::int8_t>(power_tables().rows[i][x.shift / 8]);
  const std::uint64_t factor =
      power < 0 ? modulus + static_cast<std::uint64_t>(power) : static_cast<std::uint64_t>(power);
  const std::uint64_t size = ((x.size % modulus) << (x.shift % 8)) * factor % modulus;
  return static_cast<int>(x.negative && size != 0 ? modulus - size : size);
}

void split_weights(const double* x, std::size_t count, int base, int drop, std::size_t moduli,
                   std::int8_t* out) {
  for (std::size_t key = 0; key < count; ++key) {
    const Scaled weight = scaled(x[key], base, drop);
    for (std::size_t i = 0; i < moduli; ++i) {
      const int value = residue(weight, i);
      out[i * kWeightResidues + key] =
          static_cast<std::int8_t>(value > kModuli[i] / 2 ? value - kModuli[i] : value);
    }
  }
}

void split_values(const double* x, std::size_t components, const int* bases, int drop,
                  std::size_t moduli, std::uint8_t* out) {
  for (std::size_t key = 0; key < kResidueChunk; ++key, x += kResidueComponents) {
    for (std::size_t c = 0; c < components; ++c) {
      const Scaled value = scaled(x[c], bases[c], drop);
      const std::size_t panel = c / kResiduePanel * kResiduePanel;
      const std::size_t at = panel * kResidueKeys +
                             key / kResidueGroup * kResidueGroup * kResiduePanel +
                             (c - panel) * kResidueGroup + key % kResidueGroup;
      for (std::size_t i = 0; i < moduli; ++i) {
        out[i * kValueResidues + at] = static_cast<std::uint8_t>(residue(value, i));
      }
    }
  }
}

void multiply(const std::int8_t* weights, std::size_t rows, const std::uint8_t* values,
              std::size_t groups, std::int32_t* sums) {
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t key = 0; key < groups * kResidueGroup; ++key) {
      const std::int32_t weight = weights[row * kResidueKeys + key];
      if (weight == 0) continue;
      const std::uint8_t* value =
          values + key / kResidueGroup * kResidueGroup * kResiduePanel + key % kResidueGroup;
      std::int32_t* sum = sums + row * kResidueComponents;
      for (std::size_t i = 0; i < kResiduePanel; ++i) sum[i] += weight * value[i * kResidueGroup];
    }
  }
}

// With y = reduced(sum·inverse) by each modulus, Σ y·(M/m) is the integer and q·M more, and q is
// Σ y/m to the nearest.
void join(const std::int32_t* sums, std::size_t moduli, std::size_t components,
          std::uint8_t* negative, std::uint64_t* words) {
  const Crt& crt = crt_of(moduli);
  for (std::size_t c = 0; c < components; ++c) {
    std::array<std::int64_t, kCrtWords> total = {};
    std::uint64_t quotient = std::uint64_t{1} << 31;
    for (std::size_t i = 0; i < moduli; ++i) {
      const int modulus = kModuli[i];
      const std::int64_t x =
          reduced(sums[i * kResidueSums + c], modulus) * static_cast<std::int64_t>(crt.inverses[i]);
      const std::int64_t y = x - ((x * reducer(modulus)) >> kReduceShift) * modulus;
      quotient += static_cast<std::uint64_t>(y) * crt.reciprocals[i];
      for (std::size_t w = 0; w < crt.words; ++w) total[w] += y * crt.cofactors[i][w];
    }
    quotient >>= 32;
    std::int64_t carried = 0;
    for (std::size_t w = 0; w < crt.words; ++w) {
      carried += total[w] - static_cast<std::int64_t>(quotient * crt.product[w]);
      total[w] = carried & 0xffff'ffff;
      carried >>= 32;
    }
    negative[c] = carried < 0 ? 1 : 0;
    const std::uint64_t flip = carried < 0 ? ~std::uint64_t{0} : 0;
    std::uint64_t plus_one = negative[c];
    for (std::size_t w = 0; w < crt.words; w += 2) {
      const std::uint64_t word =
          static_cast<std::uint64_t>(total[w]) | (static_cast<std::uint64_t>(total[w + 1]) << 32);
      const std::uint64_t size = (word ^ flip) + plus_one;
      plus_one = plus_one != 0 && size == 0 ? 1 : 0;
      words[w / 2 * kResidueComponents + c] = size;
    }
  }
}

}  // namespace

const ResidueKernel& scalar_residues() {
  static constexpr ResidueKernel kKernel{false, 6, split_weights, split_values, multiply, join};
  return kKernel;
}

const ResidueKernel* residue_kernel(Target target) {
  if (target == Target::none) return nullptr;
#if defined(__x86_64__)
  if (target == Target::amx) return &amx_residues();
  if (target == Target::avx512 && has_vnni()) return &vnni_residues();
#endif
  return &scalar_residues();
}

}  // namespace exactblend
