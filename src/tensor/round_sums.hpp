// Rounding the sums of one row, as the blocks of integers give them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "exactblend/number/float_type.hpp"

namespace exactblend {

inline constexpr std::size_t kSumComponents = 128;  // between two words of one sum

// By component i: ±Σ_j words[j·kSumComponents + i]·2^(64·j + exponents[i] + row_exponent).
struct RowSums {
  const std::uint8_t* negative;
  const std::uint64_t* words;
  std::size_t count;  // of words
  const int* exponents;
  int row_exponent;
};

// bits[i]: the sum rounded once to the type, as round_to does it, for `components` of them. The
// arrays reach to the next multiple of 8. The second one wants a NearestEnvironment.
void round_sums_scalar(FloatType type, const RowSums& sums, std::size_t components,
                       std::uint64_t* bits);
#if defined(__x86_64__)
void round_sums_avx512(FloatType type, const RowSums& sums, std::size_t components,
                       std::uint64_t* bits);
#endif

}  // namespace exactblend
