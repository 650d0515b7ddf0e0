#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <cstdint>

#include "exactblend/number/float_format.hpp"
#include "tensor/fast_constants.hpp"
#include "tensor/parts.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/widen_avx512.hpp"
#include "tensor/words_avx512.hpp"

namespace exactblend {
namespace {

// The parts of up to 32·kLanes numbers, lane by lane.
template <std::size_t kUsed, bool kLarge>
class PartSums {
 public:
  EXACTBLEND_AVX512 PartSums() {
    for (std::size_t i = 0; i < kUsed; ++i) sums_[i] = _mm512_set1_pd(kPartAnchor[kLarge][i]);
    left_ = _mm512_setzero_pd();
    all_ = _mm512_setzero_si512();
  }

  EXACTBLEND_AVX512 void add(__m512d rest) {
    all_ = _mm512_or_si512(all_, _mm512_castpd_si512(rest));
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kUsed; ++i) {
      const __m512d before = sums_[i];
      sums_[i] = _mm512_add_pd(before, rest);
      rest = _mm512_sub_pd(rest, _mm512_sub_pd(sums_[i], before));
    }
    left_ = _mm512_or_pd(left_, rest);  // not 0 (but for signs) where something was left over
  }

  // Whether some number has one of these bits. Magnitudes below 2 are those without kTwoOrMore.
  [[nodiscard]] EXACTBLEND_AVX512 bool some_have(std::int64_t bits) const {
    return _mm512_test_epi64_mask(all_, _mm512_set1_epi64(bits)) != 0;
  }
  static constexpr std::int64_t kTwoOrMore = INT64_C(1) << 62;
  static constexpr std::int64_t kSign = INT64_MIN;

  [[nodiscard]] EXACTBLEND_AVX512 bool is_exact() const {
    return _mm512_cmp_pd_mask(left_, _mm512_setzero_pd(), _CMP_NEQ_UQ) == 0;
  }
  EXACTBLEND_AVX512 void put(double* parts) const {
    std::fill_n(parts, kParts, 0.0);
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kUsed; ++i) {
      const __m512d anchor = _mm512_set1_pd(kPartAnchor[kLarge][i]);
      parts[i] = _mm512_reduce_add_pd(_mm512_sub_pd(sums_[i], anchor));
    }
  }

 private:
  __m512d sums_[kUsed];  // each with its anchor
  __m512d left_;
  __m512i all_;
};

// What is known of numbers that were taken apart.
struct PartFacts {
  bool exact = false;
  bool large = false;
  bool signs = false;
};

template <std::size_t kUsed, bool kLarge>
EXACTBLEND_AVX512 PartFacts exact_parts_of(const double* x, std::size_t count, double* parts) {
  PartSums<kUsed, kLarge> sums;
  __m512d most = _mm512_setzero_pd();
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m512d lanes = _mm512_maskz_loadu_pd(lanes_from(i, count), x + i);
    if constexpr (kLarge) most = _mm512_max_pd(_mm512_abs_pd(lanes), most);
    sums.add(lanes);
  }
  const bool large = sums.some_have(sums.kTwoOrMore);
  const bool fits = kLarge ? _mm512_reduce_max_pd(most) <= kPartLimit[1] : !large;
  sums.put(parts);
  return {sums.is_exact() && fits, large, sums.some_have(sums.kSign)};
}

// With the least number of parts, from `used` on, that will do.
template <bool kLarge>
PartFacts exact_parts_from(const double* x, std::size_t count, double* parts, std::size_t& used) {
  for (;; ++used) {
    PartFacts facts;
    switch (used) {
      case 1: facts = exact_parts_of<1, kLarge>(x, count, parts); break;
      case 2: facts = exact_parts_of<2, kLarge>(x, count, parts); break;
      case 3: facts = exact_parts_of<3, kLarge>(x, count, parts); break;
      default: facts = exact_parts_of<kParts, kLarge>(x, count, parts); break;
    }
    const bool more_may_do = used < kParts && (kLarge || !facts.large);
    if (facts.exact || !more_may_do) return facts;
  }
}

// The bits of the least power of two from which on all numbers of the type are multiples of 2^unit;
// 0 if all of them are.
constexpr std::uint64_t least_of_unit(FloatType type, int unit) {
  const FloatFormat format = format_of(type);
  if (unit <= format.min_exponent) return 0;
  const int field = unit - format.min_exponent + 1;
  return static_cast<std::uint64_t>(field) << format.fraction_bits();
}

// Of the last of `used` parts.
constexpr int unit_of_part(std::size_t used) { return -4 - 40 * static_cast<int>(used); }

