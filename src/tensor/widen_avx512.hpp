// Eight elements as fp64, exactly, in AVX-512.
#pragma once

#include <immintrin.h>

#include "exactblend/number/float_format.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace exactblend {

// The lanes that are left from element i on.
inline __mmask8 lanes_from(std::size_t i, std::size_t count) {
  return count - i >= 8 ? 0xff : static_cast<__mmask8>((1U << (count - i)) - 1);
}

// Those of the lanes asked for; the others are 0, and their memory is not touched.
template <FloatType kType>
__attribute__((target("avx2,fma,f16c,avx512f,avx512dq,avx512bw,avx512vl"))) inline __m512d
widen_lanes(const std::byte* at, __mmask8 lanes = 0xff) {
  if constexpr (kType == FloatType::f64) {
    return _mm512_maskz_loadu_pd(lanes, at);
  } else if constexpr (kType == FloatType::f32) {
    return _mm512_cvtps_pd(_mm256_maskz_loadu_ps(lanes, at));
  } else if constexpr (kType == FloatType::bf16) {
    const __m128i bits = _mm_maskz_loadu_epi16(lanes, at);
    const __m256i high = _mm256_slli_epi32(_mm256_cvtepu16_epi32(bits), 16);
    return _mm512_cvtps_pd(_mm256_castsi256_ps(high));
  } else if constexpr (kType == FloatType::f16) {
    return _mm512_cvtps_pd(_mm256_cvtph_ps(_mm_maskz_loadu_epi16(lanes, at)));
  } else if constexpr (kType == FloatType::e5m2) {  // the upper half of an f16
    const __m128i bits = _mm_maskz_loadu_epi8(lanes, at);
    return _mm512_cvtps_pd(_mm256_cvtph_ps(_mm_slli_epi16(_mm_cvtepu8_epi16(bits), 8)));
  } else {  // the fields of an f16 that is 2^-8 times as much
    const __m128i bits = _mm_cvtepu8_epi16(_mm_maskz_loadu_epi8(lanes, at));
    const __m128i size = _mm_and_si128(bits, _mm_set1_epi16(0x7f));
    const __m128i nan =
        _mm_and_si128(_mm_cmpeq_epi16(size, _mm_set1_epi16(0x7f)), _mm_set1_epi16(0x7e00));
    const __m128i sign = _mm_slli_epi16(_mm_sub_epi16(bits, size), 8);
    const __m128i half = _mm_or_si128(_mm_or_si128(_mm_slli_epi16(size, 7), sign), nan);
    return _mm512_mul_pd(_mm512_cvtps_pd(_mm256_cvtph_ps(half)), _mm512_set1_pd(256));
  }
}

}  // namespace exactblend
