#include "render/geometry.hpp"

#include <algorithm>
#include <utility>

#include "exactblend/number/nearest_integer.hpp"

namespace exactblend::draw {
namespace {

int side(const Segment& line, Point point) {
  const std::int64_t product = (line.to.x - line.from.x) * (point.y - line.from.y) -
                               (line.to.y - line.from.y) * (point.x - line.from.x);
  return (product > 0) - (product < 0);
}

bool leftmost_first(const ExactPoint& a, const ExactPoint& b) {
  return a.x == b.x ? a.y < b.y : a.x < b.x;
}

// Andrew's monotone chain: the corners seen from below, or from above if the points come reversed.
void extend_chain(std::vector<ExactPoint>& chain, std::size_t begin, const ExactPoint& point) {
  while (chain.size() >= begin + 2 && turn(chain[chain.size() - 2], chain.back(), point) <= 0) {
    chain.pop_back();
  }
  chain.push_back(point);
}

}  // namespace

bool overlap(const Box& a, const Box& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

bool crosses(const Segment& segment, const Box& box) {
  const auto [left, right] = std::minmax(segment.from.x, segment.to.x);
  const auto [top, bottom] = std::minmax(segment.from.y, segment.to.y);
  if (right < box.left || left > box.right || bottom < box.top || top > box.bottom) return false;
  const int a = side(segment, {box.left, box.top});
  const int b = side(segment, {box.right, box.top});
  const int c = side(segment, {box.left, box.bottom});
  const int d = side(segment, {box.right, box.bottom});
  return !(a == b && b == c && c == d && a != 0);
}

std::int64_t square_root(std::int64_t value) {
  std::int64_t root = 0;
  for (std::int64_t bit = std::int64_t{1} << 31; bit > 0; bit >>= 1) {
    const std::int64_t next = root + bit;
    if (next <= value / next) root = next;
  }
  return root;
}

std::int64_t length(const Segment& segment) {
  const std::int64_t dx = segment.to.x - segment.from.x;
  const std::int64_t dy = segment.to.y - segment.from.y;
  return square_root(dx * dx + dy * dy);
}

Scale::Scale(const Rational& low, const Rational& high, Hundredths at_low, Hundredths at_high)
    : Scale(low, at_low, divide(Rational(at_high - at_low), high - low).value_or(Rational())) {}

Scale::Scale(const Rational& low, Hundredths at_low, Rational factor)
    : factor_(std::move(factor)), shift_(Rational(at_low) - low * factor_) {}

Hundredths Scale::at(const Rational& value) const {
  return nearest_integer(value * factor_ + shift_);
}

int turn(const ExactPoint& a, const ExactPoint& b, const ExactPoint& c) {
  return ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).sign();
}

std::vector<ExactPoint> convex_hull(std::vector<ExactPoint> points) {
  std::sort(points.begin(), points.end(), leftmost_first);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  std::vector<ExactPoint> chain;
  for (const ExactPoint& point : points) extend_chain(chain, 0, point);
  const std::size_t upper = chain.size() - 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) extend_chain(chain, upper, points[i]);
  chain.pop_back();  // the first point again
  return chain;
}

}  // namespace exactblend::draw
