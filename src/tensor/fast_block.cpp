#include "tensor/fast_block.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "tensor/fast_constants.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/round_fp64.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kWeightsStep = kFastKeys + 8;  // rows not a power of two apart

std::size_t padded(std::size_t count, std::size_t to) { return (count + to - 1) / to * to; }

// Roundings on the way of one term into its sum: at most one for its product, one for each term of
// its tile, one for each tile, one for each join; some more for the sums that the bound itself is
// made of.
double relative_error(std::size_t keys, std::size_t joins) {
  const double tiles = static_cast<double>((keys + kFastKeys - 1) / kFastKeys);
  const double roundings = static_cast<double>(kFastKeys) + tiles + static_cast<double>(joins) + 8;
  const double nu = roundings * 0x1p-53;
  return nu / (1 - nu) * kErrorRelative;
}

// What underflow can add: half of the least float for each product and each term of a bound,
// doubled.
double absolute_error(std::size_t keys) {
  return std::ldexp(6 * static_cast<double>(keys) + 64, -1074);
}

}  // namespace

FastBlock::FastBlock(const FastKernel& kernel, FloatType rounded_to)
    : kernel_(kernel),
      type_(rounded_to),
      weights_(kFastBlockRows * kWeightsStep),
      values_(kFastKeys * kFastBlockComponents),
      row_magnitudes_(kFastBlockRows),
      component_greatest_(kFastBlockComponents),
      sums_(kFastBlockRows * kFastBlockComponents),
      bounds_(kFastBlockRows * kFastBlockComponents),
      tile_sums_(kFastRows * kFastBlockComponents),
      row_is_zero_(kFastBlockRows),
      component_is_zero_(kFastBlockComponents),
      row_flags_(kFastBlockRows),
      component_flags_(kFastBlockComponents),
      rounded_(kFastBlockRows / kFastRows * kFastBlockComponents),
      bits_(kFastBlockRows * kFastBlockComponents),
      undecided_(kFastBlockRows * kFastBlockComponents) {
  assert(kFastBlockComponents % kernel.panel == 0);
}

void FastBlock::widen_values(const Operands& from, const Block& block, std::size_t key,
                             std::size_t count, std::size_t begin) {
  const std::size_t element = bytes_of(from.value_type);
  const bool dense =
      from.value_steps.column == static_cast<std::ptrdiff_t>(element) || block.components == 1;
  for (std::size_t first = begin; first < block.components; first += kernel_.panel) {
    const std::size_t width = std::min(kernel_.panel, block.components - first);
    double* panel = values_.data() + first * kFastKeys;
    for (std::size_t i = 0; i < count; ++i) {
      double* out = panel + i * kernel_.panel;
      const std::byte* at = from.value(key + i, block.component + first);
      bool finite = true;
      if (dense) {
        finite = kernel_.widen(from.value_type, at, width, out);
      } else {
        for (std::size_t j = 0; j < width; ++j, at += from.value_steps.column) {
          out[j] = widen_one(from.value_type, at);
          finite &= std::isfinite(out[j]);
        }
      }
      for (std::size_t j = 0; !finite && j < width; ++j) {
        if (std::isfinite(out[j])) continue;
        out[j] = 0;
        component_flags_[first + j] = 1;
      }
      std::fill(out + width, out + kernel_.panel, 0.0);
    }
    kernel_.greatest_magnitudes(panel, count, component_greatest_.data() + first);
  }
}

void FastBlock::widen_weights(const Operands& from, std::size_t row, std::size_t into,
                              std::size_t key, std::size_t count, MassBlock* masses) {
  const std::size_t element = bytes_of(from.weight_type);
  const std::byte* at = from.weight(row, key);
  double* out = weights_.data() + into * kWeightsStep;
  bool finite = true;
  if (from.weight_steps.column == static_cast<std::ptrdiff_t>(element) || count == 1) {
    finite = kernel_.widen(from.weight_type, at, count, out);
  } else {
    for (std::size_t i = 0; i < count; ++i, at += from.weight_steps.column) {
      out[i] = widen_one(from.weight_type, at);
      finite &= std::isfinite(out[i]);
    }
  }
  if (from.mask != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      if (from.masked(row, key + i)) out[i] = 0;
    }
  }
  bool flagged = false;
  for (std::size_t i = 0; !finite && i < count; ++i) {
    if (std::isfinite(out[i])) continue;
    out[i] = 0;
    flagged = true;
  }
  bool signs = false;
  if (flagged) row_flags_[into] = 1;
  row_magnitudes_[into] = masses != nullptr ? masses->add(from, row, into, key, count, out, flagged)
                                            : kernel_.sum_of_magnitudes(out, count, signs);
  if (row_magnitudes_[into] != 0) row_is_zero_[into] = 0;
}

