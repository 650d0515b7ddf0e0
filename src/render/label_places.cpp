#include "render/label_places.hpp"

#include <algorithm>
#include <array>

#include "render/figure_parts.hpp"

namespace exactblend::draw {

std::optional<Point> LabelPlaces::place(Point point, Hundredths width, Hundredths clear,
                                        int bearable, bool far_too) {
  constexpr Hundredths kHeight = kAscent + kDescent;
  std::optional<Point> best;
  int least = bearable + 1;
  Box best_box;
  for (const Hundredths away : {clear, clear + units(7)}) {
    if (away > clear && !far_too) break;
    const Hundredths slant = away * 7 / 10;
    const Hundredths middle_x = point.x - width / 2;
    const Hundredths middle_y = point.y - kHeight / 2;
    const std::array<Point, 8> corners = {{{point.x + away, middle_y},
                                           {point.x + slant, point.y - slant - kHeight},
                                           {point.x + slant, point.y + slant},
                                           {point.x - away - width, middle_y},
                                           {point.x - slant - width, point.y - slant - kHeight},
                                           {point.x - slant - width, point.y + slant},
                                           {middle_x, point.y - away - kHeight},
                                           {middle_x, point.y + away}}};
    for (const Point corner : corners) {
      const Box box = {corner.x, corner.y, corner.x + width, corner.y + kHeight};
      if (!bounds_.holds(box)) continue;
      if (std::any_of(taken_.begin(), taken_.end(),
                      [&](const Box& other) { return overlap(box, other); })) {
        continue;
      }
      int weight = 0;
      for (const Line& line : lines_) {
        if (crosses(line.segment, box)) weight += line.weight;
      }
      if (weight >= least) continue;
      least = weight;
      best = {corner.x, corner.y + kAscent};
      best_box = box;
    }
  }
  if (best) taken_.push_back(best_box);
  return best;
}

}  // namespace exactblend::draw
