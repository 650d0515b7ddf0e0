// Numbers taken apart into few whose sums are exact in fp64, and products summed in pairs. What
// they are for, and why they are exact, is in docs/exactness.md, "Row masses" and "Deciding a
// rounding".
#pragma once

#include <cstddef>

#include "exactblend/number/float_type.hpp"

namespace exactblend {

inline constexpr std::size_t kParts = 4;
// What numbers are taken apart into: multiples of 2^-44, 2^-84, 2^-124 and 2^-164; or of 2^14 times
// as much, for numbers from 2 to 2^15; or one part alone, of multiples of kFineUnit, whose sum is
// at most kFineSum.
struct PartChoice {
  std::size_t parts = 1;
  bool large = false;
  bool fine = false;
};
inline constexpr int kFineUnit = -51;  // a power of two
inline constexpr double kFineSum = 4;  // 2^53 units

// sum and rest together are Σ w·v but for a small error; `lost` is Σ|x| over the numbers x that
// rest is the sum of.
struct PairTotal {
  double sum = 0;
  double rest = 0;
  double lost = 0;
};

#if defined(__x86_64__)
// As FastKernel has them.
[[nodiscard]] bool exact_parts_avx512(const double* x, std::size_t count, double* parts,
                                      std::size_t& negative, PartChoice& choice);
[[nodiscard]] PartChoice widen_parts_avx512(FloatType type, const std::byte* at, std::size_t count,
                                            double* out, double* parts);
void add_products_avx512(const double* weights, const double* values, std::size_t count,
                         PairTotal& total);
#endif

}  // namespace exactblend
