// Plane geometry of a drawing, in whole hundredths of a unit, and the exact kind on rationals.
//
// No floating point: the same coordinates on every machine. A coordinate of a drawing stays below
// 2^24 hundredths, so that a product of two differences fits 64 bits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exactblend/number/rational.hpp"

namespace exactblend::draw {

using Hundredths = std::int64_t;

[[nodiscard]] constexpr Hundredths units(std::int64_t count) { return count * 100; }

struct Point {
  Hundredths x = 0;
  Hundredths y = 0;
};

struct Box {
  Hundredths left = 0;
  Hundredths top = 0;
  Hundredths right = 0;
  Hundredths bottom = 0;

  [[nodiscard]] Hundredths width() const { return right - left; }
  [[nodiscard]] Hundredths height() const { return bottom - top; }
  [[nodiscard]] bool holds(const Box& other) const {
    return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
  }
};

struct Segment {
  Point from;
  Point to;
};

[[nodiscard]] bool overlap(const Box& a, const Box& b);  // touching edges do not overlap
[[nodiscard]] bool crosses(const Segment& segment, const Box& box);

// The greatest integer whose square is at most value, for value >= 0.
[[nodiscard]] std::int64_t square_root(std::int64_t value);

[[nodiscard]] std::int64_t length(const Segment& segment);  // rounded down

// An exact affine map from numbers to hundredths, rounded once, when a position is asked for.
class Scale {
 public:
  // low and high, low < high, go to at_low and at_high.
  Scale(const Rational& low, const Rational& high, Hundredths at_low, Hundredths at_high);
  // As above with a factor of its own, in hundredths for each 1.
  Scale(const Rational& low, Hundredths at_low, Rational factor);

  [[nodiscard]] Hundredths at(const Rational& value) const;

 private:
  Rational factor_;
  Rational shift_;
};

struct ExactPoint {
  Rational x;
  Rational y;
  friend bool operator==(const ExactPoint&, const ExactPoint&) = default;
};

// Sign of the turn a → b → c: 1 to the left, -1 to the right, 0 on one line. Exact.
[[nodiscard]] int turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c);

// Corners of the convex hull, anticlockwise from the leftmost (lowest of those), no three on one
// line; one point, or two, if there are no more. Exact. Cost: n·log n comparisons.
[[nodiscard]] std::vector<ExactPoint> convex_hull(std::vector<ExactPoint> points);

}  // namespace exactblend::draw
