// How far a blend is: steps counted by all threads, weights told by the calling one.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace exactblend {

class Progress {
 public:
  // `tell` may be empty. A step is a product, or a weight read beforehand.
  Progress(const std::function<void(std::size_t, std::size_t)>& tell, std::size_t weights,
           double steps)
      : tell_(tell), weights_(weights), steps_(steps) {}

  // From any thread.
  void add(std::size_t steps) { done_.fetch_add(steps, std::memory_order_relaxed); }

  // Only from the calling thread.
  void tell() {
    if (!tell_ || steps_ == 0) return;
    const auto part = static_cast<double>(done_.load(std::memory_order_relaxed)) / steps_;
    const auto done = static_cast<std::size_t>(part * static_cast<double>(weights_));
    if (done > told_ && done < weights_) tell_(told_ = done, weights_);
  }
  void tell_all() {
    if (tell_) tell_(weights_, weights_);
  }

 private:
  const std::function<void(std::size_t, std::size_t)>& tell_;
  std::size_t weights_;
  double steps_;
  std::size_t told_ = 0;
  std::atomic<std::size_t> done_{0};
};

}  // namespace exactblend
