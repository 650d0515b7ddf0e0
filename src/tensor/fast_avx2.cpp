#if defined(__x86_64__)

#include <immintrin.h>

#include "tensor/fast_constants.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/widen.hpp"

#define EXACTBLEND_TARGET_HERE __attribute__((target("avx2,fma,f16c")))

namespace exactblend {
namespace {

constexpr std::size_t kLanes = 4;
constexpr std::size_t kVectors = 2;  // of one panel
constexpr std::size_t kPanel = kVectors * kLanes;

template <FloatType kType>
EXACTBLEND_TARGET_HERE inline __m256d widen_lanes(const std::byte* at) {
  if constexpr (kType == FloatType::f64) {
    return _mm256_loadu_pd(reinterpret_cast<const double*>(at));
  } else if constexpr (kType == FloatType::f32) {
    return _mm256_cvtps_pd(_mm_loadu_ps(reinterpret_cast<const float*>(at)));
  } else if constexpr (kType == FloatType::bf16) {
    const __m128i bits = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
    return _mm256_cvtps_pd(_mm_castsi128_ps(_mm_slli_epi32(_mm_cvtepu16_epi32(bits), 16)));
  } else if constexpr (kType == FloatType::f16) {
    return _mm256_cvtps_pd(_mm_cvtph_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(at))));
  } else if constexpr (kType == FloatType::e5m2) {  // the upper half of an f16
    const __m128i bits = _mm_cvtsi32_si128(static_cast<int>(load_bits(FloatType::f32, at)));
    return _mm256_cvtps_pd(_mm_cvtph_ps(_mm_slli_epi16(_mm_cvtepu8_epi16(bits), 8)));
  } else {  // the fields of an f16 that is 2^-8 times as much
    const __m128i bits =
        _mm_cvtepu8_epi16(_mm_cvtsi32_si128(static_cast<int>(load_bits(FloatType::f32, at))));
    const __m128i size = _mm_and_si128(bits, _mm_set1_epi16(0x7f));
    const __m128i nan =
        _mm_and_si128(_mm_cmpeq_epi16(size, _mm_set1_epi16(0x7f)), _mm_set1_epi16(0x7e00));
    const __m128i sign = _mm_slli_epi16(_mm_sub_epi16(bits, size), 8);
    const __m128i half = _mm_or_si128(_mm_or_si128(_mm_slli_epi16(size, 7), sign), nan);
    return _mm256_mul_pd(_mm256_cvtps_pd(_mm_cvtph_ps(half)), _mm256_set1_pd(256));
  }
}

template <FloatType kType>
EXACTBLEND_TARGET_HERE bool widen_as(const std::byte* at, std::size_t count, double* out) {
  __m256d bad = _mm256_setzero_pd();
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const __m256d lanes = widen_lanes<kType>(at + i * bytes_of(kType));
    bad = _mm256_or_pd(bad, _mm256_sub_pd(lanes, lanes));  // NaN where not finite, otherwise 0
    _mm256_storeu_pd(out + i, lanes);
  }
  const bool finite = _mm256_movemask_pd(_mm256_cmp_pd(bad, bad, _CMP_UNORD_Q)) == 0;
  if (i == count) return finite;
  const std::byte* rest = at + i * bytes_of(kType);
  return scalar_kernel().widen(kType, rest, count - i, out + i) && finite;
}

bool widen(FloatType type, const std::byte* at, std::size_t count, double* out) {
  return with_type(type, [&](auto known) { return widen_as<known.value>(at, count, out); });
}

EXACTBLEND_TARGET_HERE inline __m256d magnitude(__m256d x) {
  return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

EXACTBLEND_TARGET_HERE inline double in_one(__m256d x) {
  alignas(32) double lanes[kLanes];
  _mm256_store_pd(lanes, x);
  return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

// kRows·2 accumulators, 2 vectors of values and one weight: 15 of 16 registers for 6 rows.
template <std::size_t kRows>
EXACTBLEND_TARGET_HERE void multiply_rows(const double* weights, const double* values,
                                          std::size_t keys, double* sums, std::size_t sums_step) {
  __m256d sum[kRows][kVectors];
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t i = 0; i < kVectors; ++i) sum[r][i] = _mm256_setzero_pd();
  }
  for (std::size_t key = 0; key < keys; ++key, values += kPanel) {
    const __m256d v0 = _mm256_loadu_pd(values);
    const __m256d v1 = _mm256_loadu_pd(values + kLanes);
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kRows; ++r) {
      const __m256d weight = _mm256_set1_pd(weights[r * kWeightsStep + key]);
      sum[r][0] = _mm256_fmadd_pd(weight, v0, sum[r][0]);
      sum[r][1] = _mm256_fmadd_pd(weight, v1, sum[r][1]);
    }
  }
  for (std::size_t r = 0; r < kRows; ++r) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      double* at = sums + r * sums_step + i * kLanes;
      _mm256_storeu_pd(at, _mm256_add_pd(_mm256_loadu_pd(at), sum[r][i]));
    }
  }
}

