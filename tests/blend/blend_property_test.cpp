// Laws of the blend, on problems drawn at random, against GMP's rationals.
#include <algorithm>
#include <numeric>

#include "blend/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

using oracle::read_back;
using oracle::same;

AssignedWeights assigned(const oracle::Vector& row) {
  return AssignedWeights::assign(read_back(row), {}, WeightSign::any).value();
}

std::vector<Rational> ours(const gen::Problem& problem) {
  return blend(assigned(problem.weights), read_back(problem.values)).value();
}

void assert_agrees(const gen::Problem& problem) {
  const AssignedWeights weights = assigned(problem.weights);
  const Values values = read_back(problem.values);
  const oracle::Vector expected = oracle::blend(problem.weights, problem.values);
  const std::vector<Rational> output = blend(weights, values).value();
  const Blend steps = blend_in_steps(weights, values).value();
  RC_ASSERT(output.size() == expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    RC_ASSERT(same(output[i], expected[i]));
    RC_ASSERT(steps.output[i] == output[i]);
  }
  RC_ASSERT(steps.scaled.size() == problem.weights.size());
  for (std::size_t key = 0; key < problem.weights.size(); ++key) {
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const mpq_class scaled = problem.weights[key] * problem.values[key][i];
      RC_ASSERT(same(steps.scaled[key][i], scaled));
    }
  }
}

RC_GTEST_PROP(BlendProperty, agrees_with_the_oracle_in_both_forms, ()) {
  assert_agrees(*gen::problem());
}

RC_GTEST_PROP(BlendProperty, agrees_with_the_oracle_on_numbers_of_20_to_200_digits, ()) {
  assert_agrees(*gen::problem({4, 2, 20, 200, true}));
}

RC_GTEST_PROP(BlendProperty, agrees_with_the_oracle_on_many_keys, ()) {
  const auto keys = *rc::gen::inRange<std::size_t>(50, 300);
  assert_agrees(*gen::problem({keys, 2, 1, 20, false}));
}

