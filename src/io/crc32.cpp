#include <array>
#include <utility>

#include "io/little_endian.hpp"
#include "io/zip.hpp"

namespace exactblend {
namespace {

constexpr std::uint32_t kPolynomial = 0xEDB88320;  // reflected
constexpr std::size_t kSlices = 8;

// kTable[s][b] is the checksum of byte b with s zero bytes behind it: eight bytes in one step
// ("slicing by 8", Kounavis and Berry 2005).
constexpr auto kTable = [] {
  std::array<std::array<std::uint32_t, 256>, kSlices> table{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? kPolynomial : 0);
    table[0][byte] = value;
  }
  for (std::size_t slice = 1; slice < kSlices; ++slice) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = table[slice - 1][byte];
      table[slice][byte] = before >> 8 ^ table[0][before & 0xFF];
    }
  }
  return table;
}();

// Written out by the compiler: a loop over the slices runs at half the speed.
template <std::size_t... slice>
std::uint32_t step(std::uint64_t word, std::index_sequence<slice...> /*slices*/) {
  return (kTable[kSlices - 1 - slice][word >> (8 * slice) & 0xFF] ^ ...);
}

}  // namespace

std::uint32_t crc32(std::span<const std::byte> bytes) {
  std::uint32_t value = 0xFFFFFFFF;
  std::size_t at = 0;
  for (; bytes.size() - at >= kSlices; at += kSlices) {
    const std::uint64_t word = load_little<std::uint64_t>(bytes, at) ^ value;
    value = step(word, std::make_index_sequence<kSlices>());
  }
  for (; at < bytes.size(); ++at) {
    value = value >> 8 ^ kTable[0][(value ^ std::to_integer<std::uint32_t>(bytes[at])) & 0xFF];
  }
  return ~value;
}

}  // namespace exactblend
