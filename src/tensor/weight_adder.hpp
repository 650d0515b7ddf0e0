// Adding weights, or fp64 sums of them, to the fixed-point accumulator of a row's mass.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "tensor/operands.hpp"
#include "tensor/sum_layout.hpp"

namespace exactblend {

// What is to be known of a row of weights.
struct RowFacts {
  std::size_t unmasked = 0;  // keys; where only a fast block looked, 1 stands for any
  std::size_t negative = 0;  // unmasked weights below 0
  ExactValue mass;
};

inline constexpr std::size_t kMassKeys = 256;  // that are added at once

class WeightAdder {
 public:
  explicit WeightAdder(FloatType weights);

  [[nodiscard]] const SumLayout& layout() const { return layout_; }
  // A multiple of the type's least float, of at most 2^15·kMassKeys. One addition of kAddsPerCarry.
  void add_part(double part, std::span<Int128> slots) const { add_fp64(layout_, part, slots); }
  // At most kMassKeys, `step` bytes apart, each one addition. Counts those below 0; sets not_finite
  // if one is, and adds nothing of it.
  void add_weights(const std::byte* at, std::ptrdiff_t step, std::size_t count,
                   std::span<Int128> slots, std::size_t& negative, std::uint8_t& not_finite);

 private:
  FloatType type_;
  SumLayout layout_;
  std::vector<std::int64_t> significands_;
  std::vector<std::int32_t> places_;
};

// Of a row that has weights which are not finite: what they sum to, and how many are −∞.
[[nodiscard]] ExactValue ieee_mass(const Operands& from, std::size_t row, std::size_t& negative);

}  // namespace exactblend
