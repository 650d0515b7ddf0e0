// How one blend is cut into tasks, and what one thread does with them.
#pragma once

#include <utility>

#include "tensor/blend_job.hpp"
#include "tensor/parallel.hpp"
#include "tensor/progress.hpp"

namespace exactblend {

// Tasks are blocks of this many rows and components, at each leading index.
struct Cut {
  bool fast = false;
  std::size_t rows = 1;
  std::size_t components = 1;
  bool split = false;  // all threads share the keys of one task, then of the next
};

[[nodiscard]] Cut cut_of(const BlendJob& job);
[[nodiscard]] std::size_t task_count(const BlendJob& job, const Cut& cut);

// What one thread found.
struct TaskReport {
  EntryCounts entries;
  RowTally rows;  // where the job takes masses from blocks

  void join(TaskReport&& other) {
    entries.join(other.entries);
    rows.join(std::move(other.rows));
  }
};

// Takes tasks until there are none. The calling thread tells of the progress after each of its own.
[[nodiscard]] TaskReport do_tasks(const BlendJob& job, const Cut& cut, TaskCounter& tasks,
                                  Progress& progress, bool calling);

// All tasks of a split cut, by the calling thread and others.
[[nodiscard]] TaskReport do_split_tasks(const BlendJob& job, const Cut& cut, Progress& progress);

}  // namespace exactblend
