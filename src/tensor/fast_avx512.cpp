#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "tensor/fast_constants.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/widen.hpp"
#include "tensor/widen_avx512.hpp"
#include "tensor/words_avx512.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace exactblend {
namespace {

constexpr std::size_t kVectors = kWidened;  // of one panel
constexpr std::size_t kPanel = kVectors * kLanes;
constexpr int kNanOrInfinity = 0x99;  // classes of VFPCLASS: both NaNs, both infinities

template <FloatType kType>
EXACTBLEND_AVX512 bool widen_as(const std::byte* at, std::size_t count, double* out) {
  unsigned bad = 0;
  std::size_t i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    const __m512d lanes = widen_lanes<kType>(at + i * bytes_of(kType));
    bad |= _mm512_fpclass_pd_mask(lanes, kNanOrInfinity);
    _mm512_storeu_pd(out + i, lanes);
  }
  if (i == count) return bad == 0;
  return static_cast<int>(
             scalar_kernel().widen(kType, at + i * bytes_of(kType), count - i, out + i)) != 0 &&
         bad == 0;
}

bool widen(FloatType type, const std::byte* at, std::size_t count, double* out) {
  return with_type(type, [&](auto known) { return widen_as<known.value>(at, count, out); });
}

// kRows·4 accumulators, 4 vectors of values and one weight: 29 of 32 registers for 6 rows.
template <std::size_t kRows>
struct Products {
  EXACTBLEND_AVX512 void add(const double* weights, const double* values) {
    const __m512d v0 = _mm512_loadu_pd(values);
    const __m512d v1 = _mm512_loadu_pd(values + kLanes);
    const __m512d v2 = _mm512_loadu_pd(values + 2 * kLanes);
    const __m512d v3 = _mm512_loadu_pd(values + 3 * kLanes);
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kRows; ++r) {
      const __m512d weight = _mm512_set1_pd(weights[r * kWeightsStep]);
      sum[r][0] = _mm512_fmadd_pd(weight, v0, sum[r][0]);
      sum[r][1] = _mm512_fmadd_pd(weight, v1, sum[r][1]);
      sum[r][2] = _mm512_fmadd_pd(weight, v2, sum[r][2]);
      sum[r][3] = _mm512_fmadd_pd(weight, v3, sum[r][3]);
    }
  }
  __m512d sum[kRows][kVectors];
};

template <std::size_t kRows>
EXACTBLEND_AVX512 void multiply_rows(const double* weights, const double* values, std::size_t keys,
                                     double* sums, std::size_t sums_step, const Ahead& ahead) {
  constexpr std::size_t kKeysPerLine = 4;  // asked for
  const auto [first, second, third] = ahead;
  Products<kRows> products;
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kVectors; ++i) {
      __builtin_prefetch(sums + r * sums_step + i * kLanes);
      products.sum[r][i] = _mm512_setzero_pd();
    }
  }
  std::size_t key = 0;
  for (; key + kKeysPerLine <= keys; key += kKeysPerLine) {
    first.ask(key / kKeysPerLine);
    second.ask(key / kKeysPerLine);
    third.ask(key / kKeysPerLine);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kKeysPerLine; ++i, values += kPanel) {
      products.add(weights + key + i, values);
    }
  }
  for (; key < keys; ++key, values += kPanel) products.add(weights + key, values);
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kVectors; ++i) {
      double* at = sums + r * sums_step + i * kLanes;
      _mm512_storeu_pd(at, _mm512_add_pd(_mm512_loadu_pd(at), products.sum[r][i]));
    }
  }
}

void multiply(const double* weights, std::size_t rows, const double* values, std::size_t keys,
              double* sums, std::size_t sums_step, const Ahead& ahead) {
  switch (rows) {
    case 1: return multiply_rows<1>(weights, values, keys, sums, sums_step, ahead);
    case 2: return multiply_rows<2>(weights, values, keys, sums, sums_step, ahead);
    case 3: return multiply_rows<3>(weights, values, keys, sums, sums_step, ahead);
    case 4: return multiply_rows<4>(weights, values, keys, sums, sums_step, ahead);
    case 5: return multiply_rows<5>(weights, values, keys, sums, sums_step, ahead);
    default: return multiply_rows<6>(weights, values, keys, sums, sums_step, ahead);
  }
}

