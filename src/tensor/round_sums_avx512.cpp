#if defined(__x86_64__)

#include <immintrin.h>

#include "tensor/round_sums.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define EXACTBLEND_TARGET_HERE \
  __attribute__((target("avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,avx512cd")))

namespace exactblend {
namespace {

constexpr std::size_t kLanes = 8;

// The upper 64 bits of 8 sums, below which the last is 1 if any bit of the rest is, and the
// exponent of their unit.
struct Top {
  __m512i bits, exponent;
};

EXACTBLEND_TARGET_HERE inline Top top_of(const RowSums& sums, std::size_t i) {
  const __m512i zero = _mm512_setzero_si512();
  __m512i high = zero, low = zero, rest = zero, at = zero;
  __mmask8 found = 0, complete = 0;
  for (std::size_t j = sums.count; j-- > 0;) {
    const __m512i word = _mm512_loadu_si512(sums.words + j * kSumComponents + i);
    rest = _mm512_mask_or_epi64(rest, complete, rest, word);
    low = _mm512_mask_mov_epi64(low, static_cast<__mmask8>(found & ~complete), word);
    complete = found;
    const auto first = static_cast<__mmask8>(_mm512_test_epi64_mask(word, word) & ~unsigned{found});
    high = _mm512_mask_mov_epi64(high, first, word);
    at = _mm512_mask_mov_epi64(at, first, _mm512_set1_epi64(static_cast<std::int64_t>(64 * j)));
    found |= first;
  }
  const __m512i up = _mm512_lzcnt_epi64(high);
  const __m512i down = _mm512_sub_epi64(_mm512_set1_epi64(64), up);
  rest = _mm512_or_si512(rest, _mm512_sllv_epi64(low, up));
  __m512i top = _mm512_or_si512(_mm512_sllv_epi64(high, up), _mm512_srlv_epi64(low, down));
  top = _mm512_mask_or_epi64(top, _mm512_test_epi64_mask(rest, rest), top, _mm512_set1_epi64(1));
  const __m512i unit = _mm512_add_epi64(_mm512_cvtepi32_epi64(_mm256_loadu_si256(
                                            reinterpret_cast<const __m256i*>(sums.exponents + i))),
                                        _mm512_set1_epi64(sums.row_exponent));
  return {top, _mm512_add_epi64(unit, _mm512_sub_epi64(at, up))};
}

// 64 bits that begin with a 1 are rounded to nearest, ties to even, once: the last of them lies
// below every tie. The power of two then changes nothing else, while the result is normal and
// finite; all others are left to the scalar code.
EXACTBLEND_TARGET_HERE void round_lanes(FloatType type, const RowSums& sums, std::size_t i,
                                        std::size_t count, std::uint64_t* bits) {
  const bool wide = type == FloatType::f64;
  const Top top = top_of(sums, i);
  const __mmask8 normal = static_cast<__mmask8>(
      _mm512_cmpge_epi64_mask(top.exponent, _mm512_set1_epi64((wide ? -1022 : -126) - 63)) &
      _mm512_cmple_epi64_mask(top.exponent, _mm512_set1_epi64((wide ? 1023 : 127) - 64)));
  const __mmask8 zero = _mm512_testn_epi64_mask(top.bits, top.bits);
  const __m512d exponent = _mm512_cvtepi64_pd(top.exponent);
  const __m512i negative =
      _mm512_cvtepu8_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(sums.negative + i)));
  __m512i result, sign;
  if (wide) {
    result = _mm512_castpd_si512(_mm512_scalef_pd(_mm512_cvtepu64_pd(top.bits), exponent));
    sign = _mm512_slli_epi64(negative, 63);
  } else {
    const __m256 rounded = _mm512_cvtepu64_ps(top.bits);
    result = _mm512_cvtepu32_epi64(
        _mm256_castps_si256(_mm256_scalef_ps(rounded, _mm512_cvtpd_ps(exponent))));
    sign = _mm512_slli_epi64(negative, 31);
  }
  result = _mm512_maskz_or_epi64(static_cast<__mmask8>(~zero), result, sign);
  const auto lanes = static_cast<__mmask8>((1U << count) - 1);
  _mm512_mask_storeu_epi64(bits + i, lanes, result);
  auto left = static_cast<unsigned>(lanes & ~(normal | zero));
  for (; left != 0; left &= left - 1) {
    const std::size_t lane = i + static_cast<std::size_t>(__builtin_ctz(left));
    round_sums_scalar(type,
                      {sums.negative + lane, sums.words + lane, sums.count, sums.exponents + lane,
                       sums.row_exponent},
                      1, bits + lane);
  }
}

}  // namespace

void round_sums_avx512(FloatType type, const RowSums& sums, std::size_t components,
                       std::uint64_t* bits) {
  if (type != FloatType::f64 && type != FloatType::f32) {
    return round_sums_scalar(type, sums, components, bits);
  }
  for (std::size_t i = 0; i < components; i += kLanes) {
    round_lanes(type, sums, i, components - i < kLanes ? components - i : kLanes, bits);
  }
}

}  // namespace exactblend

#endif
