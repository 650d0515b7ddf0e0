// What the proofs about fp64 arithmetic assume of the processor: rounding to nearest, and
// subnormals as they are (neither flushed to zero nor read as zero).
//
//     const NearestEnvironment environment;   // until the end of the scope, in this thread
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

 private:
  // MXCSR: all exceptions masked, none raised; rounding to nearest; FTZ and DAZ off.
  static constexpr unsigned kNearest = 0x1f80;
  unsigned saved_;
};

#else

class NearestEnvironment {};  // no fast kernels there

#endif

}  // namespace exactblend
