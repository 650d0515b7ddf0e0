// All rows of weights before any output is written: their masses, and whether one must be refused.
#pragma once

#include "exactblend/tensor/blend.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/layout.hpp"

namespace exactblend {

// The report's part on rows. Errors: those of blend_rounded that name a row; the first such row, by
// index, whatever the number of threads. The kernel may be null.
[[nodiscard]] Result<BlendReport> check_rows(const TensorView& weights, const Layout& layout,
                                             const BlendOptions& options, const FastKernel* kernel);

}  // namespace exactblend
