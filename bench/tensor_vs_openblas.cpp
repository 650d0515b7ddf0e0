// blend_rounded and blend_exact beside OpenBLAS's dgemm, in one process, on the same numbers. See
// README.md for what is measured and what came out.
//
//     tensor_vs_openblas [--tiny] [--rounds N] [--only TEXT]…
//
// EXACTBLEND_TARGET holds ours to an instruction set; dgemm takes the kernels that OpenBLAS chooses
// for this processor, or OPENBLAS_CORETYPE: look at its share of the peak, since an OpenBLAS older
// than the processor chooses badly. Making the inputs, and converting them to double for dgemm, is
// not timed. Exit code 1 if an output is not, bit for bit, what fixed-point accumulators give, or
// if dgemm's is further away than its rounding errors allow.

#include <cblas.h>
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "machine.hpp"
#include "tensor_data.hpp"
#include "timing.hpp"

namespace exactblend::bench {
namespace {

struct Arguments {
  bool tiny = false;
  std::size_t rounds = 5;  // at least; as many as fit into a second of ours
  std::vector<std::string> only;
};

enum class Output { f32, f64, exact };
constexpr Output kOutputs[] = {Output::f32, Output::f64, Output::exact};
constexpr std::string_view kOutputNames[] = {"f32", "f64", "exact"};
constexpr FloatType kInputs[] = {FloatType::bf16, FloatType::f16, FloatType::f32, FloatType::f64};
constexpr Kind kKinds[] = {{"sd 2", 2, false}, {"sd 4", 4, false}, {"nasty", 4, true}};
constexpr std::size_t kSampledRows = 16;

std::string_view name_of(Output output) { return kOutputNames[static_cast<int>(output)]; }

// What one call writes.
class Blended {
 public:
  Blended(Output output, const Shape& shape) : output_(output), shape_(shape) {
    const std::size_t entries = shape.queries * shape.components;
    if (output == Output::exact) {
      values_.resize(entries);
    } else {
      bytes_.resize(entries * bytes_of(type()));
    }
  }

  void blend(const TensorView& weights, const TensorView& values, const BlendOptions& options) {
    if (output_ == Output::exact) {
      report_ = *blend_exact(weights, values, values_, options);
    } else {
      const auto out =
          contiguous_output(bytes_.data(), type(), {shape_.queries, shape_.components});
      report_ = *blend_rounded(weights, values, out, options);
    }
  }
  // Rows [row, row + other's rows) here equal those of another result, bit for bit.
  [[nodiscard]] bool has_row(std::size_t row, const Blended& other, std::size_t other_row) const {
    if (output_ == Output::exact) {
      const auto at = [&](const Blended& of, std::size_t i) {
        return of.values_.begin() + static_cast<std::ptrdiff_t>(i * shape_.components);
      };
      return std::equal(at(*this, row), at(*this, row + 1), at(other, other_row));
    }
    const std::size_t size = shape_.components * bytes_of(type());
    return std::memcmp(bytes_.data() + row * size, other.bytes_.data() + other_row * size, size) ==
           0;
  }
  // Of a result in f64.
  [[nodiscard]] double at(std::size_t row, std::size_t component) const {
    double value = 0;
    std::memcpy(&value, bytes_.data() + (row * shape_.components + component) * sizeof value,
                sizeof value);
    return value;
  }
  [[nodiscard]] std::size_t recomputed() const { return report_.recomputed_entries; }
  [[nodiscard]] std::size_t entries() const { return shape_.queries * shape_.components; }

 private:
  [[nodiscard]] FloatType type() const {
    return output_ == Output::f32 ? FloatType::f32 : FloatType::f64;
  }

  Output output_;
  Shape shape_;
  std::vector<std::byte> bytes_;
  std::vector<ExactValue> values_;
  BlendReport report_;
};

// Weights and values in one type, and rows of what they blend to in fixed point.
class Problem {
 public:
  Problem(const Shape& shape, FloatType type, const Numbers& numbers)
      : shape_(shape),
        weights_(numbers.weights, type, {shape.queries, shape.keys}),
        values_(numbers.values, type, {shape.keys, shape.components}),
        product_(shape.queries * shape.components) {
    const std::size_t rows = std::min(kSampledRows, shape.queries);
    for (std::size_t i = 0; i < rows; ++i) {
      sample_.push_back(rows == 1 ? 0 : i * (shape.queries - 1) / (rows - 1));
    }
  }

  void ours(Blended& result, unsigned threads) const {
    BlendOptions options;
    options.threads = threads;
    result.blend(weights_.view(), values_.view(), options);
  }
  void dgemm() {
    const auto n = [](std::size_t size) { return static_cast<blasint>(size); };
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n(shape_.queries), n(shape_.components),
                n(shape_.keys), 1, weights_.doubles().data(), n(shape_.keys),
                values_.doubles().data(), n(shape_.components), 0, product_.data(),
                n(shape_.components));
  }

