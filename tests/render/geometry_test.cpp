#include "render/geometry.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace exactblend::draw {
namespace {

struct Grid {
  int x;
  int y;
};

long cross(Grid a, Grid b, Grid c) {
  return static_cast<long>(b.x - a.x) * (c.y - a.y) - static_cast<long>(b.y - a.y) * (c.x - a.x);
}

// Whether p is a corner of the hull: no other two points have it between them or inside with a
// third.
bool is_corner(Grid p, const std::vector<Grid>& others) {
  for (const Grid a : others) {
    for (const Grid b : others) {
      const long dot =
          static_cast<long>(a.x - p.x) * (b.x - p.x) + static_cast<long>(a.y - p.y) * (b.y - p.y);
      if (cross(a, b, p) == 0 && dot < 0) return false;
      for (const Grid c : others) {
        const long u = cross(a, b, p);
        const long v = cross(b, c, p);
        const long w = cross(c, a, p);
        if ((u > 0 && v > 0 && w > 0) || (u < 0 && v < 0 && w < 0)) return false;
      }
    }
  }
  return true;
}

TEST(Geometry, hulls_of_all_small_sets_of_points_are_those_of_brute_force) {
  for (unsigned set = 1; set < (1U << 12U); ++set) {  // subsets of a grid of 4 × 3
    std::vector<Grid> grid;
    std::vector<ExactPoint> points;
    for (int i = 0; i < 12; ++i) {
      if ((set >> i & 1U) == 0) continue;
      grid.push_back({i % 4, i / 4});
      points.push_back({Rational(i % 4), Rational(i / 4)});
    }
    const std::vector<ExactPoint> hull = convex_hull(points);
    std::size_t corners = 0;
    for (const Grid p : grid) {
      std::vector<Grid> others;
      for (const Grid q : grid) {
        if (q.x != p.x || q.y != p.y) others.push_back(q);
      }
      const bool corner = is_corner(p, others);
      corners += corner ? 1 : 0;
      const ExactPoint exact = {Rational(p.x), Rational(p.y)};
      ASSERT_EQ(std::count(hull.begin(), hull.end(), exact), corner ? 1 : 0) << set;
    }
    ASSERT_EQ(hull.size(), corners) << set;
    for (std::size_t i = 0; hull.size() > 2 && i < hull.size(); ++i) {
      ASSERT_EQ(turn(hull[i], hull[(i + 1) % hull.size()], hull[(i + 2) % hull.size()]), 1) << set;
    }
  }
}

TEST(Geometry, a_turn_by_less_than_any_float_could_tell_is_seen) {
  const Rational tiny = *divide(Rational(1), Rational(INT64_MAX) * Rational(INT64_MAX));
  EXPECT_EQ(turn({0, 0}, {1, 1}, {2, Rational(2) + tiny}), 1);
  EXPECT_EQ(turn({0, 0}, {1, 1}, {2, Rational(2) - tiny}), -1);
  EXPECT_EQ(turn({0, 0}, {1, 1}, {2, 2}), 0);
}

TEST(Geometry, equal_points_are_one_corner) {
  EXPECT_EQ(convex_hull({{1, 1}, {1, 1}}).size(), 1U);
  EXPECT_EQ(convex_hull({{0, 0}, {1, 1}, {2, 2}, {1, 1}}).size(), 2U);
}

TEST(Geometry, square_root_is_the_greatest_integer_that_fits) {
  for (std::int64_t value = 0; value < 5000; ++value) {
    const std::int64_t root = square_root(value);
    EXPECT_TRUE(root * root <= value && (root + 1) * (root + 1) > value) << value;
  }
  EXPECT_EQ(square_root(INT64_MAX), 3'037'000'499);
}

TEST(Geometry, a_scale_maps_exactly_and_rounds_once) {
  const Scale scale(Rational(-1), Rational(2), 0, 1000);
  EXPECT_EQ(scale.at(Rational(-1)), 0);
  EXPECT_EQ(scale.at(Rational(0)), 333);
  EXPECT_EQ(scale.at(Rational(1)), 667);
  EXPECT_EQ(scale.at(Rational(2)), 1000);
}

TEST(Geometry, a_segment_crosses_a_box_if_they_share_a_point) {
  const Box box = {10, 10, 20, 20};
  EXPECT_TRUE(crosses({{0, 0}, {30, 30}}, box));
  EXPECT_TRUE(crosses({{12, 12}, {13, 13}}, box));
  EXPECT_TRUE(crosses({{0, 15}, {30, 15}}, box));
  EXPECT_FALSE(crosses({{0, 15}, {15, 40}}, box));
  EXPECT_FALSE(crosses({{0, 0}, {9, 30}}, box));
}

TEST(Geometry, boxes_that_touch_do_not_overlap) {
  EXPECT_FALSE(overlap({0, 0, 10, 10}, {10, 0, 20, 10}));
  EXPECT_TRUE(overlap({0, 0, 10, 10}, {9, 9, 20, 20}));
}

}  // namespace
}  // namespace exactblend::draw
