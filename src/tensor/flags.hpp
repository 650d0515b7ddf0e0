// Flags that are a byte each, 0 or 1, for entries, rows and components.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace exactblend {

// How many are 1.
[[nodiscard]] inline std::size_t count_flags(const std::uint8_t* flags, std::size_t count) {
  std::size_t sum = 0;
  std::size_t i = 0;
  for (std::uint64_t eight = 0; i + sizeof eight <= count; i += sizeof eight) {
    std::memcpy(&eight, flags + i, sizeof eight);
    sum += eight * 0x0101010101010101 >> 56;  // the sum of its bytes, in the last one
  }
  for (; i < count; ++i) sum += flags[i];
  return sum;
}

}  // namespace exactblend
