#if defined(__x86_64__)

#include <immintrin.h>

#include "tensor/amx_tiles.hpp"
#include "tensor/residue_kernel.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kTile = 16;  // rows, and components
constexpr std::size_t kStrip = 2 * kTile;
constexpr std::size_t kGroupsPerTile = 16;
constexpr int kWeightStep = kResidueKeys;
constexpr int kValueStep = kResidueGroup * kResiduePanel;
constexpr int kSumStep = kResidueComponents * sizeof(std::int32_t);
static_assert(kResidueRows % kStrip == 0 && kResidueChunk == kGroupsPerTile * kResidueGroup);

// Two tiles of rows by two of components: tiles 0 … 3 hold sums, 4 and 5 weights, 6 and 7 values.
template <bool kTwoRows>
EXACTBLEND_AMX_TARGET void multiply_tiles(const std::int8_t* weights, const std::uint8_t* values,
                                          std::size_t chunks, std::int32_t* sums) {
  std::int32_t* below = sums + kTile * kResidueComponents;
  _tile_loadd(0, sums, kSumStep);
  _tile_loadd(1, sums + kTile, kSumStep);
  if constexpr (kTwoRows) {
    _tile_loadd(2, below, kSumStep);
    _tile_loadd(3, below + kTile, kSumStep);
  }
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    _tile_loadd(4, weights, kWeightStep);
    _tile_loadd(6, values, kValueStep);
    _tile_dpbsud(0, 4, 6);
    _tile_loadd(7, values + kTile * kResidueGroup, kValueStep);
    _tile_dpbsud(1, 4, 7);
    if constexpr (kTwoRows) {
      _tile_loadd(5, weights + kTile * kResidueKeys, kWeightStep);
      _tile_dpbsud(2, 5, 6);
      _tile_dpbsud(3, 5, 7);
    }
    weights += kResidueChunk;
    values += kGroupsPerTile * kValueStep;
  }
  _tile_stored(0, sums, kSumStep);
  _tile_stored(1, sums + kTile, kSumStep);
  if constexpr (kTwoRows) {
    _tile_stored(2, below, kSumStep);
    _tile_stored(3, below + kTile, kSumStep);
  }
}

EXACTBLEND_AMX_TARGET void multiply(const std::int8_t* weights, std::size_t rows,
                                    const std::uint8_t* values, std::size_t groups,
                                    std::int32_t* sums) {
  const AmxTiles tiles;
  const auto function = rows > kTile ? multiply_tiles<true> : multiply_tiles<false>;
  for (std::size_t i = 0; i < kResiduePanel; i += 2 * kTile) {
    function(weights, values + i * kResidueGroup, groups / kGroupsPerTile, sums + i);
  }
}

}  // namespace

const ResidueKernel& amx_residues() {
  static const ResidueKernel kKernel = [] {
    ResidueKernel kernel = vnni_residues();
    kernel.strip = kStrip;
    kernel.multiply = multiply;
    return kernel;
  }();
  return kKernel;
}

}  // namespace exactblend

#endif
