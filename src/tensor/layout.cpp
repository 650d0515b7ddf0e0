#include "tensor/layout.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "exactblend/tensor/blend.hpp"
#include "tensor/overlap.hpp"

namespace exactblend {
namespace {

using Shape = std::vector<std::size_t>;

constexpr std::size_t kMaxElements = std::size_t{1} << 62;

tl::unexpected<Error> wrong_shape(std::string wrong, std::string right) {
  return failure(ErrorCode::wrong_shape, std::move(wrong), std::move(right));
}

// The extent of an axis counted from the right; 1 where there is none.
std::size_t extent(const Shape& shape, std::size_t from_right) {
  return from_right < shape.size() ? shape[shape.size() - 1 - from_right] : 1;
}

std::ptrdiff_t stride(const Shape& shape, const std::vector<std::ptrdiff_t>& strides,
                      std::size_t from_right) {
  if (from_right >= shape.size() || extent(shape, from_right) == 1) return 0;
  return strides[strides.size() - 1 - from_right];
}

Result<std::size_t> element_count(std::string_view who, const Shape& shape) {
  std::size_t count = 1;
  for (const std::size_t extent : shape) {
    if (extent == 0) return 0;
    if (extent > kMaxElements / count) {
      return failure(
          ErrorCode::over_limit,
          std::string(who) + " of shape " + shape_text(shape) + " have too many elements",
          "at most 2^62 elements can be counted");
    }
    count *= extent;
  }
  return count;
}

template <class View>
Result<void> check_view(std::string_view who, const View& view, std::size_t least_axes) {
  if (view.shape.size() != view.strides.size()) {
    return wrong_shape("the " + std::string(who) + " have " + std::to_string(view.shape.size()) +
                           " axes and " + std::to_string(view.strides.size()) + " strides",
                       "give one stride for each axis");
  }
  if (view.shape.size() > kMaxAxes) {
    return failure(
        ErrorCode::over_limit,
        "the " + std::string(who) + " have " + std::to_string(view.shape.size()) + " axes",
        "at most " + std::to_string(kMaxAxes) + " are allowed");
  }
  if (view.shape.size() < least_axes) {
    return wrong_shape("the " + std::string(who) + " have the shape " + shape_text(view.shape),
                       "they need two axes at least: [queries, keys] for weights, [keys, "
                       "components] for values");
  }
  const Result<std::size_t> count = element_count(who, view.shape);
  if (!count) return tl::unexpected(count.error());
  if (view.data == nullptr && *count != 0) {
    return failure(
        ErrorCode::no_data,
        "the " + std::string(who) + " of shape " + shape_text(view.shape) + " have no data",
        "give the address of their first element");
  }
  return {};
}

std::string both_shapes(const TensorView& weights, const TensorView& values) {
  return "weights of shape " + shape_text(weights.shape) + " and values of shape " +
         shape_text(values.shape);
}

// The steps of an operand over leading axes with these extents. Each extent of the operand is 1, or
// divides that of the output, where only the heads of the values may do so properly.
template <class View>
LeadingSteps leading_steps(const Shape& leading, const View& view) {
  LeadingSteps steps;
  steps.step.resize(leading.size());
  steps.group.resize(leading.size(), 1);
  for (std::size_t i = 0; i < leading.size(); ++i) {
    const std::size_t axis = leading.size() - 1 - i;
    const std::size_t own = extent(view.shape, i + 2);
    steps.step[axis] = stride(view.shape, view.strides, i + 2);
    if (own > 1) steps.group[axis] = leading[axis] / own;
  }
  return steps;
}

template <class View>
Steps inner_steps(const View& view) {
  return {stride(view.shape, view.strides, 1), stride(view.shape, view.strides, 0)};
}

Result<Shape> join_leading(const TensorView& weights, const TensorView& values) {
  const std::size_t axes = std::max(weights.shape.size(), values.shape.size()) - 2;
  Shape leading(axes);
  for (std::size_t i = 0; i < axes; ++i) {
    const std::size_t w = extent(weights.shape, i + 2);
    const std::size_t v = extent(values.shape, i + 2);
    const bool grouped = i == 0 && v != 0 && w % v == 0;
    if (w != v && w != 1 && v != 1 && !grouped) {
      return wrong_shape(
          both_shapes(weights, values) + " differ on a leading axis: " + std::to_string(w) +
              " and " + std::to_string(v),
          i == 0 ? "the heads of the values must divide those of the weights, or one of them be 1"
                 : "they must be equal, or one of them 1");
    }
    leading[axes - 1 - i] = w == 1 ? v : w;
  }
  return leading;
}

Result<void> check_mask(const TensorView& weights, const MaskView& mask) {
  if (auto checked = check_view("mask flags", mask, 0); !checked) return checked;
  bool fits = mask.shape.size() <= weights.shape.size();
  for (std::size_t i = 0; fits && i < mask.shape.size(); ++i) {
    const std::size_t own = extent(mask.shape, i);
    fits = own == 1 || own == extent(weights.shape, i);
  }
  if (!fits) {
    return wrong_shape("a mask of shape " + shape_text(mask.shape) + " for weights of shape " +
                           shape_text(weights.shape),
                       "it must broadcast to the shape of the weights");
  }
  return {};
}

}  // namespace

std::vector<std::size_t> Layout::out_shape() const {
  Shape shape = leading;
  shape.push_back(queries);
  shape.push_back(components);
  return shape;
}

Result<Layout> make_layout(const TensorView& weights, const TensorView& values,
                           const MaskView* mask, const MutableTensorView* out) {
  if (auto checked = check_view("weights", weights, 2); !checked) {
    return tl::unexpected(checked.error());
  }
  if (auto checked = check_view("values", values, 2); !checked) {
    return tl::unexpected(checked.error());
  }
  if (extent(weights.shape, 0) != extent(values.shape, 1)) {
    return wrong_shape(both_shapes(weights, values) + ": " +
                           std::to_string(extent(weights.shape, 0)) + " keys and " +
                           std::to_string(extent(values.shape, 1)),
                       "the last axis of the weights must be as long as the values' last but one");
  }
  Result<Shape> leading = join_leading(weights, values);
  if (!leading) return tl::unexpected(leading.error());

  Layout layout;
  layout.leading = std::move(*leading);
  layout.queries = extent(weights.shape, 1);
  layout.keys = extent(weights.shape, 0);
  layout.components = extent(values.shape, 0);
  if (layout.keys > kMaxKeys) {
    return failure(ErrorCode::over_limit, "rows of " + std::to_string(layout.keys) + " keys",
                   "at most 2^40 keys can be summed");
  }
  const Shape shape = layout.out_shape();
  if (auto count = element_count("outputs", shape); !count) return tl::unexpected(count.error());
  if (shape.size() > kMaxAxes) {
    return failure(ErrorCode::over_limit,
                   "the output has " + std::to_string(shape.size()) + " axes",
                   "at most " + std::to_string(kMaxAxes) + " are allowed");
  }
  layout.weight_leading.assign(weights.shape.begin(), weights.shape.end() - 2);
  for (const std::size_t one : layout.leading) layout.leads *= one;
  for (const std::size_t one : layout.weight_leading) layout.weight_leads *= one;

  layout.weights = inner_steps(weights);
  layout.values = inner_steps(values);
  layout.weights_lead = leading_steps(layout.leading, weights);
  layout.values_lead = leading_steps(layout.leading, values);
  layout.weight_rows = leading_steps(layout.weight_leading, weights);
  if (mask != nullptr) {
    if (auto checked = check_mask(weights, *mask); !checked) return tl::unexpected(checked.error());
    layout.mask = inner_steps(*mask);
    layout.mask_lead = leading_steps(layout.leading, *mask);
    layout.mask_rows = leading_steps(layout.weight_leading, *mask);
  }
  if (out != nullptr) {
    if (auto checked = check_view("outputs", *out, 2); !checked) {
      return tl::unexpected(checked.error());
    }
    if (out->shape != shape) {
      return wrong_shape(
          "an output of shape " + shape_text(out->shape) + " for " + both_shapes(weights, values),
          "it must have the shape " + shape_text(shape));
    }
    if (auto checked = check_overlap(weights, values, mask, *out); !checked) {
      return tl::unexpected(checked.error());
    }
    layout.out = inner_steps(*out);
    layout.out_lead = leading_steps(layout.leading, *out);
  }
  return layout;
}

std::ptrdiff_t lead_offset(const std::vector<std::size_t>& extents, const LeadingSteps& steps,
                           std::size_t lead) {
  std::ptrdiff_t offset = 0;
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    const std::size_t index = lead % extents[axis];
    lead /= extents[axis];
    offset += static_cast<std::ptrdiff_t>(index / steps.group[axis]) * steps.step[axis];
  }
  return offset;
}