  [[nodiscard]] bool is_exact(Output output, const Blended& result) const {
    BlendOptions options;
    options.method = BlendMethod::fixed_point;
    Blended truth(output, row_shape());
    return std::all_of(sample_.begin(), sample_.end(), [&](std::size_t row) {
      truth.blend(row_view(row), values_.view(), options);
      return result.has_row(row, truth, 0);
    });
  }
  // Entries of dgemm's product lie no further from the truth than keys roundings of each term may
  // take them.
  [[nodiscard]] bool dgemm_is_near() const {
    BlendOptions options;
    options.method = BlendMethod::fixed_point;
    Blended truth(Output::f64, row_shape());
    for (const std::size_t row : sample_) {
      truth.blend(row_view(row), values_.view(), options);
      for (std::size_t i = 0; i < shape_.components; ++i) {
        double size = 0;
        for (std::size_t key = 0; key < shape_.keys; ++key) {
          size += std::abs(weights_.doubles()[row * shape_.keys + key] *
                           values_.doubles()[key * shape_.components + i]);
        }
        const double bound = 0x1p-52 * static_cast<double>(shape_.keys + 1) * size + 1e-300;
        const double error = std::abs(product_[row * shape_.components + i] - truth.at(0, i));
        if (!(error <= bound)) return false;
      }
    }
    return true;
  }
  [[nodiscard]] std::size_t sampled() const { return sample_.size() * shape_.components; }
  [[nodiscard]] std::size_t bytes() const { return weights_.bytes() + values_.bytes(); }
  [[nodiscard]] const Shape& shape() const { return shape_; }

 private:
  [[nodiscard]] Shape row_shape() const { return {"row", 1, shape_.keys, shape_.components}; }
  [[nodiscard]] TensorView row_view(std::size_t row) const {
    TensorView view = weights_.view();
    view.data += static_cast<std::ptrdiff_t>(row) * view.strides[0];
    view.shape[0] = 1;
    return view;
  }

  Shape shape_;
  Tensor weights_, values_;
  std::vector<double> product_;
  std::vector<std::size_t> sample_;
};

// Several ways in turn, after one round that is not counted; the seconds of each, round by round.
using Seconds = std::vector<std::vector<double>>;
Seconds in_turn(const Arguments& arguments, double (*now)(),
                const std::vector<std::function<void()>>& ways) {
  constexpr double kEnough = 1;  // second of the first
  constexpr std::size_t kMostRounds = 41;
  for (const auto& way : ways) way();
  Seconds seconds(ways.size());
  double spent = 0;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    if (round >= arguments.rounds && (arguments.tiny || spent >= kEnough)) break;
    for (std::size_t i = 0; i < ways.size(); ++i) {
      const double start = now();
      ways[i]();
      seconds[i].push_back(now() - start);
    }
    spent += seconds.front().back();
  }
  return seconds;
}

// Quotients of two ways round by round, in ascending order.
std::vector<double> quotients(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all;
  for (std::size_t i = 0; i < a.size(); ++i) all.push_back(a[i] / b[i]);
  std::sort(all.begin(), all.end());
  return all;
}

class Bench {
 public:
  explicit Bench(Arguments arguments) : arguments_(std::move(arguments)) {}

  int run() {
    print_machine();
    openblas_set_num_threads(1);
    fmt::print(
        "\none thread, GFLOP/s by the processor's time: ours, dgemm; ratio (of the middle half of "
        "the rounds)\n");
    for (const Shape& shape : shapes()) {
      for (const Kind& kind : kKinds) one_thread(shape, kind);
    }
    print_least();
    decoding();
    two_threads();
    return all_agree_ ? 0 : 1;
  }

