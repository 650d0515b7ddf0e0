#include "tensor/bin_block.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "exactblend/number/round.hpp"

namespace exactblend {
namespace {

// Where fp64 has normal anchors and exact errors of products.
constexpr int kLeastUnit = -1074;
constexpr int kGreatestTop = 900;

// x < 2^top_of(x).
int top_of(std::uint64_t size) { return Span{size, size}.top() - 1022; }

}  // namespace

BinBlock::BinBlock(FloatType weights, FloatType values, const FastKernel& kernel, BinKernel add)
    : weight_type_(weights),
      value_type_(values),
      kernel_(kernel),
      add_(add),
      layout_(SumLayout::of_products(weights, values)),
      slots_(kBinRows * kBinComponents * layout_.slots) {}

bool BinBlock::can_sum(FloatType weights, FloatType values, std::ptrdiff_t component_step) {
  return component_step == static_cast<std::ptrdiff_t>(bytes_of(values)) && bytes_of(values) > 1 &&
         SumLayout::of_products(weights, values).slots > 1;
}

void BinBlock::begin(const Block& block) {
  assert(block.rows <= kBinRows && block.components <= kBinComponents);
  components_ = block.components;
  std::fill_n(slots_.begin(), block.rows * kBinComponents * layout_.slots, Int128{0});
  std::fill(undecided_.begin(), undecided_.end(), std::uint8_t{0});
  adds_ = 0;
  failed_ = not_finite_ = false;
}

void BinBlock::fail(bool not_finite) {
  failed_ = true;
  not_finite_ |= not_finite;
  std::fill(undecided_.begin(), undecided_.end(), std::uint8_t{1});
}

void BinBlock::add_tile(const Operands& from, const Block& block, std::size_t key,
                        std::size_t count) {
  Span values;
  const std::byte* at = from.value(key, block.component);
  const auto dense = static_cast<std::ptrdiff_t>(block.components * bytes_of(value_type_));
  const std::size_t runs = from.value_steps.row == dense ? 1 : count;
  std::size_t negative = 0;
  for (std::size_t run = 0; run < runs; ++run) {
    if (!kernel_.span_as_they_lie(
            value_type_, at + static_cast<std::ptrdiff_t>(run) * from.value_steps.row,
            block.components * count / runs, values.least, values.greatest, negative)) {
      return fail(true);
    }
  }
  BinTile tile;
  tile.weights = weights_.data();
  tile.type = value_type_;
  tile.values = at;
  tile.key_step = from.value_steps.row;
  tile.keys = count;
  tile.components = block.components;
  tile.products_round = format_of(weight_type_).precision + format_of(value_type_).precision > 53;
  const int value_unit = unit_of(values.base(), drop_of(value_type_));
  for (std::size_t row = 0; row < block.rows; ++row) {
    if (!widen_weights(kernel_, from, block.row + row, key, count, weights_.data())) {
      return fail(true);
    }
    Span weights;
    kernel_.span(weights_.data(), count, weights.least, weights.greatest);
    if (weights.greatest == 0 || values.greatest == 0) continue;
    // All products are multiples of 2^unit, and below 2^top.
    const int unit = unit_of(weights.base(), drop_of(weight_type_)) + value_unit;
    const int top = top_of(weights.greatest) + top_of(values.greatest);
    const int bins = (top - unit + kBinBits - 1) / kBinBits;
    if (bins > static_cast<int>(kMaxBins) || unit < kLeastUnit || top > kGreatestTop) {
      return fail(false);
    }
    tile.bins = static_cast<std::size_t>(bins);
    for (int bin = 0; bin < bins; ++bin) {
      const int bin_unit = std::max(top - kBinBits * (bin + 1), kLeastUnit);
      tile.anchors[static_cast<std::size_t>(bin)] = std::ldexp(1.5, bin_unit + 52);
    }
    add_(tile, sums_.data());
    for (std::size_t i = 0; i < block.components; ++i) {
      for (std::size_t bin = 0; bin < tile.bins; ++bin) {
        add_fp64(layout_, sums_[bin * kBinSums + i], slots_of(row, i));
      }
    }
  }
  adds_ += kMaxBins;
  if (adds_ < kAddsPerCarry) return;
  adds_ = 0;
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t i = 0; i < block.components; ++i) carry(slots_of(row, i));
  }
}

void BinBlock::add_keys(const Operands& from, const Block& block, std::size_t begin,
                        std::size_t end) {
  for (std::size_t key = begin; key < end && !failed_; key += kBinKeys) {
    add_tile(from, block, key, std::min(kBinKeys, end - key));
  }
}

void BinBlock::join(const Block& block, BinBlock& other) {
  if (other.failed_) fail(other.not_finite_);
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t i = 0; i < block.components; ++i) {
      add_slots(slots_of(row, i), other.slots_of(row, i));
    }
  }
  adds_ = 2;
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
