// D. Knuth's sum of two: x + y = sum + error, exactly, unless something overflows.
#pragma once

#include "tensor/fast_constants.hpp"

namespace exactblend {

struct TwoSum {
  TwoSum(double x, double y) : sum(x + y) {
    const double of_y = sum - x;
    error = (x - (sum - of_y)) + (y - of_y);
  }
  double sum, error;
};

}  // namespace exactblend
