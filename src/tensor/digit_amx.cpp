#if defined(__x86_64__)

#include <immintrin.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

#include "tensor/ahead.hpp"
#include "tensor/amx_tiles.hpp"
#include "tensor/digit_kernel.hpp"
#include "tensor/widen_avx512.hpp"

// g++ 12 takes the undefined vectors inside its own intrinsics for uninitialized variables.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

namespace exactblend {
namespace {

constexpr std::size_t kLanes = 8;  // of 64 bits
constexpr std::size_t kMaxWords = kMaxDigits / kDigitsPerWord;

// ±significand·2^(shift mod 8), below 2^60, as 8 digits, and by how many bits they are moved up
// from places 0 to 7.
struct Digits {
  __m512i bytes, up;
};

EXACTBLEND_AMX_TARGET inline Digits digits_of(__m512i bits, __m512i base, __m128i drop) {
  const __m512i one = _mm512_set1_epi64(1);
  const __m512i fraction = _mm512_set1_epi64((std::int64_t{1} << 52) - 1);
  const __m512i field = _mm512_and_si512(_mm512_srli_epi64(bits, 52), _mm512_set1_epi64(2047));
  __m512i significand = _mm512_and_si512(bits, fraction);
  significand = _mm512_mask_or_epi64(significand, _mm512_test_epi64_mask(field, field), significand,
                                     _mm512_set1_epi64(std::int64_t{1} << 52));
  const __m512i shift = _mm512_sub_epi64(_mm512_max_epi64(field, one), base);
  __m512i integer = _mm512_sllv_epi64(_mm512_srl_epi64(significand, drop),
                                      _mm512_and_si512(shift, _mm512_set1_epi64(7)));
  integer =
      _mm512_mask_sub_epi64(integer, _mm512_movepi64_mask(bits), _mm512_setzero_si512(), integer);
  // Adding 128 at every place makes each byte the digit and 128.
  const __m512i halves = _mm512_set1_epi8(-128);
  return {_mm512_xor_si512(_mm512_add_epi64(integer, halves), halves),
          _mm512_andnot_si512(_mm512_set1_epi64(7), shift)};
}

// Digits of places 8·word to 8·word + 7, the last in the lowest byte.
EXACTBLEND_AMX_TARGET inline __m512i word_of(const Digits& x, std::size_t word) {
  const __m512i up =
      _mm512_add_epi64(x.up, _mm512_set1_epi64(static_cast<std::int64_t>(64 * word)));
  // A shift by 64 or more, or by less than 0, leaves nothing.
  return _mm512_or_si512(_mm512_sllv_epi64(x.bytes, up),
                         _mm512_srlv_epi64(x.bytes, _mm512_sub_epi64(_mm512_setzero_si512(), up)));
}

// Byte 8·d + n of the result is byte 8·n + d.
EXACTBLEND_AMX_TARGET inline __m512i transposed_bytes() {
  alignas(64) static constexpr std::array<std::uint8_t, 64> kOrder = [] {
    std::array<std::uint8_t, 64> order = {};
    for (std::size_t i = 0; i < 64; ++i) order[i] = static_cast<std::uint8_t>(i % 8 * 8 + i / 8);
    return order;
  }();
  return _mm512_load_si512(kOrder.data());
}

// Of keys 0 … 3 by 16 components, as 8 vectors of 8 components make them, to 16 components by 4.
EXACTBLEND_AMX_TARGET inline __m512i grouped_bytes() {
  alignas(64) static constexpr std::array<std::uint8_t, 64> kOrder = [] {
    std::array<std::uint8_t, 64> order = {};
    for (std::size_t i = 0; i < 64; ++i) {
      const std::size_t component = i / 4;
      const std::size_t key = i % 4;
      order[i] = static_cast<std::uint8_t>((2 * key + component / 8) * 8 + component % 8);
    }
    return order;
  }();
  return _mm512_load_si512(kOrder.data());
}

// Eight vectors of eight words of eight digits to one vector for each digit: byte 8·u + n of
// planes[d] is digit d of word n of vector u, counted from the lowest byte.
EXACTBLEND_AMX_TARGET inline void digit_planes(__m512i (&x)[8]) {
  const __m512i order = transposed_bytes();
#pragma GCC unroll 8
  for (auto& one : x) one = _mm512_permutexvar_epi8(order, one);
  __m512i pairs[8];
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    pairs[2 * i] = _mm512_unpacklo_epi64(x[2 * i], x[2 * i + 1]);
    pairs[2 * i + 1] = _mm512_unpackhi_epi64(x[2 * i], x[2 * i + 1]);
  }
  // Lanes of 128 bits: pair (d, d + 1 by parity) of vectors 2i, 2i + 1.
#pragma GCC unroll 2
  for (int odd = 0; odd < 2; ++odd) {
    const __m512i a = _mm512_shuffle_i64x2(pairs[odd], pairs[odd + 2], 0x88);
    const __m512i b = _mm512_shuffle_i64x2(pairs[odd], pairs[odd + 2], 0xdd);
    const __m512i c = _mm512_shuffle_i64x2(pairs[odd + 4], pairs[odd + 6], 0x88);
    const __m512i d = _mm512_shuffle_i64x2(pairs[odd + 4], pairs[odd + 6], 0xdd);
    x[odd] = _mm512_shuffle_i64x2(a, c, 0x88);
    x[odd + 4] = _mm512_shuffle_i64x2(a, c, 0xdd);
    x[odd + 2] = _mm512_shuffle_i64x2(b, d, 0x88);
    x[odd + 6] = _mm512_shuffle_i64x2(b, d, 0xdd);
  }
}

// Sums of one row's digits: those of a word whose digits are stored, one by one; of other words
// the halves of 32 bits, as integers.
struct Totals {
  __m512i sums[kMaxWords][kDigitsPerWord];
};

EXACTBLEND_AMX_TARGET inline void add_digits(__m512i (&sums)[kDigitsPerWord],
                                             const __m512i (&planes)[8]) {
#pragma GCC unroll 8
  for (std::size_t d = 0; d < kDigitsPerWord; ++d) {
    sums[d] = _mm512_dpbusd_epi32(sums[d], _mm512_set1_epi8(1), planes[d]);
  }
}

EXACTBLEND_AMX_TARGET inline void add_halves(__m512i (&sums)[kDigitsPerWord], __m512i digits) {
  const __m512i bytes = _mm512_xor_si512(digits, _mm512_set1_epi8(-128));  // each digit and 128
  const __m512i halves = _mm512_set1_epi64(0x8080'8080);
  const __m512i low = _mm512_and_si512(bytes, _mm512_set1_epi64(0xffff'ffff));
  sums[0] = _mm512_add_epi64(sums[0], _mm512_sub_epi64(low, halves));
  sums[1] = _mm512_add_epi64(sums[1], _mm512_sub_epi64(_mm512_srli_epi64(bytes, 32), halves));
}

// Splits a strip chunk by chunk.
class Splitter {
 public:
  explicit Splitter(StripSplit& strip) : strip_(strip) {}
  [[nodiscard]] bool is_done() const { return row_ == strip_.count; }
  [[nodiscard]] std::size_t chunks() const { return strip_.count * strip_.chunks; }

  EXACTBLEND_AMX_TARGET void step() {
    const StripSplit::Row& row = strip_.rows[row_];
    if (chunk_ == 0 && row.at != nullptr) begin_row(row);
    std::int8_t* out = strip_.out + (chunk_ * strip_.stored * 2 + row_ / kDigitTile) * kTileBytes +
                       row_ % kDigitTile * kDigitChunk;
    if (row.at == nullptr) {
      for (std::size_t i = 0; i < strip_.stored; ++i) {
        _mm512_storeu_si512(out + i * kPlaceBytes, _mm512_setzero_si512());
      }
    } else {
      switch (row.type) {
        case FloatType::f32: split<FloatType::f32>(row, out); break;
        case FloatType::f16: split<FloatType::f16>(row, out); break;
        case FloatType::bf16: split<FloatType::bf16>(row, out); break;
        default: split<FloatType::f64>(row, out); break;
      }
    }
    if (++chunk_ < strip_.chunks) return;
    if (row.at != nullptr) end_row(row);
    chunk_ = 0;
    ++row_;
  }

 private:
  [[nodiscard]] std::size_t words(const StripSplit::Row& row) const {
    const std::size_t digits = row.totals != nullptr ? strip_.digits : strip_.stored;
    return (digits + kDigitsPerWord - 1) / kDigitsPerWord;
  }

  EXACTBLEND_AMX_TARGET void begin_row(const StripSplit::Row& row) {
    some_ = _mm512_setzero_si512();
    for (std::size_t word = 0; word < words(row); ++word) {
      for (auto& sum : totals_.sums[word]) sum = _mm512_setzero_si512();
    }
    // Rows lie far apart, so that each begins with misses of the cache.
    if (row_ + 1 == strip_.count || strip_.rows[row_ + 1].at == nullptr) return;
    const std::byte* next = strip_.rows[row_ + 1].at;
    const std::size_t bytes = strip_.chunks * kDigitChunk * bytes_of(row.type);
    AheadRun{next, bytes - 1}.ask_for_all();
  }

  template <FloatType kType>
  EXACTBLEND_AMX_TARGET void split(const StripSplit::Row& row, std::int8_t* out) {
    const __m512i base = _mm512_set1_epi64(row.base);
    const __m128i drop = _mm_cvtsi32_si128(strip_.drop);
    const std::byte* at = row.at + chunk_ * kDigitChunk * bytes_of(kType);
    Digits numbers[8];
#pragma GCC unroll 8
    for (std::size_t u = 0; u < 8; ++u) {
      numbers[u] = digits_of(
          _mm512_castpd_si512(widen_lanes<kType>(at + kLanes * u * bytes_of(kType))), base, drop);
      some_ = _mm512_or_si512(some_, numbers[u].bytes);
    }
    const std::size_t count = words(row);
    for (std::size_t word = 0; word < count; ++word) {
      const std::size_t first = word * kDigitsPerWord;
      __m512i planes[8];
#pragma GCC unroll 8
      for (std::size_t u = 0; u < 8; ++u) planes[u] = word_of(numbers[u], word);
      if (first >= strip_.stored) {
#pragma GCC unroll 8
        for (std::size_t u = 0; u < 8; ++u) add_halves(totals_.sums[word], planes[u]);
        continue;
      }
      digit_planes(planes);
      if (row.totals != nullptr) add_digits(totals_.sums[word], planes);
#pragma GCC unroll 8
      for (std::size_t d = 0; d < kDigitsPerWord; ++d) {
        if (first + d >= strip_.stored) break;
        _mm512_storeu_si512(out + (first + d) * kPlaceBytes, planes[kDigitsPerWord - 1 - d]);
      }
    }
  }

  EXACTBLEND_AMX_TARGET void end_row(const StripSplit::Row& row) {
    strip_.used |= _mm512_test_epi64_mask(some_, some_) != 0;
    for (std::size_t word = 0; row.totals != nullptr && word < words(row); ++word) {
      std::int64_t* last = row.totals + word * kDigitsPerWord + kDigitsPerWord - 1;
      if (word * kDigitsPerWord >= strip_.stored) {
        last[0] += _mm512_reduce_add_epi64(totals_.sums[word][0]);
        last[-4] += _mm512_reduce_add_epi64(totals_.sums[word][1]);
        continue;
      }
      for (std::size_t d = 0; d < kDigitsPerWord; ++d) {
        *(last - d) += _mm512_reduce_add_epi32(totals_.sums[word][d]);
      }
    }
  }

  StripSplit& strip_;
  std::size_t row_ = 0, chunk_ = 0;
  __m512i some_;
  Totals totals_;
};

EXACTBLEND_AMX_TARGET void split_weights(StripSplit& strip) {
  for (Splitter splitter(strip); !splitter.is_done();) splitter.step();
}

EXACTBLEND_AMX_TARGET void split_values(const double* x, std::size_t step, std::size_t tiles,
                                        const int* bases, int drop, std::size_t stored,
                                        std::int8_t* out) {
  const __m128i drops = _mm_cvtsi32_si128(drop);
  const __m512i order = grouped_bytes();
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    __m512i base[2];
    for (std::size_t half = 0; half < 2; ++half) {
      base[half] = _mm512_cvtepi32_epi64(_mm256_loadu_si256(
          reinterpret_cast<const __m256i*>(bases + tile * kDigitTile + kLanes * half)));
    }
    for (std::size_t key = 0; key < kDigitChunk; key += 4) {
      const double* from = x + key * step + tile * kDigitTile;
      std::int8_t* at = out + tile * kTileBytes + key * kDigitTile;
      Digits numbers[8];
#pragma GCC unroll 8
      for (std::size_t u = 0; u < 8; ++u) {
        numbers[u] =
            digits_of(_mm512_loadu_si512(from + u / 2 * step + u % 2 * kLanes), base[u % 2], drops);
      }
      for (std::size_t first = 0; first < stored; first += kDigitsPerWord) {
        __m512i planes[8];
#pragma GCC unroll 8
        for (std::size_t u = 0; u < 8; ++u) planes[u] = word_of(numbers[u], first / kDigitsPerWord);
        digit_planes(planes);
#pragma GCC unroll 8
        for (std::size_t d = 0; d < kDigitsPerWord; ++d) {
          if (first + d >= stored) break;
          _mm512_storeu_si512(at + (first + d) * kPlaceBytes,
                              _mm512_permutexvar_epi8(order, planes[kDigitsPerWord - 1 - d]));
        }
      }
    }
  }
}

// Spreads the steps of a splitter over the places that are multiplied: the unit for tiles works on
// its own, and the vectors are free meanwhile.
class Interleaved {
 public:
  Interleaved(Splitter* splitter, std::size_t places)
      : splitter_(splitter),
        places_(places),
        steps_(splitter != nullptr ? splitter->chunks() : 0) {}
  EXACTBLEND_AMX_TARGET void after_place() {
    due_ += steps_;
    if (due_ < places_) return;
    due_ -= places_;
    splitter_->step();
  }
  EXACTBLEND_AMX_TARGET void finish() {
    while (splitter_ != nullptr && !splitter_->is_done()) splitter_->step();
  }

 private:
  Splitter* splitter_;
  std::size_t places_, steps_;
  std::size_t due_ = 0;
};

// Four levels at once, for one tile of rows and one of components: tiles 0 … 3 hold their sums, 4
// holds the digits of one place of the weights, and 5 … 7 those of values that other levels want
// for the next place. So each tile that is read serves up to four products; reading them from the
// second cache takes longer than multiplying otherwise.
constexpr std::size_t kLevelsAtOnce = 4;

struct LevelGroup {
  LevelGroup(const DigitProduct& of, std::size_t level)
      : first(level),
        count(std::min(kLevelsAtOnce, of.levels - level)),
        begin(level < of.value_digits ? 0 : level - of.value_digits + 1),
        end(std::min(level + count, of.weight_digits)) {}

  std::size_t first, count;  // levels
  std::size_t begin, end;    // places of weights that they want
};

// The digits of one chunk and one tile of components, by how many places they are behind the first
// that is wanted; that one may lie before place 0.
class ValuePlaces {
 public:
  ValuePlaces(const std::int8_t* values, std::size_t count, std::ptrdiff_t first)
      : values_(values), count_(count), first_(first) {}
  [[nodiscard]] bool has(std::ptrdiff_t behind) const {
    return static_cast<std::size_t>(first_ + behind) < count_;
  }
  [[nodiscard]] const std::int8_t* at(std::ptrdiff_t behind) const {
    return values_ + (first_ + behind) * static_cast<std::ptrdiff_t>(kPlaceBytes);
  }
  void step_back() { --first_; }

 private:
  const std::int8_t* values_;
  std::size_t count_;
  std::ptrdiff_t first_;
};

// Adds one place of the weights times values, of which the tiles `third` to `first` hold what is
// 3 to 1 places behind; for the next place of the weights `second`, `first` and `third` hold that.
// A macro, for compilers want numbers of tiles as literals.
#define ADD_PLACE(third, second, first)                             \
  do {                                                              \
    _tile_loadd(4, weights, kDigitChunk);                           \
    if (group.count > 3 && from.has(3)) _tile_dpbssd(3, 4, third);  \
    if (from.has(0)) _tile_loadd(third, from.at(0), kDigitChunk);   \
    if (group.count > 2 && from.has(2)) _tile_dpbssd(2, 4, second); \
    if (group.count > 1 && from.has(1)) _tile_dpbssd(1, 4, first);  \
    if (from.has(0)) _tile_dpbssd(0, 4, third);                     \
    other.after_place();                                            \
    weights += kPlaceBytes;                                         \
    from.step_back();                                               \
  } while (false)

EXACTBLEND_AMX_TARGET inline void add_chunk(const LevelGroup& group, const std::int8_t* weights,
                                            ValuePlaces from, Interleaved& other) {
  if (from.has(3)) _tile_loadd(5, from.at(3), kDigitChunk);
  if (from.has(2)) _tile_loadd(6, from.at(2), kDigitChunk);
  if (from.has(1)) _tile_loadd(7, from.at(1), kDigitChunk);
  for (std::size_t place = group.begin; true;) {
    ADD_PLACE(5, 6, 7);
    if (++place == group.end) return;
    ADD_PLACE(6, 7, 5);
    if (++place == group.end) return;
    ADD_PLACE(7, 5, 6);
    if (++place == group.end) return;
  }
}

#undef ADD_PLACE

EXACTBLEND_AMX_TARGET void multiply_tiles(const DigitProduct& of, const LevelGroup& group,
                                          std::size_t row, std::size_t column, Interleaved& other) {
  constexpr int kSumStep = kDigitTile * sizeof(std::int32_t);
  const bool has_some = row < of.rows && column < of.columns;
  if (!has_some && !of.first) return;
  std::int32_t* at = of.sums + group.first * kLevelSums + (2 * row + column) * kTileSums;
  if (of.first) {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  } else {
    _tile_loadd(0, at, kSumStep);
    if (group.count > 1) _tile_loadd(1, at + kLevelSums, kSumStep);
    if (group.count > 2) _tile_loadd(2, at + 2 * kLevelSums, kSumStep);
    if (group.count > 3) _tile_loadd(3, at + 3 * kLevelSums, kSumStep);
  }
  if (has_some) {
    const std::int8_t* weights = of.weights + group.begin * kPlaceBytes + row * kTileBytes;
    const std::int8_t* values = of.values + column * kTileBytes;
    const auto first =
        static_cast<std::ptrdiff_t>(group.first) - static_cast<std::ptrdiff_t>(group.begin);
    for (std::size_t chunk = 0; chunk < of.chunks; ++chunk) {
      add_chunk(group, weights, ValuePlaces(values, of.value_digits, first), other);
      weights += of.weight_digits * kPlaceBytes;
      values += of.value_digits * kPlaceBytes;
    }
  }
  _tile_stored(0, at, kSumStep);
  if (group.count > 1) _tile_stored(1, at + kLevelSums, kSumStep);
  if (group.count > 2) _tile_stored(2, at + 2 * kLevelSums, kSumStep);
  if (group.count > 3) _tile_stored(3, at + 3 * kLevelSums, kSumStep);
}

// How often after_place() will be called.
std::size_t places_of(const DigitProduct& of) {
  std::size_t places = 0;
  for (std::size_t level = 0; level < of.levels; level += kLevelsAtOnce) {
    const LevelGroup group(of, level);
    places += group.end - group.begin;
  }
  return places * of.chunks * of.rows * of.columns;
}

EXACTBLEND_AMX_TARGET void multiply(const DigitProduct* products, std::size_t count,
                                    StripSplit* next) {
  const AmxTiles tiles;
  std::size_t all = 0;
  for (std::size_t i = 0; i < count; ++i) all += places_of(products[i]);
  std::optional<Splitter> splitter;
  if (next != nullptr) splitter.emplace(*next);
  Interleaved other(splitter ? &*splitter : nullptr, all);
  for (std::size_t i = 0; i < count; ++i) {
    const DigitProduct& of = products[i];
    for (std::size_t level = 0; level < of.levels; level += kLevelsAtOnce) {
      const LevelGroup group(of, level);
      for (std::size_t tile = 0; tile < 4; ++tile) {
        multiply_tiles(of, group, tile / 2, tile % 2, other);
      }
    }
  }
  other.finish();
}

EXACTBLEND_AMX_TARGET void fold(const std::int32_t* sums, std::size_t levels, std::size_t last,
                                std::int64_t* wide) {
  for (std::size_t first = 0; first <= last; first += kLevelsPerGroup, wide += kGroupSums) {
    const std::size_t end = std::min(first + kLevelsPerGroup, last + 1);
    if (last - (end - 1) >= levels) continue;
    for (std::size_t at = 0; at < kLevelSums; at += kLanes) {
      const std::size_t tile = at / kTileSums;
      const std::size_t row = tile / 2 * kDigitTile + at % kTileSums / kDigitTile;
      const std::size_t component = tile % 2 * kDigitTile + at % kDigitTile;
      std::int64_t* to = wide + row * kDigitComponents + component;
      __m512i sum = _mm512_loadu_si512(to);
      for (std::size_t up = first; up < end; ++up) {
        const std::size_t level = last - up;
        if (level >= levels) continue;
        const __m512i one = _mm512_cvtepi32_epi64(
            _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + level * kLevelSums + at)));
        const __m128i by = _mm_cvtsi64_si128(static_cast<std::int64_t>(up - first) * 8);
        sum = _mm512_add_epi64(sum, _mm512_sll_epi64(one, by));
      }
      _mm512_storeu_si512(to, sum);
    }
  }
}

// As the scalar one, 8 components at once.
EXACTBLEND_AMX_TARGET void join(const std::int64_t* wide, std::size_t groups,
                                const std::int64_t* offsets, std::size_t components,
                                std::uint8_t* negative, std::uint64_t* words) {
  const __m512i low_word = _mm512_set1_epi64(0xffff'ffff);
  const std::size_t count = words_of(groups);
  for (std::size_t c = 0; c < components; c += kLanes) {
    __m512i sum[kDigitWords];
    __m512i carried = _mm512_loadu_si512(offsets + c);
    for (std::size_t w = 0; w < count; ++w) {
      __m512i half[2];
      for (std::size_t u = 0; u < 2; ++u) {
        const std::size_t g = 2 * w + u;
        if (g < groups) {
          carried = _mm512_add_epi64(carried, _mm512_loadu_si512(wide + g * kGroupSums + c));
        }
        half[u] = _mm512_and_si512(carried, low_word);
        carried = _mm512_srai_epi64(carried, 32);
      }
      sum[w] = _mm512_or_si512(half[0], _mm512_slli_epi64(half[1], 32));
    }
    const __mmask8 minus = _mm512_movepi64_mask(carried);
    for (std::size_t lane = 0; lane < kLanes; ++lane) negative[c + lane] = (minus >> lane) & 1;
    const __m512i flip = _mm512_movm_epi64(minus);
    __mmask8 plus_one = minus;
    for (std::size_t w = 0; w < count; ++w) {
      const __m512i word = _mm512_xor_si512(sum[w], flip);
      const __m512i size = _mm512_mask_sub_epi64(word, plus_one, word, _mm512_set1_epi64(-1));
      plus_one = static_cast<__mmask8>(plus_one & _mm512_testn_epi64_mask(size, size));
      _mm512_storeu_si512(words + w * kDigitComponents + c, size);
    }
  }
}

}  // namespace

const DigitKernel& amx_digits() {
  static constexpr DigitKernel kKernel{true, split_weights, split_values, multiply, fold, join};
  return kKernel;
}

}  // namespace exactblend

#endif
