#include "tensor/row_check.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "exactblend/number/print.hpp"
#include "tensor/fp_environment.hpp"
#include "tensor/operands.hpp"
#include "tensor/parallel.hpp"
#include "tensor/row_sum.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kRowsPerTask = 16;

struct Refused {
  std::size_t row = 0;
  RowFacts facts;
};

// What one thread saw.
struct Seen {
  BlendReport report;
  std::optional<Refused> refused;
};

class RowChecker {
 public:
  RowChecker(const TensorView& weights, const Layout& layout, const BlendOptions& options,
             const FastKernel* kernel)
      : weights_(weights), layout_(layout), options_(options), kernel_(kernel), one_(one()) {}

  [[nodiscard]] Seen check(TaskCounter& tasks) const {
    Seen seen;
    const NearestEnvironment environment;
    RowSum sum(weights_.type, kernel_);
    for (std::size_t task = 0; tasks.next(task);) {
      const std::size_t end = std::min((task + 1) * kRowsPerTask, layout_.rows());
      for (std::size_t row = task * kRowsPerTask; row < end; ++row) check_row(row, sum, seen);
    }
    return seen;
  }

 private:
  static Dyadic one() {
    const std::uint64_t word = 1;
    return *Dyadic::of(false, {&word, 1}, 0);
  }

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
    RowFacts facts = sum.of(operands(row / layout_.queries), row % layout_.queries);
    BlendReport& report = seen.report;
    ++report.rows;
    report.negative_weights += facts.negative;
    const Dyadic& mass = facts.mass.value;
    if (facts.unmasked == 0) {
      ++report.empty_rows;
    } else if (facts.mass.kind != FloatKind::finite) {
      ++report.rows_not_finite;
    } else {
      if (mass == one_) ++report.rows_summing_to_one;
      if (!report.least_mass || mass < *report.least_mass) report.least_mass = mass;
      if (!report.greatest_mass || mass > *report.greatest_mass) report.greatest_mass = mass;
    }
    if (!options_.row_masses.empty()) options_.row_masses[row] = facts.mass;
    if (must_refuse(facts) && (!seen.refused || row < seen.refused->row)) {
      seen.refused = Refused{row, std::move(facts)};
    }
  }

  [[nodiscard]] bool must_refuse(const RowFacts& facts) const {
    if (facts.unmasked == 0) return options_.empty_row == EmptyRow::error;
    const bool finite = facts.mass.kind == FloatKind::finite;
    switch (options_.rows) {
      case Rows::as_given: return false;
      case Rows::sum_to_one: return !finite || facts.mass.value != one_;
      case Rows::normalized: return finite && facts.mass.value.is_zero();
    }
    return false;
  }

  const TensorView& weights_;
  const Layout& layout_;
  const BlendOptions& options_;
  const FastKernel* kernel_;
  Dyadic one_;
};

void join(Seen& all, Seen&& part) {
  all.report.rows += part.report.rows;
  all.report.rows_summing_to_one += part.report.rows_summing_to_one;
  all.report.empty_rows += part.report.empty_rows;
  all.report.rows_not_finite += part.report.rows_not_finite;
  all.report.negative_weights += part.report.negative_weights;
  auto& least = all.report.least_mass;
  auto& greatest = all.report.greatest_mass;
  if (part.report.least_mass && (!least || *part.report.least_mass < *least)) {
    least = std::move(part.report.least_mass);
  }
  if (part.report.greatest_mass && (!greatest || *part.report.greatest_mass > *greatest)) {
    greatest = std::move(part.report.greatest_mass);
  }
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

Result<BlendReport> check_rows(const TensorView& weights, const Layout& layout,
                               const BlendOptions& options, const FastKernel* kernel) {
  const RowChecker checker(weights, layout, options, kernel);
  const std::size_t count = (layout.rows() + kRowsPerTask - 1) / kRowsPerTask;
  const unsigned threads = thread_count(options.threads, count);
  TaskCounter tasks(count);
  std::vector<Seen> seen(threads);
  run_threads(threads, [&](unsigned thread) { seen[thread] = checker.check(tasks); });
  Seen all;
  for (Seen& part : seen) join(all, std::move(part));
  if (all.refused) return refusal(layout, options.rows, *all.refused);
  return std::move(all.report);
}

}  // namespace exactblend
