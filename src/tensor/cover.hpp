// How pieces of one size cover a count.
#pragma once

#include <cstddef>

namespace exactblend {

[[nodiscard]] constexpr std::size_t parts(std::size_t count, std::size_t size) {
  return (count + size - 1) / size;
}
[[nodiscard]] constexpr std::size_t padded(std::size_t count, std::size_t size) {
  return parts(count, size) * size;
}

}  // namespace exactblend
