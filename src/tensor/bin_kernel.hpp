// The loop of exact sums of few rows: products in fp64, taken apart at the same places for all
// keys, so that each part sums exactly. What is concluded from it is proved in docs/exactness.md,
// "Exact sums of few rows".
#pragma once

#include <array>
#include <cstddef>

#include "exactblend/number/float_type.hpp"
#include "tensor/target.hpp"

namespace exactblend {

inline constexpr std::size_t kBinKeys = 1024;            // of one tile
inline constexpr std::size_t kBinComponents = 128;       // of one block
inline constexpr std::size_t kBinSums = kBinComponents;  // between two bins
inline constexpr std::size_t kMaxBins = 8;
inline constexpr int kBinBits = 40;  // of one bin

// One row's weights and one tile of values.
struct BinTile {
  const double* weights = nullptr;
  FloatType type = FloatType::f64;  // of the values: f64, f32, f16 or bf16
  const std::byte* values = nullptr;
  std::ptrdiff_t key_step = 0;  // bytes; components are dense
  std::size_t keys = 0;         // at most kBinKeys
  std::size_t components = 0;   // at most kBinComponents
  bool products_round = false;  // if so, what rounding loses is taken apart too
  std::size_t bins = 0;         // 1 to kMaxBins
  std::array<double, kMaxBins> anchors = {};
};

// sums[bin·kBinSums + component] becomes the sum of what bin `bin` has of all products: with the
// anchor a, first of the product, then of what the bins before it left over, fl(fl(a + Σ + x) − (a
// + Σ)). Wants a NearestEnvironment.
using BinKernel = void (*)(const BinTile& tile, double* sums);

// Null where there is none.
[[nodiscard]] BinKernel bin_kernel(Target target);

}  // namespace exactblend
