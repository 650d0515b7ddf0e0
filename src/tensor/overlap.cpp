#include "tensor/overlap.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace exactblend {
namespace {

struct Bytes {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

template <class View>
Bytes bytes_of_view(const View& view, std::size_t element) {
  const auto at = reinterpret_cast<std::uintptr_t>(view.data);
  Bytes bytes{at, at + element};
  for (std::size_t axis = 0; axis < view.shape.size(); ++axis) {
    if (view.shape[axis] == 0) return {at, at};
    const auto reach = static_cast<std::uintptr_t>(view.shape[axis] - 1) *
                       static_cast<std::uintptr_t>(view.strides[axis]);
    (view.strides[axis] < 0 ? bytes.begin : bytes.end) += reach;
  }
  return bytes;
}

bool overlap(const Bytes& a, const Bytes& b) {
  return a.begin != a.end && b.begin != b.end && a.begin < b.end && b.begin < a.end;
}

bool overlaps_itself(const MutableTensorView& out) {
  std::vector<std::pair<std::uintptr_t, std::size_t>> axes;  // |stride|, extent
  for (std::size_t axis = 0; axis < out.shape.size(); ++axis) {
    if (out.shape[axis] == 0) return false;
    if (out.shape[axis] == 1) continue;
    const auto stride = static_cast<std::uintptr_t>(out.strides[axis]);
    axes.emplace_back(out.strides[axis] < 0 ? std::uintptr_t{0} - stride : stride, out.shape[axis]);
  }
  std::sort(axes.begin(), axes.end());
  std::uintptr_t reach = bytes_of(out.type);
  for (const auto& [stride, extent] : axes) {
    if (stride < reach) return true;
    reach += stride * (extent - 1);
  }
  return false;
}

tl::unexpected<Error> overlapping(std::string wrong) {
  return failure(ErrorCode::overlapping_output, std::move(wrong),
                 "it must have memory of its own, one place for each element");
}

}  // namespace

Result<void> check_overlap(const TensorView& weights, const TensorView& values,
                           const MaskView* mask, const MutableTensorView& out) {
  if (overlaps_itself(out)) return overlapping("the output's strides make its elements overlap");
  const Bytes written = bytes_of_view(out, bytes_of(out.type));
  if (overlap(written, bytes_of_view(weights, bytes_of(weights.type)))) {
    return overlapping("the output overlaps the weights");
  }
  if (overlap(written, bytes_of_view(values, bytes_of(values.type)))) {
    return overlapping("the output overlaps the values");
  }
  if (mask != nullptr && overlap(written, bytes_of_view(*mask, 1))) {
    return overlapping("the output overlaps the mask");
  }
  return {};
}

}  // namespace exactblend
