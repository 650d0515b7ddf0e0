// The few loops of fp64 arithmetic that the fast paths are made of, once for each instruction set.
//
// All want a NearestEnvironment. None is exact by itself but widen and exact_parts; what may be
// concluded from the others is proved in docs/exactness.md, "Deciding a rounding".
#pragma once

#include <cstddef>
#include <cstdint>

#include "exactblend/number/float_type.hpp"
#include "tensor/ahead.hpp"
#include "tensor/parts.hpp"
#include "tensor/round_sums.hpp"
#include "tensor/target.hpp"

namespace exactblend {

inline constexpr std::size_t kFastRows = 6;    // of one strip of weights
inline constexpr std::size_t kFastKeys = 128;  // of one tile
// Between rows of a tile of weights, which so begin at other places of the cache.
inline constexpr std::size_t kWeightsStep = kFastKeys + 8;
struct StreamedValues {
  FloatType type;
  const std::byte* at;
  std::ptrdiff_t key_step;
  std::size_t keys;
  std::size_t components;  // at most kMaxStreamed
};

inline constexpr std::size_t kMaxStreamed = 128;

struct FastKernel {
  // Components in one panel of values.
  std::size_t panel;

  // `count` dense elements as fp64, which is exact for every type. True if all are finite.
  bool (*widen)(FloatType type, const std::byte* at, std::size_t count, double* out);

  // sums[r·sums_step + i] += Σ_key weights[r·kWeightsStep + key]·values[key·panel + i], for up to
  // kFastRows rows r and one panel of components i. Each sum begins at 0, takes its terms one by
  // one (by FMA, or a rounded product and a rounded sum), and is then added to what is there.
  // Meanwhile asks for what is ahead.
  void (*multiply)(const double* weights, std::size_t rows, const double* values, std::size_t keys,
                   double* sums, std::size_t sums_step, const Ahead& ahead);

  // The same sums, alone and not added to what is there, from values as they lie: the first at
  // `at`, dense along their components, keys `key_step` bytes apart; so they are read once.
  // `components` is a multiple of the panel. greatest[i] = max over keys of |value|. False if some
  // value is not finite: what was written is then worth nothing.
  bool (*stream)(const double* weights, std::size_t weights_step, std::size_t rows,
                 const StreamedValues& values, double* sums, std::size_t sums_step,
                 double* greatest);

  // The least magnitude that is not 0, as bits, and the greatest, joined with what is there.
  // Returns how many are below 0.
  std::size_t (*span)(const double* x, std::size_t count, std::uint64_t& least,
                      std::uint64_t& greatest);
  // The same for dense elements of a type, counting those below 0. False, and nothing is said, if
  // some element is not finite.
  bool (*span_as_they_lie)(FloatType type, const std::byte* at, std::size_t count,
                           std::uint64_t& least, std::uint64_t& greatest, std::size_t& negative);
  // The same for each component i of x[key·step + i].
  void (*span_components)(const double* x, std::size_t step, std::size_t keys,
                          std::size_t components, std::uint64_t* least, std::uint64_t* greatest);

  // Σ|x| in any order. Sets `signs` if some x has its sign bit set.
  double (*sum_of_magnitudes)(const double* x, std::size_t count, bool& signs);
  // One panel of dense values as fp64, key after key, from keys `key_step` bytes apart; greatest[i]
  // is the greatest magnitude of component i. False if some value is not finite: what was written
  // is then worth nothing. Null where widen and greatest_magnitudes are as fast.
  bool (*widen_panel)(FloatType type, const std::byte* at, std::ptrdiff_t key_step,
                      std::size_t keys, double* out, double* greatest);
  // greatest[i] = max over keys of |values[key·panel + i]|.
  void (*greatest_magnitudes)(const double* values, std::size_t keys, double* greatest);
  // bounds[i] += factor·greatest[i].
  void (*add_bounds)(double factor, const double* greatest, std::size_t count, double* bounds);
  // For each i the f32 that all of [sum − error, sum + error] rounds to, error being
  // bounds[i]·relative + absolute; undecided[i] says that there is none.
  void (*decide_f32)(const double* sums, const double* bounds, double relative, double absolute,
                     std::size_t count, std::uint64_t* bits, std::uint8_t* undecided);

  // At most 256 numbers as kParts exact sums whose total is Σx exactly. False if that can't be done
  // (some x above 2^15, with bits below the last part's, or not finite). `choice` says what may
  // do, and then what did; further parts are 0. Parts of 256 numbers of one sign are at most twice
  // their sum.
  bool (*exact_parts)(const double* x, std::size_t count, double* parts, std::size_t& negative,
                      PartChoice& choice);

  // widen and exact_parts at once, for at most 256 numbers that are all 0 or more and below 2.
  // Says what the parts are. None if that can't be done: what was written is then worth nothing.
  // Null where that would be no faster.
  PartChoice (*widen_parts)(FloatType type, const std::byte* at, std::size_t count, double* out,
                            double* parts);

  // Adds Σ weights[i]·values[i] to a pair: what each operation rounds away goes to its rest. IEEE
  // 754's inexact flag is raised unless nothing was lost, so that sum + rest grew by just that.
  // Null where this would be no faster than fixed point.
  void (*add_products)(const double* weights, const double* values, std::size_t count,
                       PairTotal& total);

  // See round_sums.hpp.
  void (*round_sums)(FloatType type, const RowSums& sums, std::size_t components,
                     std::uint64_t* bits);
};

// Null for Target::none.
[[nodiscard]] const FastKernel* fast_kernel(Target target);

[[nodiscard]] const FastKernel& scalar_kernel();
#if defined(__x86_64__)
[[nodiscard]] const FastKernel& avx2_kernel();
[[nodiscard]] const FastKernel& avx512_kernel();
#endif

}  // namespace exactblend
