#include "tensor/bin_kernel.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tensor/stream_cases.hpp"
#include "tensor/widen_avx512.hpp"

namespace exactblend {
namespace {

// Of VFPCLASSPD: quiet NaN, +Inf, -Inf, signalling NaN.
constexpr int kNotFinite = 0x01 | 0x08 | 0x10 | 0x80;

// So few keys at once that they stay in the first cache while they are read panel by panel.
constexpr std::size_t kMaxKeysAtOnce = 64;

std::size_t keys_at_once(const BinTile& tile) {
  constexpr std::size_t kNear = 16384;  // bytes
  return std::clamp<std::size_t>(kNear / (tile.components * bytes_of(tile.type)), 8,
                                 kMaxKeysAtOnce);
}

// Asks for what lies `ahead` bytes after the kBytes of a key, and further on: from memory to the
// second cache, then to the first. The addresses are not read: they may lie anywhere.
template <std::size_t kBytes>
EXACTBLEND_AVX512 inline void ask(std::uintptr_t at, std::uintptr_t ahead) {
  constexpr std::uintptr_t kFar = 4;  // times as far
#pragma GCC unroll 16
  for (std::uintptr_t line = at; line < at + kBytes; line += 64) {
    _mm_prefetch(reinterpret_cast<const char*>(line + ahead), _MM_HINT_T0);
    _mm_prefetch(reinterpret_cast<const char*>(line + kFar * ahead), _MM_HINT_T1);
  }
}

// kVectors·8 components of one key; `last` says which lanes of the last vector there are. Whole
// panels of 32 are in the order in which they are widened.
template <FloatType kType, std::size_t kVectors>
EXACTBLEND_AVX512 inline void widen_panel(const std::byte* at, __mmask8 last, __m512d* out) {
  if constexpr (kVectors % kWidened == 0) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; v += kWidened) {
      widen_32<kType>(at + v * kLanes * bytes_of(kType), out + v);
    }
  } else {
#pragma GCC unroll 2
    for (std::size_t v = 0; v < kVectors; ++v) {
      out[v] = widen_lanes<kType>(at + v * kLanes * bytes_of(kType),
                                  v + 1 == kVectors ? last : static_cast<__mmask8>(0xff));
    }
  }
}

template <FloatType kType, std::size_t kVectors>
EXACTBLEND_AVX512 inline void load_sums(const double* from, __m512d* sums) {
#pragma GCC unroll 16
  for (std::size_t v = 0; v < kVectors; ++v) sums[v] = _mm512_loadu_pd(from + v * kLanes);
#pragma GCC unroll 4
  for (std::size_t v = 0; kVectors % kWidened == 0 && v < kVectors; v += kWidened) {
    take_out_of_order<kType>(sums + v);
  }
}

// False if one is not finite.
template <FloatType kType, std::size_t kVectors>
EXACTBLEND_AVX512 inline bool store_sums(__m512d* sums, double* to) {
#pragma GCC unroll 4
  for (std::size_t v = 0; kVectors % kWidened == 0 && v < kVectors; v += kWidened) {
    put_in_order<kType>(sums + v);
  }
  __mmask8 not_finite = 0;
#pragma GCC unroll 16
  for (std::size_t v = 0; v < kVectors; ++v) {
    not_finite |= _mm512_fpclass_pd_mask(sums[v], kNotFinite);
    _mm512_storeu_pd(to + v * kLanes, sums[v]);
  }
  return not_finite == 0;
}

// add(vectors, first, lanes) for all components: panels of kVectors, of kWidened, and of one
// vector. Whether all were true.
template <std::size_t kVectors, class Add>
EXACTBLEND_AVX512 inline bool for_panels(std::size_t components, Add add) {
  bool all = true;
  std::size_t i = 0;
  for (; i + kVectors * kLanes <= components; i += kVectors * kLanes) {
    all &= add(std::integral_constant<std::size_t, kVectors>(), i, static_cast<__mmask8>(0xff));
  }
  for (; kVectors > kWidened && i + kWidened * kLanes <= components; i += kWidened * kLanes) {
    all &= add(std::integral_constant<std::size_t, kWidened>(), i, static_cast<__mmask8>(0xff));
  }
  for (; i < components; i += kLanes) {
    all &= add(std::integral_constant<std::size_t, 1>(), i, lanes_from(i, components));
  }
  return all;
}

// Adds a product, or what it left over in the bins before kFirst.
template <std::size_t kFirst, std::size_t kBins>
EXACTBLEND_AVX512 inline void add_to_bins(__m512d x, __m512d* sums, std::size_t step) {
#pragma GCC unroll 8
  for (std::size_t bin = kFirst; bin + 1 < kBins; ++bin) {
    __m512d& sum = sums[bin * step];
    const __m512d next = _mm512_add_round_pd(sum, x, kQuietly);
    x = _mm512_sub_pd(x, _mm512_sub_pd(next, sum));
    sum = next;
  }
  __m512d& sum = sums[(kBins - 1) * step];
  sum = _mm512_add_pd(sum, x);
}

