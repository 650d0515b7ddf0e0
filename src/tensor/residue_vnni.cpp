#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>

#include "tensor/residue_kernel.hpp"
#include "tensor/residue_moduli.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define EXACTBLEND_TARGET_HERE \
  __attribute__((target("avx2,fma,avx512f,avx512dq,avx512bw,avx512vl,avx512vnni")))

namespace exactblend {
namespace {

constexpr std::size_t kLanes = 8;  // of 64 bits

// 16 numbers ±significand·2^shift: the significand moved up by shift mod 8, below 2^60, in two
// words, and the row of the table of powers that stands for the rest of the shift.
struct Scaled {
  __m512i low, high, row;
  __mmask16 negative;
};

template <bool kTwoWords>
EXACTBLEND_TARGET_HERE inline Scaled scale(const double* x, __m512i base_low, __m512i base_high,
                                           __m128i drop) {
  __m512i sizes[2], rows[2];
  __mmask8 negative[2];
  for (int half = 0; half < 2; ++half) {
    const __m512i bits = _mm512_loadu_si512(x + 8 * half);
    negative[half] = _mm512_movepi64_mask(bits);
    const __m512i field = _mm512_and_si512(_mm512_srli_epi64(bits, 52), _mm512_set1_epi64(2047));
    const __m512i one = _mm512_set1_epi64(std::int64_t{1} << 52);
    __m512i significand = _mm512_and_si512(bits, _mm512_set1_epi64((std::int64_t{1} << 52) - 1));
    significand =
        _mm512_mask_or_epi64(significand, _mm512_test_epi64_mask(field, field), significand, one);
    const __m512i above = _mm512_sub_epi64(_mm512_max_epi64(field, _mm512_set1_epi64(1)),
                                           half == 0 ? base_low : base_high);
    const __m512i shift = _mm512_max_epi64(above, _mm512_setzero_si512());
    sizes[half] = _mm512_sllv_epi64(_mm512_srl_epi64(significand, drop),
                                    _mm512_and_si512(shift, _mm512_set1_epi64(7)));
    rows[half] = _mm512_srli_epi64(shift, 3);
  }
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  Scaled result;
  result.low = _mm512_permutex2var_epi32(sizes[0], even, sizes[1]);
  if constexpr (kTwoWords) {
    const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
    result.high = _mm512_permutex2var_epi32(sizes[0], odd, sizes[1]);
  } else {
    result.high = _mm512_setzero_si512();
  }
  result.row = _mm512_permutex2var_epi32(rows[0], even, rows[1]);
  result.negative = static_cast<__mmask16>(negative[0] | (negative[1] << 8));
  return result;
}

constexpr std::array<float, kMaxModuli> kReciprocals = [] {
  std::array<float, kMaxModuli> all = {};
  for (std::size_t i = 0; i < kMaxModuli; ++i) all[i] = 1.0F / static_cast<float>(kModuli[i]);
  return all;
}();

// What is left of x by one modulus, centred; |x| < 2^19. The quotient is rounded by adding and not
// taking away 1.5·2^23, so that it stands in the low bits; a quotient's distance from a tie is at
// least 1/510, its error below 2^-12.
struct Modulus {
  __m512 reciprocal;
  __m512i minus;  // in the low half of each word
};

EXACTBLEND_TARGET_HERE inline __m512i centred(__m512i x, const Modulus& modulus) {
  const __m512 quotient =
      _mm512_fmadd_ps(_mm512_cvtepi32_ps(x), modulus.reciprocal, _mm512_set1_ps(12582912.0F));
  return _mm512_dpwssd_epi32(x, _mm512_castps_si512(quotient), modulus.minus);
}

// Words of 64 numbers, of at most 127 in size, as bytes: word 4·l + b of vector u is byte 16·l +
// 4·u + b.
EXACTBLEND_TARGET_HERE inline __m512i packed(__m512i a, __m512i b, __m512i c, __m512i d) {
  return _mm512_packs_epi16(_mm512_packs_epi32(a, b), _mm512_packs_epi32(c, d));
}

EXACTBLEND_TARGET_HERE inline __mmask64 negatives(const Scaled (&x)[4]) {
  return _mm512_movepi8_mask(
      packed(_mm512_movm_epi32(x[0].negative), _mm512_movm_epi32(x[1].negative),
             _mm512_movm_epi32(x[2].negative), _mm512_movm_epi32(x[3].negative)));
}

// The centred residues of 64 numbers as bytes, as packed() orders them.
template <bool kTwoWords>
EXACTBLEND_TARGET_HERE inline __m512i residues_of(const Scaled (&x)[4], __mmask64 negative,
                                                  std::size_t i, const PowerTables& tables) {
  const std::uint32_t* table = tables.rows[i].data();
  const Modulus modulus{_mm512_set1_ps(kReciprocals[i]), _mm512_set1_epi32(-kModuli[i] & 0xffff)};
  const __m512i first = _mm512_load_si512(table);
  const __m512i second = _mm512_load_si512(table + 16);
  __m512i sums[4];
#pragma GCC unroll 4
  for (int u = 0; u < 4; ++u) {
    sums[u] = _mm512_dpbusd_epi32(_mm512_setzero_si512(), x[u].low,
                                  _mm512_permutex2var_epi32(first, x[u].row, second));
  }
  if constexpr (kTwoWords) {
    const __m512i third = _mm512_loadu_si512(table + 4);
    const __m512i fourth = _mm512_loadu_si512(table + 20);
#pragma GCC unroll 4
    for (int u = 0; u < 4; ++u) {
      sums[u] = _mm512_dpbusd_epi32(sums[u], x[u].high,
                                    _mm512_permutex2var_epi32(third, x[u].row, fourth));
    }
  }
  const __m512i bytes = packed(centred(sums[0], modulus), centred(sums[1], modulus),
                               centred(sums[2], modulus), centred(sums[3], modulus));
  return _mm512_mask_sub_epi8(bytes, negative, _mm512_setzero_si512(), bytes);
}

template <bool kTwoWords>
EXACTBLEND_TARGET_HERE void split_weights_as(const double* x, std::size_t count, int base, int drop,
                                             std::size_t moduli, std::int8_t* out) {
  const PowerTables& tables = power_tables();
  const __m512i bases = _mm512_set1_epi64(base);
  const __m128i drops = _mm_cvtsi32_si128(drop);
  const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
  for (std::size_t key = 0; key < count; key += kResidueChunk) {
    Scaled numbers[4];
#pragma GCC unroll 4
    for (std::size_t u = 0; u < 4; ++u) {
      numbers[u] = scale<kTwoWords>(x + key + 16 * u, bases, bases, drops);
    }
    const __mmask64 negative = negatives(numbers);
    for (std::size_t i = 0; i < moduli; ++i) {
      const __m512i bytes = residues_of<kTwoWords>(numbers, negative, i, tables);
      _mm512_storeu_si512(out + i * kWeightResidues + key, _mm512_permutexvar_epi32(order, bytes));
    }
  }
}

void split_weights(const double* x, std::size_t count, int base, int drop, std::size_t moduli,
                   std::int8_t* out) {
  // Below 2^(53 − drop + 7).
  (drop >= 28 ? split_weights_as<false> : split_weights_as<true>)(x, count, base, drop, moduli,
                                                                  out);
}

template <bool kTwoWords>
EXACTBLEND_TARGET_HERE void split_values_as(const double* x, std::size_t components,
                                            const int* bases, int drop, std::size_t moduli,
                                            std::uint8_t* out) {
  const PowerTables& tables = power_tables();
  const __m128i drops = _mm_cvtsi32_si128(drop);
  const __m512i transposed =
      _mm512_broadcast_i32x4(_mm_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
  for (std::size_t c = 0; c < components; c += 16) {
    const __m512i base_low =
        _mm512_cvtepi32_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bases + c)));
    const __m512i base_high =
        _mm512_cvtepi32_epi64(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(bases + c + 8)));
    const std::size_t panel = c / kResiduePanel * kResiduePanel;
    std::uint8_t* at = out + panel * kResidueKeys + (c - panel) * kResidueGroup;
    for (std::size_t key = 0; key < kResidueChunk; key += kResidueGroup) {
      Scaled numbers[4];
#pragma GCC unroll 4
      for (std::size_t u = 0; u < 4; ++u) {
        numbers[u] =
            scale<kTwoWords>(x + (key + u) * kResidueComponents + c, base_low, base_high, drops);
      }
      const __mmask64 negative = negatives(numbers);
      for (std::size_t i = 0; i < moduli; ++i) {
        const __m512i bytes = residues_of<kTwoWords>(numbers, negative, i, tables);
        const __m512i modulus = _mm512_set1_epi8(static_cast<char>(kModuli[i]));
        const __m512i residues =
            _mm512_mask_add_epi8(bytes, _mm512_movepi8_mask(bytes), bytes, modulus);
        _mm512_storeu_si512(at + i * kValueResidues + key * kResiduePanel,
                            _mm512_shuffle_epi8(residues, transposed));
      }
    }
  }
}

