// What exactblend blend prints when it is done.
#pragma once

#include <string>

#include "exactblend/tensor/blend.hpp"

namespace exactblend::cli {

// One line on the rows, and one on each thing that a reader must not miss.
[[nodiscard]] std::string blend_summary(const BlendReport& report, Rows rows);

}  // namespace exactblend::cli
