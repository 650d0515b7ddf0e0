#include "tensor/block_reader.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "tensor/widen.hpp"

namespace exactblend {
namespace {

// `count` elements as fp64, 0 for those that are not finite; flag(i) is called for each such.
template <class Flag>
void widen_run(const FastKernel& kernel, FloatType type, const std::byte* at, std::ptrdiff_t step,
               std::size_t count, double* out, Flag&& flag) {
  bool finite = true;
  if (step == static_cast<std::ptrdiff_t>(bytes_of(type)) || count == 1) {
    finite = kernel.widen(type, at, count, out);
  } else {
    for (std::size_t i = 0; i < count; ++i, at += step) {
      out[i] = widen_one(type, at);
      finite &= std::isfinite(out[i]);
    }
  }
  for (std::size_t i = 0; !finite && i < count; ++i) {
    if (std::isfinite(out[i])) continue;
    out[i] = 0;
    flag(i);
  }
}

}  // namespace

BlockReader::BlockReader(const FastKernel& kernel, std::size_t rows, bool with_magnitudes)
    : kernel_(kernel),
      values_(kReadValueKeys * kReadComponents),
      weights_(kReadWeightKeys),
      rows_(rows),
      with_magnitudes_(with_magnitudes),
      row_magnitudes_(rows),
      row_negative_(rows),
      least_(kReadComponents),
      greatest_(kReadComponents),
      row_flags_(rows),
      component_flags_(kReadComponents) {}

const double* BlockReader::values(const Operands& from, const Block& block, std::size_t key,
                                  std::size_t count, const std::uint8_t* takes_part) {
  for (std::size_t i = 0; i < count; ++i) {
    widen_run(kernel_, from.value_type, from.value(key + i, block.component),
              from.value_steps.column, block.components, values_.data() + i * kReadComponents,
              [&](std::size_t c) { component_flags_[c] = 1; });
  }
  for (std::size_t i = 0; takes_part != nullptr && i < block.components; ++i) {
    if (takes_part[i] != 0) continue;
    for (std::size_t j = 0; j < count; ++j) values_[j * kReadComponents + i] = 0;
  }
  for (std::size_t i = count; i < values_filled_; ++i) {
    std::fill_n(values_.data() + i * kReadComponents, kReadComponents, 0.0);
  }
  values_filled_ = count;
  return values_.data();
}

void BlockReader::weights(const Operands& from, const Block& block, std::size_t row,
                          std::size_t key, std::size_t count, double* out) {
  if (!widen_weights(kernel_, from, block.row + row, key, count, out)) row_flags_[row] = 1;
}

void BlockReader::scan_values(const Operands& from, const Block& block) {
  assert(block.components <= kReadComponents);
  std::fill(component_flags_.begin(), component_flags_.end(), std::uint8_t{0});
  std::fill(least_.begin(), least_.end(), Span::kNothing);
  std::fill(greatest_.begin(), greatest_.end(), 0U);
  std::fill(values_.begin(), values_.end(), 0.0);  // components beyond those of the block
  values_filled_ = 0;
  for (std::size_t key = 0; key < from.keys; key += kReadValueKeys) {
    const std::size_t count = std::min(kReadValueKeys, from.keys - key);
    kernel_.span_components(values(from, block, key, count), kReadComponents, count,
                            block.components, least_.data(), greatest_.data());
  }
}

void BlockReader::scan_row(const Operands& from, const Block& block, std::size_t row) {
  assert(row < rows_.size());
  Span& span = rows_[row];
  span = {};
  row_magnitudes_[row] = 0;
  row_negative_[row] = 0;
  row_flags_[row] = 0;
  if (!with_magnitudes_ && from.mask == nullptr && from.weights_are_dense() &&
      kernel_.span_as_they_lie(from.weight_type, from.weight(block.row + row, 0), from.keys,
                               span.least, span.greatest, row_negative_[row])) {
    return;
  }
  for (std::size_t key = 0; key < from.keys; key += kReadWeightKeys) {
    const std::size_t count = std::min(kReadWeightKeys, from.keys - key);
    weights(from, block, row, key, count, weights_.data());
    const double* x = weights_.data();
    row_negative_[row] += kernel_.span(x, count, span.least, span.greatest);
    bool signs = false;
    if (with_magnitudes_) row_magnitudes_[row] += kernel_.sum_of_magnitudes(x, count, signs);
  }
}

void BlockReader::scan_rows(const Operands& from, const Block& block) {
  for (std::size_t row = 0; row < block.rows; ++row) scan_row(from, block, row);
}

void BlockReader::scan(const Operands& from, const Block& block) {
  scan_values(from, block);
  scan_rows(from, block);
}

bool widen_weights(const FastKernel& kernel, const Operands& from, std::size_t row, std::size_t key,
                   std::size_t count, double* out) {
  bool finite = true;
  widen_run(kernel, from.weight_type, from.weight(row, key), from.weight_steps.column, count, out,
            [&](std::size_t i) { finite &= from.masked(row, key + i); });
  for (std::size_t i = 0; from.mask != nullptr && i < count; ++i) {
    if (from.masked(row, key + i)) out[i] = 0;
  }
  return finite;
}

AheadRun weights_ahead(const Operands& from, std::size_t row, std::size_t key, std::size_t count) {
  const bool dense = count != 0 && from.weights_are_dense();
  return {from.weight(row, key), dense ? count * bytes_of(from.weight_type) - 1 : 0};
}

AheadRun values_ahead(const Operands& from, std::size_t key, std::size_t component,
                      std::size_t count) {
  const bool dense = count != 0 && from.value_steps.column ==
                                       static_cast<std::ptrdiff_t>(bytes_of(from.value_type));
  return {from.value(key, component), dense ? count * bytes_of(from.value_type) - 1 : 0};
}

}  // namespace exactblend
