// Elements as fp64, exactly, in AVX-512.
#pragma once

#include <immintrin.h>

#include "exactblend/number/float_format.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define EXACTBLEND_AVX512 \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512dq,avx512bw,avx512vl")))

namespace exactblend {

inline constexpr std::size_t kLanes = 8;    // of fp64
inline constexpr std::size_t kWidened = 4;  // vectors that widen_32() makes

// An operation that is meant to round raises no flag.
inline constexpr int kQuietly = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;

// The lanes that are left from element i on.
inline __mmask8 lanes_from(std::size_t i, std::size_t count) {
  return count - i >= 8 ? 0xff : static_cast<__mmask8>((1U << (count - i)) - 1);
}

// Those of the lanes asked for; the others are 0, and their memory is not touched.
template <FloatType kType>
EXACTBLEND_AVX512 inline __m512d widen_lanes(const std::byte* at, __mmask8 lanes = 0xff) {
  if constexpr (kType == FloatType::f64) {
    return _mm512_maskz_loadu_pd(lanes, at);
  } else if constexpr (kType == FloatType::f32) {
    return _mm512_cvtps_pd(_mm256_maskz_loadu_ps(lanes, at));
  } else if constexpr (kType == FloatType::bf16) {
    // To the upper halves of words: one shuffle within lanes that a load has filled.
    const __m256i twice = _mm256_broadcastsi128_si256(_mm_maskz_loadu_epi16(lanes, at));
    const __m256i order =
        _mm256_setr_epi8(-1, -1, 0, 1, -1, -1, 2, 3, -1, -1, 4, 5, -1, -1, 6, 7,  //
                         -1, -1, 8, 9, -1, -1, 10, 11, -1, -1, 12, 13, -1, -1, 14, 15);
    return _mm512_cvtps_pd(_mm256_castsi256_ps(_mm256_shuffle_epi8(twice, order)));
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
// 32 values in an order that put_in_order() knows: fewer shuffles than eight at a time take, except
// of f16, which was slower so.
template <FloatType kType>
EXACTBLEND_AVX512 inline void widen_32(const std::byte* at, __m512d* out) {
  if constexpr (bytes_of(kType) >= 4 || kType == FloatType::f16) {
    for (std::size_t i = 0; i < kWidened; ++i) {
      out[i] = widen_lanes<kType>(at + i * kLanes * bytes_of(kType));
    }
  } else {
    __m512 halves[2];
    if constexpr (kType == FloatType::bf16) {  // those at even places, then those at odd ones
      const __m512i bits = _mm512_loadu_si512(at);
      halves[0] = _mm512_castsi512_ps(_mm512_slli_epi32(bits, 16));
      halves[1] = _mm512_castsi512_ps(_mm512_and_si512(bits, _mm512_set1_epi32(-65536)));
    } else {  // as widen_lanes does it
      const __m512i bits =
          _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(at)));
      __m512i half = _mm512_slli_epi16(bits, 8);
      if constexpr (kType == FloatType::e4m3) {
        const __m512i size = _mm512_and_si512(bits, _mm512_set1_epi16(0x7f));
        const __mmask32 nan = _mm512_cmpeq_epi16_mask(size, _mm512_set1_epi16(0x7f));
        half = _mm512_or_si512(_mm512_slli_epi16(size, 7),
                               _mm512_and_si512(half, _mm512_set1_epi16(INT16_MIN)));
        half = _mm512_mask_mov_epi16(half, nan, _mm512_set1_epi16(0x7e00));
      }
      halves[0] = _mm512_cvtph_ps(_mm512_castsi512_si256(half));
      halves[1] = _mm512_cvtph_ps(_mm512_extracti64x4_epi64(half, 1));
      if constexpr (kType == FloatType::e4m3) {
        for (__m512& one : halves) one = _mm512_mul_ps(one, _mm512_set1_ps(256));
      }
    }
    for (std::size_t i = 0; i < 2; ++i) {
      out[2 * i] = _mm512_cvtps_pd(_mm512_castps512_ps256(halves[i]));
      out[2 * i + 1] = _mm512_cvtps_pd(_mm512_extractf32x8_ps(halves[i], 1));
    }
  }
}

// From the order of widen_32() to that of the elements, and back.
template <FloatType kType>
EXACTBLEND_AVX512 inline void put_in_order(__m512d* values) {
  if constexpr (kType == FloatType::bf16) {
    const __m512i low = _mm512_set_epi64(11, 3, 10, 2, 9, 1, 8, 0);
    const __m512i high = _mm512_set_epi64(15, 7, 14, 6, 13, 5, 12, 4);
    const __m512d even[2] = {values[0], values[1]};
    const __m512d odd[2] = {values[2], values[3]};
    for (std::size_t i = 0; i < 2; ++i) {
      values[2 * i] = _mm512_permutex2var_pd(even[i], low, odd[i]);
      values[2 * i + 1] = _mm512_permutex2var_pd(even[i], high, odd[i]);
    }
  }
}

template <FloatType kType>
EXACTBLEND_AVX512 inline void take_out_of_order(__m512d* values) {
  if constexpr (kType == FloatType::bf16) {
    const __m512i even = _mm512_set_epi64(14, 12, 10, 8, 6, 4, 2, 0);
    const __m512i odd = _mm512_set_epi64(15, 13, 11, 9, 7, 5, 3, 1);
    const __m512d low[2] = {values[0], values[2]};
    const __m512d high[2] = {values[1], values[3]};
    for (std::size_t i = 0; i < 2; ++i) {
      values[i] = _mm512_permutex2var_pd(low[i], even, high[i]);
      values[2 + i] = _mm512_permutex2var_pd(low[i], odd, high[i]);
    }
  }
}

}  // namespace exactblend