void multiply(const double* weights, std::size_t rows, const double* values, std::size_t keys,
              double* sums, std::size_t sums_step, const Ahead& ahead) {
  for (const AheadRun& run : ahead) run.ask_for_all();
  switch (rows) {
    case 1: return multiply_rows<1>(weights, values, keys, sums, sums_step);
    case 2: return multiply_rows<2>(weights, values, keys, sums, sums_step);
    case 3: return multiply_rows<3>(weights, values, keys, sums, sums_step);
    case 4: return multiply_rows<4>(weights, values, keys, sums, sums_step);
    case 5: return multiply_rows<5>(weights, values, keys, sums, sums_step);
    default: return multiply_rows<6>(weights, values, keys, sums, sums_step);
  }
}

// kRows·2 accumulators; the greatest are taken from what was widened.
template <FloatType kType, std::size_t kRows>
EXACTBLEND_TARGET_HERE bool stream_panel(const double* weights, std::size_t weights_step,
                                         const std::byte* at, std::ptrdiff_t key_step,
                                         std::size_t keys, double* sums, std::size_t sums_step,
                                         double* greatest) {
  __m256d sum[kRows][kVectors];
  __m256d most[kVectors];
  __m256d bad = _mm256_setzero_pd();
  for (std::size_t i = 0; i < kVectors; ++i) {
    for (std::size_t r = 0; r < kRows; ++r) sum[r][i] = _mm256_setzero_pd();
    most[i] = _mm256_setzero_pd();
  }
  for (std::size_t key = 0; key < keys; ++key, at += key_step) {
#pragma GCC unroll 2
    for (std::size_t i = 0; i < kVectors; ++i) {
      const __m256d value = widen_lanes<kType>(at + i * kLanes * bytes_of(kType));
      bad = _mm256_or_pd(bad, _mm256_sub_pd(value, value));  // NaN where not finite, otherwise 0
      most[i] = _mm256_max_pd(most[i], magnitude(value));
#pragma GCC unroll 6
      for (std::size_t r = 0; r < kRows; ++r) {
        const __m256d weight = _mm256_set1_pd(weights[r * weights_step + key]);
        sum[r][i] = _mm256_fmadd_pd(weight, value, sum[r][i]);
      }
    }
  }
  for (std::size_t i = 0; i < kVectors; ++i) {
    for (std::size_t r = 0; r < kRows; ++r) {
      _mm256_storeu_pd(sums + r * sums_step + i * kLanes, sum[r][i]);
    }
    _mm256_storeu_pd(greatest + i * kLanes, most[i]);
  }
  return _mm256_movemask_pd(_mm256_cmp_pd(bad, bad, _CMP_UNORD_Q)) == 0;
}

template <FloatType kType, std::size_t kRows>
bool stream_rows(const double* weights, std::size_t weights_step, const StreamedValues& values,
                 double* sums, std::size_t sums_step, double* greatest) {
  bool finite = true;
  for (std::size_t first = 0; finite && first < values.components; first += kPanel) {
    finite = stream_panel<kType, kRows>(weights, weights_step, values.at + first * bytes_of(kType),
                                        values.key_step, values.keys, sums + first, sums_step,
                                        greatest + first);
  }
  return finite;
}

bool stream(const double* weights, std::size_t weights_step, std::size_t rows,
            const StreamedValues& values, double* sums, std::size_t sums_step, double* greatest) {
  return stream_case(values.type, rows, [&](auto type, auto known_rows) {
    return stream_rows<type.value, known_rows.value>(weights, weights_step, values, sums, sums_step,
                                                     greatest);
  });
}

EXACTBLEND_TARGET_HERE double sum_of_magnitudes(const double* x, std::size_t count, bool& signs) {
  __m256d sum[2] = {_mm256_setzero_pd(), _mm256_setzero_pd()};
  __m256d all = _mm256_setzero_pd();
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    for (std::size_t half = 0; half < 2; ++half) {
      const __m256d lanes = _mm256_loadu_pd(x + i + half * kLanes);
      all = _mm256_or_pd(all, lanes);
      sum[half] = _mm256_add_pd(sum[half], magnitude(lanes));
    }
  }
  if (_mm256_movemask_pd(all) != 0) signs = true;
  const double rest = i == count ? 0 : scalar_kernel().sum_of_magnitudes(x + i, count - i, signs);
  return in_one(_mm256_add_pd(sum[0], sum[1])) + rest;
}

EXACTBLEND_TARGET_HERE void greatest_magnitudes(const double* values, std::size_t keys,
                                                double* greatest) {
  __m256d most[kVectors];
  for (auto& one : most) one = _mm256_setzero_pd();
  for (std::size_t key = 0; key < keys; ++key, values += kPanel) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      most[i] = _mm256_max_pd(most[i], magnitude(_mm256_loadu_pd(values + i * kLanes)));
    }
  }
  for (std::size_t i = 0; i < kVectors; ++i) _mm256_storeu_pd(greatest + i * kLanes, most[i]);
}

