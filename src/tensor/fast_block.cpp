#include "tensor/fast_block.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "tensor/block_reader.hpp"
#include "tensor/cover.hpp"
#include "tensor/fast_constants.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/round_fp64.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

// kErrorAbsolute covers 2^63 units of 2^-1074.
static_assert(6 * kMaxFastKeys + 64 < std::uint64_t{1} << 63);

// Roundings on the way of one term into its sum: at most one for its product, one for each term of
// its tile, one for each tile, one for each join. Those of the bound on Σ|w||v| are
// kErrorRelative's.
double relative_error(std::size_t keys, std::size_t joins) {
  const std::size_t roundings = 1 + kFastKeys + parts(keys, kFastKeys) + joins;
  const double nu = static_cast<double>(roundings) * 0x1p-53;
  return nu / (1 - nu) * kErrorRelative;
}

}  // namespace

FastBlock::FastBlock(const FastKernel& kernel, FloatType rounded_to)
    : kernel_(kernel),
      type_(rounded_to),
      tile_{UnsetVector<double>(kFastBlockRows * kWeightsStep),
            AlignedVector<double>(kFastBlockRows)},
      next_tile_{UnsetVector<double>(kFastBlockRows * kWeightsStep),
                 AlignedVector<double>(kFastBlockRows)},
      values_(kFastKeys * kFastBlockComponents),
      component_greatest_(kFastBlockComponents),
      sums_(kFastBlockRows * kFastBlockComponents),
      group_magnitudes_(kFastBlockRows * kFastGroups),
      group_greatest_(kFastGroups * kFastBlockComponents),
      tile_sums_(kFastRows * kFastBlockComponents),
      row_is_zero_(kFastBlockRows),
      component_is_zero_(kFastBlockComponents),
      row_flags_(kFastBlockRows),
      component_flags_(kFastBlockComponents),
      rounded_(kFastBlockRows / kFastRows * kFastBlockComponents),
      undecided_(kFastBlockRows * kFastBlockComponents),
      chosen_(kFastBlockComponents) {
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
    double* greatest = component_greatest_.data() + first;
    if (kernel_.widen_panel != nullptr && dense && width == kernel_.panel &&
        kernel_.widen_panel(from.value_type, from.value(key, block.component + first),
                            from.value_steps.row, count, panel, greatest)) {
      continue;
    }
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
    kernel_.greatest_magnitudes(panel, count, greatest);
  }
}

void FastBlock::widen_weights(const Operands& from, const Block& block, std::size_t into,
                              const Keys& keys, MassBlock* masses, WeightTile& tile) {
  const std::size_t row = block.row + into;
  double* out = tile.weights.data() + into * kWeightsStep;
  double& magnitude = tile.magnitudes[into];
  if (masses == nullptr || from.mask != nullptr || !from.weights_are_dense() ||
      !masses->widen_and_add(from.weight_type, from.weight(row, keys.first), keys.count, into, out,
                             magnitude)) {
    const bool finite = exactblend::widen_weights(kernel_, from, row, keys.first, keys.count, out);
    if (!finite) row_flags_[into] = 1;
    bool signs = false;
    magnitude = masses != nullptr
                    ? masses->add(from, row, into, keys.first, keys.count, out, !finite)
                    : kernel_.sum_of_magnitudes(out, keys.count, signs);
  }
  if (magnitude != 0) row_is_zero_[into] = 0;
}

void FastBlock::add_tile_bounds(const Block& block, std::size_t key) {
  const std::size_t group = key / group_keys_;
  if (some_component_is_zero_) {
    some_component_is_zero_ = false;
    for (std::size_t i = 0; i < block.components; ++i) {
      if (component_greatest_[i] != 0) component_is_zero_[i] = 0;
      some_component_is_zero_ |= component_is_zero_[i] != 0;
    }
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    group_magnitudes_[row * kFastGroups + group] += tile_.magnitudes[row];
  }
  double* greatest = group_greatest_.data() + group * kFastBlockComponents;
  for (std::size_t i = 0; i < block.components; ++i) {
    greatest[i] = std::max(greatest[i], component_greatest_[i]);
  }
}

