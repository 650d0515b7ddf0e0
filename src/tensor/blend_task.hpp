// What threads do with the tasks that a blend is cut into.
#pragma once

#include <utility>

#include "tensor/blend_choice.hpp"
#include "tensor/parallel.hpp"
#include "tensor/progress.hpp"

namespace exactblend {

// What one thread found.
struct TaskReport {
  EntryCounts entries;
  RowTally rows;  // where the job takes masses from blocks

  void join(TaskReport&& other) {
    entries.join(other.entries);
    rows.join(std::move(other.rows));
  }
};

// Takes tasks until there are none. The calling thread tells of the progress.
[[nodiscard]] TaskReport do_tasks(const BlendJob& job, const Cut& cut, TaskCounter& tasks,
                                  Progress& progress, bool calling);

// All tasks of a split cut, by the calling thread and others.
[[nodiscard]] TaskReport do_split_tasks(const BlendJob& job, const Cut& cut, Progress& progress);

}  // namespace exactblend
