// Asking for memory to be in the cache before it is read.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace exactblend {

inline constexpr std::size_t kCacheLine = 64;

// A run of bytes that will be read soon, from `at` to `at + last`. Nothing beyond it is touched.
struct AheadRun {
  const std::byte* at = nullptr;
  std::size_t last = 0;

  // Asks for the line with number i, or for the last one.
  void ask(std::size_t i) const { __builtin_prefetch(at + std::min(i * kCacheLine, last)); }
  // Runs seldom begin where lines do, so they may take one more.
  [[nodiscard]] std::size_t lines() const { return last / kCacheLine + 2; }
  void ask_for_all() const {
    for (std::size_t i = 0; i < lines(); ++i) ask(i);
  }
};

// What a kernel asks for while it works.
inline constexpr std::size_t kAheadRuns = 3;
using Ahead = std::array<AheadRun, kAheadRuns>;

}  // namespace exactblend