 private:
  [[nodiscard]] std::array<Shape, 2> shapes() const {
    if (arguments_.tiny) return {Shape{"A", 20, 150, 40}, Shape{"B", 35, 60, 40}};
    return {Shape{"A", 512, 4096, 128}, Shape{"B", 2048, 2048, 128}};
  }
  [[nodiscard]] Shape decoding_shape() const {
    return arguments_.tiny ? Shape{"q=1", 1, 700, 40} : Shape{"q=1", 1, 131'072, 128};
  }
  // --only: all the texts occur in the name of what is measured.
  [[nodiscard]] bool asked_for(std::string_view name) const {
    return std::all_of(
        arguments_.only.begin(), arguments_.only.end(),
        [&](const std::string& text) { return name.find(text) != std::string_view::npos; });
  }
  static std::string case_name(FloatType type, const Shape& shape, const Kind& kind,
                               Output output) {
    return fmt::format("{:4} {:3} {:5} to {:5}", name(type), shape.name, kind.name,
                       name_of(output));
  }
  // Calls measure(problem, output, name) for each case that is asked for.
  template <class Measure>
  void for_cases(std::string_view section, const Shape& shape, const Kind& kind,
                 Measure&& measure) {
    std::optional<Numbers> numbers;
    for (const FloatType type : kInputs) {
      std::optional<Problem> problem;
      for (const Output output : kOutputs) {
        const std::string name = case_name(type, shape, kind, output);
        if (!asked_for(std::string(section) + " " + name)) continue;
        if (!numbers) numbers = make_numbers(shape, kind);
        if (!problem) problem.emplace(shape, type, *numbers);
        measure(*problem, type, output, name);
        std::fflush(stdout);
      }
    }
  }

  void print_machine() const {
    const auto text = [](const char* variable) {
      const char* value = std::getenv(variable);
      return value == nullptr ? "not set" : value;
    };
    double load = 0;
    getloadavg(&load, 1);
    fmt::print("{}\n", openblas_get_config());
    fmt::print("OPENBLAS_CORETYPE {}, dgemm's kernels {}; EXACTBLEND_TARGET {}\n",
               text("OPENBLAS_CORETYPE"), openblas_get_corename(), text("EXACTBLEND_TARGET"));
    fmt::print("load {:.1f}; fp64 FMA peak {:.1f} GFLOP/s\n", load, peak_);
  }

  bool verify(const Problem& problem, Output output, const Blended& result,
              const std::string& name) {
    if (problem.is_exact(output, result)) return true;
    all_agree_ = false;
    fmt::print("{}: exactblend and its fixed point differ\n", name);
    return false;
  }
  bool verify_dgemm(const Problem& problem, const std::string& name) {
    if (problem.dgemm_is_near()) return true;
    all_agree_ = false;
    fmt::print("{}: exactblend and dgemm differ\n", name);
    return false;
  }

  void one_thread(const Shape& shape, const Kind& kind) {
    for_cases("one-thread", shape, kind,
              [&](Problem& problem, FloatType type, Output output, const std::string& name) {
                Blended result(output, shape);
                const Seconds seconds =
                    in_turn(arguments_, processor_seconds,
                            {[&] { problem.ours(result, 1); }, [&] { problem.dgemm(); }});
                if (!verify(problem, output, result, name) || !verify_dgemm(problem, name)) return;
                const auto ratios = quotients(seconds[1], seconds[0]);
                const double ratio = median(ratios);
                dgemms_.push_back(shape.flops() / median(seconds[1]) / 1e9);
                fmt::print(
                    "{}  {:7.2f} {:7.2f}  ratio {:5.3f} ({:.3f} to {:.3f}, {} rounds)  recomputed "
                    "{} of {}  verified {}\n",
                    name, shape.flops() / median(seconds[0]) / 1e9, dgemms_.back(), ratio,
                    ratios[ratios.size() / 4], ratios[ratios.size() * 3 / 4], ratios.size(),
                    result.recomputed(), result.entries(), problem.sampled());
                auto& least = least_.try_emplace({output, kind.nasty, type}, ratio).first->second;
                least = std::min(least, ratio);
              });
  }

  void print_least() const {
    if (dgemms_.empty()) return;
    fmt::print("\nleast of the ratios above\n{:20}", "");
    for (const FloatType type : kInputs) fmt::print("{:>8}", name(type));
    for (const Output output : kOutputs) {
      for (const bool nasty : {false, true}) {
        fmt::print("\nto {:5}  {:10}", name_of(output), nasty ? "nasty" : "sd 2, sd 4");
        for (const FloatType type : kInputs) {
          const auto at = least_.find({output, nasty, type});
          fmt::print("{:>8}", at == least_.end() ? "-" : fmt::format("{:.3f}", at->second));
        }
      }
    }
    fmt::print("\ndgemm at the median: {:.1f} GFLOP/s, {:.2f} of the fp64 FMA peak\n",
               median(dgemms_), median(dgemms_) / peak_);
  }

  // Each round reads an array beyond all caches first, so that the inputs come from memory.
  void decoding() {
    const Shape shape = decoding_shape();
    const std::size_t words = arguments_.tiny ? 4096 : std::size_t{1} << 27;
    std::vector<std::uint64_t> memory;
    std::uint64_t sum = 0;
    fmt::print("\nq = 1, one thread, GB/s of bytes read: ours; reading memory; share; dgemm\n");
    for_cases("decoding", shape, kKinds[0],
              [&](Problem& problem, FloatType, Output output, const std::string& name) {
                if (memory.empty()) memory.resize(words, 1);
                Blended result(output, shape);
                const Seconds seconds =
                    in_turn(arguments_, processor_seconds,
                            {[&] { problem.ours(result, 1); }, [&] { problem.dgemm(); },
                             [&] { sum += sum_of_words(memory.data(), memory.size()); }});
                if (!verify(problem, output, result, name) || !verify_dgemm(problem, name)) return;
                const auto bytes = static_cast<double>(problem.bytes());
                const auto doubles =
                    static_cast<double>(shape.keys * (1 + shape.components) * sizeof(double));
                const double ours = bytes / median(seconds[0]) / 1e9;
                const double reading =
                    static_cast<double>(words * sizeof(std::uint64_t)) / median(seconds[2]) / 1e9;
                fmt::print(
                    "{}  {:6.2f} {:6.2f}  share {:5.3f}  dgemm {:6.2f}  time ratio {:5.3f}  "
                    "recomputed {} of {}  verified {}\n",
                    name, ours, reading, ours / reading, doubles / median(seconds[1]) / 1e9,
                    median(quotients(seconds[1], seconds[0])), result.recomputed(),
                    result.entries(), problem.sampled());
              });
    __asm__ volatile("" : : "r"(sum));
  }

  // Two blends of one thread each, at once, have nothing to share out and nothing to wait for: what
  // they reach is what the machine gives two threads. dgemm's other thread keeps its core busy for
  // a while after each call, so it is not measured in turn with ours, but after it.
  void two_threads() {
    fmt::print(
        "\ntwo threads, GFLOP/s by the clock: ours with one, with two; ratio (best round); "
        "ratio of two separate blends at once; dgemm\n");
    for (const Shape& shape : shapes()) {
      for_cases(
          "two-threads", shape, kKinds[1],
          [&](Problem& problem, FloatType, Output output, const std::string& name) {
            Blended result(output, shape);
            Blended two(output, shape);
            Blended other(output, shape);
            double start = 0;
            double processor[2] = {};
            const auto timed = [&](Blended& into, unsigned threads) {
              start = processor_seconds();
              problem.ours(into, threads);
              processor[threads - 1] += processor_seconds() - start;
            };
            const auto separate = [&] {
              std::thread at_once([&] { problem.ours(other, 1); });
              problem.ours(result, 1);
              at_once.join();
            };
            const Seconds seconds =
                in_turn(arguments_, clock_seconds,
                        {[&] { timed(result, 1); }, [&] { timed(two, 2); }, separate});
            if (!verify(problem, output, result, name)) return;
            if (!verify(problem, output, other, name)) return;
            if (!verify(problem, output, two, name)) return;
            openblas_set_num_threads(2);
            const Seconds dgemm = in_turn(arguments_, clock_seconds, {[&] { problem.dgemm(); }});
            openblas_set_num_threads(1);
            const auto best = [](const std::vector<double>& all) {
              return *std::min_element(all.begin(), all.end());
            };
            fmt::print(
                "{}  {:7.2f} {:7.2f}  ratio {:5.3f} ({:5.3f})  processor time × {:5.3f}  "
                "separate {:5.3f}  dgemm {:7.2f}\n",
                name, shape.flops() / median(seconds[0]) / 1e9,
                shape.flops() / median(seconds[1]) / 1e9, median(quotients(seconds[0], seconds[1])),
                best(seconds[0]) / best(seconds[1]), processor[1] / processor[0],
                2 * median(quotients(seconds[0], seconds[2])),
                shape.flops() / median(dgemm[0]) / 1e9);
          });
    }
  }

  Arguments arguments_;
  bool all_agree_ = true;
  double peak_ = fma_peak();
  std::vector<double> dgemms_;  // GFLOP/s
  std::map<std::tuple<Output, bool, FloatType>, double> least_;
};

int run(int argc, char** argv) {
  Arguments arguments;
  CLI::App app("Measures exact blends of tensors beside OpenBLAS's dgemm.");
  app.add_flag("--tiny", arguments.tiny, "Small shapes, one round: only whether all agree");
  app.add_option("--rounds", arguments.rounds, "Rounds at least")->check(CLI::PositiveNumber);
  app.add_option("--only", arguments.only, "Only what has all these texts in its name");
  CLI11_PARSE(app, argc, argv);
  if (arguments.tiny) arguments.rounds = 1;
  if (std::getenv("OPENBLAS_L2_SIZE") != nullptr) {
    fmt::print(stderr, "OPENBLAS_L2_SIZE is set, which can only slow dgemm down: unset it\n");
    return 2;
  }
  return Bench(std::move(arguments)).run();
}

}  // namespace
}  // namespace exactblend::bench

int main(int argc, char** argv) { return exactblend::bench::run(argc, argv); }
