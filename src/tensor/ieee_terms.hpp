// What IEEE arithmetic makes of an entry whose terms are not all finite, in any order of the terms.
#pragma once

#include <cstddef>

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

// Reads all unmasked keys of one entry. Cost: linear in the keys.
[[nodiscard]] IeeeTerms ieee_terms(const Operands& from, std::size_t row, std::size_t component);

}  // namespace exactblend
