#include "tensor/residue_block.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "tensor/fast_block.hpp"
#include "tensor/residue_moduli.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::uint64_t kNothing = ~std::uint64_t{0};
// How many times as long an entry takes in fixed point as by one modulus (measured: 600 to 1,500).
constexpr double kFixedPerModulus = 900;

std::size_t padded(std::size_t count, std::size_t to) { return (count + to - 1) / to * to; }

// `count` elements as fp64, 0 for those that are not finite; flag(i) is called for each such.
template <class Flag>
bool widen_run(const FastKernel& kernel, FloatType type, const std::byte* at, std::ptrdiff_t step,
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
  return finite;
}

// Rows lie far apart, so that each begins with misses of the cache.
void prefetch_weights(const Operands& from, std::size_t row, std::size_t key, std::size_t count) {
  constexpr std::size_t kLine = 64;
  const std::size_t element = bytes_of(from.weight_type);
  if (from.weight_steps.column != static_cast<std::ptrdiff_t>(element)) return;
  const std::byte* at = from.weight(row, key);
  for (std::size_t i = 0; i < count * element; i += kLine) __builtin_prefetch(at + i);
}

// The exponent field of the least magnitude, as scaling wants it.
int base_of(std::uint64_t least) {
  return least == kNothing ? 1 : std::max(static_cast<int>(least >> 52), 1);
}

// The exponent of the unit that integers are multiples of.
int unit_of(int base, int drop) { return base + drop - 1075; }

int drop_of(FloatType type) { return 53 - format_of(type).precision; }

// The least number of moduli that hold integers of this size, or 0.
std::size_t moduli_for(double size) {
  for (std::size_t moduli = 1; moduli <= kMaxModuli; ++moduli) {
    if (size <= crt_of(moduli).capacity) return moduli;
  }
  return 0;
}

}  // namespace

bool ResidueBlock::widen_values(const Operands& from, const Block& block, std::size_t key,
                                std::size_t count) {
  bool finite = true;
  for (std::size_t i = 0; i < count; ++i) {
    finite &= widen_run(kernel_, from.value_type, from.value(key + i, block.component),
                        from.value_steps.column, block.components,
                        values_.data() + i * kResidueComponents,
                        [&](std::size_t c) { component_flags_[c] = 1; });
  }
  return finite;
}

bool ResidueBlock::widen_weights(const Operands& from, std::size_t row, std::size_t into,
                                 std::size_t key, std::size_t count) {
  const bool finite =
      widen_run(kernel_, from.weight_type, from.weight(row, key), from.weight_steps.column, count,
                weights_.data(), [&](std::size_t i) {
                  if (!from.masked(row, key + i)) row_flags_[into] = 1;
                });
  if (from.mask != nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      if (from.masked(row, key + i)) weights_[i] = 0;
    }
  }
  std::fill(weights_.begin() + static_cast<std::ptrdiff_t>(count), weights_.end(), 0.0);
  return finite;
}

// Spans of exponents, of all keys.
void ResidueBlock::scan(const Operands& from, const Block& block) {
  std::fill(row_flags_.begin(), row_flags_.end(), std::uint8_t{0});
  std::fill(component_flags_.begin(), component_flags_.end(), std::uint8_t{0});
  std::fill(row_sums_.begin(), row_sums_.end(), 0.0);
  std::fill(row_least_.begin(), row_least_.end(), kNothing);
  std::fill(least_.begin(), least_.end(), kNothing);
  std::fill(greatest_.begin(), greatest_.end(), 0U);
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t key = 0; key < from.keys; key += kResidueChunk) {
    const std::size_t count = std::min(kResidueChunk, from.keys - key);
    widen_values(from, block, key, count);
    residues_.span_values(values_.data(), count, padded_, least_.data(), greatest_.data());
  }
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t key = 0; key < from.keys; key += kResidueKeys) {
      const std::size_t count = std::min(kResidueKeys, from.keys - key);
      widen_weights(from, block.row + row, row, key, count);
      bool signs = false;
      row_sums_[row] += kernel_.sum_of_magnitudes(weights_.data(), count, signs);
      row_least_[row] =
          std::min(row_least_[row], residues_.least_magnitude(weights_.data(), padded(count, 8)));
    }
  }
}

