// A block of sums in fp64, each with a proved bound on its error, and the roundings that those
// bounds decide. Everything else is left to the exact block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/exact_block.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/mass_block.hpp"
#include "tensor/operands.hpp"

namespace exactblend {

inline constexpr std::size_t kFastBlockRows = 384;
inline constexpr std::size_t kFastBlockComponents = 128;
inline constexpr std::size_t kFastKeys = 128;  // of one tile
// The proof wants the number of roundings on one term's way, times 2^-53, to be small.
inline constexpr std::uint64_t kMaxFastKeys = std::uint64_t{1} << 36;

// Scratch for the blocks of one thread: about 2.4 MiB.
class FastBlock {
 public:
  // Rounding to this type. To f64 only sums that are exact in fp64 are decided: so those are the
  // sums.
  FastBlock(const FastKernel& kernel, FloatType rounded_to);

  // A block of at most kFastBlockRows × kFastBlockComponents begins with sums of 0, is given all
  // its keys, in any ranges that begin at multiples of kFastKeys, and is decided. All want a
  // NearestEnvironment. The rows' masses go to `masses`, which may be null.
  void begin(const Block& block);
  void add_keys(const Operands& from, const Block& block, std::size_t begin, std::size_t end,
                MassBlock* masses);
  // Adds what another one of the same kernel has for other keys.
  void join(const Block& block, const FastBlock& other);
  // `keys` in all, after this many joins.
  void decide(const Block& block, std::size_t keys, std::size_t joins);

  // Of the last block, by row and component within it.
  [[nodiscard]] bool undecided(std::size_t row, std::size_t component) const {
    return undecided_[row * kFastBlockComponents + component] != 0;
  }
  // Says that an entry needs no more work.
  void settle(std::size_t row, std::size_t component) {
    undecided_[row * kFastBlockComponents + component] = 0;
  }
  // What a row was decided to be, to the type given at the start; or, of sums in f64, chooses it
  // for magnitude().
  void round(std::size_t row, FloatType /*type*/, std::uint64_t* bits) const {
    std::copy_n(bits_.data() + row * kFastBlockComponents, kFastBlockComponents, bits);
  }
  void join(std::size_t row) { row_ = row; }
  [[nodiscard]] Magnitude magnitude(std::size_t component) const;
  // Whether an unmasked weight of the row, or any value of the component, is not finite. All terms
  // of such elements are left out of what is decided.
  [[nodiscard]] bool met_not_finite(std::size_t row, std::size_t component) const {
    return row_flags_[row] != 0 || component_flags_[component] != 0;
  }

 private:
  // Components from `begin` on, which begins a panel.
  void widen_values(const Operands& from, const Block& block, std::size_t key, std::size_t count,
                    std::size_t begin);
  void widen_weights(const Operands& from, std::size_t row, std::size_t into, std::size_t key,
                     std::size_t count, MassBlock* masses);
  void add_tile(const Block& block, std::size_t count, std::size_t begin);
  void add_tile_bounds(const Block& block);
  [[nodiscard]] bool stream_tile(const Operands& from, const Block& block, std::size_t key,
                                 std::size_t count, std::size_t end);
  void decide_panel(std::size_t row, std::size_t first, std::size_t width, double relative,
                    double absolute);
  void take_panel(std::size_t row, std::size_t first, std::size_t width);
  [[nodiscard]] std::uint8_t& rounded(std::size_t row, std::size_t first) {
    return rounded_[row / kFastRows * kFastBlockComponents + first];
  }

  const FastKernel& kernel_;
  FloatType type_;
  // One tile: weights by row; values in panels, by key within each; both 0 where masked or not
  // finite.
  AlignedVector<double> weights_, values_;
  AlignedVector<double> row_magnitudes_;      // Σ|w| of the tile, by row
  AlignedVector<double> component_greatest_;  // max|v| of the tile, by component
  // Of the block.
  AlignedVector<double> sums_, bounds_;
  AlignedVector<double> tile_sums_;  // of a few rows
  std::vector<std::uint8_t> row_is_zero_, component_is_zero_;
  bool some_component_is_zero_ = true;
  std::vector<std::uint8_t> row_flags_, component_flags_;
  std::vector<std::uint8_t> rounded_;  // by strip and panel: some operation rounded
  std::vector<std::uint64_t> bits_;
  std::size_t row_ = 0;
  std::vector<std::uint8_t> undecided_;
};

}  // namespace exactblend
