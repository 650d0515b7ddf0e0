// What a blend reads at one leading index: addresses, types, steps and the mask.
#pragma once

#include "exactblend/number/float_format.hpp"
#include "tensor/layout.hpp"
#include "tensor/operand.hpp"

namespace exactblend {

struct Operands {
  const std::byte* weights = nullptr;  // [q, k]
  const std::byte* values = nullptr;   // [k, d]
  const std::byte* mask = nullptr;     // [q, k], or null
  FloatType weight_type = FloatType::f64;
  FloatType value_type = FloatType::f64;
  Steps weight_steps, value_steps, mask_steps;
  std::size_t keys = 0;

  [[nodiscard]] const std::byte* weight(std::size_t row, std::size_t key) const {
    return weights + static_cast<std::ptrdiff_t>(row) * weight_steps.row +
           static_cast<std::ptrdiff_t>(key) * weight_steps.column;
  }
  [[nodiscard]] bool weights_are_dense() const {
    return weight_steps.column == static_cast<std::ptrdiff_t>(bytes_of(weight_type));
  }
  [[nodiscard]] const std::byte* value(std::size_t key, std::size_t component) const {
    return values + static_cast<std::ptrdiff_t>(key) * value_steps.row +
           static_cast<std::ptrdiff_t>(component) * value_steps.column;
  }
  [[nodiscard]] bool masked(std::size_t row, std::size_t key) const {
    return mask != nullptr &&
           mask[static_cast<std::ptrdiff_t>(row) * mask_steps.row +
                static_cast<std::ptrdiff_t>(key) * mask_steps.column] != std::byte{0};
  }
};

// Asks for values of one component, which lie in a line of the cache each, to be there soon.
inline void ask_for_component(const Operands& from, std::size_t component, std::size_t begin,
                              std::size_t end) {
  for (std::size_t key = begin; key < end; ++key) {
    __builtin_prefetch(from.value(key, component));
  }
}

[[nodiscard]] inline bool has_no_key(const Operands& from, std::size_t row) {
  for (std::size_t key = 0; key < from.keys; ++key) {
    if (!from.masked(row, key)) return false;
  }
  return true;
}

// Calls use(first, count) for each run of unmasked keys within [begin, end) of a row.
template <class Use>
void for_unmasked_runs(const Operands& from, std::size_t row, std::size_t begin, std::size_t end,
                       Use&& use) {
  if (from.mask == nullptr) {
    use(begin, end - begin);
    return;
  }
  for (std::size_t key = begin; key < end;) {
    if (from.masked(row, key)) {
      ++key;
      continue;
    }
    const std::size_t first = key;
    while (key < end && !from.masked(row, key)) ++key;
    use(first, key - first);
  }
}

}  // namespace exactblend
