// The loops of exact sums of few rows: products in fp64, added to bins in which none of them is
// rounded. What is concluded from them is proved in docs/exactness.md, "Exact sums of few rows".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "exactblend/number/float_type.hpp"
#include "tensor/target.hpp"

namespace exactblend {

inline constexpr std::size_t kBinKeys = 128;             // of one tile
inline constexpr std::size_t kBinComponents = 128;       // of one block
inline constexpr std::size_t kBinSums = kBinComponents;  // between two bins
inline constexpr std::size_t kMaxBins = 8;

// One row's weights and one tile of values.
struct BinTile {
  const double* weights = nullptr;
  FloatType type = FloatType::f64;  // of the values
  const std::byte* values = nullptr;
  std::ptrdiff_t key_step = 0;  // bytes; components are dense
  std::size_t keys = 0;         // at most kBinKeys
  std::size_t components = 0;   // at most kBinComponents
  bool products_round = false;  // where products are split: what rounding loses is added too
  std::size_t bins = 0;         // at most kMaxBins; at least 2 if products are split
  // Where weights are sorted: bits of the least magnitude for each bin but the last, falling.
  std::array<std::uint64_t, kMaxBins> least = {};
};

// Adds all products to the bins that begin at `sums`, kBinSums apart. False if some bin is not
// finite then. Otherwise nothing was lost, and the bins sum to what they did plus all products,
// unless the inexact flag is raised. Wants a NearestEnvironment.
using BinKernel = bool (*)(const BinTile& tile, double* sums);

struct BinKernels {
  // Of a product x, a bin s takes what fl(s + x) has more than s, and the next one gets the rest;
  // the last takes all.
  BinKernel split_products;
  // The same for products that round: the first two of four bins take what rounding keeps of each,
  // the other two what it loses.
  BinKernel split_in_two;
  // A product goes to the bin of its weight, and nowhere else.
  BinKernel sort_weights;
};

// Null where there are none.
[[nodiscard]] const BinKernels* bin_kernels(Target target);

}  // namespace exactblend