void FastBlock::add_tile_bounds(const Block& block) {
  const std::size_t components = padded(block.components, kernel_.panel);
  if (some_component_is_zero_) {
    some_component_is_zero_ = false;
    for (std::size_t i = 0; i < block.components; ++i) {
      if (component_greatest_[i] != 0) component_is_zero_[i] = 0;
      some_component_is_zero_ |= component_is_zero_[i] != 0;
    }
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    kernel_.add_bounds(row_magnitudes_[row], component_greatest_.data(), components,
                       bounds_.data() + row * kFastBlockComponents);
  }
}

// The first components of a few rows, without a copy of the values. False, and nothing was added,
// if some value is not finite.
bool FastBlock::stream_tile(const Operands& from, const Block& block, std::size_t key,
                            std::size_t count, std::size_t end) {
  NearestEnvironment::forget_rounding();
  const StreamedValues values{from.value_type, from.value(key, block.component),
                              from.value_steps.row, count, end};
  if (!kernel_.stream(weights_.data(), kWeightsStep, block.rows, values, tile_sums_.data(),
                      kFastBlockComponents, component_greatest_.data())) {
    return false;
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    kernel_.add_bounds(1, tile_sums_.data() + row * kFastBlockComponents, end,
                       sums_.data() + row * kFastBlockComponents);
  }
  if (NearestEnvironment::has_rounded()) {
    for (std::size_t first = 0; first < end; first += kernel_.panel) rounded(0, first) = 1;
  }
  return true;
}

void FastBlock::add_tile(const Block& block, std::size_t count, std::size_t begin) {
  for (std::size_t first = begin; first < block.components; first += kernel_.panel) {
    for (std::size_t row = 0; row < block.rows; row += kFastRows) {
      const std::size_t rows = std::min(kFastRows, block.rows - row);
      // Above the diagonal of a causal mask there is nothing to add.
      if (std::all_of(row_magnitudes_.begin() + static_cast<std::ptrdiff_t>(row),
                      row_magnitudes_.begin() + static_cast<std::ptrdiff_t>(row + rows),
                      [](double magnitude) { return magnitude == 0; })) {
        continue;
      }
      // The flag is read only while it can still say something.
      std::uint8_t& has_rounded = rounded(row, first);
      if (has_rounded == 0) NearestEnvironment::forget_rounding();
      kernel_.multiply(weights_.data() + row * kWeightsStep, kWeightsStep, rows,
                       values_.data() + first * kFastKeys, count,
                       sums_.data() + row * kFastBlockComponents + first, kFastBlockComponents);
      if (has_rounded == 0 && NearestEnvironment::has_rounded()) has_rounded = 1;
    }
  }
}

// Sums that are exact.
void FastBlock::take_panel(std::size_t row, std::size_t first, std::size_t width) {
  const std::size_t at = row * kFastBlockComponents + first;
  for (std::size_t i = at; i < at + width; ++i) {
    const double sum = sums_[i];
    if (type_ == FloatType::f64) {
      bits_[i] = std::bit_cast<std::uint64_t>(sum);
    } else if (type_ == FloatType::f32) {
      bits_[i] = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
    } else {
      bits_[i] = round_fp64(type_, sum);
    }
    undecided_[i] = 0;
  }
}

// Sums with a bound on their error.
void FastBlock::decide_panel(std::size_t row, std::size_t first, std::size_t width, double relative,
                             double absolute) {
  const std::size_t at = row * kFastBlockComponents + first;
  if (type_ == FloatType::f64) {
    std::fill_n(undecided_.begin() + static_cast<std::ptrdiff_t>(at), width, std::uint8_t{1});
  } else if (type_ == FloatType::f32) {
    std::uint32_t bits[kFastBlockComponents];
    kernel_.decide_f32(sums_.data() + at, bounds_.data() + at, relative, absolute, kernel_.panel,
                       bits, undecided_.data() + at);
    std::copy_n(bits, width, bits_.data() + at);
  } else {
    for (std::size_t i = at; i < at + width; ++i) {
      const double size = std::fabs(sums_[i]);
      const double error =
          (bounds_[i] * relative + absolute) * kErrorRelative + size * kSumRelative;
      const std::uint64_t low = round_fp64(type_, sums_[i] - error);
      bits_[i] = round_fp64(type_, sums_[i] + error);
      const bool decided = low == bits_[i] && size < kDecidable && error < kDecidable;
      undecided_[i] = decided ? 0 : 1;
    }
  }
}

