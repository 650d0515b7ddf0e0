#include "tensor/weight_adder.hpp"

#include <algorithm>
#include <cassert>

namespace exactblend {

WeightAdder::WeightAdder(FloatType weights)
    : type_(weights),
      layout_(SumLayout::of_floats(weights)),
      significands_(kMassKeys),
      places_(kMassKeys) {}

void WeightAdder::add_weights(const std::byte* at, std::ptrdiff_t step, std::size_t count,
                              std::span<Int128> slots, std::size_t& negative,
                              std::uint8_t& not_finite) {
  assert(count <= kMassKeys);
  take_apart(type_, at, step, count, {significands_.data(), places_.data()}, &not_finite, 0);
  const bool one_slot = layout_.slots == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const Int128 significand = significands_[i];
    const auto place = static_cast<unsigned>(places_[i]);
    negative += significand < 0 ? 1 : 0;
    if (one_slot) {
      slots[0] += significand << place;
    } else {
      slots[place / kSlotSpacing] += significand << (place % kSlotSpacing);
    }
  }
}

ExactValue ieee_mass(const Operands& from, std::size_t row, std::size_t& negative) {
  bool plus = false;
  bool minus = false;
  bool nan = false;
  for (std::size_t key = 0; key < from.keys; ++key) {
    if (from.masked(row, key)) continue;
    const DecodedFloat weight =
        decode(from.weight_type, load_bits(from.weight_type, from.weight(row, key)));
    if (weight.kind == FloatKind::nan) nan = true;
    if (weight.kind != FloatKind::infinite) continue;
    (weight.negative ? minus : plus) = true;
    if (weight.negative) ++negative;
  }
  if (nan || (plus && minus)) return {FloatKind::nan, false, {}};
  return {FloatKind::infinite, minus, {}};
}

}  // namespace exactblend