enum class Split : std::uint8_t {
  exact,    // products that need no rounding
  rounded,  // both parts of a product in the same bins
  in_two,   // in bins of their own
};

template <Split kSplit, std::size_t kBins>
EXACTBLEND_AVX512 inline void split_product(__m512d weight, __m512d value, __m512d* sums,
                                            std::size_t step) {
  if constexpr (kSplit == Split::exact) {
    const __m512d next = _mm512_fmadd_round_pd(weight, value, sums[0], kQuietly);
    const __m512d rest = _mm512_fmsub_pd(weight, value, _mm512_sub_pd(next, sums[0]));
    sums[0] = next;
    add_to_bins<1, kBins>(rest, sums, step);
  } else {
    const __m512d product = _mm512_mul_round_pd(weight, value, kQuietly);
    const __m512d lost = _mm512_fmsub_pd(weight, value, product);
    add_to_bins<0, kSplit == Split::in_two ? 2 : kBins>(product, sums, step);
    // Smaller than the first bin's unit.
    add_to_bins<kSplit == Split::in_two ? 2 : 1, kBins>(lost, sums, step);
  }
}

template <FloatType kType, Split kSplit, std::size_t kBins, std::size_t kVectors>
EXACTBLEND_AVX512 bool split_panel(const double* weights, const std::byte* values,
                                   std::ptrdiff_t key_step, std::size_t keys, __mmask8 last,
                                   double* sums) {
  constexpr std::size_t kBytes = kVectors * kLanes * bytes_of(kType);
  const auto ahead = static_cast<std::uintptr_t>(key_step) * keys;
  __m512d sum[kBins][kVectors];
#pragma GCC unroll 8
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    load_sums<kType, kVectors>(sums + bin * kBinSums, sum[bin]);
  }
  for (std::size_t key = 0; key < keys; ++key, values += key_step) {
    ask<kBytes>(reinterpret_cast<std::uintptr_t>(values), ahead);
    const __m512d weight = _mm512_set1_pd(weights[key]);
    __m512d value[kVectors];
    widen_panel<kType, kVectors>(values, last, value);
#pragma GCC unroll 8
    for (std::size_t v = 0; v < kVectors; ++v) {
      split_product<kSplit, kBins>(weight, value[v], &sum[0][v], kVectors);
    }
  }
  bool finite = true;
#pragma GCC unroll 8
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    finite &= store_sums<kType, kVectors>(sum[bin], sums + bin * kBinSums);
  }
  return finite;
}

template <FloatType kType, Split kSplit, std::size_t kBins>
bool split_tile(const BinTile& tile, double* sums) {
  // As many as there are registers for.
  constexpr std::size_t kVectors = kBins == 2 ? 8 : kBins <= 6 ? 4 : 2;
  const std::size_t at_once = keys_at_once(tile);
  bool finite = true;
  for (std::size_t key = 0; key < tile.keys; key += at_once) {
    const std::byte* values = tile.values + static_cast<std::ptrdiff_t>(key) * tile.key_step;
    finite &=
        for_panels<kVectors>(tile.components, [&](auto vectors, std::size_t i, __mmask8 lanes) {
          return split_panel<kType, kSplit, kBins, vectors.value>(
              tile.weights + key, values + i * bytes_of(kType), tile.key_step,
              std::min(at_once, tile.keys - key), lanes, sums + i);
        });
  }
  return finite;
}

// Some keys of a group, by their weights and their offsets in bytes.
struct SortedKeys {
  alignas(64) double weights[kMaxKeysAtOnce + kLanes];
  alignas(64) std::int64_t offsets[kMaxKeysAtOnce + kLanes];
  std::size_t count = 0;
};

