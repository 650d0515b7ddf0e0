// Which instruction set the fast kernels use. The result is the same bits on each.
#pragma once

#include <cstdint>

namespace exactblend {

enum class Target : std::uint8_t {
  none,    // fixed point only: not x86-64
  scalar,  // what every x86-64 processor has
  avx2,    // with FMA and F16C
  avx512,  // F, DQ, BW, VL and CD
  amx      // tiles of bytes; with VNNI and VBMI
};

// The best that this processor has and the system lets us use, or less if the environment variable
// EXACTBLEND_TARGET asks for less: none, scalar, avx2, avx512 or amx.
[[nodiscard]] Target chosen_target();

// Whether this processor multiplies bytes in AVX-512 (VNNI).
[[nodiscard]] bool has_vnni();

// Whether chosen_target() may be Target::amx.
[[nodiscard]] bool has_amx();

}  // namespace exactblend