std::optional<std::size_t> first_weight_lead(const Layout& layout, std::size_t lead) {
  const Shape& extents = layout.weight_leading;
  std::size_t flat = 0;
  std::size_t step = 1;
  for (std::size_t axis = layout.leading.size(), left = extents.size(); axis-- > 0;) {
    const std::size_t index = lead % layout.leading[axis];
    lead /= layout.leading[axis];
    const std::size_t extent = left > 0 ? extents[--left] : 1;
    if (index >= extent) return std::nullopt;  // broadcast
    flat += index * step;
    step *= extent;
  }
  return flat;
}

std::vector<std::size_t> unravel(const std::vector<std::size_t>& extents, std::size_t flat) {
  std::vector<std::size_t> index(extents.size());
  for (std::size_t axis = extents.size(); axis-- > 0;) {
    index[axis] = flat % extents[axis];
    flat /= extents[axis];
  }
  return index;
}

std::string shape_text(const std::vector<std::size_t>& shape) {
  std::string text = "[";
  for (const std::size_t extent : shape) {
    if (text.size() > 1) text += ", ";
    text += std::to_string(extent);
  }
  return text + "]";
}

Result<std::vector<std::size_t>> blend_shape(const TensorView& weights, const TensorView& values) {
  Result<Layout> layout = make_layout(weights, values, nullptr, nullptr);
  if (!layout) return tl::unexpected(layout.error());
  return layout->out_shape();
}

}  // namespace exactblend
