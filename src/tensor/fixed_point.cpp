#include "tensor/fixed_point.hpp"

#include <algorithm>
#include <cassert>

#include "exactblend/number/round.hpp"

namespace exactblend {

void FixedPoint::clear() {
  std::fill_n(slots_.begin(), layout_.slots, Int128{0});
  adds_ = 0;
}

void FixedPoint::add_at(Int128 significand, int exponent) {
  assert(exponent >= layout_.low);
  const auto position = static_cast<unsigned>(exponent - layout_.low);
  if (layout_.slots == 1) {
    slots_[0] += significand << position;
    return;
  }
  const std::size_t slot = position / kSlotSpacing;
  const unsigned shift = position % kSlotSpacing;
  const auto low = static_cast<std::uint64_t>(significand);
  slots_[slot] += Int128{low} << shift;
  slots_[slot + 2] += (significand >> 64) << shift;
  if (++adds_ == kAddsPerCarry) {
    carry(slots());
    adds_ = 0;
  }
}

void FixedPoint::add_product(const DecodedFloat& a, const DecodedFloat& b) {
  assert(a.kind == FloatKind::finite && b.kind == FloatKind::finite);
  const Int128 size = Int128{a.significand} * b.significand;
  if (size == 0) return;
  add_at(a.negative != b.negative ? -size : size, a.exponent + b.exponent);
}

void FixedPoint::add(const DecodedFloat& a) {
  assert(a.kind == FloatKind::finite);
  const Int128 size = a.significand;
  add_at(a.negative ? -size : size, a.exponent);
}

void FixedPoint::merge(const FixedPoint& other) {
  assert(layout_.low == other.layout_.low && layout_.slots == other.layout_.slots);
  FixedPoint carried = other;
  carry(carried.slots());
  carry(slots());
  for (std::size_t i = 0; i < layout_.slots; ++i) slots_[i] += carried.slots_[i];
  adds_ = 1;
}

Magnitude FixedPoint::magnitude() const {
  FixedPoint copy = *this;
  return take_magnitude(layout_, copy.slots());
}

Dyadic FixedPoint::to_dyadic() const { return exactblend::to_dyadic(magnitude()); }

std::uint64_t FixedPoint::round(FloatType type) const {
  const Magnitude sum = magnitude();
  return round_to(type, sum.negative, sum.span(), sum.low);
}

Dyadic to_dyadic(const Magnitude& magnitude) {
  return *Dyadic::of(magnitude.negative, magnitude.span(), magnitude.low);
}

}  // namespace exactblend
