// A block of sums through digits: every row of weights and every component of the values is scaled
// by a power of two to integers, those are written to the base 256 with signed digits, and the
// digits are multiplied and added as the matrices of bytes that they are.
//
// The sums are exact; or, where a rounding is all that is wanted, of the most significant levels
// only, with a proved bound on the rest. Rows and components with too wide a span of exponents are
// left undecided.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/block_reader.hpp"
#include "tensor/digit_kernel.hpp"
#include "tensor/weight_adder.hpp"

namespace exactblend {

// Numbers of keys that all of its counters are proved for.
inline constexpr std::uint64_t kMaxDigitKeys = std::uint64_t{1} << 30;

// Scratch for the blocks of one thread: by row 8 KiB for 8 levels of digits, and 1 KiB for each
// more; 0.3 MiB in all for 8 digits of weights and of values, and 0.04 MiB for each more.
class DigitBlock {
 public:
  DigitBlock(const FastKernel& kernel, const DigitKernel& digits)
      : kernel_(kernel), reader_(kernel, kDigitRows, false), digits_(digits) {}

  // Looks at the spans of exponents of the values. At most kDigitRows × kDigitComponents, and
  // kMaxDigitKeys. Wants a NearestEnvironment.
  void look_at_values(const Operands& from, const Block& block);
  // Whether fp64 is likely to hold all sums of that block exactly, which takes less time than
  // digits: as far as a few of its rows tell.
  [[nodiscard]] bool may_be_exact_in_fp64(const Operands& from, const Block& block);
  // Looks at all of its rows, and chooses digits.
  void prepare(const Operands& from, const Block& block);
  // Chooses the levels of the block that was prepared: all, so that sums are exact; or as many as
  // most roundings to this type need.
  void take_all_levels();
  void take_levels_for(FloatType type);
  // Products of matrices of digits in those levels, of its average strips.
  [[nodiscard]] double products() const;
  // The least number of products that residues would take, for all of its levels: 8 bits each.
  [[nodiscard]] double residue_products() const;
  // Whether most of its entries can be had.
  [[nodiscard]] bool is_worth_while() const { return is_worth_while_; }
  // Whether all levels are taken.
  [[nodiscard]] bool is_exact() const { return levels_ == all_levels_; }
  // Sums the block that was prepared; the masses of its rows too, if they are wanted. Calls
  // done(keys), if it is not empty, when so many more, at most kDigitKeys, are summed.
  void sum(const Operands& from, const Block& block, bool masses,
           const std::function<void(std::size_t)>& done = {});

  // Of a row within the last block, by component: 1 where undecided, otherwise 0. At first those
  // are whose row or component takes no part.
  [[nodiscard]] const std::uint8_t* undecided(std::size_t row) const {
    return undecided_.data() + row * kDigitComponents;
  }
  // Says that an entry needs no more work.
  void settle(std::size_t row, std::size_t component) {
    undecided_[row * kDigitComponents + component] = 0;
  }
  [[nodiscard]] bool takes_part(std::size_t row, std::size_t component) const {
    return row_in_[row] != 0 && component_in_[component] != 0;
  }
  // Whether an unmasked weight of the row, or any value of the component, is not finite. All terms
  // of such elements are left out of the sums.
  [[nodiscard]] bool met_not_finite(std::size_t row, std::size_t component) const {
    return reader_.met_not_finite(row, component);
  }
  // Whether it does for some component.
  [[nodiscard]] bool may_meet_not_finite(std::size_t row) const {
    return reader_.may_meet_not_finite(row);
  }

  // The sums of one row, rounded once; those that the levels can't decide become undecided.
  void round(std::size_t row, FloatType type, std::uint64_t* bits);
  // Finds the sums of one row, of all levels; afterwards magnitude() gives those that take part.
  void join(std::size_t row);
  [[nodiscard]] Magnitude magnitude(std::size_t component) const;

