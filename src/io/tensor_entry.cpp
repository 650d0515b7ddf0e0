#include "exactblend/io/tensor_entry.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "io/tensor_names.hpp"

namespace exactblend {

Result<std::size_t> checked_bytes(ElementType type, std::span<const std::size_t> shape) {
  if (shape.size() > kMaxAxes) {
    return failure(ErrorCode::over_limit, "more than " + std::to_string(kMaxAxes) + " axes",
                   "a tensor of at most " + std::to_string(kMaxAxes) + " axes");
  }
  constexpr auto kMost = static_cast<std::size_t>(PTRDIFF_MAX);
  std::size_t bytes = bytes_of(type);
  bool empty = false;
  for (const std::size_t length : shape) {
    empty = empty || length == 0;
    const std::size_t factor = std::max<std::size_t>(length, 1);
    if (bytes > kMost / factor) {
      return failure(ErrorCode::over_limit, "a shape of more than 2^63 - 1 bytes",
                     "a shape whose bytes can be counted in 63 bits");
    }
    bytes *= factor;
  }
  return empty ? 0 : bytes;
}

Result<TensorView> view_of(const TensorEntry& entry, std::optional<FloatType> as) {
  const std::optional<FloatType> own = float_type(entry.type);
  const std::string what =
      (entry.name.empty() ? "the tensor" : "the tensor " + quoted_name(entry.name)) + " is of " +
      std::string(name(entry.type));
  if (as && !carried(entry.type, *as)) {
    return failure(ErrorCode::unsupported_dtype,
                   what + " and can't be taken for " + std::string(name(*as)),
                   "bf16 and f16 are carried as U16, e4m3 and e5m2 as U8, and no other type");
  }
  if (!as && !own) {
    const char* right = "a tensor of floats";
    if (entry.type == ElementType::u16) right = "say which floats it carries: bf16 or f16";
    if (entry.type == ElementType::u8) right = "say which floats it carries: e4m3 or e5m2";
    return failure(ErrorCode::unsupported_dtype, what + ", not of floats", right);
  }
  const FloatType type = as ? *as : *own;
  if (!entry.fortran_order) return contiguous_view(entry.bytes.data(), type, entry.shape);
  // The same elements in row-major order of the reversed shape.
  std::vector<std::size_t> shape(entry.shape.rbegin(), entry.shape.rend());
  TensorView view = contiguous_view(entry.bytes.data(), type, std::move(shape));
  std::reverse(view.shape.begin(), view.shape.end());
  std::reverse(view.strides.begin(), view.strides.end());
  return view;
}

}  // namespace exactblend
