// The table of what is given, which stands before the steps: keys, their names, scores and weights
// where there is one row of them, and values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/lesson/problem.hpp"
#include "exactblend/render/formula.hpp"

namespace exactblend {

struct GivenTable {
  std::vector<std::string> header;
  // Vectors have kSoftBreak after their commas. A row that stands for keys left out has two cells,
  // all others as many as the header.
  std::vector<std::vector<std::string>> rows;
};

// One of render/escape.hpp's, for the names of keys; everything else in the table is made here.
using Escaper = void (*)(std::string& out, std::string_view text);

[[nodiscard]] GivenTable given_table(const Problem& problem, const Extent& extent, Escaper escape);

}  // namespace exactblend
