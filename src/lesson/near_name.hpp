// A name that somebody typed, against the names that there are.
#pragma once

#include <cstddef>
#include <string_view>

namespace exactblend {

// Letters to insert, delete, replace or swap with their neighbour (optimal string alignment); upper
// and lower case are the same. Cost: the product of the sizes.
[[nodiscard]] std::size_t distance(std::string_view typed, std::string_view known);

// Whether a message may repeat the name: nothing in it can disturb a terminal, a page or the
// sentence.
[[nodiscard]] bool is_plain_name(std::string_view name);

// Letters that may be wrong in a name of so many for another still to be meant.
[[nodiscard]] constexpr std::size_t near_enough(std::size_t letters) {
  return letters < 4 ? letters / 2 : 2;
}

}  // namespace exactblend