// The first components of a few rows, without a copy of the values. False, and nothing was added,
// if some value is not finite.
bool FastBlock::stream_tile(const Operands& from, const Block& block, std::size_t key,
                            std::size_t count, std::size_t end) {
  NearestEnvironment::forget_rounding();
  const StreamedValues values{from.value_type, from.value(key, block.component),
                              from.value_steps.row, count, end};
  if (!kernel_.stream(tile_.weights.data(), kWeightsStep, block.rows, values, tile_sums_.data(),
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

// The next tile's weights are made ready meanwhile, a few rows after each product, and asked for
// some products before that: rows lie far apart, so that each begins with misses of the cache, and
// a whole tile of them would not stay in it.
void FastBlock::add_tile(const Operands& from, const Block& block, const Keys& keys,
                         std::size_t begin, const Keys& next, MassBlock* masses) {
  constexpr std::size_t kAhead = 2;  // products
  const std::size_t products = std::max<std::size_t>(
      parts(block.components - begin, kernel_.panel) * parts(block.rows, kFastRows), 1);
  const std::size_t rows_each = parts(block.rows, products);
  const std::size_t keys_each = parts(next.count, products);
  std::size_t ready = next.count == 0 ? block.rows : 0;
  std::size_t asked = ready;
  std::size_t asked_keys = 0;
  const AheadRun idle{reinterpret_cast<const std::byte*>(sums_.data()), 0};
  for (std::size_t first = begin; first < block.components; first += kernel_.panel) {
    for (std::size_t row = 0; row < block.rows; row += kFastRows) {
      Ahead ahead;
      ahead.fill(idle);
      std::size_t runs = 0;
      const auto ask = [&](const AheadRun& run) {
        if (runs == kAheadRuns) return run.ask_for_all();
        ahead[runs++] = run;
      };
      for (std::size_t i = 0; i < rows_each && asked < block.rows; ++i, ++asked) {
        ask(weights_ahead(from, block.row + asked, next.first, next.count));
      }
      for (std::size_t i = 0; i < keys_each && asked_keys < next.count; ++i, ++asked_keys) {
        ask(values_ahead(from, next.first + asked_keys, block.component, block.components));
      }
      for (; ready + kAhead * rows_each < asked; ++ready) {
        widen_weights(from, block, ready, next, masses, next_tile_);
      }
      const std::size_t rows = std::min(kFastRows, block.rows - row);
      // Above the diagonal of a causal mask there is nothing to add.
      if (std::all_of(tile_.magnitudes.begin() + static_cast<std::ptrdiff_t>(row),
                      tile_.magnitudes.begin() + static_cast<std::ptrdiff_t>(row + rows),
                      [](double magnitude) { return magnitude == 0; })) {
        continue;
      }
      // The flag is read only while it can still say something.
      std::uint8_t& has_rounded = rounded(row, first);
      if (has_rounded == 0) NearestEnvironment::forget_rounding();
      kernel_.multiply(tile_.weights.data() + row * kWeightsStep, rows,
                       values_.data() + first * kFastKeys, keys.count,
                       sums_.data() + row * kFastBlockComponents + first, kFastBlockComponents,
                       ahead);
      if (has_rounded == 0 && NearestEnvironment::has_rounded()) has_rounded = 1;
    }
  }
  for (; ready < block.rows; ++ready) {
    widen_weights(from, block, ready, next, masses, next_tile_);
  }
}

// Sums that are exact.
void FastBlock::take_panel(const double* sums, std::uint64_t* bits) const {
  const auto take = [&](auto&& bits_of) {
    for (std::size_t i = 0; i < kernel_.panel; ++i) bits[i] = bits_of(sums[i]);
  };
  switch (type_) {
    case FloatType::f64: return take([](double x) { return std::bit_cast<std::uint64_t>(x); });
    case FloatType::f32:
      return take([](double x) { return std::bit_cast<std::uint32_t>(static_cast<float>(x)); });
    default: return take([this](double x) { return round_fp64(type_, x); });
  }
}

// Sums with a bound on Σ|w||v|, and so on their error.
void FastBlock::decide_panel(const double* sums, const double* bounds, std::uint64_t* bits,
                             std::uint8_t* undecided) const {
  if (type_ == FloatType::f64) {
    std::fill_n(undecided, kernel_.panel, std::uint8_t{1});
  } else if (type_ == FloatType::f32) {
    kernel_.decide_f32(sums, bounds, relative_, kErrorAbsolute, kernel_.panel, bits, undecided);
  } else {
    for (std::size_t i = 0; i < kernel_.panel; ++i) {
      const double size = std::fabs(sums[i]);
      const double error =
          (bounds[i] * relative_ + kErrorAbsolute) * kErrorRelative + size * kSumRelative;
      const std::uint64_t low = round_fp64(type_, sums[i] - error);
      bits[i] = round_fp64(type_, sums[i] + error);
      const bool decided = low == bits[i] && size < kDecidable && error < kDecidable;
      undecided[i] = decided ? 0 : 1;
    }
  }
}

void FastBlock::decide_row(std::size_t row, std::uint64_t* bits) {
  const std::size_t at = row * kFastBlockComponents;
  const std::size_t components = padded(block_.components, kernel_.panel);
  if (row + 1 < block_.rows) {
    for (std::size_t i = 0; i < components; i += 8) {
      __builtin_prefetch(sums_.data() + at + kFastBlockComponents + i);
    }
  }
  alignas(64) double bounds[kFastBlockComponents] = {};
  for (std::size_t group = 0; group * group_keys_ < keys_; ++group) {
    kernel_.add_bounds(group_magnitudes_[row * kFastGroups + group],
                       group_greatest_.data() + group * kFastBlockComponents, components, bounds);
  }
  for (std::size_t first = 0; first < components; first += kernel_.panel) {
    std::uint8_t* undecided = undecided_.data() + at + first;
    std::fill_n(undecided, kernel_.panel, std::uint8_t{0});
    if (rounded(row, first) == 0) {
      take_panel(sums_.data() + at + first, bits + first);
    } else {
      decide_panel(sums_.data() + at + first, bounds + first, bits + first, undecided);
    }
  }
  if (row_is_zero_[row] == 0 && !some_component_is_zero_) return;
  for (std::size_t i = 0; i < block_.components; ++i) {
    if (row_is_zero_[row] == 0 && component_is_zero_[i] == 0) continue;
    bits[i] = 0;  // every term is 0: the sum is, exactly
    undecided_[at + i] = 0;
  }
}

void FastBlock::round(std::size_t row, FloatType type, std::uint64_t* bits) {
  assert(type == type_);
  static_cast<void>(type);
  decide_row(row, bits);
}

void FastBlock::join(std::size_t row) { decide_row(row, chosen_.data()); }

Magnitude FastBlock::magnitude(std::size_t component) const {
  const DecodedFloat sum = decode(FloatType::f64, chosen_[component]);
  Magnitude magnitude;
  magnitude.negative = sum.negative;
  magnitude.low = sum.exponent;
  magnitude.size = 1;
  magnitude.words[0] = sum.significand;
  return magnitude;
}

void FastBlock::begin(const Block& block, std::size_t keys) {
  assert(block.rows <= kFastBlockRows && block.components <= kFastBlockComponents);
  assert(keys <= kMaxFastKeys);
  block_ = block;
  keys_ = keys;
  group_keys_ = std::max(kLeastGroupKeys, padded(parts(keys, kFastGroups), kFastKeys));
  std::fill_n(row_is_zero_.begin(), block.rows, std::uint8_t{1});
  std::fill_n(row_flags_.begin(), block.rows, std::uint8_t{0});
  std::fill_n(component_is_zero_.begin(), block.components, std::uint8_t{1});
  some_component_is_zero_ = true;
  std::fill_n(component_flags_.begin(), block.components, std::uint8_t{0});
  std::fill_n(sums_.begin(), block.rows * kFastBlockComponents, 0.0);
  std::fill(rounded_.begin(), rounded_.end(), std::uint8_t{0});
  std::fill_n(group_magnitudes_.begin(), block.rows * kFastGroups, 0.0);
  std::fill(group_greatest_.begin(), group_greatest_.end(), 0.0);
}

void FastBlock::finish(std::size_t joins) { relative_ = relative_error(keys_, joins); }

void FastBlock::add_keys(const Operands& from, const Block& block, std::size_t begin,
                         std::size_t end, MassBlock* masses) {
  const std::size_t whole = block.components / kernel_.panel * kernel_.panel;
  const bool streams =
      whole != 0 && block.rows <= kFastRows &&
      from.value_steps.column == static_cast<std::ptrdiff_t>(bytes_of(from.value_type));
  const auto tile_at = [&](std::size_t key) { return Keys{key, std::min(kFastKeys, end - key)}; };
  Keys keys = tile_at(begin);
  for (std::size_t i = 0; i < keys.count; ++i) {
    values_ahead(from, keys.first + i, block.component, block.components).ask_for_all();
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    constexpr std::size_t kAhead = 8;  // rows
    if (row + kAhead < block.rows) {
      weights_ahead(from, block.row + row + kAhead, keys.first, keys.count).ask_for_all();
    }
    widen_weights(from, block, row, keys, masses, tile_);
  }
  while (keys.count != 0) {
    const Keys next = tile_at(keys.first + keys.count);
    const std::size_t streamed =
        streams && stream_tile(from, block, keys.first, keys.count, whole) ? whole : 0;
    widen_values(from, block, keys.first, keys.count, streamed);
    add_tile(from, block, keys, streamed, next, masses);
    add_tile_bounds(block, keys.first);
    std::swap(tile_, next_tile_);
    keys = next;
  }
}

void FastBlock::join(const Block& block, const FastBlock& other) {
  const std::size_t components = padded(block.components, kernel_.panel);
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::size_t at = row * kFastBlockComponents;
    for (std::size_t first = 0; first < components; first += kernel_.panel) {
      NearestEnvironment::forget_rounding();
      kernel_.add_bounds(1, other.sums_.data() + at + first, kernel_.panel,
                         sums_.data() + at + first);
      if (NearestEnvironment::has_rounded()) rounded(row, first) = 1;
    }
    for (std::size_t i = row * kFastGroups; i < (row + 1) * kFastGroups; ++i) {
      group_magnitudes_[i] += other.group_magnitudes_[i];
    }
    row_is_zero_[row] &= other.row_is_zero_[row];
    row_flags_[row] |= other.row_flags_[row];
  }
  for (std::size_t i = 0; i < group_greatest_.size(); ++i) {
    group_greatest_[i] = std::max(group_greatest_[i], other.group_greatest_[i]);
  }
  for (std::size_t i = 0; i < rounded_.size(); ++i) rounded_[i] |= other.rounded_[i];
  for (std::size_t i = 0; i < block.components; ++i) {
    component_is_zero_[i] &= other.component_is_zero_[i];
    component_flags_[i] |= other.component_flags_[i];
  }
}

}  // namespace exactblend
