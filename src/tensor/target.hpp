// Which instruction set the fast kernels use. The result is the same bits on each.
#pragma once

#include <cstdint>

namespace exactblend {

enum class Target : std::uint8_t {
  none,    // fixed point only: not x86-64
  scalar,  // what every x86-64 processor has
  avx2,    // with FMA and F16C
  avx512   // F, DQ, BW and VL
};

// The best that this processor has, or less if the environment variable EXACTBLEND_TARGET asks for
// less: none, scalar, avx2 or avx512.
[[nodiscard]] Target chosen_target();

// Whether this processor multiplies bytes in AVX-512 (VNNI).
[[nodiscard]] bool has_vnni();

}  // namespace exactblend
