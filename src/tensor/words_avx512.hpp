// Vectors of unsigned words of 64, 32 or 16 bits, for code that is the same for all of them.
#pragma once

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define EXACTBLEND_WORDS_TARGET __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl")))

namespace exactblend {

inline unsigned popcount(std::uint32_t lanes) {
  return static_cast<unsigned>(__builtin_popcount(lanes));
}

// Lanes of unsigned words.
template <class Word>
struct Words {
  static constexpr std::size_t kCount = 64 / sizeof(Word);
  static constexpr Word kSign = static_cast<Word>(Word{1} << (8 * sizeof(Word) - 1));

  EXACTBLEND_WORDS_TARGET static __m512i all(Word x) {
    if constexpr (sizeof x == 8) return _mm512_set1_epi64(static_cast<std::int64_t>(x));
    if constexpr (sizeof x == 4) return _mm512_set1_epi32(static_cast<std::int32_t>(x));
    return _mm512_set1_epi16(static_cast<std::int16_t>(x));
  }
  EXACTBLEND_WORDS_TARGET static __m512i sum(__m512i a, __m512i b) {
    if constexpr (sizeof(Word) == 8) return _mm512_add_epi64(a, b);
    if constexpr (sizeof(Word) == 4) return _mm512_add_epi32(a, b);
    return _mm512_add_epi16(a, b);
  }
  EXACTBLEND_WORDS_TARGET static __m512i least(__m512i a, __m512i b) {
    if constexpr (sizeof(Word) == 8) return _mm512_min_epu64(a, b);
    if constexpr (sizeof(Word) == 4) return _mm512_min_epu32(a, b);
    return _mm512_min_epu16(a, b);
  }
  EXACTBLEND_WORDS_TARGET static bool some_below(__m512i a, __m512i b) {
    return count_above(b, a) != 0;
  }
  EXACTBLEND_WORDS_TARGET static unsigned count_above(__m512i a, __m512i b) {
    if constexpr (sizeof(Word) == 8) return popcount(_mm512_cmpgt_epu64_mask(a, b));
    if constexpr (sizeof(Word) == 4) return popcount(_mm512_cmpgt_epu32_mask(a, b));
    return popcount(_mm512_cmpgt_epu16_mask(a, b));
  }
  EXACTBLEND_WORDS_TARGET static __m512i greatest(__m512i a, __m512i b) {
    if constexpr (sizeof(Word) == 8) return _mm512_max_epu64(a, b);
    if constexpr (sizeof(Word) == 4) return _mm512_max_epu32(a, b);
    return _mm512_max_epu16(a, b);
  }
};

}  // namespace exactblend

#undef EXACTBLEND_WORDS_TARGET
