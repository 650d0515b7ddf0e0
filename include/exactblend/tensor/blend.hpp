// The exact blend of tensors: o = Σⱼ wⱼ·Vⱼ for every row of weights, exact or rounded once.
//
//     const TensorView weights = contiguous_view(w, FloatType::bf16, {2, 8, q, k});
//     const TensorView values = contiguous_view(v, FloatType::bf16, {2, 4, k, d});
//     const auto out = contiguous_output(o, FloatType::f32, {2, 8, q, d});
//     const Result<BlendReport> report = blend_rounded(weights, values, out);
//
// What comes out is the same bits for every number of threads, order of keys, tiling and processor,
// since each entry is the exact sum: its dyadic, or that rounded once. Fast paths decide roundings
// by a proved bound (docs/exactness.md); the environment variable EXACTBLEND_TARGET (none, scalar,
// avx2, avx512, amx) holds them to an instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "exactblend/number/dyadic.hpp"
#include "exactblend/number/float_format.hpp"
#include "exactblend/tensor/view.hpp"

namespace exactblend {

// Keys in one row: what the accumulators are proved for.
inline constexpr std::uint64_t kMaxKeys = std::uint64_t{1} << 40;
// Threads that one call may be asked for.
inline constexpr unsigned kMaxThreads = 1024;

enum class Rows : std::uint8_t {
  as_given,    // the weights as they are; the report says what they sum to
  sum_to_one,  // refuse a row that does not sum to 1 exactly
  normalized   // divide by the row's exact mass: the exact quotient, rounded once
};

// What becomes of a row without an unmasked key: refuse it, or write +0, or NaN.
enum class EmptyRow : std::uint8_t { error, zero, nan };

// How sums are found. The bits are the same; only the time differs.
enum class BlendMethod : std::uint8_t {
  automatic,    // the fastest that applies
  fixed_point,  // fixed-point accumulators only
  // Integers by small moduli, or of signed digits to the base 256; and fixed point where spans of
  // exponents are too wide for them.
  residues,
  digits
};

// A number, or what IEEE arithmetic makes of NaN and infinities.
struct ExactValue {
  FloatKind kind = FloatKind::finite;
  bool negative = false;  // of an infinity
  Dyadic value;           // if finite

  friend bool operator==(const ExactValue&, const ExactValue&) = default;
};

struct BlendOptions {
  Rows rows = Rows::as_given;
  EmptyRow empty_row = EmptyRow::error;
  // True where a key is masked: it contributes nothing, whatever its weight and value are, NaN and
  // infinity included. Broadcast to the shape of the weights […, q, k].
  std::optional<MaskView> mask;
  unsigned threads = 1;  // 0: one for each processor
  BlendMethod method = BlendMethod::automatic;
  // If not empty: receives the exact mass of each row of weights, in row-major order of the
  // weights' own axes […, q]; must have exactly as many elements. A row without unmasked keys has
  // mass 0.
  std::span<ExactValue> row_masses = {};
  // If not empty: told how many weights are blended, of how many (the output's rows times the
  // keys), from the calling thread only; where all rows are checked beforehand, that counts as part
  // of the work. The numbers grow, and the last call, when all is written, has done == all; for a
  // blend that is refused there is no such call. It is called up to some thousand times a second,
  // and a few times a second at least while thousands of keys are left; what to show how often is
  // its own affair. If it throws, the work stops soon, the exception leaves the blend, and the
  // output is partly written: so a blend can be interrupted.
  std::function<void(std::size_t done, std::size_t all)> progress = {};
};

// An entry of the output by its index on each axis, and the first key that made it so.
struct EntryPlace {
  std::vector<std::size_t> index;
  std::size_t key = 0;

  friend bool operator==(const EntryPlace&, const EntryPlace&) = default;
};

// Rows and weights are counted in the weights' own shape, entries in the output's.
struct BlendReport {
  std::size_t rows = 0;
  std::size_t rows_summing_to_one = 0;
  std::size_t empty_rows = 0;       // no unmasked key
  std::size_t rows_not_finite = 0;  // an unmasked weight is NaN or infinite: there is no mass
  // Over rows that are neither empty nor not finite.
  std::optional<Dyadic> least_mass;
  std::optional<Dyadic> greatest_mass;
  std::size_t negative_weights = 0;  // unmasked and below 0; −0 is not
  // Entries that are NaN or infinite because an unmasked weight or value is.
  std::size_t ieee_entries = 0;
  std::optional<EntryPlace> first_ieee;
  // Those of them in which a 0 met a NaN or an infinity, which IEEE arithmetic makes NaN.
  std::size_t zero_times_not_finite = 0;
  std::optional<EntryPlace> first_zero_times_not_finite;
  // Entries with an exact value that rounds beyond the greatest float of the output's type.
  std::size_t overflowed_entries = 0;
  // Entries for which no fast path could decide the rounding, so that they were done again in
  // fixed point. Depends on the processor and the threads; the output does not.
  std::size_t recomputed_entries = 0;
};

// Meaning: out[…, i, c] = Σⱼ weights[…, i, j]·values[…, j, c] over the unmasked keys j, exactly,
// rounded once to out.type (number/round.hpp: to nearest, ties to even, overflow by the type's
// rule). An exact zero is +0. Negative weights are allowed, and counted.
//
// Shapes: weights […, q, k], values […, k, d], out […, q, d]. Leading axes broadcast from the
// right: an extent of 1, or a missing axis, goes with any. On the axis just before the last two,
// the heads, the values may also have a divisor of the weights' extent: head h of H goes with value
// head h / (H / H_v). Any strides, also negative or 0, for what is read.
//
// Aliasing: out must not overlap what is read, nor itself.
//
// NaN and infinity in unmasked places follow IEEE arithmetic, in any order: NaN if a term is NaN or
// infinities of both signs meet, otherwise that infinity. 0·NaN and 0·∞ are NaN, and reported. Such
// an entry is written as the positive quiet NaN or as ±∞ (NaN in e4m3). Normalized rows whose mass
// is not finite are NaN.
//
// Empty rows follow options.empty_row under every choice of options.rows.
//
// Errors: wrong_shape, no_data, over_limit (axes, elements, keys, threads), overlapping_output,
// wrong_count (row_masses), no_weights (k = 0) and all_masked (an empty row, if that is an error),
// weights_short, weights_over and not_finite (sum_to_one), sum_is_zero (normalized). The error
// names the first such row. On error out is untouched; row_masses may have been written.
//
// Cost: q·k·d multiply-adds for each leading index. Memory: scratch for each thread that depends on
// neither q nor k.
[[nodiscard]] Result<BlendReport> blend_rounded(const TensorView& weights, const TensorView& values,
                                                const MutableTensorView& out,
                                                const BlendOptions& options = {});

// The same without rounding: out receives the entries in row-major order of the output's shape, and
// must have as many elements (wrong_count). Empty rows under EmptyRow::nan are NaN. A quotient of
// dyadics is none in general, so Rows::normalized is refused (conflicting_fields).
[[nodiscard]] Result<BlendReport> blend_exact(const TensorView& weights, const TensorView& values,
                                              std::span<ExactValue> out,
                                              const BlendOptions& options = {});

// The shape that the output has. Errors: wrong_shape, over_limit.
[[nodiscard]] Result<std::vector<std::size_t>> blend_shape(const TensorView& weights,
                                                           const TensorView& values);

}  // namespace exactblend