void split_values(const double* x, std::size_t components, const int* bases, int drop,
                  std::size_t moduli, std::uint8_t* out) {
  (drop >= 28 ? split_values_as<false> : split_values_as<true>)(x, components, bases, drop, moduli,
                                                                out);
}

constexpr std::size_t kVectors = kResiduePanel / 16;

// kRows·4 accumulators, 4 vectors of values and one group of weights: 29 of 32 registers for 6
// rows.
template <std::size_t kRows>
EXACTBLEND_TARGET_HERE void multiply_rows(const std::int8_t* weights, const std::uint8_t* values,
                                          std::size_t groups, std::int32_t* sums) {
  __m512i sum[kRows][kVectors];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[r][v] = _mm512_loadu_si512(sums + r * kResidueComponents + 16 * v);
    }
  }
  for (std::size_t group = 0; group < groups; ++group) {
    __m512i value[kVectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) value[v] = _mm512_loadu_si512(values + 64 * v);
    values += kResidueGroup * kResiduePanel;
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kRows; ++r) {
      std::int32_t four = 0;
      __builtin_memcpy(&four, weights + r * kResidueKeys, 4);
      const __m512i weight = _mm512_set1_epi32(four);
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
#if defined(__GNUC__) && !defined(__clang__)
        // g++ 12 copies the sums around its own intrinsic, and runs out of registers.
        __asm__("vpdpbusd %2, %1, %0" : "+v"(sum[r][v]) : "v"(value[v]), "v"(weight));
#else
        sum[r][v] = _mm512_dpbusd_epi32(sum[r][v], value[v], weight);
#endif
      }
    }
    weights += kResidueGroup;
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      _mm512_storeu_si512(sums + r * kResidueComponents + 16 * v, sum[r][v]);
    }
  }
}

