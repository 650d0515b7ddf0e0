// Rows of weights and values as attention has them, made from a seed.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

#include "exactblend/number/float_format.hpp"
#include "exactblend/number/round.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend::bench {

struct Shape {
  std::string_view name;
  std::size_t queries, keys, components;

  // Multiply-adds count as two.
  [[nodiscard]] double flops() const {
    return 2.0 * static_cast<double>(queries) * static_cast<double>(keys) *
           static_cast<double>(components);
  }
};

struct Kind {
  std::string_view name;
  double sd;   // of the scores
  bool nasty;  // with values × 1000 here and there, and weights down to 1e-30 in each row
};

// Before they are rounded to a type.
struct Numbers {
  std::vector<double> weights;  // softmax of random scores, row by row
  std::vector<double> values;   // normal
};

inline Numbers make_numbers(const Shape& shape, const Kind& kind) {
  constexpr std::size_t kTinyWeights = 8;  // of a row
  constexpr std::size_t kOutliers = 50;
  std::mt19937_64 random(20'240'601);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> below_greatest(39, 69);  // exp(-69) is 1e-30
  Numbers numbers;
  numbers.weights.reserve(shape.queries * shape.keys);
  std::vector<double> row(shape.keys);
  for (std::size_t query = 0; query < shape.queries; ++query) {
    for (double& score : row) score = kind.sd * normal(random);
    const double greatest = *std::max_element(row.begin(), row.end());
    for (std::size_t i = 0; kind.nasty && i < kTinyWeights; ++i) {
      row[random() % shape.keys] = greatest - below_greatest(random);
    }
    double sum = 0;
    for (double& score : row) sum += score = std::exp(score - greatest);
    for (const double weight : row) numbers.weights.push_back(weight / sum);
  }
  numbers.values.resize(shape.keys * shape.components);
  for (double& value : numbers.values) value = normal(random);
  for (std::size_t i = 0; kind.nasty && i < kOutliers; ++i) {
    numbers.values[random() % numbers.values.size()] *= 1000;
  }
  return numbers;
}

// One tensor in its type, and the same numbers as doubles.
class Tensor {
 public:
  Tensor(const std::vector<double>& numbers, FloatType type, std::vector<std::size_t> shape)
      : type_(type), shape_(std::move(shape)) {
    const std::size_t size = bytes_of(type);
    bytes_.resize(numbers.size() * size);
    doubles_.reserve(numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const auto exact = decode(FloatType::f64, std::bit_cast<std::uint64_t>(numbers[i]));
      const std::uint64_t bits =
          round_to(type, exact.negative, {&exact.significand, 1}, exact.exponent);
      std::memcpy(bytes_.data() + i * size, &bits, size);
      const DecodedFloat rounded = decode(type, bits);
      const double magnitude =
          std::ldexp(static_cast<double>(rounded.significand), rounded.exponent);
      doubles_.push_back(rounded.negative ? -magnitude : magnitude);
    }
  }

  [[nodiscard]] TensorView view() const { return contiguous_view(bytes_.data(), type_, shape_); }
  [[nodiscard]] std::size_t bytes() const { return bytes_.size(); }
  [[nodiscard]] const std::vector<double>& doubles() const { return doubles_; }

 private:
  FloatType type_;
  std::vector<std::size_t> shape_;
  std::vector<std::byte> bytes_;
  std::vector<double> doubles_;
};

}  // namespace exactblend::bench
