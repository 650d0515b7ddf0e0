// rapidcheck generators of problems: a row of weights whose sum is 1, and as many values.
#pragma once

#include "blend/making.hpp"
//
#include "number/generators.hpp"

namespace exactblend::gen {

struct Problem {
  oracle::Vector weights;              // sum 1; not negative unless asked for
  std::vector<oracle::Vector> values;  // as many, all of one length
};

inline void showValue(const Problem& problem, std::ostream& out) {
  out << oracle::text(problem.weights);
  for (const oracle::Vector& value : problem.values) out << ' ' << oracle::text(value);
}

// An integer of `least` to `most` digits, and zero now and then.
inline rc::Gen<mpz_class> part(int least, int most) {
  return rc::gen::map(rc::gen::pair(rc::gen::inRange(0, 6), digits(least, most)),
                      [](const std::pair<int, std::string>& drawn) {
                        return drawn.first == 0 ? mpz_class(0) : mpz_class(drawn.second, 10);
                      });
}

inline oracle::Vector divided_by_sum(oracle::Vector row) {
  const mpq_class sum = oracle::sum(row);
  for (mpq_class& entry : row) entry /= sum;
  return row;
}

struct Shape {
  std::size_t keys;
  std::size_t components;
  int least_digits = 1;
  int most_digits = 3;
  bool signed_weights = false;
};

inline mpq_class draw_fraction(const Shape& shape, bool is_signed) {
  mpz_class above = *part(shape.least_digits, shape.most_digits);
  if (is_signed && *rc::gen::arbitrary<bool>()) above = -above;
  return oracle::fraction(above, *part(shape.least_digits, shape.most_digits) + 1);
}

inline rc::Gen<Problem> problem(Shape shape) {
  return rc::gen::exec([shape] {
    Problem problem;
    for (std::size_t key = 0; key < shape.keys; ++key) {
      problem.weights.push_back(draw_fraction(shape, shape.signed_weights));
      oracle::Vector& value = problem.values.emplace_back();
      for (std::size_t i = 0; i < shape.components; ++i) {
        value.push_back(draw_fraction(shape, true));
      }
    }
    if (oracle::sum(problem.weights) == 0) problem.weights.back() += 1;
    problem.weights = divided_by_sum(std::move(problem.weights));
    return problem;
  });
}

inline rc::Gen<Problem> problem() {
  return rc::gen::mapcat(
      rc::gen::tuple(rc::gen::inRange<std::size_t>(1, 9), rc::gen::inRange<std::size_t>(1, 5),
                     rc::gen::element(3, 12, 25), rc::gen::arbitrary<bool>()),
      [](const std::tuple<std::size_t, std::size_t, int, bool>& drawn) {
        const auto [keys, components, digits, is_signed] = drawn;
        return problem({keys, components, 1, digits, is_signed});
      });
}

}  // namespace exactblend::gen
