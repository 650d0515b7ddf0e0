#include "exactblend/tensor/view.hpp"

#include <utility>

namespace exactblend {
namespace {

std::vector<std::ptrdiff_t> row_major(const std::vector<std::size_t>& shape, std::size_t bytes) {
  std::vector<std::ptrdiff_t> strides(shape.size());
  auto stride = static_cast<std::ptrdiff_t>(bytes);
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    strides[axis] = stride;
    stride *= static_cast<std::ptrdiff_t>(shape[axis]);
  }
  return strides;
}

}  // namespace

TensorView contiguous_view(const std::byte* data, FloatType type, std::vector<std::size_t> shape) {
  std::vector<std::ptrdiff_t> strides = row_major(shape, bytes_of(type));
  return {data, type, std::move(shape), std::move(strides)};
}

MutableTensorView contiguous_output(std::byte* data, FloatType type,
                                    std::vector<std::size_t> shape) {
  std::vector<std::ptrdiff_t> strides = row_major(shape, bytes_of(type));
  return {data, type, std::move(shape), std::move(strides)};
}

MaskView contiguous_mask(const std::byte* data, std::vector<std::size_t> shape) {
  std::vector<std::ptrdiff_t> strides = row_major(shape, 1);
  return {data, std::move(shape), std::move(strides)};
}

}  // namespace exactblend
