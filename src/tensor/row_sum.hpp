// The exact mass of one row of weights, and what else is to be known of the row.
#pragma once

#include <cstdint>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "tensor/aligned.hpp"
#include "tensor/fast_kernel.hpp"
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
  // With a kernel, which may be null, and then in a NearestEnvironment, most rows are summed
  // faster.
  RowSum(FloatType weights, const FastKernel* kernel);
  [[nodiscard]] RowFacts of(const Operands& from, std::size_t row);

 private:
  [[nodiscard]] bool add_parts(const std::byte* at, std::ptrdiff_t step, std::size_t count);
  void add_tile(std::size_t count);

  FloatType type_;
  const FastKernel* kernel_;
  SumLayout layout_;
  std::vector<Int128> slots_;
  std::vector<std::int64_t> significands_;
  std::vector<std::int32_t> places_;
  AlignedVector<double> wide_;
  std::size_t negative_ = 0;
};

}  // namespace exactblend
