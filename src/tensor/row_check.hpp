// All rows of weights before any output is written: their masses, and whether one must be refused.
#pragma once

#include "exactblend/tensor/blend.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/layout.hpp"
#include "tensor/progress.hpp"
#include "tensor/row_tally.hpp"

namespace exactblend {

// Errors: those of blend_rounded that name a row; the first such row, by index, whatever the number
// of threads. The kernel may be null. With only_empty, which is for rows as given, just rows
// without an unmasked key are looked for and counted, and no weight is read; otherwise each weight
// is a step of the progress.
[[nodiscard]] Result<RowTally> check_rows(const TensorView& weights, const Layout& layout,
                                          const BlendOptions& options, const FastKernel* kernel,
                                          bool only_empty, Progress& progress);

}  // namespace exactblend
