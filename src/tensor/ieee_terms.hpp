// What IEEE arithmetic makes of entries whose terms are not all finite, in any order of the terms.
#pragma once

#include <cstddef>
#include <span>

#include "tensor/operands.hpp"

namespace exactblend {

struct IeeeTerms {
  bool plus_infinity = false;
  bool minus_infinity = false;
  bool nan = false;
  std::size_t first_key = 0;  // whose term is not finite
  bool zero_met = false;      // a 0 times NaN or an infinity
  std::size_t first_zero_key = 0;

  [[nodiscard]] bool any() const { return plus_infinity || minus_infinity || nan; }
  // Of the sum, if any(): NaN, or the one infinity.
  [[nodiscard]] FloatKind kind() const {
    return nan || (plus_infinity && minus_infinity) ? FloatKind::nan : FloatKind::infinite;
  }
};

// Reads all unmasked keys of some entries of one row; terms has as many elements as components. Key
// by key, as the values lie. Cost: linear in the keys, for each component.
void find_ieee_terms(const Operands& from, std::size_t row, std::span<const std::size_t> components,
                     std::span<IeeeTerms> terms);

}  // namespace exactblend
