// How far long work of a known size is, and how fast: a bar on standard error, if that is a
// terminal.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace exactblend::cli {

class ProgressBar {
 public:
  // what: in the plural, "lessons".
  ProgressBar(std::string_view what, std::size_t size);
  ~ProgressBar();  // clears the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void at(std::size_t done);

 private:
  using Clock = std::chrono::steady_clock;
  std::string_view what_;
  std::size_t size_;
  bool on_terminal_;
  bool shown_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace exactblend::cli
