// The exact mass of one row of weights, and what else is to be known of the row.
#pragma once

#include <cstdint>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/weight_adder.hpp"

namespace exactblend {

// Scratch for rows of one type; one for each thread.
class RowSum {
 public:
  // With a kernel, which may be null, and then in a NearestEnvironment, most rows are summed
  // faster.
  RowSum(FloatType weights, const FastKernel* kernel);
  [[nodiscard]] RowFacts of(const Operands& from, std::size_t row);

 private:
  [[nodiscard]] bool add_parts(const std::byte* at, std::ptrdiff_t step, std::size_t count);

  FloatType type_;
  const FastKernel* kernel_;
  WeightAdder adder_;
  std::vector<Int128> slots_;
  AlignedVector<double> wide_;
  std::size_t negative_ = 0;
  PartChoice choice_;
};

}  // namespace exactblend
