#include "tensor/bin_block.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "exactblend/number/round.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/two_sum.hpp"

namespace exactblend {
namespace {

constexpr int kKeyBits = 7;  // kBinKeys is 2^kKeyBits
static_assert(kBinKeys == std::size_t{1} << kKeyBits);
// Bins of split products begin at anchors, 1.5 times a power of two; the last one begins at 0.
constexpr int kTopBits = 2;                // the first anchor is that much above all sums of a tile
constexpr int kAnchorBits = kKeyBits + 1;  // each next one is that much above the unit before it
constexpr int kLastBits = 54 - kKeyBits;   // how much below it the last bin's unit may be
constexpr int kLostBits = 53;              // rounding a product loses that much less than it
// Where fp64 has normal anchors and exact errors of products.
constexpr int kLeastUnit = -1074;
constexpr int kLeastAnchor = -900;
constexpr int kGreatestTop = 900;
// Bins that hold for fewer tiles are followed by some with more room.
constexpr std::size_t kFewTiles = 16;
constexpr int kMoreRoom = 3;  // bits; of split products in the same bins it is one bin

// 2^(top_of(x) − 1) <= x < 2^top_of(x), or x is subnormal and 2^-1022 is taken for it.
int top_of(std::uint64_t size) { return Span{size, size}.top() - 1022; }

// 2^bottom_of(x) <= x.
int bottom_of(std::uint64_t size) { return size >> 52 == 0 ? kLeastUnit : top_of(size) - 1; }

}  // namespace

BinBlock::BinBlock(FloatType weights, FloatType values, const FastKernel& kernel,
                   const BinKernels& add)
    : weight_type_(weights),
      value_type_(values),
      kernel_(kernel),
      add_(add),
      layout_(SumLayout::of_products(weights, values)) {}

bool BinBlock::can_sum(FloatType weights, FloatType values, std::ptrdiff_t component_step,
                       std::size_t components) {
  const auto dense = static_cast<std::ptrdiff_t>(bytes_of(values));
  return (component_step == dense || components == 1) &&
         SumLayout::of_products(weights, values).slots > 1;
}

void BinBlock::begin(const Block& block) {
  assert(block.rows <= kBinRows && block.components <= kBinComponents);
  components_ = block.components;
  slots_.assign(block.rows * kBinComponents * layout_.slots, Int128{0});
  rows_.resize(block.rows);
  std::fill(undecided_.begin(), undecided_.end(), std::uint8_t{0});
  adds_ = 0;
  failed_ = not_finite_ = false;
  for (RowBins& row : rows_) begin_bins(row, Bins());
}

void BinBlock::fail(bool not_finite) {
  failed_ = true;
  not_finite_ |= not_finite;
  std::fill(undecided_.begin(), undecided_.end(), std::uint8_t{1});
}

bool BinBlock::find_span(const Operands& from, const Block& block, Values& values) {
  if (values.is_known) return true;
  values.is_known = true;
  const std::byte* at = from.value(values.key, block.component);
  const auto dense = static_cast<std::ptrdiff_t>(block.components * bytes_of(value_type_));
  const std::size_t runs = from.value_steps.row == dense ? 1 : values.keys;
  std::size_t negative = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    if (!kernel_.span_as_they_lie(value_type_,
                                  at + static_cast<std::ptrdiff_t>(run) * from.value_steps.row,
                                  block.components * values.keys / runs, values.span.least,
                                  values.span.greatest, negative)) {
      return false;
    }
  }
  return true;
}

