// Elements of tensors: reading their bits, and taking many apart at once for the exact sums.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "exactblend/number/float_format.hpp"

namespace exactblend {

static_assert(std::endian::native == std::endian::little, "elements are read as they lie");

[[nodiscard]] inline std::uint64_t load_bits(FloatType type, const std::byte* at) {
  std::uint64_t bits = 0;
  switch (bytes_of(type)) {
    case 8: std::memcpy(&bits, at, 8); break;
    case 4: std::memcpy(&bits, at, 4); break;
    case 2: std::memcpy(&bits, at, 2); break;
    default: std::memcpy(&bits, at, 1); break;
  }
  return bits;
}

inline void store_bits(FloatType type, std::byte* at, std::uint64_t bits) {
  switch (bytes_of(type)) {
    case 8: std::memcpy(at, &bits, 8); break;
    case 4: std::memcpy(at, &bits, 4); break;
    case 2: std::memcpy(at, &bits, 2); break;
    default: std::memcpy(at, &bits, 1); break;
  }
}

// Element i is significand[i]·2^(place[i] + min_exponent): with its sign, and 0 if it is NaN or
// infinite.
struct TakenApart {
  std::int64_t* significand;
  std::int32_t* place;
};

// `count` elements, `step` bytes apart. not_finite[i·flag_step] becomes 1 where element i is not
// finite and is left alone otherwise.
void take_apart(FloatType type, const std::byte* at, std::ptrdiff_t step, std::size_t count,
                const TakenApart& out, std::uint8_t* not_finite, std::size_t flag_step);

// Integers significand·2^place instead, for types of at most 40 bits (f16, e4m3, e5m2); place is
// not written.
void take_apart_fixed(FloatType type, const std::byte* at, std::ptrdiff_t step, std::size_t count,
                      const TakenApart& out, std::uint8_t* not_finite, std::size_t flag_step);

}  // namespace exactblend