// The greatest magnitudes of floats are those of their bits without the sign, NaN above all.
template <FloatType kType>
EXACTBLEND_AVX512 inline __m512i max_of_bits(__m512i most, const std::byte* at) {
  const __m512i bits = _mm512_loadu_si512(at);
  if constexpr (bytes_of(kType) == 8) {
    return _mm512_max_epu64(most, _mm512_and_si512(bits, _mm512_set1_epi64(INT64_MAX)));
  } else if constexpr (bytes_of(kType) == 4) {
    return _mm512_max_epu32(most, _mm512_and_si512(bits, _mm512_set1_epi32(INT32_MAX)));
  } else if constexpr (bytes_of(kType) == 2) {
    return _mm512_max_epu16(most, _mm512_and_si512(bits, _mm512_set1_epi16(INT16_MAX)));
  } else {
    return _mm512_max_epu8(most, _mm512_and_si512(bits, _mm512_set1_epi8(INT8_MAX)));
  }
}

// The greatest magnitudes of kUsed vectors of components, by their bits as they lie: a vector for
// each 64 bytes. Of 8-bit types 32 components are but 32 bytes, and what was widened is taken
// instead.
template <FloatType kType, std::size_t kUsed>
class GreatestBits {
 public:
  EXACTBLEND_AVX512 GreatestBits() {
    for (__m512i& one : most_) one = _mm512_setzero_si512();
  }

  // One key's components, as they lie, and then as fp64 from vector `first` on.
  EXACTBLEND_AVX512 void take(const std::byte* at) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kBytes / 64; ++i) {
      most_[i] = max_of_bits<kType>(most_[i], at + 64 * i);
    }
  }
  EXACTBLEND_AVX512 void take(const __m512d* values, std::size_t first) {
#pragma GCC unroll 4
    for (std::size_t i = 0; kBytes < 64 && i < kVectors; ++i) {
      const __m512i size =
          _mm512_and_si512(_mm512_castpd_si512(values[i]), _mm512_set1_epi64(INT64_MAX));
      most_[first + i] = _mm512_max_epu64(most_[first + i], size);
    }
  }

  // False if some value was not finite.
  EXACTBLEND_AVX512 bool put(double* greatest) const {
    alignas(64) std::byte bits[kHeld * 64];
    for (std::size_t i = 0; i < kHeld; ++i) _mm512_store_si512(bits + 64 * i, most_[i]);
    return widen_as < kBytes < 64 ? FloatType::f64 : kType > (bits, kUsed * kLanes, greatest);
  }

 private:
  static constexpr std::size_t kBytes = kUsed * kLanes * bytes_of(kType);
  static constexpr std::size_t kHeld = kBytes < 64 ? kUsed : kBytes / 64;
  __m512i most_[kHeld];
};

// kRows·kUsed accumulators.
template <FloatType kType, std::size_t kRows, std::size_t kUsed>
EXACTBLEND_AVX512 bool stream_group(const double* weights, std::size_t weights_step,
                                    const std::byte* at, std::ptrdiff_t key_step, std::size_t keys,
                                    double* sums, std::size_t sums_step, double* greatest) {
  constexpr std::size_t kBytes = kUsed * kLanes * bytes_of(kType);
  // What is needed next is asked for twice: from memory to the second cache, then to the first.
  constexpr std::size_t kAhead = 8192;  // bytes, about
  constexpr std::size_t kFar = 4;       // times as far
  const auto ahead =
      static_cast<std::uintptr_t>((static_cast<std::ptrdiff_t>(kAhead / kBytes) + 1) * key_step);
  __m512d sum[kRows][kUsed];
  GreatestBits<kType, kUsed> most;
#pragma GCC unroll 16
  for (std::size_t i = 0; i < kUsed; ++i) {
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kRows; ++r) sum[r][i] = _mm512_setzero_pd();
  }
  for (std::size_t key = 0; key < keys; ++key, at += key_step) {
#pragma GCC unroll 16
    for (std::size_t i = 0; i < kBytes / 64; ++i) {
      // The addresses are not read: they may lie anywhere.
      const std::uintptr_t line = reinterpret_cast<std::uintptr_t>(at) + 64 * i;
      _mm_prefetch(reinterpret_cast<const char*>(line + ahead), _MM_HINT_T0);
      _mm_prefetch(reinterpret_cast<const char*>(line + kFar * ahead), _MM_HINT_T1);
    }
    most.take(at);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kUsed; i += kVectors) {
      __m512d value[kVectors];
      widen_32<kType>(at + i * kLanes * bytes_of(kType), value);
      most.take(value, i);
#pragma GCC unroll 6
      for (std::size_t r = 0; r < kRows; ++r) {
        const __m512d weight = _mm512_set1_pd(weights[r * weights_step + key]);
#pragma GCC unroll 4
        for (std::size_t j = 0; j < kVectors; ++j) {
          sum[r][i + j] = _mm512_fmadd_pd(weight, value[j], sum[r][i + j]);
        }
      }
    }
  }
