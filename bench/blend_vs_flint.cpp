// blend() beside FLINT's fmpq_mat_mul, FLINT's fmpq and GMP's mpq, in one process, on the same
// numbers; the results must be equal. See README.md for what is measured and what came out.
//
//     blend_vs_flint [--tiny] [Google Benchmark's options, such as --benchmark_filter=small]
//
// Making the inputs is not timed; what FLINT does inside of fmpq_mat_mul to bring its matrices to
// common denominators is. Exit code 1 if any two results differ.

#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>

#include "compare.hpp"
#include "exactblend/blend/blend.hpp"
#include "exactblend/number/read.hpp"
#include "flint.hpp"

namespace exactblend::bench {
namespace {

using Random = std::mt19937_64;
using Vector = std::vector<Rational>;

bool all_agree = true;

Rational fraction(std::uint64_t numerator, std::uint64_t denominator, bool negative = false) {
  return *read_rational((negative ? "-" : "") + std::to_string(numerator) + "/" +
                        std::to_string(denominator));
}

// A number of exactly 20 digits.
std::uint64_t twenty_digits(Random& random) {
  constexpr std::uint64_t kLeast = 10'000'000'000'000'000'000U;
  return kLeast + random() % (UINT64_MAX - kLeast);
}

// One problem, as ours and as FLINT's matrices [1][keys] and [keys][components].
struct Input {
  AssignedWeights weights;
  Values values;
  std::unique_ptr<FlintMatrix> flint_weights;
  std::unique_ptr<FlintMatrix> flint_values;
};

Input make_input(const Vector& weights, const std::vector<Vector>& values) {
  Input input{*AssignedWeights::assign(weights), *Values::of(values),
              std::make_unique<FlintMatrix>(1, weights.size()),
              std::make_unique<FlintMatrix>(values.size(), values.front().size())};
  input.flint_weights->set_row(0, weights);
  for (std::size_t key = 0; key < values.size(); ++key) {
    input.flint_values->set_row(key, values[key]);
  }
  return input;
}

// Weights a/denominator with integers a ≥ 0 that sum to the denominator: the gaps between random
// cuts. Each is in lowest terms, so that many different divisors of it occur.
Vector weights_over(std::uint64_t denominator, std::size_t keys, Random& random) {
  std::vector<std::uint64_t> cuts = {0, denominator};
  while (cuts.size() < keys + 1) cuts.push_back(random() % denominator);
  std::sort(cuts.begin(), cuts.end());
  Vector weights;
  for (std::size_t i = 0; i < keys; ++i) {
    weights.push_back(fraction(cuts[i + 1] - cuts[i], denominator));
  }
  return weights;
}

std::vector<Vector> values_over(std::uint64_t denominator, std::size_t keys, std::size_t components,
                                Random& random) {
  const std::uint64_t largest = denominator < UINT64_MAX / 100 ? 100 * denominator : UINT64_MAX;
  std::vector<Vector> values(keys);
  for (Vector& value : values) {
    for (std::size_t i = 0; i < components; ++i) {
      const std::uint64_t numerator = random() % largest;
      value.push_back(fraction(numerator, denominator, random() % 2 == 0));
    }
  }
  return values;
}

enum class Weights { even, different };

// Every value over its own random 20-digit denominator. Weights: all 1/n, or each over its own
// random 20-digit denominator but the last, which is what the rest leave of 1.
Input different_denominators(Weights kind, std::size_t keys, std::size_t components) {
  Random random(keys);
  Vector weights;
  if (kind == Weights::even) {
    weights.assign(keys, fraction(1, keys));
  } else {
    for (std::size_t key = 1; key < keys; ++key) {
      const std::uint64_t denominator = twenty_digits(random);
      weights.push_back(fraction(random() % (denominator / keys), denominator));
    }
    weights.push_back(Rational(1) - row_mass(weights));
  }
  std::vector<Vector> values(keys);
  for (Vector& value : values) {
    for (std::size_t i = 0; i < components; ++i) {
      value.push_back(fraction(twenty_digits(random), twenty_digits(random), random() % 2 == 0));
    }
  }
  return make_input(weights, values);
}

void flint_product(Input& input, FlintMatrix& output) {
  fmpq_mat_mul(output.get(), input.flint_weights->get(), input.flint_values->get());
}

// A running sum, reduced after each term.
void flint_running_sum(Input& input, FlintMatrix& output) {
  const std::size_t components = input.values.components();
  for (std::size_t i = 0; i < components; ++i) {
    fmpq_zero(output.at(0, i));
    for (std::size_t key = 0; key < input.values.keys(); ++key) {
      fmpq_addmul(output.at(0, i), input.flint_weights->at(0, key), input.flint_values->at(key, i));
    }
  }
}

void check(benchmark::State& state, std::string_view peer, const Vector& ours, FlintMatrix& other) {
  if (other.equals(ours)) return;
  all_agree = false;
  state.SkipWithError(("exactblend and " + std::string(peer) + " differ").c_str());
}

// (a) Everything over two denominators.
void common_denominator(benchmark::State& state, std::uint64_t weights_denominator,
                        std::uint64_t values_denominator, std::size_t keys,
                        std::size_t components) {
  Random random(1);
  Input input = make_input(weights_over(weights_denominator, keys, random),
                           values_over(values_denominator, keys, components, random));
  Vector output;
  FlintMatrix flint(1, components);
  compare(state, {{"ours", [&] { output = *blend(input.weights, input.values); }},
                  {"flint", [&] { flint_product(input, flint); }}});
  check(state, "FLINT", output, flint);
}

// (b) All denominators different. "ours/half" is the time's growth from half as many keys; 2 would
// be linear. FLINT's product would write each of the column's terms over the common denominator of
// all of them: some gigabytes at 10,000 keys, so it is left out above `product_keys`.
void different(benchmark::State& state, Weights kind, std::size_t keys, std::size_t product_keys) {
  constexpr std::size_t kComponents = 4;
  Input input = different_denominators(kind, keys, kComponents);
  Input half = different_denominators(kind, keys / 2, kComponents);
  Vector output;
  Vector half_output;
  FlintMatrix product(1, kComponents);
  FlintMatrix sum(1, kComponents);
  const bool with_product = keys <= product_keys;
  std::vector<Contender> contenders = {
      {"ours", [&] { output = *blend(input.weights, input.values); }},
      {"half", [&] { half_output = *blend(half.weights, half.values); }},
      {"flint_sum", [&] { flint_running_sum(input, sum); }}};
  if (with_product) contenders.push_back({"flint", [&] { flint_product(input, product); }});
  compare(state, contenders);
  check(state, "FLINT's running sum", output, sum);
  if (with_product) check(state, "FLINT", output, product);
}

// The same with GMP's rationals, which stand ready as mpq_t.
class GmpProblem {
 public:
  explicit GmpProblem(Input& input) : components_(input.values.components()) {
    for (std::size_t key = 0; key < input.values.keys(); ++key) {
      fmpq_get_mpq(add(weights_), input.flint_weights->at(0, key));
      for (std::size_t i = 0; i < components_; ++i) {
        fmpq_get_mpq(add(values_), input.flint_values->at(key, i));
      }
    }
    for (std::size_t i = 0; i < components_; ++i) add(output_);
    mpq_init(term_);
  }
  ~GmpProblem() {
    for (auto* numbers : {&weights_, &values_, &output_}) {
      for (auto& number : *numbers) mpq_clear(&number);
    }
    mpq_clear(term_);
  }
  GmpProblem(const GmpProblem&) = delete;
  GmpProblem& operator=(const GmpProblem&) = delete;

