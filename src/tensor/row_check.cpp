#include "tensor/row_check.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "exactblend/number/print.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/operands.hpp"
#include "tensor/parallel.hpp"
#include "tensor/row_sum.hpp"
#include "tensor/row_tally.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kRowsPerTask = 16;

struct Refused {
  std::size_t row = 0;
  RowFacts facts;
};

// What one thread saw.
struct Seen {
  RowTally rows;
  std::optional<Refused> refused;
};

class RowChecker {
 public:
  RowChecker(const TensorView& weights, const Layout& layout, const BlendOptions& options,
             const FastKernel* kernel, bool only_empty)
      : weights_(weights),
        layout_(layout),
        options_(options),
        kernel_(kernel),
        only_empty_(only_empty) {}

  [[nodiscard]] Seen check(TaskCounter& tasks, Progress& progress, bool calling) const {
    Seen seen;
    const NearestEnvironment environment;
    RowSum sum(weights_.type, kernel_);
    for (std::size_t task = 0; tasks.next(task);) {
      const std::size_t end = std::min((task + 1) * kRowsPerTask, layout_.rows());
      for (std::size_t row = task * kRowsPerTask; row < end; ++row) check_row(row, sum, seen);
      if (only_empty_) continue;
      progress.add((end - task * kRowsPerTask) * layout_.keys);
      if (calling) progress.tell();
    }
    return seen;
  }

 private:
  [[nodiscard]] Operands operands(std::size_t lead) const {
    Operands from;
    from.weights = weights_.data + lead_offset(layout_.weight_leading, layout_.weight_rows, lead);
    from.weight_type = weights_.type;
    from.weight_steps = layout_.weights;
    from.keys = layout_.keys;
    if (options_.mask) {
      from.mask =
          options_.mask->data + lead_offset(layout_.weight_leading, layout_.mask_rows, lead);
      from.mask_steps = layout_.mask;
    }
    return from;
  }

  void check_row(std::size_t row, RowSum& sum, Seen& seen) const {
    const Operands from = operands(row / layout_.queries);
    RowFacts facts;
    if (!only_empty_) {
      facts = sum.of(from, row % layout_.queries);
    } else if (!has_no_key(from, row % layout_.queries)) {
      return;
    }
    seen.rows.add(facts);
    if (!options_.row_masses.empty()) options_.row_masses[row] = facts.mass;
    if (must_refuse(facts, seen.rows) && (!seen.refused || row < seen.refused->row)) {
      seen.refused = Refused{row, std::move(facts)};
    }
  }

  [[nodiscard]] bool must_refuse(const RowFacts& facts, const RowTally& rows) const {
    if (facts.unmasked == 0) return options_.empty_row == EmptyRow::error;
    switch (options_.rows) {
      case Rows::as_given: return false;
      case Rows::sum_to_one: return !rows.sums_to_one(facts);
      case Rows::normalized:
        return facts.mass.kind == FloatKind::finite && facts.mass.value.is_zero();
    }
    return false;
  }

  const TensorView& weights_;
  const Layout& layout_;
  const BlendOptions& options_;
  const FastKernel* kernel_;
  bool only_empty_;
};

void join(Seen& all, Seen&& part) {
  all.rows.join(std::move(part.rows));
  if (part.refused && (!all.refused || part.refused->row < all.refused->row)) {
    all.refused = std::move(part.refused);
  }
}

tl::unexpected<Error> refusal(const Layout& layout, Rows rows, const Refused& refused) {
  std::vector<std::size_t> extents = layout.weight_leading;
  extents.push_back(layout.queries);
  const std::string row = "row " + shape_text(unravel(extents, refused.row)) + " of the weights";
  if (refused.facts.unmasked == 0) {
    const std::string right = "ask for an empty row to give zero or NaN, or leave it a key";
    return layout.keys == 0
               ? failure(ErrorCode::no_weights, row + " has no keys", right)
               : failure(ErrorCode::all_masked, "all keys of " + row + " are masked", right);
  }
  if (refused.facts.mass.kind != FloatKind::finite) {
    return failure(ErrorCode::not_finite, row + " has a weight that is NaN or infinite",
                   "only finite weights can sum to 1");
  }
  const Rational mass = to_rational(refused.facts.mass.value);
  if (mass.is_zero() && rows == Rows::normalized) {
    return failure(ErrorCode::sum_is_zero, row + " sums to 0, and can't be divided by its sum",
                   "give it another weight, or take rows as given");
  }
  const Rational difference = mass - Rational(1);
  const bool is_short = difference.sign() < 0;
  return failure(is_short ? ErrorCode::weights_short : ErrorCode::weights_over,
                 row + " sums to " + to_text(mass) + ", " + to_text(abs(difference)) +
                     (is_short ? " less than 1" : " more than 1"),
                 "it must sum to 1 exactly (take rows as given, or normalize them)");
}

}  // namespace

Result<RowTally> check_rows(const TensorView& weights, const Layout& layout,
                            const BlendOptions& options, const FastKernel* kernel, bool only_empty,
                            Progress& progress) {
  if (only_empty && layout.keys != 0 && !options.mask) return RowTally();
  const RowChecker checker(weights, layout, options, kernel, only_empty);
  const std::size_t count = (layout.rows() + kRowsPerTask - 1) / kRowsPerTask;
  const unsigned threads = thread_count(options.threads, count);
  TaskCounter tasks(count);
  std::vector<Seen> seen(threads);
  run_threads(threads, tasks,
              [&](unsigned thread) { seen[thread] = checker.check(tasks, progress, thread == 0); });
  Seen all;
  for (Seen& part : seen) join(all, std::move(part));
  if (all.refused) return refusal(layout, options.rows, *all.refused);
  return std::move(all.rows);
}

}  // namespace exactblend
