#include "exactblend/tensor/view.hpp"

#include <utility>

namespace exactblend {

TensorView contiguous_view(const std::byte* data, FloatType type, std::vector<std::size_t> shape) {
  TensorView view{data, type, std::move(shape), {}};
  view.strides.resize(view.shape.size());
  auto stride = static_cast<std::ptrdiff_t>(bytes_of(type));
  for (std::size_t axis = view.shape.size(); axis-- > 0;) {
    view.strides[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(view.shape[axis]);
  }
  return view;
}

}  // namespace exactblend
