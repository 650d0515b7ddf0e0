// How far a blend is: entries counted by all threads, rows told by the calling one.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace exactblend {

class Progress {
 public:
  // `tell` may be empty.
  Progress(const std::function<void(std::size_t, std::size_t)>& tell, std::size_t rows,
           std::size_t components)
      : tell_(tell), rows_(rows), components_(components) {}

  // From any thread.
  void add(std::size_t entries) { entries_.fetch_add(entries, std::memory_order_relaxed); }

  // Only from the calling thread.
  void tell() {
    if (!tell_ || components_ == 0) return;
    const std::size_t done = entries_.load(std::memory_order_relaxed) / components_;
    if (done > told_ && done < rows_) tell_(told_ = done, rows_);
  }
  void tell_all() {
    if (tell_) tell_(rows_, rows_);
  }

 private:
  const std::function<void(std::size_t, std::size_t)>& tell_;
  std::size_t rows_, components_;
  std::size_t told_ = 0;
  std::atomic<std::size_t> entries_{0};
};

}  // namespace exactblend