// Which rows and components take part, and with how many moduli.
void ResidueBlock::choose(const Block& block) {
  for (std::size_t row = 0; row < block.rows; ++row) {
    row_bases_[row] = base_of(row_least_[row]);
    row_sizes_[row] =
        std::max(std::ldexp(row_sums_[row], -unit_of(row_bases_[row], row_drop_)), 1.0);
  }
  for (std::size_t i = 0; i < padded_; ++i) {
    bases_[i] = base_of(least_[i]);
    sizes_[i] =
        std::max(std::ldexp(std::bit_cast<double>(greatest_[i]), -unit_of(bases_[i], drop_)), 1.0);
  }
  std::vector<double> rows(row_sizes_.begin(),
                           row_sizes_.begin() + static_cast<std::ptrdiff_t>(block.rows));
  std::vector<double> components(sizes_.begin(),
                                 sizes_.begin() + static_cast<std::ptrdiff_t>(block.components));
  std::sort(rows.begin(), rows.end());
  std::sort(components.begin(), components.end());
  // The more components take part, the fewer rows can. Sizes are 1 or more, so no integer is moved
  // up by more than the bits of all moduli: the tables of powers end there.
  const double capacity = crt_of(kMaxModuli).capacity;
  const double all = static_cast<double>(rows.size() * components.size());
  double least_cost = all;
  is_worth_while_ = false;
  greatest_size_ = rows.back() * components.back();
  double most = -1;
  std::size_t rows_in = rows.size();
  for (std::size_t i = 0; i < components.size(); ++i) {
    while (rows_in > 0 && !(rows[rows_in - 1] * components[i] <= capacity)) --rows_in;
    if (rows_in == 0) break;
    const auto in = static_cast<double>(rows_in * (i + 1));
    const auto moduli = static_cast<double>(moduli_for(rows[rows_in - 1] * components[i]));
    const double cost = all - in + in * moduli / kFixedPerModulus;
    if (cost > least_cost) continue;
    least_cost = cost;
    most = components[i];
    is_worth_while_ = 2 * in > all;
  }
  for (std::size_t i = 0; i < padded_; ++i) component_in_[i] = sizes_[i] <= most ? 1 : 0;
  moduli_ = 0;
  std::fill(strip_moduli_.begin(), strip_moduli_.end(), 0U);
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::size_t moduli = most < 0 ? 0 : moduli_for(row_sizes_[row] * most);
    row_in_[row] = moduli != 0 ? 1 : 0;
    std::size_t& of_strip = strip_moduli_[row / kResidueStrip];
    of_strip = std::max(of_strip, moduli);
    moduli_ = std::max(moduli_, moduli);
    for (std::size_t i = 0; i < block.components; ++i) {
      undecided_[row * kResidueComponents + i] = row_in_[row] != 0 && component_in_[i] != 0 ? 0 : 1;
    }
  }
}

