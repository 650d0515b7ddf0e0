// FixedPoint: one sum of products of two floats, exactly, in integers (Kulisch's long accumulator).
//
//     FixedPoint sum(FloatType::bf16, FloatType::f32);
//     sum.add_product(decode(FloatType::bf16, w), decode(FloatType::f32, v));
//     sum.round(FloatType::f32);
//
// Wide enough for kMaxKeys products of any two floats of its types; merging adds, so parts of a sum
// computed anywhere join exactly. Blends of tensors use the same slots in bulk (exact_block.hpp).
#pragma once

#include <array>

#include "exactblend/number/dyadic.hpp"
#include "tensor/sum_layout.hpp"

namespace exactblend {

class FixedPoint {
 public:
  FixedPoint(FloatType a, FloatType b) : layout_(SumLayout::of_products(a, b)) { clear(); }
  explicit FixedPoint(FloatType type) : layout_(SumLayout::of_floats(type)) { clear(); }

  void clear();
  // Finite a and b, of the types given to the constructor, in that order or the other.
  void add_product(const DecodedFloat& a, const DecodedFloat& b);
  // Finite a, for a sum of floats.
  void add(const DecodedFloat& a);
  // Of the same types.
  void merge(const FixedPoint& other);

  [[nodiscard]] Magnitude magnitude() const;
  [[nodiscard]] Dyadic to_dyadic() const;
  [[nodiscard]] std::uint64_t round(FloatType type) const;

 private:
  void add_at(Int128 significand, int exponent);
  [[nodiscard]] std::span<Int128> slots() { return {slots_.data(), layout_.slots}; }

  SumLayout layout_;
  std::uint64_t adds_ = 0;  // since the last carry
  std::array<Int128, kMaxSlots> slots_;
};

// ±words·2^low as a dyadic.
[[nodiscard]] Dyadic to_dyadic(const Magnitude& magnitude);

}  // namespace exactblend
