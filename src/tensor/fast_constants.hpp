// Constants that every instruction set's kernels share.
#pragma once

#include "tensor/fast_kernel.hpp"

#if defined(__FAST_MATH__)
#error "the proofs about fp64 arithmetic do not hold with -ffast-math"
#endif

namespace exactblend {

// Adding and taking away 1.5·2^(52 + e) rounds a number of magnitude below 2^(51 + e) to a multiple
// of 2^e. Parts are multiples of 2^-30, 2^-70, 2^-110 and 2^-150: at most 256 parts of a magnitude
// up to 2^15 (then 2^-31, 2^-71, 2^-111) sum below 2^53 multiples, hence exactly in any order.
inline constexpr double kPartAnchor[kParts] = {0x1.8p22, 0x1.8p-18, 0x1.8p-58, 0x1.8p-98};
inline constexpr double kPartLimit = 0x1p15;

// Beyond it nothing is decided: no arithmetic on what is below can overflow.
inline constexpr double kDecidable = 0x1p1000;

// The error's bound E is widened for the rounding of sum ± E itself.
inline constexpr double kErrorRelative = 1 + 0x1p-20;
inline constexpr double kSumRelative = 0x1p-52;

}  // namespace exactblend