void FastBlock::decide(const Block& block, std::size_t keys, std::size_t joins) {
  const double relative = relative_error(keys, joins);
  const double absolute = absolute_error(keys);
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t first = 0; first < block.components; first += kernel_.panel) {
      const std::size_t width = std::min(kernel_.panel, block.components - first);
      if (rounded(row, first) == 0) {
        take_panel(row, first, width);
      } else {
        decide_panel(row, first, width, relative, absolute);
      }
    }
    for (std::size_t i = 0; i < block.components; ++i) {
      if (row_is_zero_[row] == 0 && component_is_zero_[i] == 0) continue;
      bits_[row * kFastBlockComponents + i] = 0;  // every term is 0: the sum is, exactly
      undecided_[row * kFastBlockComponents + i] = 0;
    }
  }
}

Magnitude FastBlock::magnitude(std::size_t component) const {
  const DecodedFloat sum = decode(FloatType::f64, bits_[row_ * kFastBlockComponents + component]);
  Magnitude magnitude;
  magnitude.negative = sum.negative;
  magnitude.low = sum.exponent;
  magnitude.size = 1;
  magnitude.words[0] = sum.significand;
  return magnitude;
}

void FastBlock::begin(const Block& block) {
  assert(block.rows <= kFastBlockRows && block.components <= kFastBlockComponents);
  std::fill_n(row_is_zero_.begin(), block.rows, std::uint8_t{1});
  std::fill_n(row_flags_.begin(), block.rows, std::uint8_t{0});
  std::fill_n(component_is_zero_.begin(), block.components, std::uint8_t{1});
  some_component_is_zero_ = true;
  std::fill_n(component_flags_.begin(), block.components, std::uint8_t{0});
  std::fill_n(sums_.begin(), block.rows * kFastBlockComponents, 0.0);
  std::fill(rounded_.begin(), rounded_.end(), std::uint8_t{0});
  std::fill_n(bounds_.begin(), block.rows * kFastBlockComponents, 0.0);
}

void FastBlock::add_keys(const Operands& from, const Block& block, std::size_t begin,
                         std::size_t end, MassBlock* masses) {
  assert(from.keys <= kMaxFastKeys);
  const std::size_t whole = block.components / kernel_.panel * kernel_.panel;
  const bool streams =
      whole != 0 && block.rows <= kFastRows &&
      from.value_steps.column == static_cast<std::ptrdiff_t>(bytes_of(from.value_type));
  for (std::size_t key = begin; key < end; key += kFastKeys) {
    const std::size_t count = std::min(kFastKeys, end - key);
    for (std::size_t row = 0; row < block.rows; ++row) {
      widen_weights(from, block.row + row, row, key, count, masses);
    }
    const std::size_t streamed = streams && stream_tile(from, block, key, count, whole) ? whole : 0;
    widen_values(from, block, key, count, streamed);
    add_tile(block, count, streamed);
    add_tile_bounds(block);
  }
}

void FastBlock::join(const Block& block, const FastBlock& other) {
  const std::size_t components = padded(block.components, kernel_.panel);
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::size_t at = row * kFastBlockComponents;
    kernel_.add_bounds(1, other.bounds_.data() + at, components, bounds_.data() + at);
    for (std::size_t first = 0; first < components; first += kernel_.panel) {
      NearestEnvironment::forget_rounding();
      kernel_.add_bounds(1, other.sums_.data() + at + first, kernel_.panel,
                         sums_.data() + at + first);
      if (NearestEnvironment::has_rounded()) rounded(row, first) = 1;
    }
    row_is_zero_[row] &= other.row_is_zero_[row];
    row_flags_[row] |= other.row_flags_[row];
  }
  for (std::size_t i = 0; i < rounded_.size(); ++i) rounded_[i] |= other.rounded_[i];
  for (std::size_t i = 0; i < block.components; ++i) {
    component_is_zero_[i] &= other.component_is_zero_[i];
    component_flags_[i] |= other.component_flags_[i];
  }
}

}  // namespace exactblend