  // Whether facts() can be had: the row was split, and is finite.
  [[nodiscard]] bool has_facts(std::size_t row) const {
    return levels_ != 0 && row_in_[row] != 0 && !reader_.row_not_finite(row);
  }
  [[nodiscard]] RowFacts facts(std::size_t row) const;

 private:
  static constexpr std::size_t kStrips = kDigitRows / kDigitStrip;
  static constexpr std::size_t kPanels = kDigitComponents / kDigitStrip;

  void split_values(const Operands& from, const Block& block, std::size_t key, std::size_t count);
  [[nodiscard]] StripSplit strip_of(const Operands& from, const Block& block, std::size_t strip,
                                    std::size_t key, std::size_t count, bool masses);
  void add_step(const Operands& from, const Block& block, std::size_t key, std::size_t count,
                bool masses);
  void fold();
  void carry();
  void join(std::size_t row, const std::int64_t* offsets);
  void choose_levels(std::size_t most);
  [[nodiscard]] std::int64_t bound(std::size_t row_digits, std::size_t component_digits) const;
  [[nodiscard]] RowSums row_sums() const {
    return {negative_.data(), words_.data(), words_of(groups_), exponents_.data(), row_exponent_};
  }
  [[nodiscard]] std::size_t levels(std::size_t strip, std::size_t panel) const;
  [[nodiscard]] std::size_t stored(std::size_t digits) const { return std::min(digits, levels_); }
  [[nodiscard]] std::int32_t* sums(std::size_t strip, std::size_t panel) {
    return sums_.data() + (strip * panels_ + panel) * levels_ * kLevelSums;
  }
  [[nodiscard]] std::int64_t* wide(std::size_t strip) {
    return wide_.data() + strip * groups_ * kGroupSums;
  }

  const FastKernel& kernel_;
  BlockReader reader_;
  const DigitKernel& digits_;
  int row_drop_ = 0, drop_ = 0;
  std::size_t keys_ = 0, strips_ = 0, panels_ = 0;
  // By strip of rows, and of components: digits, and 0 if none of them takes part.
  std::array<std::size_t, kStrips> row_digits_ = {};
  std::array<std::size_t, kPanels> component_digits_ = {};
  std::size_t most_row_digits_ = 0, most_component_digits_ = 0;
  std::size_t all_levels_ = 0, levels_ = 0, groups_ = 0;
  bool is_worth_while_ = false;
  std::vector<std::uint8_t> row_in_ = std::vector<std::uint8_t>(kDigitRows);
  std::vector<std::uint8_t> component_in_ = std::vector<std::uint8_t>(kDigitComponents);
  // As DigitKernel has them, and the exponents of their digits at place 0.
  std::vector<int> row_bases_ = std::vector<int>(kDigitRows);
  AlignedVector<int> bases_ = AlignedVector<int>(kDigitComponents);
  AlignedVector<int> exponents_ = AlignedVector<int>(kDigitComponents);
  std::vector<std::uint8_t> undecided_ = std::vector<std::uint8_t>(kDigitRows * kDigitComponents);

  // Two strips of weights: one is multiplied while the other is split.
  UnsetVector<std::int8_t> weights_, values_;
  AlignedVector<double> wide_weights_;  // of a strip that can't be split as it lies
  UnsetVector<std::int32_t> sums_;
  UnsetVector<std::int64_t> wide_;
  std::array<std::uint8_t, kStrips> has_sums_ = {};  // by strip of rows, since they were folded
  std::size_t folds_ = 0;
  std::vector<std::int64_t> totals_;  // by row and place

  // Of the row that was joined.
  int row_exponent_ = 0;
  std::vector<std::uint8_t> negative_ = std::vector<std::uint8_t>(kDigitComponents);
  AlignedVector<std::uint64_t> words_ =
      AlignedVector<std::uint64_t>(kDigitWords * kDigitComponents);
};

}  // namespace exactblend
