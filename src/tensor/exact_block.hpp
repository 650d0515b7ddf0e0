// A block of exact sums, in integers: some rows of weights times some components of the values.
//
// The part of a blend that is always right. It reads the weights and values in tiles of keys, takes
// them apart once a tile, and adds every product to the slots of its entry (sum_layout.hpp).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tensor/flags.hpp"
#include "tensor/operands.hpp"
#include "tensor/sum_layout.hpp"

namespace exactblend {

inline constexpr std::size_t kExactRows = 8;         // of one block
inline constexpr std::size_t kExactComponents = 32;  // of one block
inline constexpr std::size_t kExactKeys = 256;       // of one tile; narrow64 counts on it

// Rows [row, row + rows) and components [component, component + components).
struct Block {
  std::size_t row = 0, rows = 0;
  std::size_t component = 0, components = 0;
};

// Scratch for blocks of one pair of types; one for each thread. About 0.7 MiB for f64.
class ExactBlock {
 public:
  ExactBlock(FloatType weights, FloatType values);

  // At most kExactRows × kExactComponents. Masked keys add nothing; elements that are not finite
  // add nothing either, and are remembered. Calls done(keys), if it is not empty, when so many
  // more, at most kExactKeys, are summed.
  void sum(const Operands& from, const Block& block,
           const std::function<void(std::size_t)>& done = {});

  // Of the last block, by row and component within it. The sum may be taken once.
  [[nodiscard]] Magnitude take(std::size_t row, std::size_t component) {
    return take_magnitude(layout_, slots_of(row, component));
  }
  // Whether an unmasked weight of the row, or a value of the component, is not finite. (The value's
  // key may be masked: see ieee_terms.hpp for what becomes of the entry.)
  [[nodiscard]] bool met_not_finite(std::size_t row, std::size_t component) const {
    return row_flags_[row] != 0 || component_flags_[component] != 0;
  }
  // Whether it does for some component.
  [[nodiscard]] bool may_meet_not_finite(std::size_t row) const {
    return row_flags_[row] != 0 ||
           count_flags(component_flags_.data(), component_flags_.size()) != 0;
  }

 private:
  void take_values_apart(const Operands& from, const Block& block, std::size_t key,
                         std::size_t count);
  void take_weights_apart(const Operands& from, std::size_t row, std::size_t key, std::size_t count,
                          std::uint8_t* flag);
  void add_tile(std::size_t row, std::size_t count, std::size_t components);
  [[nodiscard]] std::span<Int128> slots_of(std::size_t row, std::size_t component) {
    return {slots_.data() + (row * kExactComponents + component) * layout_.slots, layout_.slots};
  }

  FloatType weight_type_, value_type_;
  SumLayout layout_;
  bool fixed_;  // operands as fixed integers, for one slot
  std::vector<Int128> slots_;
  // One tile: values by key, then component; weights of one row.
  std::vector<std::int64_t> value_significands_, weight_significands_;
  std::vector<std::int32_t> value_places_, weight_places_;
  std::vector<std::uint8_t> row_flags_, component_flags_;
};

}  // namespace exactblend
