#include "tensor/ieee_terms.hpp"

#include <algorithm>

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

// One of them is not finite.
void add_term(IeeeTerms& terms, std::size_t key, const DecodedFloat& w, const DecodedFloat& v) {
  if (!terms.any()) terms.first_key = key;
  if (is_zero(w) || is_zero(v)) {
    if (!terms.zero_met) terms.first_zero_key = key;
    terms.zero_met = true;
    terms.nan = true;
  } else if (w.kind == FloatKind::nan || v.kind == FloatKind::nan) {
    terms.nan = true;
  } else {
    (w.negative != v.negative ? terms.minus_infinity : terms.plus_infinity) = true;
  }
}

}  // namespace

void find_ieee_terms(const Operands& from, std::size_t row, std::span<const std::size_t> components,
                     std::span<IeeeTerms> terms) {
  std::fill(terms.begin(), terms.end(), IeeeTerms());
  const FiniteTest weight_is_finite(from.weight_type);
  const FiniteTest value_is_finite(from.value_type);
  for (std::size_t key = 0; key < from.keys; ++key) {
    if (from.masked(row, key)) continue;
    const std::uint64_t weight = load_bits(from.weight_type, from.weight(row, key));
    const bool finite_weight = weight_is_finite(weight);
    const DecodedFloat w = decode(from.weight_type, weight);
    for (std::size_t i = 0; i < components.size(); ++i) {
      const std::uint64_t value = load_bits(from.value_type, from.value(key, components[i]));
      if (finite_weight && value_is_finite(value)) continue;
      add_term(terms[i], key, w, decode(from.value_type, value));
    }
  }
}

}  // namespace exactblend
