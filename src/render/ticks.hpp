// Exact numbers at the edges of a picture; where two would collide the less important one is left
// out. And the spots where values stand, several keys at one spot if their values are equal.
#pragma once

#include <string>
#include <vector>

#include "render/figure_parts.hpp"

namespace exactblend::draw {

inline constexpr std::size_t kMostTicks = 24;

struct Tick {
  Rational value;
  bool strong;  // of the output
  std::string text = {};
  Hundredths at = 0;
};

// Unless it is there already.
void add_tick(std::vector<Tick>& ticks, const Rational& value, bool strong);

// In the order of their importance. The strip is that in which texts may stand; its top is the
// edge.
void draw_ticks_along(Plate& plate, const std::vector<Tick>& ticks, const Strip& strip);
void draw_upward_ticks(Plate& plate, const std::vector<Tick>& ticks, Hundredths edge);

struct Spot {
  ExactPoint value;
  std::vector<std::size_t> keys;
};

// "V1, V2", or "V1, V2, … 5 more".
[[nodiscard]] Label spot_label(const Spot& spot);

// Tells at the foot that so many values have no label.
void note_dropped(Plate& plate, std::size_t count);

}  // namespace exactblend::draw
