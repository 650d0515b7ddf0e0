// The one check of shapes that every blend makes, and how counts are said.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

// "1 weight", "2 weights"; a row of what: "1 row of scores", "2 rows of scores".
inline std::string counted(std::size_t count, std::string_view one, std::string_view of = {}) {
  std::string text = std::to_string(count) + ' ';
  text.append(one).append(count == 1 ? "" : "s").append(of);
  return text;
}

// what: "weight" or "score".
inline std::optional<Error> count_mismatch(std::size_t count, std::string_view what,
                                           std::size_t values) {
  if (count == values) return std::nullopt;
  return Error{ErrorCode::wrong_count, counted(count, what) + " and " + counted(values, "value"),
               "there must be as many " + std::string(what) + "s as values, one for each key"};
}

}  // namespace exactblend
