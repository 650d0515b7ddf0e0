// Tables of values: a column headed "weight" or w gives w1, w2, … their values, a row "V1 | (2,0)"
// gives V1 its; a column headed by a computation, such as wⱼ·Vⱼ, claims its result in every row.
#pragma once

#include <cstddef>
#include <vector>

#include "verify/finder.hpp"

namespace exactblend::verify {

struct TableFindings {
  struct InCell {
    std::size_t row;
    std::size_t column;
    Found found;
  };
  std::vector<InCell> found;
  std::size_t definitions = 0;
};

[[nodiscard]] TableFindings find_in_table(const std::vector<std::vector<MappedText>>& rows,
                                          Scope& scope);

}  // namespace exactblend::verify
