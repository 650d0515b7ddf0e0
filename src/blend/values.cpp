#include "exactblend/blend/values.hpp"

#include <string>
#include <utility>

#include "blend/shape.hpp"

namespace exactblend {

Result<Values> Values::of(const std::vector<std::vector<Rational>>& vectors) {
  if (vectors.empty()) {
    return failure(ErrorCode::no_values, "there are no values", "give one value for each key");
  }
  const std::size_t components = vectors.front().size();
  std::vector<Rational> entries;
  entries.reserve(vectors.size() * components);
  for (std::size_t key = 0; key < vectors.size(); ++key) {
    const std::string name = "V" + std::to_string(key + 1);
    if (vectors[key].empty()) {
      return failure(ErrorCode::no_values, name + " has no components",
                     "a value has one component or more");
    }
    if (vectors[key].size() != components) {
      return failure(ErrorCode::wrong_count,
                     name + " has " + counted(vectors[key].size(), "component") + " and V1 has " +
                         std::to_string(components),
                     "all values have the same number of components");
    }
    entries.insert(entries.end(), vectors[key].begin(), vectors[key].end());
  }
  return Values(std::move(entries), components);
}

}  // namespace exactblend
