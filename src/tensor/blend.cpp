#include "exactblend/tensor/blend.hpp"

#include <string>
#include <utility>

#include "tensor/blend_job.hpp"
#include "tensor/blend_task.hpp"
#include "tensor/parallel.hpp"
#include "tensor/row_check.hpp"

namespace exactblend {
namespace {

TaskReport run_tasks(const BlendJob& job, const Cut& cut, Progress& progress) {
  const std::size_t count = task_count(job, cut);
  TaskCounter tasks(count);
  const unsigned threads = thread_count(job.options.threads, count);
  std::vector<TaskReport> reports(threads);
  run_threads(threads, tasks, [&](unsigned thread) {
    reports[thread] = do_tasks(job, cut, tasks, progress, thread == 0);
  });
  TaskReport all;
  for (TaskReport& part : reports) all.join(std::move(part));
  return all;
}

TaskReport run(const BlendJob& job, const Cut& cut, Progress& progress) {
  TaskReport all = cut.split ? do_split_tasks(job, cut, progress) : run_tasks(job, cut, progress);
  progress.tell_all();
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
  if (job.options.method != BlendMethod::fixed_point) {
    job.kernel = fast_kernel(chosen_target());
    job.residues = residue_kernel(chosen_target());
    job.digits = digit_kernel(chosen_target());
    job.bins = bin_kernels(chosen_target());
  }
  const Cut cut = cut_of(job);
  job.masses_from_blocks = cut.fast && job.options.rows == Rows::as_given && job.layout.keys != 0 &&
                           task_count(job, cut) != 0;
  const Layout& layout = job.layout;
  const std::size_t weights = layout.leads * layout.queries * layout.keys;
  const std::size_t read = job.masses_from_blocks ? 0 : layout.rows() * layout.keys;
  Progress progress(job.options.progress, weights,
                    static_cast<double>(weights) * static_cast<double>(layout.components) +
                        static_cast<double>(read));
  Result<RowTally> rows = check_rows(job.weights, job.layout, job.options, job.kernel,
                                     job.masses_from_blocks, progress);
  if (!rows) return tl::unexpected(rows.error());
  job.has_empty_rows = rows->report.empty_rows != 0;
  TaskReport done = run(job, cut, progress);
  rows->join(std::move(done.rows));
  BlendReport report = std::move(rows->report);
  const EntryCounts& counts = done.entries;
  report.ieee_entries = counts.ieee;
  report.first_ieee = place_of(job.layout, counts.first_ieee);
  report.zero_times_not_finite = counts.zero_met;
  report.first_zero_times_not_finite = place_of(job.layout, counts.first_zero_met);
  report.overflowed_entries = counts.overflowed;
  report.recomputed_entries = counts.recomputed;
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
  return blend({weights, values, options, std::move(*layout), nullptr, false, false, &out, {}});
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
  return blend({weights, values, options, std::move(*layout), nullptr, false, false, nullptr, out});
}

}  // namespace exactblend
