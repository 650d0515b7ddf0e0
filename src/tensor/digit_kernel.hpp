// The loops that sums through digits are made of, in integers only: none of them rounds, and all
// give the same on every instruction set. What is concluded from them is proved in
// docs/exactness.md, "Exact sums through digits".
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "exactblend/number/float_type.hpp"
#include "tensor/target.hpp"

namespace exactblend {

inline constexpr std::size_t kDigitTile = 16;         // rows of weights, or components, of one tile
inline constexpr std::size_t kDigitStrip = 32;        // that are multiplied at once: two tiles
inline constexpr std::size_t kDigitChunk = 64;        // keys of one tile
inline constexpr std::size_t kDigitKeys = 512;        // of one step
inline constexpr std::size_t kDigitRows = 512;        // of one block
inline constexpr std::size_t kDigitComponents = 128;  // of one block
inline constexpr std::size_t kDigitsPerWord = 8;
inline constexpr std::size_t kMaxDigits = 32;  // of one number
inline constexpr std::size_t kMaxLevels = 2 * kMaxDigits - 1;

// The digits of a strip of weights or of components lie by chunk of keys, then place, then tile; a
// tile has 1024 bytes: of weights by row, then key; of values by group of 4 keys, then component,
// then key. So what is multiplied at once lies side by side.
inline constexpr std::size_t kTileBytes = kDigitTile * kDigitChunk;
inline constexpr std::size_t kPlaceBytes = 2 * kTileBytes;

// Sums of one level of a strip of rows and one of components: four tiles, by row, then component
// within each; the first two are of the first 16 rows.
inline constexpr std::size_t kTileSums = kDigitTile * kDigitTile;
inline constexpr std::size_t kLevelSums = 4 * kTileSums;

// A product of digits is at most 2^14 in size. At a level, as many of them are added for one key as
// the shorter number has digits; up to this many fit 31 bits.
inline constexpr std::size_t kMaxProducts = (std::size_t{1} << 17) - 1;
static_assert(kMaxProducts * 128 * 128 < (std::uint64_t{1} << 31));

inline constexpr std::size_t kLevelsPerGroup = 4;
inline constexpr std::size_t kMaxGroups = (kMaxLevels + kLevelsPerGroup - 1) / kLevelsPerGroup + 1;
inline constexpr std::size_t kGroupSums = kDigitStrip * kDigitComponents;
// What is folded into a group is below 2^31·(1 + 2^8 + 2^16 + 2^24) < 2^56 in size.
inline constexpr std::size_t kFoldsPerCarry = 64;
inline constexpr std::size_t kDigitWords = (kMaxGroups + 2) / 2;  // of 64 bits, for a sum

// A row's numbers, or a component's, are written to the base 256 with digits from −128 to 127, the
// most significant first; places count from 0. The fp64 number with the exponent field e (1 for
// subnormals) is the integer that its significand is without its last `drop` bits, which are 0,
// times 2^(e − base), and the unit of that is the digit of place 7: so `base` is chosen for the
// greatest number to begin at place 0 (top_base).

// Weights of one strip of rows and one step of keys that are to be split.
struct StripSplit {
  struct Row {
    const std::byte* at =
        nullptr;  // dense, finite and unmasked, in whole chunks; null if all are 0
    FloatType type = FloatType::f64;  // f64, f32, f16 or bf16
    int base = 0;
    std::int64_t* totals = nullptr;  // Σ_place totals[place]·256^−place grows by Σw; may be null
  };
  std::array<Row, kDigitStrip> rows;
  std::size_t count = 0;  // of rows, a multiple of kDigitTile
  std::size_t chunks = 0;
  int drop = 0;
  std::size_t stored = 0;  // digits that are written
  std::size_t digits = 0;  // that hold each weight
  std::int8_t* out = nullptr;
  bool used = false;  // becomes true if some weight is not 0
};

// For each level l below `levels`: sums[l·kLevelSums + …] += Σ_i Σ_key (weight digit i)·(value
// digit l − i), for one or two tiles of rows and of components; or =, if these are the first.
struct DigitProduct {
  const std::int8_t* weights = nullptr;
  std::size_t weight_digits = 0;
  std::size_t rows = 0;
  const std::int8_t* values = nullptr;
  std::size_t value_digits = 0;
  std::size_t columns = 0;
  std::size_t chunks = 0;
  std::size_t levels = 0;
  std::int32_t* sums = nullptr;
  bool first = false;
};

struct DigitKernel {
  bool is_fast;  // faster than all else

  void (*split_weights)(StripSplit& strip);
  // The `stored` digits of one chunk of values by `tiles` tiles of components, x[key·step +
  // component].
  void (*split_values)(const double* x, std::size_t step, std::size_t tiles, const int* bases,
                       int drop, std::size_t stored, std::int8_t* out);

  // All of the products; and splits the weights of another strip, which may be null, meanwhile.
  void (*multiply)(const DigitProduct* products, std::size_t count, StripSplit* next);

  // wide[g·kGroupSums + row·kDigitComponents + component] += Σ_u 256^u·(sum of level `last` − 4g −
  // u, where there is one), for all rows and components of a strip.
  void (*fold)(const std::int32_t* sums, std::size_t levels, std::size_t last, std::int64_t* wide);

  // The integers offsets[component] + Σ_g 2^(32g)·wide[g·kGroupSums + component]: the sign, and the
  // size in words of 64 bits, words[j·kDigitComponents + component] for j below words_of(groups).
  // components: a multiple of 8.
  void (*join)(const std::int64_t* wide, std::size_t groups, const std::int64_t* offsets,
               std::size_t components, std::uint8_t* negative, std::uint64_t* words);
};

// A number with this exponent field is below 2^62 units of the digit of place 7, which 8 digits
// hold: 127·(256^8 − 1)/255 > 2^62.
[[nodiscard]] constexpr int top_base(int field, int drop) { return field + 53 - drop - 62; }
// The exponent of the unit of the digit of place 0.
[[nodiscard]] constexpr int top_exponent(int field) { return field + 53 - 62 - 1075 + 56; }

// A group is below 2^63, so the sum is below 2^(32·groups + 32), and its sign.
[[nodiscard]] constexpr std::size_t words_of(std::size_t groups) { return (groups + 2) / 2; }

// Null for Target::none.
[[nodiscard]] const DigitKernel* digit_kernel(Target target);

[[nodiscard]] const DigitKernel& scalar_digits();
#if defined(__x86_64__)
[[nodiscard]] const DigitKernel& amx_digits();
#endif

}  // namespace exactblend
