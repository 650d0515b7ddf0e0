#include "progress_bar.hpp"

#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <string>

namespace exactblend::cli {

ProgressBar::ProgressBar(std::string_view what, std::size_t size)
    : what_(what), size_(size), on_terminal_(isatty(STDERR_FILENO) != 0) {}

ProgressBar::~ProgressBar() {
  if (shown_) fmt::print(stderr, "\r\033[K");
}

void ProgressBar::at(std::size_t done) {
  constexpr std::size_t kWidth = 30;
  constexpr std::chrono::milliseconds kBetween{100};
  if (!on_terminal_ || size_ == 0) return;
  const auto now = Clock::now();
  if (now - last_ < kBetween) return;
  last_ = now;
  shown_ = true;
  const std::size_t filled = kWidth * done / size_;
  const double rate =
      static_cast<double>(done) / std::chrono::duration<double>(now - start_).count();
  fmt::print(stderr, "\rexactblend: [{}{}] {} of {} {}, {:.0f} a second\033[K",
             std::string(filled, '#'), std::string(kWidth - filled, ' '), done, size_, what_, rate);
}

}  // namespace exactblend::cli
