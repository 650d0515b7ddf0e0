// blend_exact beside FLINT's integer matrices and GMP's rationals on the same floats; how its time
// grows with q, k and d; and what hostile tensors cost. See README.md for what came out.
//
//     tensor_vs_exact [--tiny]
//
// Exit code 1 if the three disagree in any entry that all of them have.

#include <flint/flint.h>
#include <flint/fmpz.h>
#include <flint/fmpz_mat.h>
#include <fmt/core.h>
#include <gmpxx.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "tensor_data.hpp"
#include "timing.hpp"

namespace exactblend::bench {
namespace {

constexpr FloatType kTypes[] = {FloatType::bf16, FloatType::f16, FloatType::f32, FloatType::f64};

double best_of(std::size_t rounds, const std::function<void()>& way) {
  way();
  double best = 1e9;
  for (std::size_t i = 0; i < rounds; ++i) {
    const double start = processor_seconds();
    way();
    best = std::min(best, processor_seconds() - start);
  }
  return best;
}

mpz_class integer_of(const DecodedFloat& x, int unit) {
  mpz_class size = static_cast<unsigned long>(x.significand);
  size <<= static_cast<unsigned>(x.significand == 0 ? 0 : x.exponent - unit);
  return x.negative ? mpz_class(-size) : size;
}

mpq_class rational_of(const Dyadic& x) {
  mpz_class size = 0;
  for (std::size_t i = x.magnitude().size(); i-- > 0;) {
    size = (size << 64) + static_cast<unsigned long>(x.magnitude()[i]);
  }
  mpq_class value = x.sign() < 0 ? mpz_class(-size) : size;
  if (x.exponent() >= 0) return value << static_cast<unsigned>(x.exponent());
  return value >> static_cast<unsigned>(-x.exponent());
}

// Floats of one type, and what each stands for.
struct Floats {
  Floats(const std::vector<double>& numbers, FloatType type, std::vector<std::size_t> shape)
      : tensor(numbers, type, std::move(shape)) {
    for (const double x : tensor.doubles()) {
      decoded.push_back(decode(FloatType::f64, std::bit_cast<std::uint64_t>(x)));
      if (decoded.back().significand != 0) least = std::min(least, decoded.back().exponent);
    }
  }
  Tensor tensor;
  std::vector<DecodedFloat> decoded;
  int least = 0;  // all are integers times 2^least
};

class IntegerMatrix {
 public:
  IntegerMatrix(std::size_t rows, std::size_t columns) {
    fmpz_mat_init(matrix_, static_cast<slong>(rows), static_cast<slong>(columns));
  }
  ~IntegerMatrix() { fmpz_mat_clear(matrix_); }
  IntegerMatrix(const IntegerMatrix&) = delete;
  IntegerMatrix& operator=(const IntegerMatrix&) = delete;
  void set(const Floats& floats, std::size_t columns) {
    for (std::size_t i = 0; i < floats.decoded.size(); ++i) {
      fmpz_set_mpz(at(i / columns, i % columns),
                   integer_of(floats.decoded[i], floats.least).get_mpz_t());
    }
  }
  [[nodiscard]] fmpz* at(std::size_t row, std::size_t column) {
    return fmpz_mat_entry(matrix_, static_cast<slong>(row), static_cast<slong>(column));
  }
  [[nodiscard]] fmpz_mat_struct* get() { return matrix_; }

