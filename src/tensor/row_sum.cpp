#include "tensor/row_sum.hpp"

#include <algorithm>
#include <bit>

#include "tensor/fixed_point.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kTileKeys = 256;

// Of a row that has weights which are not finite: what they sum to, and how many are −∞.
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

}  // namespace

RowSum::RowSum(FloatType weights, const FastKernel* kernel)
    : type_(weights),
      kernel_(kernel),
      layout_(SumLayout::of_floats(weights)),
      slots_(layout_.slots),
      significands_(kTileKeys),
      places_(kTileKeys),
      wide_(kTileKeys) {}

// Adds a tile as a few fp64 numbers with exactly its sum. False if that can't be done.
bool RowSum::add_parts(const std::byte* at, std::ptrdiff_t step, std::size_t count) {
  if (kernel_ == nullptr || step != static_cast<std::ptrdiff_t>(bytes_of(type_))) return false;
  double parts[kParts];
  if (!kernel_->widen(type_, at, count, wide_.data()) ||
      !kernel_->exact_parts(wide_.data(), count, parts, negative_)) {
    return false;
  }
  for (const double part : parts) {
    const DecodedFloat value = decode(FloatType::f64, std::bit_cast<std::uint64_t>(part));
    const Int128 significand = value.significand;
    const int place = value.exponent - layout_.low;
    // A part is a multiple of the type's least float, so only zeros are moved out.
    const Int128 size = place < 0
                            ? significand >> std::min(-place, 127)
                            : significand << (layout_.slots == 1 ? place : place % kSlotSpacing);
    const auto slot =
        static_cast<std::size_t>(layout_.slots == 1 || place < 0 ? 0 : place / kSlotSpacing);
    slots_[slot] += value.negative ? -size : size;
  }
  return true;
}

void RowSum::add_tile(std::size_t count) {
  const bool one_slot = layout_.slots == 1;
  for (std::size_t i = 0; i < count; ++i) {
    const Int128 significand = significands_[i];
    const auto place = static_cast<unsigned>(places_[i]);
    negative_ += significand < 0 ? 1 : 0;
    if (one_slot) {
      slots_[0] += significand << place;
    } else {
      slots_[place / kSlotSpacing] += significand << (place % kSlotSpacing);
    }
  }
}

RowFacts RowSum::of(const Operands& from, std::size_t row) {
  RowFacts facts;
  negative_ = 0;
  std::fill(slots_.begin(), slots_.end(), Int128{0});
  std::uint8_t not_finite = 0;
  std::uint64_t adds = 0;
  for (std::size_t key = 0; key < from.keys; key += kTileKeys) {
    const std::size_t end = std::min(key + kTileKeys, from.keys);
    for_unmasked_runs(from, row, key, end, [&](std::size_t first, std::size_t count) {
      facts.unmasked += count;
      const std::byte* at = from.weight(row, first);
      if (add_parts(at, from.weight_steps.column, count)) return;
      take_apart(type_, at, from.weight_steps.column, count, {significands_.data(), places_.data()},
                 &not_finite, 0);
      add_tile(count);
    });
    adds += end - key + kParts;
    if (adds < kAddsPerCarry) continue;
    adds = 0;
    carry(slots_);
  }
  if (not_finite != 0) {
    facts.mass = ieee_mass(from, row, negative_);
  } else {
    facts.mass.value = to_dyadic(take_magnitude(layout_, slots_));
  }
  facts.negative = negative_;
  return facts;
}

}  // namespace exactblend
