#include "tensor/row_sum.hpp"

#include <algorithm>

#include "tensor/fixed_point.hpp"

namespace exactblend {

RowSum::RowSum(FloatType weights, const FastKernel* kernel)
    : type_(weights),
      kernel_(kernel),
      adder_(weights),
      slots_(adder_.layout().slots),
      wide_(kMassKeys) {}

// Adds a tile as a few fp64 numbers with exactly its sum. False if that can't be done.
bool RowSum::add_parts(const std::byte* at, std::ptrdiff_t step, std::size_t count) {
  if (kernel_ == nullptr || step != static_cast<std::ptrdiff_t>(bytes_of(type_))) return false;
  double parts[kParts];
  if (!kernel_->widen(type_, at, count, wide_.data()) ||
      !kernel_->exact_parts(wide_.data(), count, parts, negative_, choice_)) {
    return false;
  }
  for (const double part : parts) adder_.add_part(part, slots_);
  return true;
}

RowFacts RowSum::of(const Operands& from, std::size_t row) {
  RowFacts facts;
  negative_ = 0;
  choice_ = {};
  std::fill(slots_.begin(), slots_.end(), Int128{0});
  std::uint8_t not_finite = 0;
  std::uint64_t adds = 0;
  for (std::size_t key = 0; key < from.keys; key += kMassKeys) {
    const std::size_t end = std::min(key + kMassKeys, from.keys);
    for_unmasked_runs(from, row, key, end, [&](std::size_t first, std::size_t count) {
      facts.unmasked += count;
      const std::byte* at = from.weight(row, first);
      if (add_parts(at, from.weight_steps.column, count)) return;
      adder_.add_weights(at, from.weight_steps.column, count, slots_, negative_, not_finite);
    });
    adds += end - key + kParts;
    if (adds < kAddsPerCarry) continue;
    adds = 0;
    carry(slots_);
  }
  if (not_finite != 0) {
    facts.mass = ieee_mass(from, row, negative_);
  } else {
    facts.mass.value = to_dyadic(take_magnitude(adder_.layout(), slots_));
  }
  facts.negative = negative_;
  return facts;
}

}  // namespace exactblend