// Whether dense numbers are all 0 or more and below 2, and the least of them but 0.
template <class Word>
struct PartBits {
  using Lanes = Words<Word>;

  EXACTBLEND_AVX512 PartBits(const std::byte* at, std::size_t count) {
    const __m512i minus_one = Lanes::all(static_cast<Word>(-1));
    low_ = minus_one;
    __m512i all = _mm512_setzero_si512();
    for (std::size_t i = 0; i < count; i += Lanes::kCount) {
      const __m512i bits = _mm512_loadu_si512(at + i * sizeof(Word));
      low_ = Lanes::least(low_, Lanes::sum(bits, minus_one));
      all = _mm512_or_si512(all, bits);
    }
    // In every format numbers of 2 or more are those with the first bit of the exponent.
    const auto unfit = static_cast<Word>(Lanes::kSign | Lanes::kSign >> 1);
    fit = _mm512_test_epi64_mask(all, Lanes::all(unfit)) == 0;
  }

  // Whether all are multiples of 2^unit.
  template <FloatType kType>
  [[nodiscard]] EXACTBLEND_AVX512 bool are_multiples(int unit) const {
    const auto least = static_cast<Word>(least_of_unit(kType, unit));
    return least == 0 || !Lanes::some_below(low_, Lanes::all(static_cast<Word>(least - 1)));
  }

  bool fit;

 private:
  __m512i low_;  // the least, less 1, which makes 0 the greatest of all
};

// One sum for each part, each with its anchor, but for the last, which takes all that is left.
template <std::size_t kUsed>
struct WidenedSums {
  EXACTBLEND_AVX512 WidenedSums() {
    for (std::size_t i = 0; i + 1 < kUsed; ++i) sums[i] = _mm512_set1_pd(kPartAnchor[0][i]);
    sums[kUsed - 1] = _mm512_setzero_pd();
  }
  EXACTBLEND_AVX512 void add(__m512d rest) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i + 1 < kUsed; ++i) {
      const __m512d before = sums[i];
      sums[i] = _mm512_add_pd(before, rest);
      rest = _mm512_sub_pd(rest, _mm512_sub_pd(sums[i], before));
    }
    sums[kUsed - 1] = _mm512_add_pd(sums[kUsed - 1], rest);
  }
  __m512d sums[kUsed];
};

template <FloatType kType, std::size_t kUsed>
EXACTBLEND_AVX512 void widen_parts_as(const std::byte* at, std::size_t count, double* out,
                                      double* parts) {
  const auto widened = [&](std::size_t i) EXACTBLEND_AVX512 {
    const __m512d lanes = widen_lanes<kType>(at + i * bytes_of(kType));
    _mm512_storeu_pd(out + i, lanes);
    return lanes;
  };
  WidenedSums<kUsed> even, odd;  // so that one addition need not wait for the one before
  std::size_t i = 0;
  for (; i + 2 * kLanes <= count; i += 2 * kLanes) {
    even.add(widened(i));
    odd.add(widened(i + kLanes));
  }
  if (i < count) even.add(widened(i));
  std::fill_n(parts, kParts, 0.0);
#pragma GCC unroll 4
  for (std::size_t part = 0; part < kUsed; ++part) {
    const __m512d anchor = _mm512_set1_pd(part + 1 < kUsed ? kPartAnchor[0][part] : 0);
    parts[part] = _mm512_reduce_add_pd(_mm512_add_pd(_mm512_sub_pd(even.sums[part], anchor),
                                                     _mm512_sub_pd(odd.sums[part], anchor)));
  }
}

template <FloatType kType, class Word>
EXACTBLEND_AVX512 PartChoice widen_parts_of(const std::byte* at, std::size_t count, double* out,
                                            double* parts) {
  constexpr PartChoice kNone{0, false, false};
  if (count % Words<Word>::kCount != 0) return kNone;
  const PartBits<Word> bits(at, count);
  if (!bits.fit) return kNone;
  if (bits.template are_multiples<kType>(kFineUnit)) {
    widen_parts_as<kType, 1>(at, count, out, parts);
    // Sums of numbers that are 0 or more only grow, rounded or not: so none was beyond it.
    if (parts[0] <= kFineSum) return {1, false, true};
    if (bits.template are_multiples<kType>(unit_of_part(1))) return {1, false, false};
  }
  for (std::size_t used = 2; used <= kParts; ++used) {
    if (!bits.template are_multiples<kType>(unit_of_part(used))) continue;
    switch (used) {
      case 2: widen_parts_as<kType, 2>(at, count, out, parts); break;
      case 3: widen_parts_as<kType, 3>(at, count, out, parts); break;
      default: widen_parts_as<kType, kParts>(at, count, out, parts); break;
    }
    return {used, false, false};
  }
  return kNone;
}

