// Several ways to one result, timed in turn within one process.
//
//     compare(state, {{"ours", [&] { … }}, {"flint", [&] { … }}});
//
// Each iteration runs every contender once. The time is the processor time of the process: nothing
// here uses a second thread or waits, so other work on the machine disturbs it little, and what
// disturbs one contender disturbs its neighbours too. The counters are medians over the iterations:
// for each contender its seconds, and for the others also "ours/<name>", the median of the ratios
// within one iteration.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "timing.hpp"

namespace exactblend::bench {

struct Contender {
  std::string name;
  std::function<void()> run;
};

inline void compare(benchmark::State& state, const std::vector<Contender>& contenders) {
  std::vector<std::vector<double>> seconds(contenders.size());
  for ([[maybe_unused]] auto _ : state) {
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      const double start = processor_seconds();
      contenders[i].run();
      seconds[i].push_back(processor_seconds() - start);
    }
    state.SetIterationTime(seconds.front().back());
  }
  for (std::size_t i = 0; i < contenders.size(); ++i) {
    state.counters[contenders[i].name] = median(seconds[i]);
    if (i == 0) continue;
    std::vector<double> ratios;
    for (std::size_t round = 0; round < seconds[i].size(); ++round) {
      ratios.push_back(seconds.front()[round] / seconds[i][round]);
    }
    state.counters[contenders.front().name + "/" + contenders[i].name] = median(ratios);
  }
}

}  // namespace exactblend::bench
