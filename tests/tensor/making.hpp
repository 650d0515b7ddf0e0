// Tensors for tests, and their blend by GMP's rationals in plain loops.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "exactblend/number/round.hpp"
#include "exactblend/tensor/blend.hpp"
#include "number/float_oracle.hpp"
#include "tensor/operands.hpp"

namespace exactblend::making {

using Shape = std::vector<std::size_t>;

inline std::size_t count(const Shape& shape) {
  return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

// A tensor that owns its bytes, in row-major order.
struct Tensor {
  FloatType type;
  Shape shape;
  std::vector<std::byte> bytes;

  Tensor(FloatType t, Shape s)
      : type(t), shape(std::move(s)), bytes(count(shape) * bytes_of(type) + 1) {}

  [[nodiscard]] TensorView view() const { return contiguous_view(bytes.data(), type, shape); }
  [[nodiscard]] MutableTensorView output() { return contiguous_output(bytes.data(), type, shape); }
  [[nodiscard]] std::uint64_t bits(std::size_t i) const {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes.data() + i * bytes_of(type), bytes_of(type));
    return value;
  }
  void set(std::size_t i, std::uint64_t value) {
    std::memcpy(bytes.data() + i * bytes_of(type), &value, bytes_of(type));
  }
  void set_number(std::size_t i, const mpq_class& value) { set(i, oracle::rounded(type, value)); }
  [[nodiscard]] std::size_t size() const { return count(shape); }
  [[nodiscard]] std::vector<std::uint64_t> all_bits() const {
    std::vector<std::uint64_t> all(size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = bits(i);
    return all;
  }
};

using Engine = std::mt19937_64;

// Finite floats with any bits: spans as wide as the type's.
inline Tensor any_finite(FloatType type, Shape shape, Engine& engine) {
  Tensor tensor(type, std::move(shape));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    std::uint64_t bits = engine() & (2 * oracle::sign_bit(type) - 1);
    while (!oracle::is_finite(type, bits)) bits = engine() & (2 * oracle::sign_bit(type) - 1);
    tensor.set(i, bits);
  }
  return tensor;
}

// m·2^e with |m| ≤ 2^bits: numbers that cancel and tie often.
inline Tensor small_numbers(FloatType type, Shape shape, Engine& engine, int bits = 3,
                            int exponents = 4) {
  Tensor tensor(type, std::move(shape));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    const long m = std::uniform_int_distribution<long>(-(1L << bits), 1L << bits)(engine);
    const long e = std::uniform_int_distribution<long>(-exponents, 0)(engine);
    tensor.set_number(i, m * oracle::power_of_two(e));
  }
  return tensor;
}

// Weights of shape (queries, keys) and values of shape (keys, components), as kernels read them.
inline Operands operands(const Tensor& weights, const Tensor& values) {
  Operands from;
  from.weights = weights.bytes.data();
  from.values = values.bytes.data();
  from.weight_type = weights.type;
  from.value_type = values.type;
  from.keys = values.shape[0];
  const auto row = [](const Tensor& of) {
    const auto element = static_cast<std::ptrdiff_t>(bytes_of(of.type));
    return Steps{static_cast<std::ptrdiff_t>(of.shape[1]) * element, element};
  };
  from.weight_steps = row(weights);
  from.value_steps = row(values);
  return from;
}

// Full significands, exponents spread over `span` below 2^top, any sign.
inline Tensor spread(FloatType type, Shape shape, Engine& engine, int span, int top = 0) {
  Tensor tensor(type, std::move(shape));
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    const std::uint64_t significand = engine() | (std::uint64_t{1} << 63);
    const int down = static_cast<int>(engine() % static_cast<unsigned>(span + 1));
    tensor.set(i,
               round_to(type, *Dyadic::of(engine() % 2 == 0, {&significand, 1}, top - down - 64)));
  }
  return tensor;
}

// One entry's exact sum.
inline mpq_class exact_entry(const Tensor& weights, std::size_t row, const Tensor& values,
                             std::size_t values_at, const std::vector<std::uint8_t>& mask = {}) {
  const std::size_t keys = weights.shape.back();
  const std::size_t components = values.shape.back();
  mpq_class sum = 0;
  for (std::size_t key = 0; key < keys; ++key) {
    const std::size_t at = row * keys + key;
    if (!mask.empty() && mask[at] != 0) continue;
    sum += oracle::value_of(weights.type, weights.bits(at)) *
           oracle::value_of(values.type, values.bits(values_at + key * components));
  }
  return sum;
}

// The output's index of leading axes [b, h] from flat, and so on: the blend of weights [b, hw, q,
// k] and values [b, hv, k, d] with hw a multiple of hv.
inline std::vector<mpq_class> naive_blend(const Tensor& weights, const Tensor& values,
                                          const std::vector<std::uint8_t>& mask = {}) {
  const std::size_t axes = weights.shape.size();
  const std::size_t heads = axes > 2 ? weights.shape[axes - 3] : 1;
  const std::size_t value_heads = axes > 2 ? values.shape[axes - 3] : 1;
  const std::size_t queries = weights.shape[axes - 2];
  const std::size_t keys = weights.shape[axes - 1];
  const std::size_t components = values.shape.back();
  const std::size_t batch = axes > 3 ? weights.shape[axes - 4] : 1;
  std::vector<mpq_class> out;
  for (std::size_t b = 0; b < batch; ++b) {
    for (std::size_t h = 0; h < heads; ++h) {
      const std::size_t block = (b * value_heads + h / (heads / value_heads)) * keys * components;
      for (std::size_t q = 0; q < queries; ++q) {
        for (std::size_t c = 0; c < components; ++c) {
          out.push_back(
              exact_entry(weights, (b * heads + h) * queries + q, values, block + c, mask));
        }
      }
    }
  }
  return out;
}

}  // namespace exactblend::making
