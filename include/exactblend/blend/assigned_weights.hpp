// AssignedWeights: one row of weights that somebody assigned, one weight for each key.
//
//     std::vector<Rational> row = {quarter, quarter, half};
//     Result<AssignedWeights> weights = AssignedWeights::assign(row);
//
// The check is the constructor: an AssignedWeights exists only if its weights sum to 1 exactly.
// A row that does not is refused with its exact sum and by how much it misses 1; it is never
// renormalised unasked. See normalize() for a row that is to be divided by its sum.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exactblend/number/rational.hpp"

namespace exactblend {

enum class WeightSign {
  nonnegative,  // the output stays inside the hull of the values
  any,          // an affine blend, on explicit request: the output may leave the hull
};

class AssignedWeights {
 public:
  // row: one weight per key. masked: empty, or one flag per key; a masked key has weight 0 and is
  // shown as "masked". Errors: no_weights, wrong_count (of flags), negative_weight,
  // masked_not_zero, weights_short, weights_over. Cost: one exact sum.
  [[nodiscard]] static Result<AssignedWeights> assign(std::vector<Rational> row,
                                                      std::vector<bool> masked = {},
                                                      WeightSign sign = WeightSign::nonnegative);

  [[nodiscard]] std::size_t keys() const { return row_.size(); }
  [[nodiscard]] const Rational& operator[](std::size_t key) const { return row_[key]; }
  [[nodiscard]] std::span<const Rational> row() const { return row_; }
  [[nodiscard]] bool masked(std::size_t key) const { return !masked_.empty() && masked_[key]; }

 private:
  AssignedWeights(std::vector<Rational> row, std::vector<bool> masked)
      : row_(std::move(row)), masked_(std::move(masked)) {}

  std::vector<Rational> row_;
  std::vector<bool> masked_;
};

// The row mass Σⱼ wⱼ, exact; 0 for an empty row.
[[nodiscard]] Rational row_mass(std::span<const Rational> row);

// A row divided by its own sum: the ratio 1:1:2 becomes 1/4, 1/4, 1/2.
struct Normalized {
  Rational sum;
  std::vector<Rational> row;
};

// Exact. Errors: no_weights, sum_is_zero.
[[nodiscard]] Result<Normalized> normalize(std::span<const Rational> row);

}  // namespace exactblend
