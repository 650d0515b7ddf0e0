// How far a blend is: products counted by all threads, weights told by the calling one.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace exactblend {

class Progress {
 public:
  // `tell` may be empty.
  Progress(const std::function<void(std::size_t, std::size_t)>& tell, std::size_t weights,
           std::size_t components)
      : tell_(tell), weights_(weights), components_(components) {}

  // From any thread.
  void add(std::size_t products) { products_.fetch_add(products, std::memory_order_relaxed); }

  // Only from the calling thread.
  void tell() {
    if (!tell_ || components_ == 0) return;
    const std::size_t done = products_.load(std::memory_order_relaxed) / components_;
    if (done > told_ && done < weights_) tell_(told_ = done, weights_);
  }
  void tell_all() {
    if (tell_) tell_(weights_, weights_);
  }

 private:
  const std::function<void(std::size_t, std::size_t)>& tell_;
  std::size_t weights_, components_;
  std::size_t told_ = 0;
  std::atomic<std::size_t> products_{0};
};

}  // namespace exactblend