EXACTBLEND_TARGET_HERE void add_bounds(double factor, const double* greatest, std::size_t count,
                                       double* bounds) {
  const __m256d by = _mm256_set1_pd(factor);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m256d before = _mm256_loadu_pd(bounds + i);
    _mm256_storeu_pd(bounds + i, _mm256_fmadd_pd(by, _mm256_loadu_pd(greatest + i), before));
  }
}

EXACTBLEND_TARGET_HERE void decide_f32(const double* sums, const double* bounds, double relative,
                                       double absolute, std::size_t count, std::uint64_t* bits,
                                       std::uint8_t* undecided) {
  const __m256d limit = _mm256_set1_pd(kDecidable);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m256d sum = _mm256_loadu_pd(sums + i);
    const __m256d size = magnitude(sum);
    const __m256d bound = _mm256_fmadd_pd(_mm256_loadu_pd(bounds + i), _mm256_set1_pd(relative),
                                          _mm256_set1_pd(absolute));
    const __m256d error = _mm256_fmadd_pd(bound, _mm256_set1_pd(kErrorRelative),
                                          _mm256_mul_pd(size, _mm256_set1_pd(kSumRelative)));
    const __m128i low = _mm_castps_si128(_mm256_cvtpd_ps(_mm256_sub_pd(sum, error)));
    const __m128i high = _mm_castps_si128(_mm256_cvtpd_ps(_mm256_add_pd(sum, error)));
    const int equal = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(low, high)));
    const int small = _mm256_movemask_pd(_mm256_and_pd(_mm256_cmp_pd(size, limit, _CMP_LT_OQ),
                                                       _mm256_cmp_pd(error, limit, _CMP_LT_OQ)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(bits + i), _mm256_cvtepu32_epi64(high));
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      undecided[i + lane] = ((equal & small) >> lane & 1) != 0 ? 0 : 1;
    }
  }
}

template <std::size_t kUsed>
EXACTBLEND_TARGET_HERE bool exact_parts_of(const double* x, std::size_t count, double* parts,
                                           std::size_t& negative, bool large) {
  __m256d sum[kUsed];
  for (auto& one : sum) one = _mm256_setzero_pd();
  const __m256d limit = _mm256_set1_pd(kPartLimit[large ? 1 : 0]);
  __m256d left = _mm256_setzero_pd();
  __m256d beyond = _mm256_setzero_pd();
  std::size_t below = 0;
  for (std::size_t i = 0; i < count; i += kLanes) {
    double last[kLanes] = {};
    const double* at = x + i;
    if (count - i < kLanes) at = std::copy(at, x + count, last) - (count - i);
    __m256d rest = _mm256_loadu_pd(at);
    beyond = _mm256_or_pd(beyond, _mm256_cmp_pd(magnitude(rest), limit, _CMP_NLE_UQ));
    below += static_cast<std::size_t>(__builtin_popcount(static_cast<unsigned>(
        _mm256_movemask_pd(_mm256_cmp_pd(rest, _mm256_setzero_pd(), _CMP_LT_OQ)))));
#pragma GCC unroll 4
    for (std::size_t part = 0; part < kUsed; ++part) {
      const __m256d anchor = _mm256_set1_pd(kPartAnchor[large ? 1 : 0][part]);
      const __m256d here = _mm256_sub_pd(_mm256_add_pd(rest, anchor), anchor);
      sum[part] = _mm256_add_pd(sum[part], here);
      rest = _mm256_sub_pd(rest, here);
    }
    left = _mm256_or_pd(left, rest);  // not 0 (but for signs) where something was left over
  }
  const __m256d some = _mm256_cmp_pd(left, _mm256_setzero_pd(), _CMP_NEQ_UQ);
  if (_mm256_movemask_pd(_mm256_or_pd(some, beyond)) != 0) return false;
  std::fill_n(parts, kParts, 0.0);
  for (std::size_t part = 0; part < kUsed; ++part) parts[part] = in_one(sum[part]);
  negative += below;
  return true;
}

bool exact_parts(const double* x, std::size_t count, double* parts, std::size_t& negative,
                 PartChoice& choice) {
  if (!choice.large && choice.parts <= 2) {
    choice.parts = 2;
    if (exact_parts_of<2>(x, count, parts, negative, false)) return true;
  }
  choice.parts = kParts;
  if (!choice.large && exact_parts_of<kParts>(x, count, parts, negative, false)) return true;
  choice.large = true;
  return exact_parts_of<kParts>(x, count, parts, negative, true);
}

}  // namespace

const FastKernel& avx2_kernel() {
  static const FastKernel kKernel{kPanel,
                                  widen,
                                  multiply,
                                  stream,
                                  scalar_kernel().span,
                                  scalar_kernel().span_as_they_lie,
                                  scalar_kernel().span_components,
                                  sum_of_magnitudes,
                                  nullptr,
                                  greatest_magnitudes,
                                  add_bounds,
                                  decide_f32,
                                  exact_parts,
                                  nullptr,
                                  nullptr,
                                  round_sums_scalar};
  return kKernel;
}

}  // namespace exactblend

#endif
