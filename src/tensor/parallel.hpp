// Sharing independent tasks among threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace exactblend {

// The threads worth starting: `asked`, or one for each processor if it is 0; no more than tasks,
// and at least 1.
[[nodiscard]] unsigned thread_count(unsigned asked, std::size_t tasks);

// Calls work(0), …, work(threads - 1), each in a thread of its own, the first in the caller's.
// Threads that can't be started are left out: the work must be shared by a TaskCounter. Only
// work(0) may throw, and then waits for the others.
void run_threads(unsigned threads, const std::function<void(unsigned)>& work);

// Hands out 0, 1, …, tasks - 1, each once.
class TaskCounter {
 public:
  explicit TaskCounter(std::size_t tasks) : tasks_(tasks) {}
  [[nodiscard]] bool next(std::size_t& task) {
    task = next_.fetch_add(1, std::memory_order_relaxed);
    return task < tasks_;
  }
  // No task is handed out after this.
  void stop() { next_.store(tasks_, std::memory_order_relaxed); }

 private:
  std::size_t tasks_;
  std::atomic<std::size_t> next_{0};
};

// The same, and hands out no more tasks once work(0) has thrown: so the others end soon.
void run_threads(unsigned threads, TaskCounter& tasks, const std::function<void(unsigned)>& work);

}  // namespace exactblend
