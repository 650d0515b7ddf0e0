// How one blend is cut into tasks, and which way of summing a block is likely to be the fastest.
#pragma once

#include "tensor/blend_job.hpp"
#include "tensor/cover.hpp"

namespace exactblend {

inline constexpr std::size_t kTasksPerThread = 4;

// Whether more is wanted of a sum than its rounding.
[[nodiscard]] bool wants_sums(const BlendJob& job);
// What the fast block rounds to: the output's type; or f64, that is, exact sums only, where sums
// are wanted.
[[nodiscard]] FloatType decided_type(const BlendJob& job);

// Whether a block of this size may be faster so. Few rows, where bins are taken, are summed in
// them.
[[nodiscard]] bool takes_bins(const BlendJob& job, std::size_t rows);
[[nodiscard]] bool digits_may_help(const BlendJob& job, std::size_t rows, std::size_t components);
[[nodiscard]] bool residues_may_help(const BlendJob& job, std::size_t rows, std::size_t components);
// And whether digits are, which take so many products of matrices where residues take so many.
[[nodiscard]] bool digits_pay(const BlendJob& job, std::size_t rows, std::size_t components,
                              double products, double residue_products);

// Tasks are blocks of this many rows and components, at each leading index.
struct Cut {
  bool fast = false;
  std::size_t rows = 1;
  std::size_t components = 1;
  bool split = false;  // all threads share the keys of one task, then of the next
};

[[nodiscard]] Cut cut_of(const BlendJob& job);
[[nodiscard]] std::size_t task_count(const BlendJob& job, const Cut& cut);

}  // namespace exactblend
