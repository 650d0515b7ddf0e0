#include "tensor/exact_block.hpp"

#include <algorithm>
#include <cassert>

namespace exactblend {
namespace {

// The sums of one row: for each component `stride` slots. One tile of weights, and values with
// kExactComponents to a key, or 1.
struct Tile {
  const std::int64_t* weights;
  const std::int32_t* weight_places;
  const std::int64_t* values;
  const std::int32_t* value_places;
  std::size_t step;  // from key to key of the values
  std::size_t keys;
  std::size_t components;
};

void add_narrow64(const Tile& tile, Int128* slots) {
  std::int64_t sums[kExactComponents] = {};
  for (std::size_t key = 0; key < tile.keys; ++key) {
    const std::int64_t weight = tile.weights[key];
    const std::int64_t* values = tile.values + key * tile.step;
    for (std::size_t i = 0; i < tile.components; ++i) sums[i] += weight * values[i];
  }
  for (std::size_t i = 0; i < tile.components; ++i) slots[i] += sums[i];
}

void add_narrow128(const Tile& tile, Int128* slots) {
  for (std::size_t key = 0; key < tile.keys; ++key) {
    const Int128 weight = tile.weights[key];
    if (weight == 0) continue;
    const std::int64_t* values = tile.values + key * tile.step;
    for (std::size_t i = 0; i < tile.components; ++i) slots[i] += weight * values[i];
  }
}

void add_slots64(const Tile& tile, Int128* slots, std::size_t stride) {
  for (std::size_t key = 0; key < tile.keys; ++key) {
    const std::int64_t weight = tile.weights[key];
    if (weight == 0) continue;
    const std::int32_t weight_place = tile.weight_places[key];
    const std::int64_t* values = tile.values + key * tile.step;
    const std::int32_t* places = tile.value_places + key * tile.step;
    Int128* sum = slots;
    for (std::size_t i = 0; i < tile.components; ++i, sum += stride) {
      const auto place = static_cast<unsigned>(weight_place + places[i]);
      sum[place / kSlotSpacing] += Int128{weight * values[i]} << (place % kSlotSpacing);
    }
  }
}

void add_slots128(const Tile& tile, Int128* slots, std::size_t stride) {
  for (std::size_t key = 0; key < tile.keys; ++key) {
    const Int128 weight = tile.weights[key];
    if (weight == 0) continue;
    const std::int32_t weight_place = tile.weight_places[key];
    const std::int64_t* values = tile.values + key * tile.step;
    const std::int32_t* places = tile.value_places + key * tile.step;
    Int128* sum = slots;
    for (std::size_t i = 0; i < tile.components; ++i, sum += stride) {
      const auto place = static_cast<unsigned>(weight_place + places[i]);
      const unsigned shift = place % kSlotSpacing;
      const Int128 product = weight * values[i];
      Int128* at = sum + place / kSlotSpacing;
      at[0] += Int128{static_cast<std::uint64_t>(product)} << shift;
      at[2] += (product >> 64) << shift;
    }
  }
}

}  // namespace

ExactBlock::ExactBlock(FloatType weights, FloatType values)
    : weight_type_(weights),
      value_type_(values),
      layout_(SumLayout::of_products(weights, values)),
      fixed_(layout_.slots == 1),
      slots_(kExactRows * kExactComponents * layout_.slots),
      value_significands_(kExactKeys * kExactComponents),
      weight_significands_(kExactKeys),
      value_places_(kExactKeys * kExactComponents),
      weight_places_(kExactKeys),
      row_flags_(kExactRows),
      component_flags_(kExactComponents) {}

void ExactBlock::take_values_apart(const Operands& from, const Block& block, std::size_t key,
                                   std::size_t count) {
  const auto take = fixed_ ? take_apart_fixed : take_apart;
  if (block.components == 1) {
    ask_for_component(from, block.component, key + count, std::min(key + 2 * count, from.keys));
    take(value_type_, from.value(key, block.component), from.value_steps.row, count,
         {value_significands_.data(), value_places_.data()}, component_flags_.data(), 0);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    take(value_type_, from.value(key + i, block.component), from.value_steps.column,
         block.components,
         {value_significands_.data() + i * kExactComponents,
          value_places_.data() + i * kExactComponents},
         component_flags_.data(), 1);
  }
}

void ExactBlock::take_weights_apart(const Operands& from, std::size_t row, std::size_t key,
                                    std::size_t count, std::uint8_t* flag) {
  const auto take = fixed_ ? take_apart_fixed : take_apart;
  if (from.mask != nullptr) std::fill_n(weight_significands_.begin(), count, 0);
  for_unmasked_runs(from, row, key, key + count, [&](std::size_t first, std::size_t run) {
    const std::size_t at = first - key;
    take(weight_type_, from.weight(row, first), from.weight_steps.column, run,
         {weight_significands_.data() + at, weight_places_.data() + at}, flag, 0);
  });
}

void ExactBlock::add_tile(std::size_t row, std::size_t count, std::size_t components) {
  const Tile tile{weight_significands_.data(),
                  weight_places_.data(),
                  value_significands_.data(),
                  value_places_.data(),
                  components == 1 ? 1 : kExactComponents,
                  count,
                  components};
  Int128* slots = slots_of(row, 0).data();
  switch (layout_.kind) {
    case SumKind::narrow64: return add_narrow64(tile, slots);
    case SumKind::narrow128: return add_narrow128(tile, slots);
    case SumKind::slots64: return add_slots64(tile, slots, layout_.slots);
    case SumKind::slots128: return add_slots128(tile, slots, layout_.slots);
  }
}

void ExactBlock::sum(const Operands& from, const Block& block,
                     const std::function<void(std::size_t)>& done) {
  assert(block.rows <= kExactRows && block.components <= kExactComponents);
  std::fill(row_flags_.begin(), row_flags_.end(), std::uint8_t{0});
  std::fill(component_flags_.begin(), component_flags_.end(), std::uint8_t{0});
  for (std::size_t row = 0; row < block.rows; ++row) {
    std::fill_n(slots_of(row, 0).data(), block.components * layout_.slots, Int128{0});
  }
  std::uint64_t adds = 0;
  for (std::size_t key = 0; key < from.keys; key += kExactKeys) {
    const std::size_t count = std::min(kExactKeys, from.keys - key);
    take_values_apart(from, block, key, count);
    for (std::size_t row = 0; row < block.rows; ++row) {
      take_weights_apart(from, block.row + row, key, count, &row_flags_[row]);
      add_tile(row, count, block.components);
    }
    if (done) done(count);
    adds += count;
    if (adds < kAddsPerCarry) continue;
    adds = 0;
    for (std::size_t row = 0; row < block.rows; ++row) {
      for (std::size_t i = 0; i < block.components; ++i) carry(slots_of(row, i));
    }
  }
}

}  // namespace exactblend
