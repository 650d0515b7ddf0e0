#include "tensor/parallel.hpp"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>
#include <vector>

namespace exactblend {

unsigned thread_count(unsigned asked, std::size_t tasks) {
  const unsigned wanted = asked == 0 ? std::thread::hardware_concurrency() : asked;
  return static_cast<unsigned>(std::max<std::size_t>(1, std::min<std::size_t>(wanted, tasks)));
}

void run_threads(unsigned threads, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> others;
  others.reserve(threads);
  try {
    for (unsigned i = 1; i < threads; ++i) others.emplace_back(std::cref(work), i);
  } catch (const std::system_error&) {
    // The system has no more threads: those that run share all the tasks.
  }
  std::exception_ptr failed;
  try {
    work(0);
  } catch (...) {
    failed = std::current_exception();
  }
  for (std::thread& thread : others) thread.join();
  if (failed) std::rethrow_exception(failed);
}

void run_threads(unsigned threads, TaskCounter& tasks, const std::function<void(unsigned)>& work) {
  run_threads(threads, [&](unsigned thread) {
    try {
      work(thread);
    } catch (...) {
      tasks.stop();
      throw;
    }
  });
}

}  // namespace exactblend
