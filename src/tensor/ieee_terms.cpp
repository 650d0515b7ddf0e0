#include "tensor/ieee_terms.hpp"

namespace exactblend {
namespace {

struct FiniteTest {
  std::uint64_t size_mask;
  std::uint64_t max_bits;

  explicit FiniteTest(FloatType type)
      : size_mask(format_of(type).sign_bit() - 1), max_bits(format_of(type).max_bits()) {}
  [[nodiscard]] bool operator()(std::uint64_t bits) const { return (bits & size_mask) <= max_bits; }
};

bool is_zero(const DecodedFloat& x) { return x.kind == FloatKind::finite && x.significand == 0; }

}  // namespace

IeeeTerms ieee_terms(const Operands& from, std::size_t row, std::size_t component) {
  IeeeTerms terms;
  const FiniteTest weight_is_finite(from.weight_type);
  const FiniteTest value_is_finite(from.value_type);
  const std::byte* weight = from.weight(row, 0);
  const std::byte* value = from.value(0, component);
  for (std::size_t key = 0; key < from.keys;
       ++key, weight += from.weight_steps.column, value += from.value_steps.row) {
    const std::uint64_t w_bits = load_bits(from.weight_type, weight);
    const std::uint64_t v_bits = load_bits(from.value_type, value);
    if (weight_is_finite(w_bits) && value_is_finite(v_bits)) continue;
    if (from.masked(row, key)) continue;
    const DecodedFloat w = decode(from.weight_type, w_bits);
    const DecodedFloat v = decode(from.value_type, v_bits);
    if (!terms.any()) terms.first_key = key;
    if (is_zero(w) || is_zero(v)) {
      if (!terms.zero_met) terms.first_zero_key = key;
      terms.zero_met = true;
      terms.nan = true;
      break;  // no other key can change what is known now
    } else if (w.kind == FloatKind::nan || v.kind == FloatKind::nan) {
      terms.nan = true;
    } else {
      (w.negative != v.negative ? terms.minus_infinity : terms.plus_infinity) = true;
    }
  }
  return terms;
}

}  // namespace exactblend
