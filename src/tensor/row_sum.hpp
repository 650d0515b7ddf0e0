// The exact mass of one row of weights, and what else is to be known of the row.
#pragma once

#include <cstdint>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "tensor/operands.hpp"
#include "tensor/sum_layout.hpp"

namespace exactblend {

struct RowFacts {
  std::size_t unmasked = 0;  // keys
  std::size_t negative = 0;  // unmasked weights below 0
  ExactValue mass;
};

// Scratch for rows of one type; one for each thread.
class RowSum {
 public:
  explicit RowSum(FloatType weights);
  [[nodiscard]] RowFacts of(const Operands& from, std::size_t row);

 private:
  void add_tile(std::size_t count);

  FloatType type_;
  SumLayout layout_;
  std::vector<Int128> slots_;
  std::vector<std::int64_t> significands_;
  std::vector<std::int32_t> places_;
  std::size_t negative_ = 0;
};

}  // namespace exactblend
