// Reading the weights and values of a block as fp64, and the spans of their exponents: what the
// blocks that scale rows and components to integers begin with.
//
// An fp64 number with the exponent field e (1 for subnormals) is the integer that its significand
// is without its last `drop` bits, which are 0, times 2^(e − base), times 2^(base + drop − 1075).
// Row r of the weights has one base, component c of the values another; with the least field among
// their numbers as base, all are integers.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/ahead.hpp"
#include "tensor/aligned.hpp"
#include "tensor/exact_block.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/flags.hpp"
#include "tensor/operands.hpp"

namespace exactblend {

inline constexpr std::size_t kReadComponents = 128;  // of one block, at most
inline constexpr std::size_t kReadValueKeys = 64;    // of values at once
inline constexpr std::size_t kReadWeightKeys = 256;  // of weights, in a scan

// Magnitudes as bits of fp64, over numbers that are not 0.
struct Span {
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};
  std::uint64_t least = kNothing;
  std::uint64_t greatest = 0;

  // The exponent field of the least, as scaling wants it.
  [[nodiscard]] int base() const { return field(least == kNothing ? 0 : least); }
  [[nodiscard]] int top() const { return field(greatest); }
  // Bits of the greatest as an integer.
  [[nodiscard]] int bits(int drop) const { return top() - base() + 53 - drop; }

 private:
  static int field(std::uint64_t size) {
    const auto exponent = static_cast<int>(size >> 52);
    return exponent > 1 ? exponent : 1;
  }
};

// Bits of fp64's significand that are 0 in every number of the type.
[[nodiscard]] constexpr int drop_of(FloatType type) { return 53 - format_of(type).precision; }
// The exponent of the unit that integers are multiples of.
[[nodiscard]] constexpr int unit_of(int base, int drop) { return base + drop - 1075; }

// Scratch for the blocks of one thread. Wants a NearestEnvironment.
class BlockReader {
 public:
  // Finds Σ|w| of each row if that is wanted.
  BlockReader(const FastKernel& kernel, std::size_t rows, bool with_magnitudes);

  // Reads all values of a block, which begins it: finds their spans, and what is not finite. Then
  // the same for its rows, each before what is asked of it.
  void scan_values(const Operands& from, const Block& block);
  void scan_row(const Operands& from, const Block& block, std::size_t row);
  void scan_rows(const Operands& from, const Block& block);
  // All of that.
  void scan(const Operands& from, const Block& block);

  [[nodiscard]] const Span& row(std::size_t row) const { return rows_[row]; }
  // Σ|w| in fp64, and weights below 0.
  [[nodiscard]] double row_magnitude(std::size_t row) const { return row_magnitudes_[row]; }
  [[nodiscard]] std::size_t row_negative(std::size_t row) const { return row_negative_[row]; }
  [[nodiscard]] bool row_not_finite(std::size_t row) const { return row_flags_[row] != 0; }
  [[nodiscard]] Span component(std::size_t component) const {
    return {least_[component], greatest_[component]};
  }
  // Whether an unmasked weight of the row, or any value of the component, is not finite.
  [[nodiscard]] bool met_not_finite(std::size_t row, std::size_t component) const {
    return row_flags_[row] != 0 || component_flags_[component] != 0;
  }
  // Whether it does for some component.
  [[nodiscard]] bool may_meet_not_finite(std::size_t row) const {
    return row_flags_[row] != 0 ||
           count_flags(component_flags_.data(), component_flags_.size()) != 0;
  }

  // Up to kReadValueKeys keys of values, by key, then component (kReadComponents apart), and 0
  // beyond; 0 for what is not finite, and for components that take no part, if `takes_part` is not
  // null. Valid until the next call.
  [[nodiscard]] const double* values(const Operands& from, const Block& block, std::size_t key,
                                     std::size_t count, const std::uint8_t* takes_part = nullptr);
  // `count` weights of a row of the block, as widen_weights has them.
  void weights(const Operands& from, const Block& block, std::size_t row, std::size_t key,
               std::size_t count, double* out);

 private:
  const FastKernel& kernel_;
  AlignedVector<double> values_, weights_;
  std::size_t values_filled_ = 0;
  std::vector<Span> rows_;
  bool with_magnitudes_;
  std::vector<double> row_magnitudes_;
  std::vector<std::size_t> row_negative_;
  AlignedVector<std::uint64_t> least_, greatest_;
  std::vector<std::uint8_t> row_flags_, component_flags_;
};

// `count` weights of a row; 0 for what is masked or not finite. False if some unmasked one is not
// finite.
[[nodiscard]] bool widen_weights(const FastKernel& kernel, const Operands& from, std::size_t row,
                                 std::size_t key, std::size_t count, double* out);

// A run of weights of a row, or of values of a key; but for the first one, only if they are dense.
[[nodiscard]] AheadRun weights_ahead(const Operands& from, std::size_t row, std::size_t key,
                                     std::size_t count);
[[nodiscard]] AheadRun values_ahead(const Operands& from, std::size_t key, std::size_t component,
                                    std::size_t count);

}  // namespace exactblend