void ResidueBlock::add_tile(const Operands& from, const Block& block, std::size_t key,
                            std::size_t count) {
  for (std::size_t first = 0; first < count; first += kResidueChunk) {
    const std::size_t keys = std::min(kResidueChunk, count - first);
    widen_values(from, block, key + first, keys);
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(keys * kResidueComponents),
              values_.end(), 0.0);
    for (std::size_t i = 0; i < block.components; ++i) {
      if (component_in_[i] != 0) continue;
      for (std::size_t j = 0; j < keys; ++j) values_[j * kResidueComponents + i] = 0;
    }
    residues_.split_values(values_.data(), padded_, bases_.data(), drop_, moduli_,
                           value_residues_.data() + first * kResiduePanel);
  }
  const std::size_t filled = padded(count, kResidueChunk);
  std::fill(strip_used_.begin(), strip_used_.end(), std::uint8_t{0});
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::size_t moduli = this->moduli(row);
    if (moduli == 0) continue;
    if (row_in_[row] != 0) {
      widen_weights(from, block.row + row, row, key, count);
      if (row + 1 < block.rows) prefetch_weights(from, block.row + row + 1, key, count);
      const auto end = weights_.begin() + static_cast<std::ptrdiff_t>(count);
      if (std::any_of(weights_.begin(), end, [](double x) { return x != 0; })) {
        strip_used_[row / kResidueStrip] = 1;
      }
    } else {
      std::fill(weights_.begin(), weights_.end(), 0.0);
    }
    residues_.split_weights(weights_.data(), filled, row_bases_[row], row_drop_, moduli,
                            weight_residues_.data() + row * kResidueKeys);
  }
  for (std::size_t i = 0; i < moduli_; ++i) {
    for (std::size_t first = 0; first < padded_; first += kResiduePanel) {
      for (std::size_t row = 0; row < block.rows; row += kResidueStrip) {
        if (moduli(row) <= i || strip_used_[row / kResidueStrip] == 0) continue;
        residues_.multiply(weight_residues_.data() + i * kWeightResidues + row * kResidueKeys,
                           std::min(kResidueStrip, block.rows - row),
                           value_residues_.data() + i * kValueResidues + first * kResidueKeys,
                           filled / kResidueGroup,
                           sums_.data() + i * kResidueSums + row * kResidueComponents + first);
      }
    }
  }
}

void ResidueBlock::reduce_sums(const Block& block) {
  for (std::size_t i = 0; i < moduli_; ++i) {
    std::int32_t* sums = sums_.data() + i * kResidueSums;
    for (std::size_t at = 0; at < block.rows * kResidueComponents; ++at) {
      sums[at] = static_cast<std::int32_t>(reduced(sums[at], kModuli[i]));
    }
  }
}

void ResidueBlock::prepare(const Operands& from, const Block& block) {
  assert(block.rows <= kResidueRows && block.components <= kResidueComponents);
  assert(from.keys <= kMaxFastKeys);
  padded_ = padded(block.components, kResiduePanel);
  row_drop_ = drop_of(from.weight_type);
  drop_ = drop_of(from.value_type);
  scan(from, block);
  choose(block);
}

void ResidueBlock::sum(const Operands& from, const Block& block) {
  if (moduli_ == 0) return;
  if (sums_.size() < moduli_ * kResidueSums) {
    weight_residues_ = UnsetVector<std::int8_t>(moduli_ * kWeightResidues);
    value_residues_ = UnsetVector<std::uint8_t>(moduli_ * kValueResidues);
    sums_ = UnsetVector<std::int32_t>(moduli_ * kResidueSums);
  }
  for (std::size_t i = 0; i < moduli_; ++i) {
    std::fill_n(sums_.data() + i * kResidueSums, block.rows * kResidueComponents, 0);
  }
  for (std::size_t key = 0; key < from.keys; key += kResidueKeys) {
    if (key != 0 && key % kKeysPerReduction == 0) reduce_sums(block);
    add_tile(from, block, key, std::min(kResidueKeys, from.keys - key));
  }
}

void ResidueBlock::join(std::size_t row) {
  const std::size_t moduli = this->moduli(row);
  if (row_in_[row] == 0) return;
  row_unit_ = unit_of(row_bases_[row], row_drop_);
  words_used_ = crt_of(moduli).words / 2;
  residues_.join(sums_.data() + row * kResidueComponents, moduli, padded_, negative_.data(),
                 words_.data());
}

Magnitude ResidueBlock::magnitude(std::size_t component) const {
  Magnitude sum;
  sum.negative = negative_[component] != 0;
  sum.low = row_unit_ + unit_of(bases_[component], drop_);
  sum.size = words_used_;
  for (std::size_t i = 0; i < words_used_; ++i) {
    sum.words[i] = words_[i * kResidueComponents + component];
  }
  return sum;
}

}  // namespace exactblend