 private:
  fmpz_mat_t matrix_;
};

bool peers(const Shape& shape, std::size_t rounds) {
  fmt::print("exact, one thread, GFLOP/s of the processor: ours; FLINT, GMP\n");
  bool all_agree = true;
  const Numbers numbers = make_numbers(shape, {"sd 2", 2, false});
  for (const FloatType type : kTypes) {
    const Floats weights(numbers.weights, type, {shape.queries, shape.keys});
    const Floats values(numbers.values, type, {shape.keys, shape.components});
    std::vector<ExactValue> sums(shape.queries * shape.components);
    bool done = true;
    const double ours = best_of(rounds, [&] {
      done &= blend_exact(weights.tensor.view(), values.tensor.view(), sums).has_value();
    });
    IntegerMatrix a(shape.queries, shape.keys);
    IntegerMatrix b(shape.keys, shape.components);
    IntegerMatrix product(shape.queries, shape.components);
    a.set(weights, shape.keys);
    b.set(values, shape.components);
    const double flint = best_of(rounds, [&] { fmpz_mat_mul(product.get(), a.get(), b.get()); });
    // One row is enough to time.
    std::vector<mpq_class> w(shape.keys);
    std::vector<mpq_class> v(shape.keys * shape.components);
    for (std::size_t i = 0; i < w.size(); ++i) w[i] = weights.tensor.doubles()[i];
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = values.tensor.doubles()[i];
    std::vector<mpq_class> row(shape.components);
    const double gmp = static_cast<double>(shape.queries) * best_of(1, [&] {
                         for (std::size_t i = 0; i < row.size(); ++i) {
                           row[i] = 0;
                           for (std::size_t key = 0; key < w.size(); ++key) {
                             row[i] += w[key] * v[key * row.size() + i];
                           }
                         }
                       });
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const mpq_class sum = rational_of(sums[i].value);
      mpz_class other;
      fmpz_get_mpz(other.get_mpz_t(), product.at(i / shape.components, i % shape.components));
      mpq_class scaled = other;
      scaled >>= static_cast<unsigned>(-(weights.least + values.least));
      done &= sum == scaled && (i >= row.size() || sum == row[i]);
    }
    if (!done) fmt::print("{}: exactblend, FLINT and GMP differ\n", name(type));
    all_agree &= done;
    fmt::print("{:4}  {:7.2f}; FLINT {:6.3f} (ratio {:5.1f}), GMP {:7.4f} (ratio {:6.0f})\n",
               name(type), shape.flops() / ours / 1e9, shape.flops() / flint / 1e9, flint / ours,
               shape.flops() / gmp / 1e9, gmp / ours);
    std::fflush(stdout);
  }
  return all_agree;
}

// Nanoseconds for one product.
double nanoseconds(const Tensor& weights, const Tensor& values, const Shape& shape, FloatType out) {
  std::vector<std::byte> bytes(shape.queries * shape.components * bytes_of(out));
  const auto output = contiguous_output(bytes.data(), out, {shape.queries, shape.components});
  bool done = true;
  const double seconds =
      best_of(3, [&] { done &= blend_rounded(weights.view(), values.view(), output).has_value(); });
  return done ? 2e9 * seconds / shape.flops() : 0;
}

// How the time for one product changes while one extent grows.
void growth(const Shape& from, std::size_t doublings) {
  fmt::print("\nto f32, bf16, one thread: ps for one product while one extent doubles\n");
  std::size_t Shape::*const extents[] = {&Shape::queries, &Shape::keys, &Shape::components};
  constexpr std::string_view kNames[] = {"queries", "keys", "components"};
  for (std::size_t extent = 0; extent < 3; ++extent) {
    Shape shape = from;
    fmt::print("{:10}", kNames[extent]);
    for (std::size_t i = 0; i <= doublings; ++i) {
      const Numbers numbers = make_numbers(shape, {"sd 2", 2, false});
      const Tensor weights(numbers.weights, FloatType::bf16, {shape.queries, shape.keys});
      const Tensor values(numbers.values, FloatType::bf16, {shape.keys, shape.components});
      fmt::print("  {:>7}: {:6.2f}", shape.*extents[extent],
                 1e3 * nanoseconds(weights, values, shape, FloatType::f32));
      std::fflush(stdout);
      shape.*extents[extent] *= 2;
    }
    fmt::print("\n");
  }
}

// Tensors in which no rounding is easy, beside random ones of the same shape and type.
void hostile(const Shape& shape) {
  std::mt19937_64 random(7);
  const std::size_t w = shape.queries * shape.keys;
  const std::size_t v = shape.keys * shape.components;
  const auto any_span = [&](int span) {
    return std::ldexp(static_cast<double>(random() >> 11),
                      -static_cast<int>(random() % static_cast<unsigned>(span)));
  };
  const Numbers ordinary = make_numbers(shape, {"sd 2", 2, false});
  Numbers ties = ordinary;  // 1 + half an ulp of f32, everywhere
  for (std::size_t i = 0; i < w; ++i) {
    const std::size_t key = i % shape.keys;
    ties.weights[i] = key == 0 ? 1 : key == 1 ? 0x1p-24 : 0;
  }
  for (double& x : ties.values) x = 1;
  Numbers cancelling = ordinary;  // every sum is 0
  for (std::size_t i = 0; i < w; ++i) {
    if (i % 2 == 1) cancelling.weights[i] = -cancelling.weights[i - 1];
  }
  for (std::size_t i = 0; i < v; ++i) {
    if (i / shape.components % 2 == 1)
      cancelling.values[i] = cancelling.values[i - shape.components];
  }
  Numbers spans = ordinary;  // of 2,000 bits
  for (double& x : spans.weights) x = any_span(1000);
  for (double& x : spans.values) x = any_span(1000);
  fmt::print("\nhostile f64 tensors, one thread: times the time of random ones\n");
  for (const FloatType out : {FloatType::f32, FloatType::f64}) {
    double plain = 0;
    fmt::print("to {}", name(out));
    const std::pair<std::string_view, const Numbers*> cases[] = {
        {"random", &ordinary}, {"ties", &ties}, {"cancelling", &cancelling}, {"spans", &spans}};
    for (const auto& [what, numbers] : cases) {
      const Tensor weights(numbers->weights, FloatType::f64, {shape.queries, shape.keys});
      const Tensor values(numbers->values, FloatType::f64, {shape.keys, shape.components});
      const double time = nanoseconds(weights, values, shape, out);
      if (plain == 0) plain = time;
      fmt::print("  {} {:.2f} ({:.3f} ns for one product)", what, time / plain, time);
      std::fflush(stdout);
    }
    fmt::print("\n");
  }
}

int run(int argc, char** argv) {
  bool tiny = false;
  CLI::App app(
      "Measures exact blends of tensors beside FLINT and GMP, their growth and their worst.");
  app.add_flag("--tiny", tiny, "Small shapes: only whether all agree");
  CLI11_PARSE(app, argc, argv);
  const Shape shape = tiny ? Shape{"tiny", 9, 50, 20} : Shape{"peers", 64, 2048, 128};
  const bool all_agree = peers(shape, tiny ? 1 : 3);
  growth(tiny ? Shape{"tiny", 8, 40, 8} : Shape{"growth", 256, 1024, 64}, tiny ? 1 : 5);
  hostile(tiny ? Shape{"tiny", 9, 50, 20} : Shape{"hostile", 192, 1024, 128});
  return all_agree ? 0 : 1;
}

}  // namespace
}  // namespace exactblend::bench

int main(int argc, char** argv) { return exactblend::bench::run(argc, argv); }
