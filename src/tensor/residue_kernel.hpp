// The loops that sums through residues are made of, in integers only: none of them rounds, and all
// give the same on every instruction set. What is concluded from them is proved in
// docs/exactness.md, "Exact sums through residues".
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/target.hpp"

namespace exactblend {

inline constexpr std::size_t kResidueRows = 384;        // of one block
inline constexpr std::size_t kResidueComponents = 128;  // of one block
inline constexpr std::size_t kResidueKeys = 256;        // of one tile
inline constexpr std::size_t kResiduePanel = 64;        // components that are
inline constexpr std::size_t kResidueGroup = 4;         // keys that lie side by side
inline constexpr std::size_t kResidueChunk = 64;        // keys of values, and of weights, at once
// Residues by one modulus, of weights by row and key; of values by panel, group of keys,
// component and key.
inline constexpr std::size_t kWeightResidues = kResidueRows * kResidueKeys;
inline constexpr std::size_t kValueResidues = kResidueComponents * kResidueKeys;
inline constexpr std::size_t kResidueSums = kResidueRows * kResidueComponents;

// A product of residues is at most 255·128 in size, and 65,793 of them sum within 31 bits. After
// this many keys, a multiple of kResidueKeys, sums are reduced; that leaves at most 130.
inline constexpr std::size_t kKeysPerReduction = 65'536;
static_assert(kKeysPerReduction * 255 * 128 + 130 < (std::uint64_t{1} << 31));

// Numbers are scaled as block_reader.hpp says.
struct ResidueKernel {
  bool is_fast;       // faster than fixed point
  std::size_t strip;  // rows that are multiplied at once
  // out[i·kWeightResidues + key]: the centred residue by kModuli[i] of the weight x[key]. count: a
  // multiple of kResidueChunk.
  void (*split_weights)(const double* x, std::size_t count, int base, int drop, std::size_t moduli,
                        std::int8_t* out);
  // A residue from 0 to 255 for each of kResidueChunk keys by `components` values (a multiple of
  // kResiduePanel), x[key·kResidueComponents + component], where out[i·kValueResidues] is the
  // group of the first key.
  void (*split_values)(const double* x, std::size_t components, const int* bases, int drop,
                       std::size_t moduli, std::uint8_t* out);

  // sums[r·kResidueComponents + i] += Σ_key weights[r·kResidueKeys + key]·value(key, i), for up to
  // `strip` rows and one panel. Sums, and weights that are 0, reach to the end of the strip.
  void (*multiply)(const std::int8_t* weights, std::size_t rows, const std::uint8_t* values,
                   std::size_t groups, std::int32_t* sums);

  // The integers that are sums[i·kResidueSums + component] by kModuli[i], for all i below moduli,
  // and at most crt_of(moduli).capacity in size: the sign, and the size in words of 64 bits,
  // words[j·kResidueComponents + component] for 2·j below crt_of(moduli).words. components: a
  // multiple of 8.
  void (*join)(const std::int32_t* sums, std::size_t moduli, std::size_t components,
               std::uint8_t* negative, std::uint64_t* words);
};

// Null for Target::none.
[[nodiscard]] const ResidueKernel* residue_kernel(Target target);

[[nodiscard]] const ResidueKernel& scalar_residues();
#if defined(__x86_64__)
[[nodiscard]] const ResidueKernel& vnni_residues();
[[nodiscard]] const ResidueKernel& amx_residues();
#endif

}  // namespace exactblend
