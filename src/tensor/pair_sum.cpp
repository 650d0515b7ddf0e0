#include "tensor/pair_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tensor/block_reader.hpp"
#include "tensor/fast_constants.hpp"
#include "tensor/round_fp64.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kKeys = 256;  // at once

// sum + rest, give or take `error`, rounded once to f64, if that decides it. What the rounded sum
// leaves is known exactly (D. Knuth's sum of two), and makes the ends of the interval.
std::optional<std::uint64_t> round_to_f64(double sum, double rest, double error) {
  const double rounded = sum + rest;
  const double of_rest = rounded - sum;
  const double left = (sum - (rounded - of_rest)) + (rest - of_rest);
  const double wide = error * kErrorRelative + std::fabs(left) * kSumRelative;
  const double above = rounded + (left + wide);
  if (rounded + (left - wide) != above) return std::nullopt;
  return std::bit_cast<std::uint64_t>(above);
}

// The values of one component as fp64; those of the keys after these are asked for meanwhile.
void widen_component(const Operands& from, std::size_t component, std::size_t key,
                     std::size_t count, double* out) {
  ask_for_component(from, component, key + count, std::min(key + count + kKeys, from.keys));
  with_type(from.value_type, [&](auto type) {
    for (std::size_t i = 0; i < count; ++i) {
      out[i] = widen_one<type.value>(from.value(key + i, component));
    }
    return true;
  });
}

}  // namespace

PairSum::PairSum(const FastKernel& kernel) : kernel_(kernel), weights_(kKeys), values_(kKeys) {}

std::optional<std::uint64_t> PairSum::round(const Operands& from, std::size_t row,
                                            std::size_t component, FloatType type) {
  if (kernel_.add_products == nullptr || from.keys > kMaxPairKeys) return std::nullopt;
  PairTotal total;
  for (std::size_t key = 0; key < from.keys; key += kKeys) {
    const std::size_t count = std::min(kKeys, from.keys - key);
    if (!widen_weights(kernel_, from, row, key, count, weights_.data())) return std::nullopt;
    widen_component(from, component, key, count, values_.data());
    kernel_.add_products(weights_.data(), values_.data(), count, total);
  }
  const double sum = total.sum + total.rest;
  const double size = std::fabs(sum);
  // Additions on the way of one term into `rest`, or `lost`, are fewer than this.
  const double relative = static_cast<double>(from.keys + 64) * 0x1p-53 * kErrorRelative;
  const double of_rest = (total.lost * relative + kErrorAbsolute) * kErrorRelative;
  const double error = of_rest + size * (2 * kSumRelative);
  if (!(size < kDecidable && error < kDecidable)) return std::nullopt;
  if (type == FloatType::f64) return round_to_f64(total.sum, total.rest, of_rest);
  const std::uint64_t bits = round_fp64(type, sum + error);
  if (round_fp64(type, sum - error) != bits) return std::nullopt;
  return bits;
}

}  // namespace exactblend
