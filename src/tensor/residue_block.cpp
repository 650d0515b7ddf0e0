#include "tensor/residue_block.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "tensor/cover.hpp"
#include "tensor/fast_block.hpp"
#include "tensor/residue_moduli.hpp"

namespace exactblend {
namespace {

// How many times as long an entry takes in fixed point as by one modulus (measured: 600 to 1,500).
constexpr double kFixedPerModulus = 900;

// The least number of moduli that hold integers of this size, or 0.
std::size_t moduli_for(double size) {
  for (std::size_t moduli = 1; moduli <= kMaxModuli; ++moduli) {
    if (size <= crt_of(moduli).capacity) return moduli;
  }
  return 0;
}

}  // namespace

// Which rows and components take part, and with how many moduli.
void ResidueBlock::choose(const Block& block) {
  for (std::size_t row = 0; row < block.rows; ++row) {
    row_bases_[row] = reader_.row(row).base();
    row_sizes_[row] =
        std::max(std::ldexp(reader_.row_magnitude(row), -unit_of(row_bases_[row], row_drop_)), 1.0);
  }
  for (std::size_t i = 0; i < padded_; ++i) {
    const Span span = reader_.component(i);
    bases_[i] = span.base();
    units_[i] = unit_of(bases_[i], drop_);
    sizes_[i] = std::max(std::ldexp(std::bit_cast<double>(span.greatest), -units_[i]), 1.0);
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
    std::size_t& of_strip = strip_moduli_[row / residues_.strip];
    of_strip = std::max(of_strip, moduli);
    moduli_ = std::max(moduli_, moduli);
    for (std::size_t i = 0; i < block.components; ++i) {
      undecided_[row * kResidueComponents + i] = takes_part(row, i) ? 0 : 1;
    }
  }
}

void ResidueBlock::add_tile(const Operands& from, const Block& block, std::size_t key,
                            std::size_t count) {
  for (std::size_t first = 0; first < count; first += kResidueChunk) {
    const std::size_t keys = std::min(kResidueChunk, count - first);
    const double* values = reader_.values(from, block, key + first, keys, component_in_.data());
    residues_.split_values(values, padded_, bases_.data(), drop_, moduli_,
                           value_residues_.data() + first * kResiduePanel);
  }
  const std::size_t filled = padded(count, kResidueChunk);
  std::fill(strip_used_.begin(), strip_used_.end(), std::uint8_t{0});
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::size_t moduli = this->moduli(row);
    if (moduli == 0) continue;
    // A row that takes no part is 0, as if it had no keys.
    const std::size_t keys = row_in_[row] != 0 ? count : 0;
    double* weights = weights_.data();
    reader_.weights(from, block, row, key, keys, weights);
    std::fill(weights + keys, weights + filled, 0.0);
    if (row + 1 < block.rows) {
      weights_ahead(from, block.row + row + 1, key, count).ask_for_all();
    }
    if (std::any_of(weights, weights + keys, [](double x) { return x != 0; })) {
      strip_used_[row / residues_.strip] = 1;
    }
    residues_.split_weights(weights, filled, row_bases_[row], row_drop_, moduli,
                            weight_residues_.data() + row * kResidueKeys);
  }
  for (std::size_t i = 0; i < moduli_; ++i) {
    for (std::size_t first = 0; first < padded_; first += kResiduePanel) {
      for (std::size_t row = 0; row < block.rows; row += residues_.strip) {
        if (moduli(row) <= i || strip_used_[row / residues_.strip] == 0) continue;
        residues_.multiply(weight_residues_.data() + i * kWeightResidues + row * kResidueKeys,
                           std::min(residues_.strip, block.rows - row),
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
  reader_.scan(from, block);
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

void ResidueBlock::round(std::size_t row, FloatType type, std::uint64_t* bits) {
  join(row);
  if (row_in_[row] == 0) return;
  kernel_.round_sums(type, {negative_.data(), words_.data(), words_used_, units_.data(), row_unit_},
                     padded_, bits);
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
  sum.low = row_unit_ + units_[component];
  sum.size = words_used_;
  for (std::size_t i = 0; i < words_used_; ++i) {
    sum.words[i] = words_[i * kResidueComponents + component];
  }
  return sum;
}

}  // namespace exactblend
