// The shapes of one blend, checked, and where each row of it lies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "exactblend/number/result.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend {

// Steps through one operand, in bytes.
struct Steps {
  std::ptrdiff_t row = 0;     // to the next query, or key of the values
  std::ptrdiff_t column = 0;  // to the next key, or component
};

// One operand's leading axes, aligned to the output's: the index on axis i is (index / group[i])
// and counts in step[i]; a broadcast axis has step 0.
struct LeadingSteps {
  std::vector<std::ptrdiff_t> step;
  std::vector<std::size_t> group;
};

struct Layout {
  std::vector<std::size_t> leading;  // extents of the output
  std::size_t leads = 1;             // their product
  std::size_t queries = 0;
  std::size_t keys = 0;
  std::size_t components = 0;

  std::vector<std::size_t> weight_leading;  // extents of the weights alone
  std::size_t weight_leads = 1;

  LeadingSteps weights_lead, values_lead, mask_lead, out_lead;
  LeadingSteps weight_rows, mask_rows;  // over weight_leading
  Steps weights, values, mask, out;

  [[nodiscard]] std::size_t rows() const { return weight_leads * queries; }
  [[nodiscard]] std::size_t entries() const { return leads * queries * components; }
  [[nodiscard]] std::vector<std::size_t> out_shape() const;
};

// out may be null: then the output is dense and nobody's.
[[nodiscard]] Result<Layout> make_layout(const TensorView& weights, const TensorView& values,
                                         const MaskView* mask, const MutableTensorView* out);

// Byte offset of the flat leading index `lead`, whose axes have these extents.
[[nodiscard]] std::ptrdiff_t lead_offset(const std::vector<std::size_t>& extents,
                                         const LeadingSteps& steps, std::size_t lead);

// The flat leading index of the weights that the output's `lead` reads, if no output before it
// does.
[[nodiscard]] std::optional<std::size_t> first_weight_lead(const Layout& layout, std::size_t lead);

// The index on each axis of a flat index in row-major order.
[[nodiscard]] std::vector<std::size_t> unravel(const std::vector<std::size_t>& extents,
                                               std::size_t flat);

// "[2, 8, 16]"
[[nodiscard]] std::string shape_text(const std::vector<std::size_t>& shape);

}  // namespace exactblend