  void blend() {
    for (std::size_t i = 0; i < components_; ++i) {
      mpq_set_ui(&output_[i], 0, 1);
      for (std::size_t key = 0; key < weights_.size(); ++key) {
        mpq_mul(term_, &weights_[key], &values_[key * components_ + i]);
        mpq_add(&output_[i], &output_[i], term_);
      }
    }
  }
  void get(FlintMatrix& output) const {
    for (std::size_t i = 0; i < components_; ++i) fmpq_set_mpq(output.at(0, i), &output_[i]);
  }

 private:
  static mpq_ptr add(std::vector<__mpq_struct>& numbers) {
    mpq_init(&numbers.emplace_back());
    return &numbers.back();
  }

  std::size_t components_;
  std::vector<__mpq_struct> weights_;
  std::vector<__mpq_struct> values_;
  std::vector<__mpq_struct> output_;
  mpq_t term_;
};

// (c) Three keys and two components, many times: the counters are for all of them.
void small(benchmark::State& state, std::size_t problems) {
  constexpr std::size_t kKeys = 3;
  constexpr std::size_t kComponents = 2;
  Random random(3);
  std::vector<Input> inputs;
  std::vector<std::unique_ptr<GmpProblem>> gmp_inputs;
  std::vector<Vector> outputs(problems);
  std::vector<std::unique_ptr<FlintMatrix>> products;
  std::vector<std::unique_ptr<FlintMatrix>> sums;
  for (std::size_t i = 0; i < problems; ++i) {
    inputs.push_back(make_input(weights_over(2 + random() % 11, kKeys, random),
                                values_over(1 + random() % 12, kKeys, kComponents, random)));
    gmp_inputs.push_back(std::make_unique<GmpProblem>(inputs.back()));
    products.push_back(std::make_unique<FlintMatrix>(1, kComponents));
    sums.push_back(std::make_unique<FlintMatrix>(1, kComponents));
  }
  const auto for_each = [problems](auto run) {
    return [problems, run] {
      for (std::size_t i = 0; i < problems; ++i) run(i);
    };
  };
  compare(state,
          {{"ours", for_each([&](std::size_t i) {
              outputs[i] = *blend(inputs[i].weights, inputs[i].values);
            })},
           {"flint", for_each([&](std::size_t i) { flint_product(inputs[i], *products[i]); })},
           {"flint_sum", for_each([&](std::size_t i) { flint_running_sum(inputs[i], *sums[i]); })},
           {"gmp", for_each([&](std::size_t i) { gmp_inputs[i]->blend(); })}});
  FlintMatrix gmp(1, kComponents);
  for (std::size_t i = 0; i < problems; ++i) {
    gmp_inputs[i]->get(gmp);
    check(state, "FLINT", outputs[i], *products[i]);
    check(state, "FLINT's running sum", outputs[i], *sums[i]);
    check(state, "GMP", outputs[i], gmp);
  }
}

template <class Run>
void add(const std::string& name, int rounds, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), run)
      ->Iterations(rounds)
      ->UseManualTime()
      ->Unit(benchmark::kMillisecond);
}

