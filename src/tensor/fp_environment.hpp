// What the proofs about fp64 arithmetic assume of the processor: rounding to nearest, and
// subnormals as they are (neither flushed to zero nor read as zero).
//
//     const NearestEnvironment environment;   // until the end of the scope, in this thread
//     NearestEnvironment::forget_rounding();
//     kernel.multiply(…);
//     if (!NearestEnvironment::has_rounded()) …  // not one operation rounded: the result is exact
//
// The arithmetic in between must stand behind a call that the compiler can't look through.
#pragma once

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace exactblend {

#if defined(__x86_64__)

class NearestEnvironment {
 public:
  NearestEnvironment() : saved_(_mm_getcsr()) { _mm_setcsr(kNearest); }
  ~NearestEnvironment() { _mm_setcsr(saved_); }
  NearestEnvironment(const NearestEnvironment&) = delete;
  NearestEnvironment& operator=(const NearestEnvironment&) = delete;

  // IEEE 754's inexact flag, which stays set until it is forgotten.
  static void forget_rounding() { _mm_setcsr(kNearest); }
  [[nodiscard]] static bool has_rounded() { return (_mm_getcsr() & kInexact) != 0; }

 private:
  static constexpr unsigned kInexact = 0x20;
  // MXCSR: all exceptions masked, none raised; rounding to nearest; FTZ and DAZ off.
  static constexpr unsigned kNearest = 0x1f80;
  unsigned saved_;
};

#else

// There are no fast kernels there.
class NearestEnvironment {
 public:
  NearestEnvironment() {}   // NOLINT: not trivial, so that a variable of it is used
  ~NearestEnvironment() {}  // NOLINT
  static void forget_rounding() {}
  [[nodiscard]] static bool has_rounded() { return true; }
};

#endif

}  // namespace exactblend
