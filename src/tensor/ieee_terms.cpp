#include "tensor/ieee_terms.hpp"

namespace exactblend {
namespace {

bool is_zero(const DecodedFloat& x) { return x.kind == FloatKind::finite && x.significand == 0; }

}  // namespace

IeeeTerms ieee_terms(const Operands& from, std::size_t row, std::size_t component) {
  IeeeTerms terms;
  for (std::size_t key = 0; key < from.keys; ++key) {
    if (from.masked(row, key)) continue;
    const DecodedFloat w =
        decode(from.weight_type, load_bits(from.weight_type, from.weight(row, key)));
    const DecodedFloat v =
        decode(from.value_type, load_bits(from.value_type, from.value(key, component)));
    if (w.kind == FloatKind::finite && v.kind == FloatKind::finite) continue;
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
  return terms;
}

}  // namespace exactblend