// What is proved of these numbers: docs/exactness.md, "Exact sums of few rows".
std::optional<BinBlock::Bins> BinBlock::bins_for(const Values& values, bool with_room) const {
  Span weights;
  kernel_.span(weights_.data(), values.keys, weights.least, weights.greatest);
  if (weights.greatest == 0 || values.span.greatest == 0) return Bins();
  bool signs = false;
  // A hair more than the sum of all magnitudes.
  const double mass =
      kernel_.sum_of_magnitudes(weights_.data(), values.keys, signs) * (1 + 0x1p-40);
  if (!std::isfinite(mass)) return std::nullopt;
  Extent extent;
  extent.least_weight = bottom_of(weights.least);
  extent.weights_top = top_of(weights.greatest);
  extent.least_value = bottom_of(values.span.least);
  extent.values_unit = unit_of(values.span.base(), drop_of(value_type_));
  extent.values_top = top_of(values.span.greatest);
  extent.unit = unit_of(weights.base(), drop_of(weight_type_)) + extent.values_unit;
  extent.top = std::ilogb(mass) + 1 + extent.values_top;
  extent.with_room = with_room;
  if (extent.unit < kLeastUnit || extent.top > kGreatestTop) return std::nullopt;
  std::optional<Bins> bins = bins_of_weights(extent);
  if (!bins) bins = bins_in_two(extent);
  return bins ? bins : bins_of_products(extent);
}

std::optional<BinBlock::Bins> BinBlock::bins_of_weights(const Extent& extent) const {
  if (products_round()) return std::nullopt;
  // Those of a bin span so many powers of two that kBinKeys products of them are at most 53 bits.
  const int powers = 53 - kKeyBits - (extent.values_top - extent.values_unit) -
                     (format_of(weight_type_).precision - 1) - (extent.with_room ? kMoreRoom : 0);
  const int all_powers = extent.weights_top - extent.least_weight;
  if (powers < 1 || all_powers > powers * static_cast<int>(kMaxBins)) return std::nullopt;
  Bins bins;
  bins.count = static_cast<std::size_t>((all_powers + powers - 1) / powers);
  bins.add = add_.sort_weights;
  for (std::size_t bin = 0; bin + 1 < bins.count; ++bin) {
    const int least = extent.weights_top - powers * static_cast<int>(bin + 1);
    bins.least[bin] = std::bit_cast<std::uint64_t>(std::ldexp(1, least));
  }
  return bins;
}

std::optional<BinBlock::Bins> BinBlock::bins_in_two(const Extent& extent) const {
  const int anchor = extent.top + kTopBits;
  const int unit = anchor - 52;
  const int least_unit = unit - kLastBits + (extent.with_room ? kMoreRoom : 0);
  // Of products once they are rounded.
  const int products_unit =
      std::max(extent.unit, extent.least_weight + extent.least_value - (kLostBits - 1));
  // What they lose is a multiple of 2^-52 times that unit, or of more, and its bins begin lower by
  // kLostBits, so it fits as well.
  if (!products_round() || products_unit < least_unit || anchor - kLostBits < kLeastAnchor) {
    return std::nullopt;
  }
  Bins bins;
  bins.count = 4;
  bins.add = add_.split_in_two;
  bins.anchors = {std::ldexp(1.5, anchor), 0, std::ldexp(1.5, anchor - kLostBits), 0};
  return bins;
}

std::optional<BinBlock::Bins> BinBlock::bins_of_products(const Extent& extent) const {
  const int last_bits = kLastBits - (products_round() ? 1 : 0);
  bool one_more = extent.with_room;
  int anchor = extent.top + kTopBits;
  Bins bins;
  bins.add = add_.split_products;
  for (bins.count = 2; bins.count <= kMaxBins && anchor >= kLeastAnchor; ++bins.count) {
    bins.anchors[bins.count - 2] = std::ldexp(1.5, anchor);
    const int unit = anchor - 52;
    anchor = unit + kAnchorBits;
    if (unit - last_bits > extent.unit) continue;
    if (!one_more || bins.count == kMaxBins) return bins;
    one_more = false;
  }
  return std::nullopt;
}

void BinBlock::begin_bins(RowBins& row, const Bins& bins) {
  row.bins = bins;
  row.tiles = 0;
  for (std::size_t bin = 0; bin < bins.count; ++bin) {
    std::fill_n(row.sums.begin() + static_cast<std::ptrdiff_t>(bin * kBinSums), kBinSums,
                bins.anchors[bin]);
  }
}

