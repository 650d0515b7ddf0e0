#include <algorithm>
#include <array>
#include <bit>

#include "tensor/digit_kernel.hpp"
#include "tensor/widen.hpp"

namespace exactblend {
namespace {

constexpr std::uint64_t kHalves = 0x8080'8080'8080'8080;

// ±significand·2^(shift mod 8), below 2^60, as 8 digits; the last of them is at `place`.
struct Digits {
  std::uint64_t bytes;
  int place;
};

Digits digits_of(double x, int base, int drop) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const std::uint64_t one = std::uint64_t{1} << 52;
  const auto field = static_cast<int>(bits >> 52 & 2047);
  const std::uint64_t significand = (bits & (one - 1)) | (field != 0 ? one : 0);
  const int shift = std::max(field, 1) - base;
  const std::uint64_t size = significand >> drop << (shift & 7);
  const std::uint64_t integer = (bits >> 63) != 0 ? std::uint64_t{0} - size : size;
  // Adding 128 at every place makes each byte the digit and 128.
  return {(integer + kHalves) ^ kHalves, 7 - (shift >> 3)};
}

std::int8_t digit(const Digits& x, std::size_t place) {
  const int up = x.place - static_cast<int>(place);
  return up < 0 || up > 7 ? std::int8_t{0} : static_cast<std::int8_t>(x.bytes >> 8 * up);
}

void split_weights(StripSplit& strip) {
  for (std::size_t row = 0; row < strip.count; ++row) {
    const StripSplit::Row& from = strip.rows[row];
    for (std::size_t key = 0; key < strip.chunks * kDigitChunk; ++key) {
      std::int8_t* at = strip.out +
                        (key / kDigitChunk * strip.stored * 2 + row / kDigitTile) * kTileBytes +
                        row % kDigitTile * kDigitChunk + key % kDigitChunk;
      const double x =
          from.at == nullptr ? 0.0 : widen_one(from.type, from.at + key * bytes_of(from.type));
      const Digits all = digits_of(x, from.base, strip.drop);
      strip.used |= x != 0;
      for (std::size_t i = 0; i < strip.stored; ++i) at[i * kPlaceBytes] = digit(all, i);
      if (from.totals == nullptr) continue;
      for (std::size_t i = 0; i < strip.digits; ++i) from.totals[i] += digit(all, i);
    }
  }
}

void split_values(const double* x, std::size_t step, std::size_t tiles, const int* bases, int drop,
                  std::size_t stored, std::int8_t* out) {
  for (std::size_t key = 0; key < kDigitChunk; ++key) {
    for (std::size_t c = 0; c < tiles * kDigitTile; ++c) {
      const Digits all = digits_of(x[key * step + c], bases[c], drop);
      std::int8_t* at =
          out + c / kDigitTile * kTileBytes + key / 4 * kDigitChunk + c % kDigitTile * 4 + key % 4;
      for (std::size_t i = 0; i < stored; ++i) at[i * kPlaceBytes] = digit(all, i);
    }
  }
}

void multiply_tiles(const std::int8_t* weights, const std::int8_t* values, std::int32_t* sums) {
  for (std::size_t row = 0; row < kDigitTile; ++row) {
    for (std::size_t key = 0; key < kDigitChunk; ++key) {
      const std::int32_t weight = weights[row * kDigitChunk + key];
      if (weight == 0) continue;
      const std::int8_t* value = values + key / 4 * kDigitChunk + key % 4;
      std::int32_t* sum = sums + row * kDigitTile;
      for (std::size_t c = 0; c < kDigitTile; ++c) sum[c] += weight * value[4 * c];
    }
  }
}

void multiply(const DigitProduct& of) {
  if (of.first) std::fill_n(of.sums, of.levels * kLevelSums, 0);
  for (std::size_t i = 0; i < of.weight_digits; ++i) {
    for (std::size_t j = 0; j < of.value_digits && i + j < of.levels; ++j) {
      for (std::size_t tile = 0; tile < 4; ++tile) {
        if (tile / 2 >= of.rows || tile % 2 >= of.columns) continue;
        for (std::size_t chunk = 0; chunk < of.chunks; ++chunk) {
          multiply_tiles(
              of.weights + (chunk * of.weight_digits + i) * kPlaceBytes + tile / 2 * kTileBytes,
              of.values + (chunk * of.value_digits + j) * kPlaceBytes + tile % 2 * kTileBytes,
              of.sums + (i + j) * kLevelSums + tile * kTileSums);
        }
      }
    }
  }
}

void multiply(const DigitProduct* products, std::size_t count, StripSplit* next) {
  for (std::size_t i = 0; i < count; ++i) multiply(products[i]);
  if (next != nullptr) split_weights(*next);
}

void fold(const std::int32_t* sums, std::size_t levels, std::size_t last, std::int64_t* wide) {
  for (std::size_t level = 0; level < levels; ++level, sums += kLevelSums) {
    const std::size_t up = last - level;
    const std::int64_t factor = std::int64_t{1} << up % kLevelsPerGroup * 8;
    std::int64_t* group = wide + up / kLevelsPerGroup * kGroupSums;
    for (std::size_t at = 0; at < kLevelSums; ++at) {
      const std::size_t tile = at / kTileSums;
      const std::size_t row = tile / 2 * kDigitTile + at % kTileSums / kDigitTile;
      const std::size_t component = tile % 2 * kDigitTile + at % kDigitTile;
      group[row * kDigitComponents + component] += sums[at] * factor;
    }
  }
}

void join(const std::int64_t* wide, std::size_t groups, const std::int64_t* offsets,
          std::size_t components, std::uint8_t* negative, std::uint64_t* words) {
  for (std::size_t c = 0; c < components; ++c) {
    std::array<std::uint64_t, kDigitWords> sum = {};
    std::int64_t carried = offsets[c];
    for (std::size_t g = 0; g < 2 * words_of(groups); ++g) {
      if (g < groups) carried += wide[g * kGroupSums + c];
      sum[g / 2] |= static_cast<std::uint64_t>(carried & 0xffff'ffff) << g % 2 * 32;
      carried >>= 32;
    }
    negative[c] = carried < 0 ? 1 : 0;
    const std::uint64_t flip = carried < 0 ? ~std::uint64_t{0} : 0;
    std::uint64_t plus_one = negative[c];
    for (std::size_t w = 0; w < words_of(groups); ++w) {
      const std::uint64_t size = (sum[w] ^ flip) + plus_one;
      plus_one = plus_one != 0 && size == 0 ? 1 : 0;
      words[w * kDigitComponents + c] = size;
    }
  }
}

}  // namespace

const DigitKernel& scalar_digits() {
  static constexpr DigitKernel kKernel{false, split_weights, split_values, multiply, fold, join};
  return kKernel;
}

const DigitKernel* digit_kernel(Target target) {
  if (target == Target::none) return nullptr;
#if defined(__x86_64__)
  if (target == Target::amx) return &amx_digits();
#endif
  return &scalar_digits();
}

}  // namespace exactblend