RC_GTEST_PROP(BlendProperty, does_not_depend_on_the_order_of_keys, ()) {
  const gen::Problem problem = *gen::problem();
  std::vector<std::size_t> order(problem.weights.size());
  std::iota(order.begin(), order.end(), 0U);
  for (std::size_t i = order.size(); i > 1; --i) {
    std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  gen::Problem permuted;
  for (const std::size_t key : order) {
    permuted.weights.push_back(problem.weights[key]);
    permuted.values.push_back(problem.values[key]);
  }
  RC_ASSERT(text(ours(permuted)) == text(ours(problem)));
}

RC_GTEST_PROP(BlendProperty, by_one_weight_of_1_is_that_value, ()) {
  gen::Problem problem = *gen::problem();
  const auto key = *rc::gen::inRange<std::size_t>(0, problem.weights.size());
  for (mpq_class& weight : problem.weights) weight = 0;
  problem.weights[key] = 1;
  RC_ASSERT(text(ours(problem)) == oracle::text(problem.values[key]));
}

RC_GTEST_PROP(BlendProperty, of_equal_values_is_that_value, ()) {
  gen::Problem problem = *gen::problem();
  for (oracle::Vector& value : problem.values) value = problem.values.front();
  RC_ASSERT(text(ours(problem)) == oracle::text(problem.values.front()));
}

RC_GTEST_PROP(BlendProperty, is_linear_in_the_values, ()) {
  const gen::Problem first = *gen::problem();
  const mpq_class a = *gen::fraction();
  const mpq_class b = *gen::fraction();
  gen::Problem second{first.weights, {}};
  gen::Problem combined{first.weights, {}};
  for (const oracle::Vector& value : first.values) {
    oracle::Vector& other = second.values.emplace_back();
    oracle::Vector& sum = combined.values.emplace_back();
    for (const mpq_class& component : value) {
      other.push_back(*gen::fraction());
      sum.push_back(a * component + b * other.back());
    }
  }
  const auto x = ours(first);
  const auto y = ours(second);
  const auto z = ours(combined);
  for (std::size_t i = 0; i < z.size(); ++i) {
    RC_ASSERT(z[i] == read_back(a) * x[i] + read_back(b) * y[i]);
  }
}

RC_GTEST_PROP(BlendProperty, without_negative_weights_stays_between_least_and_greatest, ()) {
  const auto keys = *rc::gen::inRange<std::size_t>(1, 12);
  const gen::Problem problem = *gen::problem({keys, 3, 1, 12, false});
  const auto output = ours(problem);
  for (std::size_t i = 0; i < output.size(); ++i) {
    mpq_class least = problem.values[0][i];
    mpq_class greatest = least;
    for (const oracle::Vector& value : problem.values) {
      least = std::min(least, value[i]);
      greatest = std::max(greatest, value[i]);
    }
    const mpq_class ours_here(to_text(output[i]));
    RC_ASSERT(least <= ours_here);
    RC_ASSERT(ours_here <= greatest);
  }
}

using Point = std::pair<mpq_class, mpq_class>;

// Twice the area of the triangle, positive if it turns left.
mpq_class turn(const Point& a, const Point& b, const Point& c) {
  return (b.first - a.first) * (c.second - a.second) - (b.second - a.second) * (c.first - a.first);
}

// The corners of the convex hull, anticlockwise (Andrew's monotone chain).
std::vector<Point> hull(std::vector<Point> points) {
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<Point> corners;
  for (int half = 0; half < 2; ++half) {
    const std::size_t start = corners.size();
    for (const Point& point : points) {
      while (corners.size() >= start + 2 &&
             turn(corners[corners.size() - 2], corners.back(), point) <= 0) {
        corners.pop_back();
      }
      corners.push_back(point);
    }
    corners.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return corners;
}

bool between(const mpq_class& a, const mpq_class& x, const mpq_class& b) {
  return std::min(a, b) <= x && x <= std::max(a, b);
}

bool inside(const Point& point, const std::vector<Point>& corners) {
  if (corners.size() < 3) {
    const Point& a = corners.front();
    const Point& b = corners.back();
    return turn(a, b, point) == 0 && between(a.first, point.first, b.first) &&
           between(a.second, point.second, b.second);
  }
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (turn(corners[i], corners[(i + 1) % corners.size()], point) < 0) return false;
  }
  return true;
}

TEST(Hull, of_a_square_holds_its_centre_and_edge_and_nothing_outside) {
  const std::vector<Point> square = hull({{0, 0}, {2, 0}, {1, 1}, {2, 2}, {0, 2}, {1, 0}});
  EXPECT_EQ(square.size(), 4U);
  EXPECT_TRUE(inside({1, 1}, square));
  EXPECT_TRUE(inside({2, 1}, square));
  EXPECT_FALSE(inside({oracle::fraction(201, 100), 1}, square));
  EXPECT_FALSE(inside({1, -1}, square));
  EXPECT_TRUE(inside({1, 1}, hull({{0, 0}, {2, 2}, {1, 1}})));
  EXPECT_FALSE(inside({3, 3}, hull({{0, 0}, {2, 2}})));
  EXPECT_FALSE(inside({1, 0}, hull({{0, 0}, {2, 2}})));
}

RC_GTEST_PROP(BlendProperty, of_two_components_lies_in_the_convex_hull, ()) {
  const auto keys = *rc::gen::inRange<std::size_t>(1, 9);
  const gen::Problem problem = *gen::problem({keys, 2, 1, *rc::gen::element(1, 6), false});
  std::vector<Point> points;
  for (const oracle::Vector& value : problem.values) points.emplace_back(value[0], value[1]);
  const auto output = ours(problem);
  const Point blended(mpq_class(to_text(output[0])), mpq_class(to_text(output[1])));
  RC_ASSERT(inside(blended, hull(points)));
}

}  // namespace
}  // namespace exactblend
