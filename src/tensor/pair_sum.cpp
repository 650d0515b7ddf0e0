#include "tensor/pair_sum.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "tensor/block_reader.hpp"
#include "tensor/fast_constants.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/round_fp64.hpp"
#include "tensor/stream_cases.hpp"
#include "tensor/two_sum.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kKeys = 256;  // at once

// The sum, rounded once to a type, if it is sum + error exactly.
std::uint64_t round_exact(const TwoSum& exact, FloatType type) {
  auto bits = std::bit_cast<std::uint64_t>(exact.sum);
  if (type == FloatType::f64) return bits;
  // Rounded to odd, where the last bit tells that something is left: since no number of a smaller
  // type, nor what lies halfway between two, has that bit, it rounds as the exact sum does.
  if (exact.error != 0 && (bits & 1) == 0) {
    const bool away = std::signbit(exact.error) == std::signbit(exact.sum);
    bits += away ? std::uint64_t{1} : ~std::uint64_t{0};
  }
  return round_fp64(type, std::bit_cast<double>(bits));
}

// sum + error, give or take `bound`, rounded once to f64, if that decides it.
std::optional<std::uint64_t> round_to_f64(const TwoSum& near, double bound) {
  const double wide = bound * kErrorRelative + std::fabs(near.error) * kSumRelative;
  const double above = near.sum + (near.error + wide);
  if (near.sum + (near.error - wide) != above) return std::nullopt;
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
  bool exact = true;
  for (std::size_t key = 0; key < from.keys; key += kKeys) {
    const std::size_t count = std::min(kKeys, from.keys - key);
    if (!widen_weights(kernel_, from, row, key, count, weights_.data())) return std::nullopt;
    widen_component(from, component, key, count, values_.data());
    NearestEnvironment::forget_rounding();
    kernel_.add_products(weights_.data(), values_.data(), count, total);
    exact = exact && !NearestEnvironment::has_rounded();
  }
  const TwoSum near(total.sum, total.rest);
  const double size = std::fabs(near.sum);
  // Additions on the way of one term into `rest`, or `lost`, are fewer than this.
  const double relative = static_cast<double>(from.keys + 64) * 0x1p-53 * kErrorRelative;
  const double of_rest = (total.lost * relative + kErrorAbsolute) * kErrorRelative;
  const double error = of_rest + size * (2 * kSumRelative);
  if (!(size < kDecidable && error < kDecidable)) return std::nullopt;
  if (exact) return round_exact(near, type);
  if (type == FloatType::f64) return round_to_f64(near, of_rest);
  const std::uint64_t bits = round_fp64(type, near.sum + error);
  if (round_fp64(type, near.sum - error) != bits) return std::nullopt;
  return bits;
}

}  // namespace exactblend
