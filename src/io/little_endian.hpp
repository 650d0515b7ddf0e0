// Little-endian integers at places that need not be aligned. The caller sees to it that the bytes
// are there.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

namespace exactblend {

template <class Integer>
[[nodiscard]] Integer load_little(std::span<const std::byte> bytes, std::size_t at) {
  // g++ 12 makes a loop of the general form, which is five times slower.
  if constexpr (std::endian::native == std::endian::little) {
    Integer value;
    std::memcpy(&value, bytes.data() + at, sizeof(Integer));
    return value;
  }
  std::uint64_t value = 0;
  for (std::size_t i = sizeof(Integer); i-- > 0;) {
    value = value << 8 | std::to_integer<std::uint64_t>(bytes[at + i]);
  }
  return static_cast<Integer>(value);
}

template <class Integer>
void append_little(std::string& out, Integer value) {
  for (std::size_t i = 0; i < sizeof(Integer); ++i) {
    out += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i) & 0xFF);
  }
}

[[nodiscard]] inline std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace exactblend