// D. Knuth's sum of two: x + y = sum + error, exactly; its steps may round.
struct TwoSum {
  EXACTBLEND_AVX512 TwoSum(__m512d x, __m512d y) : sum(_mm512_add_round_pd(x, y, kQuietly)) {
    const __m512d of_y = _mm512_sub_round_pd(sum, x, kQuietly);
    const __m512d of_x = _mm512_sub_round_pd(sum, of_y, kQuietly);
    error = _mm512_add_pd(_mm512_sub_round_pd(x, of_x, kQuietly),
                          _mm512_sub_round_pd(y, of_y, kQuietly));
  }
  __m512d sum, error;
};

// What operations rounded away.
struct Rest {
  EXACTBLEND_AVX512 explicit Rest(const PairTotal& total)
      : sum(_mm512_maskz_mov_pd(1, _mm512_set1_pd(total.rest))),
        lost(_mm512_maskz_mov_pd(1, _mm512_set1_pd(total.lost))) {}
  EXACTBLEND_AVX512 void add(__m512d x) {
    sum = _mm512_add_pd(sum, x);
    lost = _mm512_add_round_pd(lost, _mm512_abs_pd(x), kQuietly);
  }
  __m512d sum, lost;
};

}  // namespace

EXACTBLEND_AVX512 bool exact_parts_avx512(const double* x, std::size_t count, double* parts,
                                          std::size_t& negative, PartChoice& choice) {
  PartFacts facts;
  if (!choice.large) {
    std::size_t used = choice.parts;
    facts = exact_parts_from<false>(x, count, parts, used);
    if (!facts.large) choice.parts = used;
    choice.large = facts.large;
  }
  if (choice.large) facts = exact_parts_from<true>(x, count, parts, choice.parts);
  if (!facts.exact || !facts.signs) return facts.exact;
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __m512d lanes = _mm512_maskz_loadu_pd(lanes_from(i, count), x + i);
    negative += static_cast<std::size_t>(
        __builtin_popcount(_mm512_cmp_pd_mask(lanes, _mm512_setzero_pd(), _CMP_LT_OQ)));
  }
  return true;
}

PartChoice widen_parts_avx512(FloatType type, const std::byte* at, std::size_t count, double* out,
                              double* parts) {
  switch (type) {
    case FloatType::f64:
      return widen_parts_of<FloatType::f64, std::uint64_t>(at, count, out, parts);
    case FloatType::f32:
      return widen_parts_of<FloatType::f32, std::uint32_t>(at, count, out, parts);
    case FloatType::f16:
      return widen_parts_of<FloatType::f16, std::uint16_t>(at, count, out, parts);
    case FloatType::bf16:
      return widen_parts_of<FloatType::bf16, std::uint16_t>(at, count, out, parts);
    case FloatType::e4m3:
    case FloatType::e5m2: break;
  }
  return {0, false, false};
}

EXACTBLEND_AVX512 void add_products_avx512(const double* weights, const double* values,
                                           std::size_t count, PairTotal& total) {
  __m512d sum = _mm512_maskz_mov_pd(1, _mm512_set1_pd(total.sum));
  Rest rest(total);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const __mmask8 lanes = lanes_from(i, count);
    const __m512d weight = _mm512_maskz_loadu_pd(lanes, weights + i);
    const __m512d value = _mm512_maskz_loadu_pd(lanes, values + i);
    const __m512d product = _mm512_mul_round_pd(weight, value, kQuietly);
    rest.add(_mm512_fmsub_pd(weight, value, product));
    const TwoSum next(sum, product);
    rest.add(next.error);
    sum = next.sum;
  }
  for (const int from : {4, 2, 1}) {  // lanes from, from + 1, … to lanes 0, 1, …
    const __m512i order =
        _mm512_add_epi64(_mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi64(from));
    const auto low = static_cast<__mmask8>((1U << from) - 1);
    const TwoSum next(_mm512_maskz_mov_pd(low, sum), _mm512_maskz_permutexvar_pd(low, order, sum));
    rest.add(next.error);
    sum = next.sum;
    rest.lost = _mm512_add_round_pd(rest.lost, _mm512_maskz_permutexvar_pd(low, order, rest.lost),
                                    kQuietly);
  }
  total = {_mm512_cvtsd_f64(sum), _mm512_reduce_add_pd(rest.sum), _mm512_cvtsd_f64(rest.lost)};
}

}  // namespace exactblend

#endif
