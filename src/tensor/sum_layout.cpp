#include "tensor/sum_layout.hpp"

#include <algorithm>
#include <bit>

namespace exactblend {
namespace {

__extension__ using UnsignedInt128 = unsigned __int128;

constexpr Int128 kSlotMask = (Int128{1} << kSlotSpacing) - 1;

}  // namespace

void carry(std::span<Int128> slots) {
  for (std::size_t i = 0; i + 1 < slots.size(); ++i) {
    slots[i + 1] += slots[i] >> kSlotSpacing;
    slots[i] &= kSlotMask;
  }
}

void add_fp64(const SumLayout& layout, double x, std::span<Int128> slots) {
  if (x == 0) return;
  const DecodedFloat value = decode(FloatType::f64, std::bit_cast<std::uint64_t>(x));
  const Int128 significand = value.significand;
  const int place = value.exponent - layout.low;
  // Of a place below the least bit only zeros are moved out.
  const Int128 size = place < 0 ? significand >> std::min(-place, 127)
                                : significand << (layout.slots == 1 ? place : place % kSlotSpacing);
  const auto slot =
      static_cast<std::size_t>(layout.slots == 1 || place < 0 ? 0 : place / kSlotSpacing);
  slots[slot] += value.negative ? -size : size;
}

void add_slots(std::span<Int128> slots, std::span<Int128> others) {
  carry(slots);
  carry(others);
  for (std::size_t i = 0; i < slots.size(); ++i) slots[i] += others[i];
}

Magnitude take_magnitude(const SumLayout& layout, std::span<Int128> slots) {
  Magnitude result;
  result.low = layout.low;
  carry(slots);
  // Carried, all slots below the last are 0 or more and together less than one unit of it.
  if (slots.back() < 0) {
    result.negative = true;
    for (Int128& slot : slots) slot = -slot;
    carry(slots);
  }
  if (slots.size() == 1) {
    const auto value = static_cast<UnsignedInt128>(slots[0]);
    result.words[0] = static_cast<std::uint64_t>(value);
    result.words[1] = static_cast<std::uint64_t>(value >> 64);
    result.size = 2;
    return result;
  }
  // The last slot stands for the bits above bits + 41, so it is 0 now; it may be odd in number.
  result.size = (slots.size() + 1) / 2;
  for (std::size_t i = 0; i < result.size; ++i) {
    const auto low = static_cast<std::uint64_t>(slots[2 * i]);
    const std::uint64_t high =
        2 * i + 1 < slots.size() ? static_cast<std::uint64_t>(slots[2 * i + 1]) : 0;
    result.words[i] = low | (high << kSlotSpacing);
  }
  return result;
}

}  // namespace exactblend