// False, and nothing was added, if something would be lost.
bool BinBlock::try_to_add(BinTile tile, RowBins& row) {
  const std::size_t count = row.bins.count * kBinSums;
  tile.bins = row.bins.count;
  tile.least = row.bins.least;
  std::copy_n(row.sums.begin(), count, saved_.begin());
  NearestEnvironment::forget_rounding();
  const bool finite = row.bins.add(tile, row.sums.data());
  if (finite && !NearestEnvironment::has_rounded()) {
    ++row.tiles;
    return true;
  }
  std::copy_n(saved_.begin(), count, row.sums.begin());
  return false;
}

void BinBlock::add_row(const Operands& from, const Block& block, std::size_t row, Values& values) {
  RowBins& to = rows_[row];
  if (!widen_weights(kernel_, from, block.row + row, values.key, values.keys, weights_.data())) {
    return fail(true);
  }
  BinTile tile;
  tile.weights = weights_.data();
  tile.type = value_type_;
  tile.values = from.value(values.key, block.component);
  tile.key_step = from.value_steps.row;
  tile.keys = values.keys;
  tile.components = block.components;
  tile.products_round = products_round();
  if (to.bins.count != 0 && try_to_add(tile, to)) return;
  const Bins before = to.bins;
  const bool held = to.tiles >= kFewTiles;
  empty_bins(row);
  if (!find_span(from, block, values)) return fail(true);
  const std::optional<Bins> bins = bins_for(values, before.count != 0 && !held);
  if (!bins) return fail(false);
  if (bins->count != 0) {
    begin_bins(to, *bins);
    if (!try_to_add(tile, to)) return fail(false);
  }
  // Bins that have held for long are full, or this tile is an exception.
  if (!held) return;
  empty_bins(row);
  begin_bins(to, before);
}

// Adds what is in the bins to the slots.
void BinBlock::empty_bins(std::size_t row) {
  RowBins& from = rows_[row];
  if (from.bins.count == 0) return;
  for (std::size_t bin = 0; bin < from.bins.count; ++bin) {
    for (std::size_t i = 0; i < components_; ++i) {
      // What came to the anchor, and what rounding loses of that.
      const double sum = from.sums[bin * kBinSums + i];
      const double anchor = from.bins.anchors[bin];
      const TwoSum added(sum, -anchor);
      add_fp64(layout_, added.sum, slots_of(row, i));
      add_fp64(layout_, added.error, slots_of(row, i));
    }
  }
  begin_bins(from, Bins());
  adds_ += 2 * kMaxBins;
  if (adds_ < kAddsPerCarry) return;
  adds_ = 0;
  for (std::size_t i = 0; i < rows_.size() * kBinComponents; ++i) carry(slots_of(0, i));
}

void BinBlock::add_keys(const Operands& from, const Block& block, std::size_t begin,
                        std::size_t end) {
  for (std::size_t key = begin; key < end && !failed_; key += kBinKeys) {
    Values values{key, std::min(kBinKeys, end - key), {}, false};
    for (std::size_t row = 0; row < block.rows && !failed_; ++row) {
      add_row(from, block, row, values);
    }
  }
}

void BinBlock::join(const Block& block, BinBlock& other) {
  if (other.failed_) fail(other.not_finite_);
  for (std::size_t row = 0; row < block.rows; ++row) {
    empty_bins(row);
    other.empty_bins(row);
    for (std::size_t i = 0; i < block.components; ++i) {
      add_slots(slots_of(row, i), other.slots_of(row, i));
    }
  }
  adds_ = 2;
}

void BinBlock::join(std::size_t row) {
  row_ = row;
  empty_bins(row);
}

void BinBlock::round(std::size_t row, FloatType type, std::uint64_t* bits) {
  if (failed_) return;
  join(row);
  for (std::size_t i = 0; i < components_; ++i) {
    const Magnitude sum = magnitude(i);
    bits[i] = round_to(type, sum.negative, sum.span(), sum.low);
  }
}

}  // namespace exactblend
