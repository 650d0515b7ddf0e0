// Values: one value vector Vⱼ for each key, all with the same number of components.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "exactblend/number/rational.hpp"

namespace exactblend {

class Values {
 public:
  // vectors: [keys][components]. Errors: no_values (no key, or a key without components),
  // wrong_count (a key with more or fewer components than the first).
  [[nodiscard]] static Result<Values> of(const std::vector<std::vector<Rational>>& vectors);

  [[nodiscard]] std::size_t keys() const { return entries_.size() / components_; }
  [[nodiscard]] std::size_t components() const { return components_; }

  // Vⱼ, for key < keys().
  [[nodiscard]] std::span<const Rational> operator[](std::size_t key) const {
    return std::span(entries_).subspan(key * components_, components_);
  }

 private:
  Values(std::vector<Rational> entries, std::size_t components)
      : entries_(std::move(entries)), components_(components) {}

  std::vector<Rational> entries_;  // [keys][components]
  std::size_t components_;
};

}  // namespace exactblend
