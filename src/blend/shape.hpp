// The one check of shapes that every blend makes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "exactblend/number/result.hpp"

namespace exactblend {

// what: "weights" or "scores".
inline std::optional<Error> count_mismatch(std::size_t count, const char* what,
                                           std::size_t values) {
  if (count == values) return std::nullopt;
  return Error{ErrorCode::wrong_count,
               std::to_string(count) + " " + what + " and " + std::to_string(values) + " values",
               std::string("there must be as many ") + what + " as values, one for each key"};
}

}  // namespace exactblend
