// What the machine itself can do, measured: the peaks that other figures stand beside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "timing.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
// The widest that the processor has, chosen when the program starts.
#define EXACTBLEND_BENCH_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define EXACTBLEND_BENCH_CLONES
#endif

namespace exactblend::bench {

// Reads all of it once. The sum is there so that nothing is left out.
EXACTBLEND_BENCH_CLONES inline std::uint64_t sum_of_words(const std::uint64_t* words,
                                                          std::size_t count) {
  using Vector [[gnu::vector_size(64), gnu::aligned(8), gnu::may_alias]] = std::uint64_t;
  constexpr std::size_t kWords = sizeof(Vector) / sizeof(std::uint64_t);
  constexpr std::size_t kSums = 4;
  Vector sums[kSums] = {};
  for (std::size_t i = 0; i + kSums * kWords <= count; i += kSums * kWords) {
    for (std::size_t j = 0; j < kSums; ++j) {
      sums[j] += *reinterpret_cast<const Vector*>(words + i + j * kWords);
    }
  }
  std::uint64_t total = 0;
  for (const Vector& sum : sums) {
    for (std::size_t i = 0; i < kWords; ++i) total += sum[i];
  }
  return total;
}

#if defined(__x86_64__)

namespace detail {

constexpr int kFmaChains = 16;  // more than latency times units
constexpr int kFmaSteps = 1 << 20;

[[gnu::target("avx512f")]] inline double fma_flops_avx512() {
  __m512d sums[kFmaChains];
  for (auto& sum : sums) sum = _mm512_set1_pd(1);
  __m512d factor = _mm512_set1_pd(1);
  for (int step = 0; step < kFmaSteps; ++step) {
    __asm__ volatile("" : "+v"(factor));
#pragma GCC unroll 16
    for (auto& sum : sums) sum = _mm512_fmadd_pd(sum, factor, factor);
  }
  for (auto& sum : sums) __asm__ volatile("" : "+v"(sum));
  return 2.0 * 8 * kFmaChains * kFmaSteps;
}

[[gnu::target("avx2,fma")]] inline double fma_flops_avx2() {
  constexpr int kChains = 12;  // of 16 registers
  __m256d sums[kChains];
  for (auto& sum : sums) sum = _mm256_set1_pd(1);
  __m256d factor = _mm256_set1_pd(1);
  for (int step = 0; step < kFmaSteps; ++step) {
    __asm__ volatile("" : "+x"(factor));
#pragma GCC unroll 12
    for (auto& sum : sums) sum = _mm256_fmadd_pd(sum, factor, factor);
  }
  for (auto& sum : sums) __asm__ volatile("" : "+x"(sum));
  return 2.0 * 4 * kChains * kFmaSteps;
}

}  // namespace detail

// GFLOP/s of fp64 FMA on one core, the median of some rounds; 0 where there is no FMA.
inline double fma_peak() {
  std::vector<double> rates;
  for (int round = 0; round < 9; ++round) {
    const double start = processor_seconds();
    double flops = 0;
    if (__builtin_cpu_supports("avx512f")) {
      flops = detail::fma_flops_avx512();
    } else if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
      flops = detail::fma_flops_avx2();
    }
    rates.push_back(flops / (processor_seconds() - start) / 1e9);
  }
  return median(rates);
}

#else
inline double fma_peak() { return 0; }
#endif

}  // namespace exactblend::bench
