// Constants that every instruction set's kernels share.
#pragma once

#include "tensor/fast_kernel.hpp"

#if defined(__FAST_MATH__)
#error "the proofs about fp64 arithmetic do not hold with -ffast-math"
#endif

namespace exactblend {

// Adding and taking away 1.5·2^(52 + e) rounds a number of magnitude below 2^(51 + e) to a multiple
// of 2^e. Parts are multiples of 2^-44, 2^-84, 2^-124 and 2^-164: at most 256 parts of a magnitude
// up to 2 (then 2^-45, 2^-85, 2^-125) sum below 2^53 multiples, hence exactly in any order. Of
// larger numbers, up to 2^15, all is 2^14 times as much. A sum that begins at the anchor itself
// does the rounding: up to 32 of them leave it in the same binade.
inline constexpr double kPartAnchor[2][kParts] = {{0x1.8p8, 0x1.8p-32, 0x1.8p-72, 0x1.8p-112},
                                                  {0x1.8p22, 0x1.8p-18, 0x1.8p-58, 0x1.8p-98}};
inline constexpr double kPartLimit[2] = {2, 0x1p15};

// Beyond it nothing is decided: no arithmetic on what is below can overflow.
inline constexpr double kDecidable = 0x1p1000;

// More than underflow can add to a sum of up to 2^36 terms, and to what bounds are made of: a few
// units of 2^-1074 for each. (As little as that would be subnormal, and a processor may take 100
// cycles to read it.)
inline constexpr double kErrorAbsolute = 0x1p-1000;

// The error's bound E is widened for the rounding of sum ± E itself.
inline constexpr double kErrorRelative = 1 + 0x1p-20;
inline constexpr double kSumRelative = 0x1p-52;

}  // namespace exactblend
