#include "tensor/mass_block.hpp"

#include <algorithm>

#include "tensor/fixed_point.hpp"

namespace exactblend {
namespace {

// The first parts are multiples of 2^-44 and at most twice as large as their weights, so they sum
// exactly while Σ|w| ≤ 2^8: below 2^53 units. (Those of large weights are multiples of 2^-30.) A
// later part is at most 2^39 of its units: 2^13 of them stay below 2^52.
constexpr double kMassLimit = 0x1p8;
// Fine parts are their weights' sum itself, and others at most twice that.
constexpr double kFineMassLimit = kFineSum;
constexpr std::size_t kRestKeys = std::size_t{1} << 13;

constexpr std::size_t kTilesPerTry = 128;  // before fewer parts are tried again

}  // namespace

MassBlock::MassBlock(FloatType weights, const FastKernel& kernel, std::size_t rows)
    : kernel_(kernel), adder_(weights), rows_(rows), slots_(rows * adder_.layout().slots) {}

void MassBlock::begin(std::size_t rows) {
  choice_ = {};
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
  for (double& part : row.parts) {
    adder_.add_part(part, slots_of(into));
    part = 0;
  }
  row.magnitude = 0;
  row.keys = 0;
  row.fine = false;
  count_adds(into, kParts);
}

double MassBlock::add(const Operands& from, std::size_t row, std::size_t into, std::size_t key,
                      std::size_t count, const double* wide, bool not_finite) {
  Row& of = rows_[into];
  if (not_finite) of.not_finite = 1;
  double parts[kParts];
  std::size_t negative = 0;
  bool signs = false;
  if (!kernel_.exact_parts(wide, count, parts, negative, choice_)) {
    for_unmasked_runs(from, row, key, key + count, [&](std::size_t first, std::size_t run) {
      adder_.add_weights(from.weight(row, first), from.weight_steps.column, run, slots_of(into),
                         of.negative, of.not_finite);
    });
    count_adds(into, count);
    return kernel_.sum_of_magnitudes(wide, count, signs);
  }
  of.negative += negative;
  const double magnitude =
      negative == 0 ? sum_of(parts) : kernel_.sum_of_magnitudes(wide, count, signs);
  add_parts(into, count, parts, choice_, magnitude);
  // One odd tile shall not make all that follow dearer.
  if (++added_ % kTilesPerTry == 0) choice_ = {std::max<std::size_t>(choice_.parts, 2) - 1};
  return magnitude;
}

bool MassBlock::widen_and_add(FloatType type, const std::byte* at, std::size_t count,
                              std::size_t into, double* wide, double& magnitude) {
  double parts[kParts];
  if (kernel_.widen_parts == nullptr) return false;
  const PartChoice choice = kernel_.widen_parts(type, at, count, wide, parts);
  if (choice.parts == 0) return false;
  magnitude = sum_of(parts);
  add_parts(into, count, parts, choice, magnitude);
  return true;
}

// Parts of a number of one sign are at most twice as large as it, so that three additions of their
// sums are off by less than 24 in order might be.
double MassBlock::sum_of(const double* parts) {
  return parts[0] + (parts[1] + (parts[2] + parts[3]));
}

void MassBlock::add_parts(std::size_t into, std::size_t count, const double* parts,
                          const PartChoice& choice, double magnitude) {
  Row& row = rows_[into];
  const double limit = row.fine || choice.fine ? kFineMassLimit : kMassLimit;
  if (row.large != choice.large || row.keys + count > kRestKeys ||
      row.magnitude + magnitude > limit / 2) {
    flush(into);
  }
  for (std::size_t i = 0; i < choice.parts; ++i) row.parts[i] += parts[i];
  row.large = choice.large;
  row.fine |= choice.fine;
  row.magnitude += magnitude;
  row.keys += count;
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
