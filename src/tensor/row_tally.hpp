// What a report says of rows, counted row by row in any order.
#pragma once

#include "exactblend/tensor/blend.hpp"
#include "tensor/weight_adder.hpp"

namespace exactblend {

class RowTally {
 public:
  RowTally();
  void add(const RowFacts& facts);
  void join(RowTally&& other);

  [[nodiscard]] bool sums_to_one(const RowFacts& facts) const {
    return facts.mass.kind == FloatKind::finite && facts.mass.value == one_;
  }
  // Only the part on rows is not 0.
  BlendReport report;

 private:
  Dyadic one_;
};

}  // namespace exactblend
