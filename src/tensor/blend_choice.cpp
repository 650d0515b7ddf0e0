#include "tensor/blend_choice.hpp"

#include <algorithm>

#include "tensor/bin_block.hpp"
#include "tensor/digit_block.hpp"
#include "tensor/exact_block.hpp"
#include "tensor/fast_block.hpp"
#include "tensor/parallel.hpp"
#include "tensor/residue_block.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kLeastFastRows = 4 * kFastRows;   // of a task, if there are so many
constexpr std::size_t kLeastEvenRows = 16 * kFastRows;  // if each thread has one task
// Worth the threads that are started for each block: about half a millisecond of work.
constexpr std::size_t kLeastSplitKeys = 16 * kFastKeys;
constexpr std::size_t kLeastSplitTerms = std::size_t{1} << 21;

// Below these residues don't pay: they are made of each value, and each weight, once a block, of
// whole panels and chunks.
constexpr std::size_t kLeastResidueRows = 2;
constexpr std::size_t kLeastResidueComponents = 4;
constexpr std::size_t kLeastResidueEntries = 128;
constexpr std::size_t kLeastResidueKeys = 32;

// Products of matrices of digits that take as long as one of residues with what it takes to make
// and join them.
constexpr double kProductsPerResidue = 5.5;

bool has_fast_residues(const BlendJob& job) {
  return job.residues != nullptr && job.residues->is_fast &&
         SumLayout::of_products(job.weights.type, job.values.type).slots > 1;
}

}  // namespace

bool wants_sums(const BlendJob& job) {
  return job.rounded == nullptr || job.options.rows == Rows::normalized;
}

FloatType decided_type(const BlendJob& job) {
  return wants_sums(job) ? FloatType::f64 : job.rounded->type;
}

bool residues_may_help(const BlendJob& job, std::size_t rows, std::size_t components) {
  return has_fast_residues(job) && rows >= kLeastResidueRows &&
         components >= kLeastResidueComponents && rows * components >= kLeastResidueEntries &&
         job.layout.keys >= kLeastResidueKeys;
}

bool digits_may_help(const BlendJob& job, std::size_t rows, std::size_t components) {
  if (job.digits == nullptr || !job.digits->is_fast || components < kLeastResidueComponents ||
      rows * components < kLeastResidueEntries || job.layout.keys < kLeastResidueKeys ||
      job.layout.keys > kMaxDigitKeys) {
    return false;
  }
  // Shorter roundings fp64 decides, in less time.
  return decided_type(job) == FloatType::f64 && rows >= kLeastResidueRows;
}

bool takes_bins(const BlendJob& job, std::size_t rows) {
  return job.bins != nullptr && rows <= kBinRows && job.options.method == BlendMethod::automatic &&
         decided_type(job) == FloatType::f64 &&
         BinBlock::can_sum(job.weights.type, job.values.type, job.layout.values.column,
                           job.layout.components);
}

bool digits_pay(const BlendJob& job, std::size_t rows, std::size_t components, double products,
                double residue_products) {
  return !residues_may_help(job, rows, components) ||
         products <= residue_products * kProductsPerResidue;
}

namespace {

// Of the greatest blocks.
template <class Helps>
bool largest_block(const BlendJob& job, Helps&& helps) {
  return helps(job, std::min(job.layout.queries, kFastBlockRows),
               std::min(job.layout.components, kFastBlockComponents));
}

bool may_take_digits(const BlendJob& job) {
  return job.options.method == BlendMethod::digits ||
         (job.options.method == BlendMethod::automatic && largest_block(job, digits_may_help));
}

bool may_take_residues(const BlendJob& job) {
  if (job.options.method != BlendMethod::automatic) {
    return job.options.method == BlendMethod::residues;
  }
  return decided_type(job) == FloatType::f64 && largest_block(job, residues_may_help);
}

}  // namespace

Cut cut_of(const BlendJob& job) {
  const Layout& layout = job.layout;
  const bool fast = job.kernel != nullptr && layout.keys <= kMaxFastKeys;
  if (!fast) return {false, 4 * kExactRows, kExactComponents};
  // Large blocks read the values less often; small ones keep all threads busy.
  const bool digits = may_take_digits(job);
  const bool residues = may_take_residues(job);
  Cut cut{true,
          digits     ? kDigitRows
          : residues ? kResidueRows
                     : kFastBlockRows,
          kFastBlockComponents};
  const unsigned threads = thread_count(job.options.threads, kMaxThreads);
  const bool bins = takes_bins(job, layout.queries);
  if (threads > 1 && !bins) {
    // Values are made ready once for each block: so blocks stay large, and are as many for each
    // thread.
    const std::size_t others =
        std::max<std::size_t>(layout.leads * parts(layout.components, cut.components), 1);
    const std::size_t blocks = parts(others * parts(layout.queries, cut.rows), threads) * threads;
    const std::size_t rows = parts(layout.queries, parts(blocks, others));
    const std::size_t strip = digits ? kDigitStrip : residues ? job.residues->strip : kFastRows;
    if (digits || residues || rows >= kLeastEvenRows) {
      cut.rows = std::max(parts(rows, strip) * strip, kLeastFastRows);
      return cut;
    }
  }
  if (threads > 1 && task_count(job, cut) < kTasksPerThread * threads &&
      layout.keys >= kLeastSplitKeys &&
      std::min(layout.queries, cut.rows) * std::min(layout.components, cut.components) *
              layout.keys >=
          kLeastSplitTerms) {
    cut.split = true;
    return cut;
  }
  while (threads > 1 && cut.rows > kLeastFastRows &&
         task_count(job, cut) < kTasksPerThread * threads) {
    cut.rows /= 2;
  }
  return cut;
}

std::size_t task_count(const BlendJob& job, const Cut& cut) {
  return job.layout.leads * parts(job.layout.queries, cut.rows) *
         parts(job.layout.components, cut.components);
}

}  // namespace exactblend
