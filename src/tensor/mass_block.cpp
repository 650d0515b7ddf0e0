#include "tensor/mass_block.hpp"

#include <algorithm>

#include "tensor/fixed_point.hpp"
#include "tensor/fp_environment.hpp"

namespace exactblend {
namespace {

// The first parts are multiples of 2^-30 and at most twice as large as their weights, so they sum
// exactly while Σ|w| ≤ 2^22: below 2^53 units. A later part is at most 2^39 of its units: 2^13 of
// them stay below 2^52.
constexpr double kMassLimit = 0x1p22;
constexpr std::size_t kRestKeys = std::size_t{1} << 13;

// Tiles that are not asked about after one that rounded.
constexpr unsigned kSkip = 15;

}  // namespace

MassBlock::MassBlock(FloatType weights, const FastKernel& kernel, std::size_t rows)
    : kernel_(kernel), adder_(weights), rows_(rows), slots_(rows * adder_.layout().slots) {}

void MassBlock::begin(std::size_t rows) {
  std::fill_n(rows_.begin(), rows, Row());
  std::fill_n(slots_.begin(), rows * adder_.layout().slots, Int128{0});
}

void MassBlock::count_adds(std::size_t into, std::uint64_t adds) {
  Row& row = rows_[into];
  row.adds += adds;
  if (row.adds < kAddsPerCarry) return;
  row.adds = 0;
  carry(slots_of(into));
}

void MassBlock::flush(std::size_t into) {
  Row& row = rows_[into];
  adder_.add_part(row.total, slots_of(into));
  row.total = 0;
  for (double& part : row.parts) {
    adder_.add_part(part, slots_of(into));
    part = 0;
  }
  row.magnitude = 0;
  row.keys = 0;
  count_adds(into, kParts + 1);
}

// Σ|w|, and true if that is the sum of the tile exactly and was added.
bool MassBlock::add_exact(std::size_t into, std::size_t count, const double* wide,
                          double& magnitude) {
  bool signs = false;
  NearestEnvironment::forget_rounding();
  magnitude = kernel_.sum_of_magnitudes(wide, count, signs);
  if (signs || NearestEnvironment::has_rounded()) return false;
  // Knuth's sum of two: `lost` is what the addition rounds away, and NaN if it overflows.
  Row& row = rows_[into];
  const double total = row.total + magnitude;
  const double added = total - row.total;
  const double lost = (row.total - (total - added)) + (magnitude - added);
  if (lost == 0) {
    row.total = total;
    return true;
  }
  adder_.add_part(row.total, slots_of(into));
  row.total = magnitude;
  count_adds(into, 1);
  return true;
}

double MassBlock::add(const Operands& from, std::size_t row, std::size_t into, std::size_t key,
                      std::size_t count, const double* wide, bool not_finite) {
  Row& of = rows_[into];
  if (not_finite) of.not_finite = 1;
  double magnitude = 0;
  const bool asked = skip_ == 0;
  if (asked) {
    if (add_exact(into, count, wide, magnitude)) return magnitude;
    skip_ = kSkip;
  } else {
    --skip_;
  }
  double parts[kParts];
  std::size_t negative = 0;
  if (!kernel_.exact_parts(wide, count, parts, negative)) {
    for_unmasked_runs(from, row, key, key + count, [&](std::size_t first, std::size_t run) {
      adder_.add_weights(from.weight(row, first), from.weight_steps.column, run, slots_of(into),
                         of.negative, of.not_finite);
    });
    count_adds(into, count);
    bool signs = false;
    return asked ? magnitude : kernel_.sum_of_magnitudes(wide, count, signs);
  }
  // Parts of a number of one sign are at most twice as large as it, so that three additions of
  // their sums are off by less than 24 in order might be.
  if (!asked && negative == 0) {
    magnitude = parts[0] + (parts[1] + (parts[2] + parts[3]));
  } else if (!asked) {
    bool signs = false;
    magnitude = kernel_.sum_of_magnitudes(wide, count, signs);
  }
  if (of.keys + count > kRestKeys || of.magnitude + magnitude > kMassLimit / 2) flush(into);
  for (std::size_t i = 0; i < kParts; ++i) of.parts[i] += parts[i];
  of.negative += negative;
  of.magnitude += magnitude;
  of.keys += count;
  return magnitude;
}

void MassBlock::join(std::size_t into, MassBlock& other) {
  other.flush(into);
  add_slots(slots_of(into), other.slots_of(into));
  rows_[into].adds = 2;
  rows_[into].negative += other.rows_[into].negative;
  rows_[into].not_finite |= other.rows_[into].not_finite;
}

RowFacts MassBlock::take(const Operands& from, std::size_t row, std::size_t into) {
  flush(into);
  Row& of = rows_[into];
  RowFacts facts;
  facts.unmasked = 1;
  if (of.not_finite != 0) {
    facts.mass = ieee_mass(from, row, of.negative);
  } else {
    facts.mass.value = to_dyadic(take_magnitude(adder_.layout(), slots_of(into)));
  }
  facts.negative = of.negative;
  return facts;
}

}  // namespace exactblend