void add_all(bool tiny) {
  struct Denominators {
    std::string_view name;
    std::uint64_t weights;
    std::uint64_t values;
  };
  const std::size_t keys = tiny ? 40 : 10'000;
  const std::size_t components = tiny ? 3 : 256;
  // 13370685971300658000 = 2^4·3^3·5^3·7^2·11^2·13^2·17·19·23·29·31·37 has many divisors;
  // 17976931348623157081 has hardly any.
  for (const Denominators& d :
       {Denominators{"1e4,1e4", 10'000, 10'000}, Denominators{"1e6,1e4", 1'000'000, 10'000},
        Denominators{"720720,1e6", 720'720, 1'000'000},
        Denominators{"15_digits", 999'999'999'999'989, 720'720'000'000'000},
        Denominators{"20_digits", 13'370'685'971'300'658'000U, 10'000'000'000'000'000'000U},
        Denominators{"20_digits_few_divisors", 17'976'931'348'623'157'081U,
                     12'345'678'910'111'213'141U}}) {
    add("common/" + std::string(d.name), tiny ? 1 : 7, [=](benchmark::State& state) {
      common_denominator(state, d.weights, d.values, keys, components);
    });
  }
  for (const auto& [name, kind] :
       {std::pair{"different/values/", Weights::even}, {"different/all/", Weights::different}}) {
    for (const std::size_t count : {625U, 1250U, 2500U, 5000U, 10'000U}) {
      const std::size_t scaled = tiny ? count / 125 : count;
      add(name + std::to_string(scaled), tiny ? 1 : 5,
          [kind = kind, scaled](benchmark::State& s) { different(s, kind, scaled, 2500); });
    }
  }
  const std::size_t problems = tiny ? 20 : 2000;
  add("small/" + std::to_string(problems), tiny ? 1 : 101,
      [problems](benchmark::State& state) { small(state, problems); });
}

int run(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  const auto tiny = std::find(arguments.begin(), arguments.end(), std::string_view("--tiny"));
  const bool is_tiny = tiny != arguments.end();
  if (is_tiny) arguments.erase(tiny);
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data())) return 2;
  add_all(is_tiny);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return all_agree ? 0 : 1;
}

}  // namespace
}  // namespace exactblend::bench

int main(int argc, char** argv) { return exactblend::bench::run(argc, argv); }
