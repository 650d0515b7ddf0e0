// Where the bits of a sum of products of two float types lie, and the accumulators that hold it.
//
// Every finite float of a type is an integer times 2^min_exponent, of at most width(type) bits; so
// a product of two is an integer times 2^low of at most width(a) + width(b) bits, and k of them sum
// to bits + ⌈log₂ k⌉ and a sign.
//
//     product of        bits     slots
//     e4m3 × e4m3         36     1
//     f16  × f16          80     1
//     bf16 × bf16        522     19
//     f32  × f32         554     20
//     f64  × f64       4,196     134
//
// One slot of 128 bits holds bits + 40 + 1 ≤ 121 bits: the whole sum. Wider sums stand in slots of
// 128 bits at a spacing of 32, the value being Σ slot[i]·2^(32·i + low). A product is added to the
// one or two slots where it begins, without carrying: it is below 2^95 there (64 bits moved up by
// at most 31), so a slot takes 2^31 of them, and 2^32 that the last carrying left, within 2^31·2^95
// + 2^32 < 2^127. After kAddsPerCarry additions carry() must be called.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "exactblend/number/float_format.hpp"

namespace exactblend {

__extension__ using Int128 = __int128;

inline constexpr int kSlotSpacing = 32;
inline constexpr int kCarryBits = 41;  // ⌈log₂ kMaxKeys⌉, and the sign
inline constexpr std::uint64_t kAddsPerCarry = std::uint64_t{1} << 30;
inline constexpr std::size_t kMaxSlots = 134;

[[nodiscard]] constexpr int width(FloatType type) {
  const FloatFormat format = format_of(type);
  return format.max_exponent - format.min_exponent + format.precision;
}

enum class SumKind : std::uint8_t {
  narrow64,   // one slot; the products of 256 keys sum within 64 bits
  narrow128,  // one slot
  slots64,    // a product has at most 62 bits
  slots128    // a product has up to 106 bits
};

struct SumLayout {
  SumKind kind = SumKind::slots128;
  int low = 0;
  std::size_t slots = 0;

  // Sums of products of two floats.
  [[nodiscard]] static constexpr SumLayout of_products(FloatType a, FloatType b) {
    const FloatFormat x = format_of(a);
    const FloatFormat y = format_of(b);
    const int bits = width(a) + width(b);
    const int low = x.min_exponent + y.min_exponent;
    if (width(a) <= 40 && width(b) <= 40) {
      return {bits + 8 < 63 ? SumKind::narrow64 : SumKind::narrow128, low, 1};
    }
    const bool one_word = x.precision + y.precision <= 62;
    return {one_word ? SumKind::slots64 : SumKind::slots128, low, slots_for(bits)};
  }

  // Sums of floats.
  [[nodiscard]] static constexpr SumLayout of_floats(FloatType type) {
    const FloatFormat format = format_of(type);
    const int bits = width(type);
    if (bits <= 40) return {SumKind::narrow64, format.min_exponent, 1};
    return {SumKind::slots64, format.min_exponent, slots_for(bits)};
  }

 private:
  // The last slot must hold the sign and begin no later than the sum's last bit; a product of 106
  // bits is added at its first slot and two further up.
  static constexpr std::size_t slots_for(int bits) {
    return static_cast<std::size_t>((bits + kCarryBits + kSlotSpacing - 1) / kSlotSpacing) + 1;
  }
};

static_assert(SumLayout::of_products(FloatType::f64, FloatType::f64).slots <= kMaxSlots);

// A sum taken out of its slots: ±Σ words[i]·2^(64·i + low).
struct Magnitude {
  bool negative = false;
  int low = 0;
  std::size_t size = 0;
  std::array<std::uint64_t, kMaxSlots / 2 + 2> words;  // the first `size` are set

  [[nodiscard]] std::span<const std::uint64_t> span() const { return {words.data(), size}; }
};

// Brings every slot but the last to 0 ≤ slot < 2^32, and leaves the sum as it is.
void carry(std::span<Int128> slots);

// Adds an fp64 number that is a multiple of the layout's least bit: one addition.
void add_fp64(const SumLayout& layout, double x, std::span<Int128> slots);
// Adds the slots of another sum, and carries both: two additions.
void add_slots(std::span<Int128> slots, std::span<Int128> others);

// The sum. Carries the slots, and may change their sign.
[[nodiscard]] Magnitude take_magnitude(const SumLayout& layout, std::span<Int128> slots);

}  // namespace exactblend
