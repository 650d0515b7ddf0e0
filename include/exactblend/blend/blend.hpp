// The blend of attention, exactly: o = Σⱼ wⱼ·Vⱼ.
//
//     auto weights = AssignedWeights::assign({quarter, quarter, half});
//     auto values = Values::of({{2, 0}, {0, 3}, {1, 1}});
//     Result<std::vector<Rational>> output = blend(*weights, *values);   // (1,5/4)
//
// Exact: nothing is rounded. A blend by a NamedSoftmax is another function with another result
// (blend/named_softmax.hpp); there is no way from there to numbers.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exactblend/blend/assigned_weights.hpp"
#include "exactblend/blend/values.hpp"

namespace exactblend {

// The scaled value wⱼ·Vⱼ.
[[nodiscard]] std::vector<Rational> scale(const Rational& weight, std::span<const Rational> value);

// weights: [keys]; values: [keys][components]; result: [components].
// Error: wrong_count if there are not as many weights as values.
// Cost: keys·components exact multiply-adds and one reduction per component; almost linear in
// the size of the result even if all denominators differ (balanced sums, see docs/exactness.md).
[[nodiscard]] Result<std::vector<Rational>> blend(const AssignedWeights& weights,
                                                  const Values& values);

// A blend with its scaled values kept.
struct Blend {
  std::vector<std::vector<Rational>> scaled;  // [keys][components]: wⱼ·Vⱼ
  std::vector<Rational> output;               // [components]
};

// As blend(), and keeps each step's result. Cost: also one reduction for each scaled component.
[[nodiscard]] Result<Blend> blend_in_steps(const AssignedWeights& weights, const Values& values);

}  // namespace exactblend