// Those of a group whose weights' magnitudes, as bits, are at least `least` and below `end`.
EXACTBLEND_AVX512 void select_keys(const double* weights, std::ptrdiff_t key_step, std::size_t keys,
                                   std::uint64_t least, std::uint64_t end, SortedKeys& selected) {
  selected.count = 0;
  const __m512i step = _mm512_set1_epi64(key_step * static_cast<std::ptrdiff_t>(kLanes));
  __m512i offset =
      _mm512_mullo_epi64(_mm512_set1_epi64(key_step), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
  for (std::size_t i = 0; i < keys; i += kLanes) {
    const __mmask8 lanes = lanes_from(i, keys);
    const __m512d weight = _mm512_maskz_loadu_pd(lanes, weights + i);
    const __m512i size =
        _mm512_and_si512(_mm512_castpd_si512(weight), _mm512_set1_epi64(INT64_MAX));
    const __mmask8 chosen =
        lanes & _mm512_cmpge_epu64_mask(size, _mm512_set1_epi64(static_cast<std::int64_t>(least))) &
        _mm512_cmplt_epu64_mask(size, _mm512_set1_epi64(static_cast<std::int64_t>(end)));
    _mm512_storeu_pd(selected.weights + selected.count, _mm512_maskz_compress_pd(chosen, weight));
    _mm512_storeu_si512(selected.offsets + selected.count,
                        _mm512_maskz_compress_epi64(chosen, offset));
    selected.count += static_cast<std::size_t>(__builtin_popcount(chosen));
    offset = _mm512_add_epi64(offset, step);
  }
}

// Asks for as many keys of the next group: those `ahead` bytes after `asked` and what follows it.
template <FloatType kType, std::size_t kVectors>
EXACTBLEND_AVX512 bool add_selected(const SortedKeys& selected, const std::byte* values,
                                    std::uintptr_t asked, std::ptrdiff_t key_step,
                                    std::uintptr_t ahead, __mmask8 last, double* sums) {
  constexpr std::size_t kBytes = kVectors * kLanes * bytes_of(kType);
  __m512d sum[kVectors];
  load_sums<kType, kVectors>(sums, sum);
  for (std::size_t key = 0; key < selected.count; ++key) {
    ask<kBytes>(asked, ahead);
    asked += static_cast<std::uintptr_t>(key_step);
    const __m512d weight = _mm512_set1_pd(selected.weights[key]);
    __m512d value[kVectors];
    widen_panel<kType, kVectors>(values + selected.offsets[key], last, value);
#pragma GCC unroll 16
    for (std::size_t v = 0; v < kVectors; ++v) {
      sum[v] = _mm512_fmadd_pd(weight, value[v], sum[v]);
    }
  }
  return store_sums<kType, kVectors>(sum, sums);
}

template <FloatType kType>
bool sort_tile(const BinTile& tile, double* sums) {
  constexpr std::size_t kVectors = kBinComponents / kLanes;
  const std::size_t at_once = keys_at_once(tile);
  const auto ahead = static_cast<std::uintptr_t>(tile.key_step) * at_once;
  SortedKeys selected;
  bool finite = true;
  for (std::size_t key = 0; key < tile.keys; key += at_once) {
    const std::byte* values = tile.values + static_cast<std::ptrdiff_t>(key) * tile.key_step;
    auto asked = reinterpret_cast<std::uintptr_t>(values);
    for (std::size_t bin = 0; bin < tile.bins; ++bin) {
      select_keys(tile.weights + key, tile.key_step, std::min(at_once, tile.keys - key),
                  bin + 1 == tile.bins ? 0 : tile.least[bin],
                  bin == 0 ? ~std::uint64_t{0} : tile.least[bin - 1], selected);
      finite &=
          for_panels<kVectors>(tile.components, [&](auto vectors, std::size_t i, __mmask8 lanes) {
            return add_selected<kType, vectors.value>(selected, values + i * bytes_of(kType),
                                                      asked + i * bytes_of(kType), tile.key_step,
                                                      ahead, lanes, sums + bin * kBinSums + i);
          });
      asked += selected.count * static_cast<std::uintptr_t>(tile.key_step);
    }
  }
  return finite;
}

template <FloatType kType, Split kSplit, std::size_t... kBins>
bool split_as(const BinTile& tile, double* sums, std::index_sequence<kBins...> /*bins*/) {
  return ((tile.bins == kBins + 2 && split_tile<kType, kSplit, kBins + 2>(tile, sums)) || ...);
}

bool split_products(const BinTile& tile, double* sums) {
  return with_type(tile.type, [&](auto type) {
    using Counts = std::make_index_sequence<kMaxBins - 1>;
    return tile.products_round ? split_as<type.value, Split::rounded>(tile, sums, Counts())
                               : split_as<type.value, Split::exact>(tile, sums, Counts());
  });
}

bool split_in_two(const BinTile& tile, double* sums) {
  return with_type(tile.type,
                   [&](auto type) { return split_tile<type.value, Split::in_two, 4>(tile, sums); });
}

bool sort_weights(const BinTile& tile, double* sums) {
  return with_type(tile.type, [&](auto type) { return sort_tile<type.value>(tile, sums); });
}

}  // namespace

const BinKernels* bin_kernels(Target target) {
  static constexpr BinKernels kKernels{split_products, split_in_two, sort_weights};
  return target >= Target::avx512 ? &kKernels : nullptr;
}

}  // namespace exactblend

#else

namespace exactblend {

const BinKernels* bin_kernels(Target /*target*/) { return nullptr; }

}  // namespace exactblend

#endif
