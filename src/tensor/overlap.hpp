// That an output overlaps neither what is read nor itself.
#pragma once

#include "exactblend/number/result.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend {

// All shapes and strides already checked. Operands are compared by the bytes from their first to
// their last element, so interleaved tensors count as overlapping. An output may skip bytes, but
// each axis must step over all that the finer axes reach. Error: overlapping_output.
[[nodiscard]] Result<void> check_overlap(const TensorView& weights, const TensorView& values,
                                         const MaskView* mask, const MutableTensorView& out);

}  // namespace exactblend