#pragma GCC unroll 4
  for (std::size_t i = 0; i < kUsed; i += kVectors) {
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kRows; ++r) put_in_order<kType>(sum[r] + i);
  }
  for (std::size_t i = 0; i < kUsed; ++i) {
    for (std::size_t r = 0; r < kRows; ++r) {
      _mm512_storeu_pd(sums + r * sums_step + i * kLanes, sum[r][i]);
    }
  }
  return most.put(greatest);
}

template <FloatType kType, std::size_t kRows>
bool stream_rows(const double* weights, std::size_t weights_step, const StreamedValues& values,
                 double* sums, std::size_t sums_step, double* greatest) {
  constexpr std::size_t kMost = kRows > 3 ? 4 : kRows > 1 || kType == FloatType::f64 ? 8 : 16;
  const auto group = [&](auto used, std::size_t first) {
    return stream_group<kType, kRows, used.value>(
        weights, weights_step, values.at + first * bytes_of(kType), values.key_step, values.keys,
        sums + first, sums_step, greatest + first);
  };
  bool finite = true;
  std::size_t first = 0;
  for (; finite && first + kMost * kLanes <= values.components; first += kMost * kLanes) {
    finite = group(std::integral_constant<std::size_t, kMost>(), first);
  }
  for (; finite && first < values.components; first += kPanel) {
    finite = group(std::integral_constant<std::size_t, kVectors>(), first);
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

EXACTBLEND_AVX512 double sum_of_magnitudes(const double* x, std::size_t count, bool& signs) {
  __m512d sum[4];
  for (auto& one : sum) one = _mm512_setzero_pd();
  __m512d all = _mm512_setzero_pd();
  std::size_t i = 0;
  for (; i + 4 * kLanes <= count; i += 4 * kLanes) {
#pragma GCC unroll 4
    for (std::size_t part = 0; part < 4; ++part) {
      const __m512d lanes = _mm512_loadu_pd(x + i + part * kLanes);
      all = _mm512_or_pd(all, lanes);
      sum[part] = _mm512_add_pd(sum[part], _mm512_abs_pd(lanes));
    }
  }
  if (_mm512_movepi64_mask(_mm512_castpd_si512(all)) != 0) signs = true;
  const double rest = i == count ? 0 : scalar_kernel().sum_of_magnitudes(x + i, count - i, signs);
  return _mm512_reduce_add_pd(
             _mm512_add_pd(_mm512_add_pd(sum[0], sum[1]), _mm512_add_pd(sum[2], sum[3]))) +
         rest;
}

EXACTBLEND_AVX512 inline __m512i magnitude_bits(const double* x, __mmask8 lanes) {
  return _mm512_and_si512(_mm512_maskz_loadu_epi64(lanes, x), _mm512_set1_epi64(INT64_MAX));
}

template <class Word>
struct SpanOfBits {
  Word least = static_cast<Word>(-1);  // of those that are not 0
  Word greatest = 0;
  std::size_t negative = 0;
};

// Magnitudes of one sign are in the order of their bits, so spans are found without widening.
template <class Word>
EXACTBLEND_AVX512 SpanOfBits<Word> span_of(const std::byte* at, std::size_t count) {
  using Lanes = Words<Word>;
  const __m512i sign = Lanes::all(Lanes::kSign);
  const __m512i minus_one = Lanes::all(static_cast<Word>(-1));
  __m512i low = minus_one;  // the least size less 1, which makes 0 the greatest of all
  __m512i high = _mm512_setzero_si512();
  __m512i all = _mm512_setzero_si512();
  std::size_t i = 0;
  for (; i + Lanes::kCount <= count; i += Lanes::kCount) {
    const __m512i bits = _mm512_loadu_si512(at + i * sizeof(Word));
    const __m512i size = _mm512_andnot_si512(sign, bits);
    all = _mm512_or_si512(all, bits);
    low = Lanes::least(low, Lanes::sum(size, minus_one));
    high = Lanes::greatest(high, size);
  }
  alignas(64) std::array<Word, Lanes::kCount> lows;
  alignas(64) std::array<Word, Lanes::kCount> highs;
  _mm512_store_si512(lows.data(), low);
  _mm512_store_si512(highs.data(), high);
  SpanOfBits<Word> span;
  Word least = *std::min_element(lows.begin(), lows.end());
  span.greatest = *std::max_element(highs.begin(), highs.end());
  const auto word_at = [&](std::size_t key) {
    Word word = 0;
    std::memcpy(&word, at + key * sizeof word, sizeof word);
    return word;
  };
  bool signs = _mm512_test_epi64_mask(all, sign) != 0;
  for (; i < count; ++i) {
    const auto size = static_cast<Word>(word_at(i) & static_cast<Word>(~Lanes::kSign));
    least = std::min(least, static_cast<Word>(size - 1));
    span.greatest = std::max(span.greatest, size);
    signs |= word_at(i) != size;
  }
  if (span.greatest != 0) span.least = static_cast<Word>(least + 1);
  if (!signs) return span;
  std::size_t key = 0;
  for (; key + Lanes::kCount <= count; key += Lanes::kCount) {
    span.negative +=
        Lanes::count_above(_mm512_loadu_si512(at + key * sizeof(Word)), sign);  // −0 is not
  }
  for (; key < count; ++key) span.negative += word_at(key) > Lanes::kSign ? 1U : 0U;
  return span;
}

std::size_t span(const double* x, std::size_t count, std::uint64_t& least,
                 std::uint64_t& greatest) {
  const SpanOfBits<std::uint64_t> of =
      span_of<std::uint64_t>(reinterpret_cast<const std::byte*>(x), count);
  least = std::min(least, of.least);
  greatest = std::max(greatest, of.greatest);
  return of.negative;
}

template <FloatType kType, class Word>
bool span_as(const std::byte* at, std::size_t count, std::uint64_t& least, std::uint64_t& greatest,
             std::size_t& negative) {
  const SpanOfBits<Word> of = span_of<Word>(at, count);
  if (of.greatest > format_of(kType).max_bits()) return false;
  if (of.greatest == 0) return true;
  const auto widened = [](Word bits) {
    return std::bit_cast<std::uint64_t>(
        widen_one<kType>(reinterpret_cast<const std::byte*>(&bits)));
  };
  negative += of.negative;
  least = std::min(least, widened(of.least));
  greatest = std::max(greatest, widened(of.greatest));
  return true;
}

bool span_as_they_lie(FloatType type, const std::byte* at, std::size_t count, std::uint64_t& least,
                      std::uint64_t& greatest, std::size_t& negative) {
  return with_type(type, [&](auto known) {
    constexpr FloatType kType = known.value;
    if constexpr (bytes_of(kType) == 8) {
      return span_as<kType, std::uint64_t>(at, count, least, greatest, negative);
    } else if constexpr (bytes_of(kType) == 4) {
      return span_as<kType, std::uint32_t>(at, count, least, greatest, negative);
    } else if constexpr (bytes_of(kType) == 2) {
      return span_as<kType, std::uint16_t>(at, count, least, greatest, negative);
    } else {
      return scalar_kernel().span_as_they_lie(kType, at, count, least, greatest, negative);
    }
  });
}

EXACTBLEND_AVX512 void span_components(const double* x, std::size_t step, std::size_t keys,
                                       std::size_t components, std::uint64_t* least,
                                       std::uint64_t* greatest) {
  for (std::size_t i = 0; i < components; i += kLanes) {
    const __mmask8 lanes = lanes_from(i, components);
    __m512i low = _mm512_mask_loadu_epi64(_mm512_set1_epi64(-1), lanes, least + i);
    __m512i high = _mm512_maskz_loadu_epi64(lanes, greatest + i);
    for (std::size_t key = 0; key < keys; ++key) {
      const __m512i size = magnitude_bits(x + key * step + i, lanes);
      low = _mm512_mask_min_epu64(low, _mm512_test_epi64_mask(size, size), low, size);
      high = _mm512_max_epu64(high, size);
    }
    _mm512_mask_storeu_epi64(least + i, lanes, low);
    _mm512_mask_storeu_epi64(greatest + i, lanes, high);
  }
}

EXACTBLEND_AVX512 void greatest_magnitudes(const double* values, std::size_t keys,
                                           double* greatest) {
  __m512d most[kVectors];
  for (auto& one : most) one = _mm512_setzero_pd();
  for (std::size_t key = 0; key < keys; ++key, values += kPanel) {
    for (std::size_t i = 0; i < kVectors; ++i) {
      most[i] = _mm512_max_pd(most[i], _mm512_abs_pd(_mm512_loadu_pd(values + i * kLanes)));
    }
  }
  for (std::size_t i = 0; i < kVectors; ++i) _mm512_storeu_pd(greatest + i * kLanes, most[i]);
}

template <FloatType kType>
EXACTBLEND_AVX512 bool widen_panel_as(const std::byte* at, std::ptrdiff_t key_step,
                                      std::size_t keys, double* out, double* greatest) {
  GreatestBits<kType, kVectors> most;
  for (std::size_t key = 0; key < keys; ++key, at += key_step, out += kPanel) {
    __m512d value[kVectors];
    most.take(at);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kVectors; ++i) {
      value[i] = widen_lanes<kType>(at + i * kLanes * bytes_of(kType));
      _mm512_storeu_pd(out + i * kLanes, value[i]);
    }
    most.take(value, 0);
  }
  return most.put(greatest);
}

bool widen_panel(FloatType type, const std::byte* at, std::ptrdiff_t key_step, std::size_t keys,
                 double* out, double* greatest) {
  return with_type(type, [&](auto known) {
    return widen_panel_as<known.value>(at, key_step, keys, out, greatest);
  });
}

EXACTBLEND_AVX512 void add_bounds(double factor, const double* greatest, std::size_t count,
                                  double* bounds) {
  const __m512d by = _mm512_set1_pd(factor);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m512d before = _mm512_loadu_pd(bounds + i);
    _mm512_storeu_pd(bounds + i, _mm512_fmadd_pd(by, _mm512_loadu_pd(greatest + i), before));
  }
}

