// A block of exact sums through residues: every row of weights and every component of the values is
// scaled by a power of two to integers, those are multiplied and added by several small moduli, and
// the residues are joined to the exact sum.
//
// As many moduli as the rows of each strip need. Rows and components with too wide a span of
// exponents for all of them, or for it to be worth while, are left undecided.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/block_reader.hpp"
#include "tensor/residue_kernel.hpp"

namespace exactblend {

// Scratch for the blocks of one thread: 0.2 MiB, and 0.32 MiB for each modulus needed.
class ResidueBlock {
 public:
  ResidueBlock(const FastKernel& kernel, const ResidueKernel& residues)
      : kernel_(kernel), reader_(kernel, kResidueRows, true), residues_(residues) {}

  // Looks at the spans of exponents, and chooses moduli. At most kResidueRows ×
  // kResidueComponents, and kMaxFastKeys keys. Wants a NearestEnvironment.
  void prepare(const Operands& from, const Block& block);
  [[nodiscard]] bool takes_part(std::size_t row, std::size_t component) const {
    return row_in_[row] != 0 && component_in_[component] != 0;
  }
  // Of the block that was prepared: whether fp64 is likely to hold all its sums exactly, and
  // whether most of its entries can be had through residues.
  [[nodiscard]] bool may_be_exact_in_fp64() const { return greatest_size_ <= 0x1p64; }
  [[nodiscard]] bool is_worth_while() const { return is_worth_while_; }
  // Sums the block that was prepared.
  void sum(const Operands& from, const Block& block);

  // Of a row within the last block, by component: 1 where undecided, otherwise 0.
  [[nodiscard]] const std::uint8_t* undecided(std::size_t row) const {
    return undecided_.data() + row * kResidueComponents;
  }
  // Says that an entry needs no more work.
  void settle(std::size_t row, std::size_t component) {
    undecided_[row * kResidueComponents + component] = 0;
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

  // The sums of one row, rounded once.
  void round(std::size_t row, FloatType type, std::uint64_t* bits);
  // Joins the residues of one row; afterwards magnitude() gives its sums that are not undecided.
  void join(std::size_t row);
  [[nodiscard]] Magnitude magnitude(std::size_t component) const;

  // Moduli of the strip that the row belongs to; 0 if all its rows are undecided.
  [[nodiscard]] std::size_t moduli(std::size_t row) const {
    return strip_moduli_[row / residues_.strip];
  }

 private:
  void choose(const Block& block);
  void add_tile(const Operands& from, const Block& block, std::size_t key, std::size_t count);
  void reduce_sums(const Block& block);

  const FastKernel& kernel_;
  BlockReader reader_;
  const ResidueKernel& residues_;
  std::size_t padded_ = 0;  // components, to whole panels
  std::size_t moduli_ = 0;  // the most of any strip
  double greatest_size_ = 0;
  bool is_worth_while_ = false;

  // As block_reader.hpp has them.
  std::vector<int> row_bases_ = std::vector<int>(kResidueRows);
  AlignedVector<int> bases_ = AlignedVector<int>(kResidueComponents);
  AlignedVector<int> units_ = AlignedVector<int>(kResidueComponents);
  int row_drop_ = 0, drop_ = 0;
  // Upper bounds: of Σ|w| by row and |v| by component, as integers.
  std::vector<double> row_sizes_ = std::vector<double>(kResidueRows);
  std::vector<double> sizes_ = std::vector<double>(kResidueComponents);
  std::vector<std::uint8_t> row_in_ = std::vector<std::uint8_t>(kResidueRows);
  std::vector<std::uint8_t> component_in_ = std::vector<std::uint8_t>(kResidueComponents);
  std::vector<std::size_t> strip_moduli_ = std::vector<std::size_t>(kResidueRows);
  std::vector<std::uint8_t> strip_used_ = std::vector<std::uint8_t>(kResidueRows);
  std::vector<std::uint8_t> undecided_ =
      std::vector<std::uint8_t>(kResidueRows * kResidueComponents);

  AlignedVector<double> weights_ = AlignedVector<double>(kResidueKeys);
  UnsetVector<std::int8_t> weight_residues_;
  UnsetVector<std::uint8_t> value_residues_;
  UnsetVector<std::int32_t> sums_;

  // Of the row that was joined.
  int row_unit_ = 0;
  std::size_t words_used_ = 0;
  std::vector<std::uint8_t> negative_ = std::vector<std::uint8_t>(kResidueComponents);
  AlignedVector<std::uint64_t> words_ = AlignedVector<std::uint64_t>(8 * kResidueComponents);
};

}  // namespace exactblend