void multiply(const std::int8_t* weights, std::size_t rows, const std::uint8_t* values,
              std::size_t groups, std::int32_t* sums) {
  switch (rows) {
    case 6: return multiply_rows<6>(weights, values, groups, sums);
    case 5: return multiply_rows<5>(weights, values, groups, sums);
    case 4: return multiply_rows<4>(weights, values, groups, sums);
    case 3: return multiply_rows<3>(weights, values, groups, sums);
    case 2: return multiply_rows<2>(weights, values, groups, sums);
    default: return multiply_rows<1>(weights, values, groups, sums);
  }
}

// As the scalar one, 8 components at once.
template <std::size_t kWords>
EXACTBLEND_TARGET_HERE void join_as(const Crt& crt, const std::int32_t* sums,
                                    std::size_t components, std::uint8_t* negative,
                                    std::uint64_t* words) {
  const __m512i half = _mm512_set1_epi64(std::int64_t{1} << (kReduceShift - 1));
  const __m512i low_word = _mm512_set1_epi64(0xffff'ffff);
  for (std::size_t c = 0; c < components; c += kLanes) {
    __m512i total[kWords];
    for (std::size_t w = 0; w < kWords; ++w) total[w] = _mm512_setzero_si512();
    __m512i quotient = _mm512_set1_epi64(std::int64_t{1} << 31);
    for (std::size_t i = 0; i < crt.moduli; ++i) {
      const __m512i reduce = _mm512_set1_epi64(reducer(kModuli[i]));
      const __m512i modulus = _mm512_set1_epi64(kModuli[i]);
      __m512i x = _mm512_cvtepi32_epi64(
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + i * kResidueSums + c)));
      __m512i times =
          _mm512_srai_epi64(_mm512_add_epi64(_mm512_mul_epi32(x, reduce), half), kReduceShift);
      x = _mm512_sub_epi64(x, _mm512_mul_epi32(times, modulus));
      x = _mm512_mul_epi32(x, _mm512_set1_epi64(crt.inverses[i]));
      times = _mm512_srai_epi64(_mm512_mul_epi32(x, reduce), kReduceShift);
      x = _mm512_sub_epi64(x, _mm512_mul_epi32(times, modulus));
      quotient =
          _mm512_add_epi64(quotient, _mm512_mul_epu32(x, _mm512_set1_epi64(crt.reciprocals[i])));
      for (std::size_t w = 0; w < kWords; ++w) {
        total[w] =
            _mm512_add_epi64(total[w], _mm512_mul_epu32(x, _mm512_set1_epi64(crt.cofactors[i][w])));
      }
    }
    quotient = _mm512_srli_epi64(quotient, 32);
    __m512i carried = _mm512_setzero_si512();
    for (std::size_t w = 0; w < kWords; ++w) {
      const __m512i taken = _mm512_mul_epu32(quotient, _mm512_set1_epi64(crt.product[w]));
      carried = _mm512_add_epi64(carried, _mm512_sub_epi64(total[w], taken));
      total[w] = _mm512_and_si512(carried, low_word);
      carried = _mm512_srai_epi64(carried, 32);
    }
    const __mmask8 minus = _mm512_movepi64_mask(carried);
    for (std::size_t lane = 0; lane < kLanes; ++lane) negative[c + lane] = (minus >> lane) & 1;
    const __m512i flip = _mm512_movm_epi64(minus);
    __m512i plus = _mm512_maskz_set1_epi64(minus, 1);
    for (std::size_t w = 0; w < kWords; w += 2) {
      const __m512i word = _mm512_or_si512(total[w], _mm512_slli_epi64(total[w + 1], 32));
      const __m512i size = _mm512_add_epi64(_mm512_xor_si512(word, flip), plus);
      plus =
          _mm512_mask_mov_epi64(plus, _mm512_test_epi64_mask(size, size), _mm512_setzero_si512());
      _mm512_storeu_si512(words + w / 2 * kResidueComponents + c, size);
    }
  }
}

void join(const std::int32_t* sums, std::size_t moduli, std::size_t components,
          std::uint8_t* negative, std::uint64_t* words) {
  const Crt& crt = crt_of(moduli);
  switch (crt.words) {
    case 2: return join_as<2>(crt, sums, components, negative, words);
    case 4: return join_as<4>(crt, sums, components, negative, words);
    case 6: return join_as<6>(crt, sums, components, negative, words);
    default: return join_as<8>(crt, sums, components, negative, words);
  }
}

}  // namespace

const ResidueKernel& vnni_residues() {
  static constexpr ResidueKernel kKernel{true, 6, split_weights, split_values, multiply, join};
  return kKernel;
}

}  // namespace exactblend

#endif
