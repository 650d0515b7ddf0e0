// A block of sums in fp64, each with a proved bound on its error, and the roundings that those
// bounds decide. Everything else is left to the exact block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/exact_block.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/flags.hpp"
#include "tensor/mass_block.hpp"
#include "tensor/operands.hpp"

namespace exactblend {

inline constexpr std::size_t kFastBlockRows = 258;
inline constexpr std::size_t kFastBlockComponents = 128;
// The proof wants the number of roundings on one term's way, times 2^-53, to be small.
inline constexpr std::uint64_t kMaxFastKeys = std::uint64_t{1} << 36;
// Bounds are made of facts about groups of keys, of which there are at most so many.
inline constexpr std::size_t kFastGroups = 16;
inline constexpr std::size_t kLeastGroupKeys = 4 * kFastKeys;

// Scratch for the blocks of one thread: about 1.1 MiB.
class FastBlock {
 public:
  // Rounding to this type. To f64 only sums that are exact in fp64 are decided: so those are the
  // sums.
  FastBlock(const FastKernel& kernel, FloatType rounded_to);

  // A block of at most kFastBlockRows × kFastBlockComponents begins with sums of 0, is given all
  // its `keys`, in any ranges that begin at multiples of kFastKeys, and may be decided. All want a
  // NearestEnvironment. The rows' masses go to `masses`, which may be null.
  void begin(const Block& block, std::size_t keys);
  void add_keys(const Operands& from, const Block& block, std::size_t begin, std::size_t end,
                MassBlock* masses);
  // Adds what another one of the same kernel has for other keys.
  void join(const Block& block, const FastBlock& other);
  // After this many joins the rows may be taken, one by one.
  void finish(std::size_t joins);

  // Takes a row: decides which of its sums are known, and gives their roundings to the type given
  // at the start; or, of sums in f64, chooses it for magnitude().
  void round(std::size_t row, FloatType type, std::uint64_t* bits);
  void join(std::size_t row);
  [[nodiscard]] Magnitude magnitude(std::size_t component) const;

  // Of a row taken from the last block, by component: 1 where undecided, otherwise 0.
  [[nodiscard]] const std::uint8_t* undecided(std::size_t row) const {
    return undecided_.data() + row * kFastBlockComponents;
  }
  // Says that an entry needs no more work.
  void settle(std::size_t row, std::size_t component) {
    undecided_[row * kFastBlockComponents + component] = 0;
  }
  // Whether an unmasked weight of the row, or any value of the component, is not finite. All terms
  // of such elements are left out of what is decided.
  [[nodiscard]] bool met_not_finite(std::size_t row, std::size_t component) const {
    return row_flags_[row] != 0 || component_flags_[component] != 0;
  }
  // Whether it does for some component.
  [[nodiscard]] bool may_meet_not_finite(std::size_t row) const {
    return row_flags_[row] != 0 ||
           count_flags(component_flags_.data(), component_flags_.size()) != 0;
  }

 private:
  struct Keys {
    std::size_t first = 0;
    std::size_t count = 0;
  };
  // Weights by row, 0 where masked or not finite, and Σ|w| of each row.
  struct WeightTile {
    UnsetVector<double> weights;
    AlignedVector<double> magnitudes;
  };

  // Components from `begin` on, which begins a panel.
  void widen_values(const Operands& from, const Block& block, std::size_t key, std::size_t count,
                    std::size_t begin);
  void widen_weights(const Operands& from, const Block& block, std::size_t row, const Keys& keys,
                     MassBlock* masses, WeightTile& tile);
  void add_tile(const Operands& from, const Block& block, const Keys& keys, std::size_t begin,
                const Keys& next, MassBlock* masses);
  void add_tile_bounds(const Block& block, std::size_t key);
  [[nodiscard]] bool stream_tile(const Operands& from, const Block& block, std::size_t key,
                                 std::size_t count, std::size_t end);
  void decide_row(std::size_t row, std::uint64_t* bits);
  void decide_panel(const double* sums, const double* bounds, std::uint64_t* bits,
                    std::uint8_t* undecided) const;
  void take_panel(const double* sums, std::uint64_t* bits) const;
  [[nodiscard]] std::uint8_t& rounded(std::size_t row, std::size_t first) {
    return rounded_[row / kFastRows * kFastBlockComponents + first];
  }

  const FastKernel& kernel_;
  FloatType type_;
  // One tile, and the weights of the next one, which are made ready while this one is multiplied.
  WeightTile tile_, next_tile_;
  UnsetVector<double> values_;                // in panels, by key within each; 0 if not finite
  AlignedVector<double> component_greatest_;  // max|v| of the tile, by component
  // Of the block.
  Block block_{};
  std::size_t group_keys_ = 0;
  double relative_ = 0;  // of a sum's error, by the bound of Σ|w||v|
  UnsetVector<double> sums_;
  AlignedVector<double> group_magnitudes_;  // Σ|w| of a group, by row, then group
  AlignedVector<double> group_greatest_;    // max|v| of a group, by group, then component
  AlignedVector<double> tile_sums_;         // of a few rows
  std::vector<std::uint8_t> row_is_zero_, component_is_zero_;
  bool some_component_is_zero_ = true;
  std::vector<std::uint8_t> row_flags_, component_flags_;
  std::vector<std::uint8_t> rounded_;  // by strip and panel: some operation rounded
  std::vector<std::uint8_t> undecided_;
  std::size_t keys_ = 0;
  AlignedVector<std::uint64_t> chosen_;  // of the row that was joined
};

}  // namespace exactblend
