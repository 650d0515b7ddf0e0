#include "exactblend/tensor/blend.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "tensor/blend_job.hpp"
#include "tensor/parallel.hpp"
#include "tensor/row_check.hpp"

namespace exactblend {
namespace {

// A task is the exact sums of a few rows and components at one leading index.
constexpr std::size_t kTaskRows = 4 * kExactRows;

std::size_t parts(std::size_t count, std::size_t size) { return (count + size - 1) / size; }

void exact_task(const Operands& from, std::size_t lead, const Block& block, ExactBlock& sums,
                EntryWriter& writer) {
  sums.sum(from, block);
  for (std::size_t row = 0; row < block.rows; ++row) {
    writer.begin_row(from, lead, block.row + row);
    for (std::size_t i = 0; i < block.components; ++i) {
      if (writer.row_is_empty()) {
        writer.put_empty(block.component + i);
      } else {
        writer.put_sum(block.component + i, sums.take(row, i), sums.met_not_finite(row, i));
      }
    }
  }
}

EntryCounts exact_tasks(const BlendJob& job, TaskCounter& tasks) {
  const Layout& layout = job.layout;
  const std::size_t row_parts = parts(layout.queries, kTaskRows);
  const std::size_t column_parts = parts(layout.components, kExactComponents);
  ExactBlock sums(job.weights.type, job.values.type);
  EntryWriter writer(job);
  for (std::size_t task = 0; tasks.next(task);) {
    const std::size_t component = task % column_parts * kExactComponents;
    const std::size_t first = task / column_parts % row_parts * kTaskRows;
    const std::size_t lead = task / column_parts / row_parts;
    const Operands from = job.operands(lead);
    const std::size_t end = std::min(first + kTaskRows, layout.queries);
    for (std::size_t row = first; row < end; row += kExactRows) {
      const Block block{row, std::min(kExactRows, end - row), component,
                        std::min(kExactComponents, layout.components - component)};
      exact_task(from, lead, block, sums, writer);
    }
  }
  return writer.counts;
}

EntryCounts run(const BlendJob& job) {
  const Layout& layout = job.layout;
  const std::size_t count =
      layout.leads * parts(layout.queries, kTaskRows) * parts(layout.components, kExactComponents);
  TaskCounter tasks(count);
  const unsigned threads = thread_count(job.options.threads, count);
  std::vector<EntryCounts> counts(threads);
  run_threads(threads, [&](unsigned thread) { counts[thread] = exact_tasks(job, tasks); });
  EntryCounts all;
  for (const EntryCounts& part : counts) all.join(part);
  return all;
}

std::optional<EntryPlace> place_of(const Layout& layout, const std::optional<FlatPlace>& flat) {
  if (!flat) return std::nullopt;
  return EntryPlace{unravel(layout.out_shape(), flat->entry), flat->key};
}

Result<void> check_options(const Layout& layout, const BlendOptions& options) {
  if (options.threads > kMaxThreads) {
    return failure(ErrorCode::over_limit, std::to_string(options.threads) + " threads",
                   "at most " + std::to_string(kMaxThreads) + " can be asked for");
  }
  if (!options.row_masses.empty() && options.row_masses.size() != layout.rows()) {
    return failure(ErrorCode::wrong_count,
                   "room for " + std::to_string(options.row_masses.size()) + " row masses, and " +
                       std::to_string(layout.rows()) + " rows",
                   "give one place for each row of the weights");
  }
  return {};
}

Result<BlendReport> blend(BlendJob job) {
  if (auto checked = check_options(job.layout, job.options); !checked) {
    return tl::unexpected(checked.error());
  }
  Result<BlendReport> report = check_rows(job.weights, job.layout, job.options);
  if (!report) return report;
  job.has_empty_rows = report->empty_rows != 0;
  const EntryCounts counts = run(job);
  report->ieee_entries = counts.ieee;
  report->first_ieee = place_of(job.layout, counts.first_ieee);
  report->zero_times_not_finite = counts.zero_met;
  report->first_zero_times_not_finite = place_of(job.layout, counts.first_zero_met);
  report->overflowed_entries = counts.overflowed;
  report->recomputed_entries = counts.recomputed;
  return report;
}

const MaskView* mask_of(const BlendOptions& options) {
  return options.mask ? &*options.mask : nullptr;
}

}  // namespace

Result<BlendReport> blend_rounded(const TensorView& weights, const TensorView& values,
                                  const MutableTensorView& out, const BlendOptions& options) {
  Result<Layout> layout = make_layout(weights, values, mask_of(options), &out);
  if (!layout) return tl::unexpected(layout.error());
  return blend({weights, values, options, std::move(*layout), false, &out, {}});
}

Result<BlendReport> blend_exact(const TensorView& weights, const TensorView& values,
                                std::span<ExactValue> out, const BlendOptions& options) {
  Result<Layout> layout = make_layout(weights, values, mask_of(options), nullptr);
  if (!layout) return tl::unexpected(layout.error());
  if (options.rows == Rows::normalized) {
    return failure(ErrorCode::conflicting_fields, "normalized rows have no exact dyadic blend",
                   "round them, or take rows as given and divide by the exact masses");
  }
  if (out.size() != layout->entries()) {
    return failure(ErrorCode::wrong_count,
                   "room for " + std::to_string(out.size()) + " entries, and an output of shape " +
                       shape_text(layout->out_shape()),
                   "give one place for each entry");
  }
  return blend({weights, values, options, std::move(*layout), false, nullptr, out});
}

}  // namespace exactblend