EXACTBLEND_AVX512 void decide_f32(const double* sums, const double* bounds, double relative,
                                  double absolute, std::size_t count, std::uint64_t* bits,
                                  std::uint8_t* undecided) {
  const __m512d limit = _mm512_set1_pd(kDecidable);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m512d sum = _mm512_loadu_pd(sums + i);
    const __m512d size = _mm512_abs_pd(sum);
    const __m512d bound = _mm512_fmadd_pd(_mm512_loadu_pd(bounds + i), _mm512_set1_pd(relative),
                                          _mm512_set1_pd(absolute));
    const __m512d error = _mm512_fmadd_pd(bound, _mm512_set1_pd(kErrorRelative),
                                          _mm512_mul_pd(size, _mm512_set1_pd(kSumRelative)));
    const __m256i low = _mm256_castps_si256(_mm512_cvtpd_ps(_mm512_sub_pd(sum, error)));
    const __m256i high = _mm256_castps_si256(_mm512_cvtpd_ps(_mm512_add_pd(sum, error)));
    const auto decided = static_cast<__mmask8>(_mm256_cmpeq_epi32_mask(low, high) &
                                               _mm512_cmp_pd_mask(size, limit, _CMP_LT_OQ) &
                                               _mm512_cmp_pd_mask(error, limit, _CMP_LT_OQ));
    _mm512_storeu_si512(bits + i, _mm512_cvtepu32_epi64(high));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(undecided + i),
                     _mm_andnot_si128(_mm_movm_epi8(decided), _mm_set1_epi8(1)));
  }
}

}  // namespace

const FastKernel& avx512_kernel() {
  static constexpr FastKernel kKernel{kPanel,
                                      widen,
                                      multiply,
                                      stream,
                                      span,
                                      span_as_they_lie,
                                      span_components,
                                      sum_of_magnitudes,
                                      widen_panel,
                                      greatest_magnitudes,
                                      add_bounds,
                                      decide_f32,
                                      exact_parts_avx512,
                                      widen_parts_avx512,
                                      add_products_avx512,
                                      round_sums_avx512};
  return kKernel;
}

}  // namespace exactblend

#endif
