#include "tensor/bin_kernel.hpp"

#if defined(__x86_64__)

#include <immintrin.h>

#include <type_traits>
#include <utility>

#include "tensor/widen_avx512.hpp"

#define EXACTBLEND_TARGET_HERE \
  __attribute__((target("avx2,fma,f16c,avx512f,avx512dq,avx512bw,avx512vl")))

namespace exactblend {
namespace {

constexpr std::size_t kLanes = 8;

// kVectors·8 components; `last` says which lanes of the last vector there are.
template <FloatType kType, bool kRound, std::size_t kBins, std::size_t kVectors>
EXACTBLEND_TARGET_HERE void add_panel(const BinTile& tile, const std::byte* values, __mmask8 last,
                                      double* sums) {
  __m512d sum[kBins][kVectors];
#pragma GCC unroll 8
  for (std::size_t bin = 0; bin < kBins; ++bin) {
#pragma GCC unroll 4
    for (auto& one : sum[bin]) one = _mm512_set1_pd(tile.anchors[bin]);
  }
  for (std::size_t key = 0; key < tile.keys; ++key, values += tile.key_step) {
    if (tile.weights[key] == 0) continue;
    const __m512d weight = _mm512_set1_pd(tile.weights[key]);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      const __m512d value =
          widen_lanes<kType>(values + v * kLanes * bytes_of(kType),
                             v + 1 == kVectors ? last : static_cast<__mmask8>(0xff));
      __m512d rest = _mm512_mul_pd(weight, value);
      [[maybe_unused]] __m512d lost =
          kRound ? _mm512_fmsub_pd(weight, value, rest) : _mm512_setzero_pd();
#pragma GCC unroll 8
      for (std::size_t bin = 0; bin < kBins; ++bin) {
        const __m512d next = _mm512_add_pd(sum[bin][v], rest);
        rest = _mm512_sub_pd(rest, _mm512_sub_pd(next, sum[bin][v]));
        sum[bin][v] = next;
      }
      if constexpr (kRound) {
        // Smaller than the first bin's unit.
#pragma GCC unroll 8
        for (std::size_t bin = 1; bin < kBins; ++bin) {
          const __m512d next = _mm512_add_pd(sum[bin][v], lost);
          lost = _mm512_sub_pd(lost, _mm512_sub_pd(next, sum[bin][v]));
          sum[bin][v] = next;
        }
      }
    }
  }
#pragma GCC unroll 8
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    const __m512d anchor = _mm512_set1_pd(tile.anchors[bin]);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) {
      _mm512_storeu_pd(sums + bin * kBinSums + v * kLanes, _mm512_sub_pd(sum[bin][v], anchor));
    }
  }
}

template <FloatType kType, bool kRound, std::size_t kBins>
EXACTBLEND_TARGET_HERE void add_tile(const BinTile& tile, double* sums) {
  constexpr std::size_t kVectors = kBins <= 5 ? 4 : 2;  // as many as there are registers for
  constexpr std::size_t kPanel = kVectors * kLanes;
  std::size_t i = 0;
  for (; i + kPanel <= tile.components; i += kPanel) {
    add_panel<kType, kRound, kBins, kVectors>(tile, tile.values + i * bytes_of(kType), 0xff,
                                              sums + i);
  }
  for (; i < tile.components; i += kLanes) {
    const std::size_t left = tile.components - i;
    const auto lanes = static_cast<__mmask8>(left < kLanes ? (1U << left) - 1 : 0xff);
    add_panel<kType, kRound, kBins, 1>(tile, tile.values + i * bytes_of(kType), lanes, sums + i);
  }
}

template <FloatType kType, bool kRound, std::size_t... kBins>
void add_as(const BinTile& tile, double* sums, std::index_sequence<kBins...> /*bins*/) {
  ((tile.bins == kBins + 1 ? add_tile<kType, kRound, kBins + 1>(tile, sums) : void()), ...);
}

template <FloatType kType>
void add_as(const BinTile& tile, double* sums) {
  using All = std::make_index_sequence<kMaxBins>;
  if (tile.products_round) return add_as<kType, true>(tile, sums, All());
  add_as<kType, false>(tile, sums, All());
}

void add(const BinTile& tile, double* sums) {
  switch (tile.type) {
    case FloatType::f32: return add_as<FloatType::f32>(tile, sums);
    case FloatType::f16: return add_as<FloatType::f16>(tile, sums);
    case FloatType::bf16: return add_as<FloatType::bf16>(tile, sums);
    default: return add_as<FloatType::f64>(tile, sums);
  }
}

}  // namespace

BinKernel bin_kernel(Target target) { return target >= Target::avx512 ? add : nullptr; }

}  // namespace exactblend

#else

namespace exactblend {

BinKernel bin_kernel(Target /*target*/) { return nullptr; }

}  // namespace exactblend

#endif
