// Finding places for labels beside points: none over another label or over a mark, few over lines.
#pragma once

#include <optional>
#include <vector>

#include "render/geometry.hpp"

namespace exactblend::draw {

class LabelPlaces {
 public:
  explicit LabelPlaces(const Box& bounds) : bounds_(bounds) {}

  void keep_free(const Box& box) { taken_.push_back(box); }
  // weight: how bad it is for a label to lie on it.
  void add_line(const Segment& line, int weight) { lines_.push_back({line, weight}); }

  // Where a text of this width goes, `clear` away from the point, or if far_too a little
  // more: the left end of its base line. Nothing if no place is free, or none with at most
  // `bearable` of lines' weights.
  [[nodiscard]] std::optional<Point> place(Point point, Hundredths width, Hundredths clear,
                                           int bearable, bool far_too);

 private:
  struct Line {
    Segment segment;
    int weight;
  };
  Box bounds_;
  std::vector<Box> taken_;
  std::vector<Line> lines_;
};

}  // namespace exactblend::draw
