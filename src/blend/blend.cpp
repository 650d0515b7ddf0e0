#include "exactblend/blend/blend.hpp"

#include <utility>

#include "blend/shape.hpp"
#include "number/exact_sum.hpp"

namespace exactblend {

std::vector<Rational> scale(const Rational& weight, std::span<const Rational> value) {
  std::vector<Rational> scaled;
  scaled.reserve(value.size());
  for (const Rational& component : value) scaled.push_back(weight * component);
  return scaled;
}

Result<std::vector<Rational>> blend(const AssignedWeights& weights, const Values& values) {
  if (auto error = count_mismatch(weights.keys(), "weight", values.keys())) {
    return tl::unexpected(std::move(*error));
  }
  // Key by key, so that the values are read in the order in which they lie.
  std::vector<ExactSum> sums(values.components());
  for (std::size_t key = 0; key < weights.keys(); ++key) {
    const auto value = values[key];
    for (std::size_t i = 0; i < value.size(); ++i) sums[i].add_product(weights[key], value[i]);
  }
  std::vector<Rational> output;
  output.reserve(sums.size());
  for (const ExactSum& sum : sums) output.push_back(sum.value());
  return output;
}

Result<Blend> blend_in_steps(const AssignedWeights& weights, const Values& values) {
  if (auto error = count_mismatch(weights.keys(), "weight", values.keys())) {
    return tl::unexpected(std::move(*error));
  }
  Blend result;
  result.scaled.reserve(weights.keys());
  std::vector<ExactSum> sums(values.components());
  for (std::size_t key = 0; key < weights.keys(); ++key) {
    result.scaled.push_back(scale(weights[key], values[key]));
    const auto& scaled = result.scaled.back();
    for (std::size_t i = 0; i < scaled.size(); ++i) sums[i].add(scaled[i]);
  }
  result.output.reserve(sums.size());
  for (const ExactSum& sum : sums) result.output.push_back(sum.value());
  return result;
}

}  // namespace exactblend
