#include "render/ticks.hpp"

#include <algorithm>

namespace exactblend::draw {
namespace {

// Whether the box is clear of those before, which it then joins.
bool claim(std::vector<Box>& taken, const Box& box) {
  const auto collides = [&](const Box& other) { return overlap(box, other); };
  if (std::any_of(taken.begin(), taken.end(), collides)) return false;
  taken.push_back(box);
  return true;
}

std::string_view classes_of(const Tick& tick) {
  return tick.strong ? "eb-small eb-output-text" : "eb-small eb-muted";
}

}  // namespace

void add_tick(std::vector<Tick>& ticks, const Rational& value, bool strong) {
  const auto same = [&](const Tick& tick) { return tick.value == value; };
  if (std::none_of(ticks.begin(), ticks.end(), same)) ticks.push_back({value, strong});
}

void draw_ticks_along(Plate& plate, const std::vector<Tick>& ticks, const Strip& strip) {
  std::vector<Box> taken;
  for (const Tick& tick : ticks) {
    const Hundredths width = text_width(tick.text, kSmall);
    const Hundredths left =
        std::clamp(tick.at - width / 2, strip.left, std::max(strip.left, strip.right - width));
    const Hundredths base = strip.top + units(18);
    constexpr Hundredths kApart = units(4);
    if (!claim(taken, {left - kApart, base - kAscent, left + width + kApart, base + kDescent})) {
      continue;
    }
    plate.svg.line("eb-tick", {{tick.at, strip.top}, {tick.at, strip.top + units(4)}});
    plate.svg.text(classes_of(tick), {left + width / 2, base}, Anchor::middle, Label(tick.text));
  }
}

void draw_upward_ticks(Plate& plate, const std::vector<Tick>& ticks, Hundredths edge) {
  std::vector<Box> taken;
  for (const Tick& tick : ticks) {
    const Point at = {edge - units(7), tick.at + units(4)};
    if (!claim(taken, text_box(at, Anchor::end, units(10)))) continue;
    plate.svg.line("eb-tick", {{edge - units(4), tick.at}, {edge, tick.at}});
    plate.svg.text(classes_of(tick), at, Anchor::end, Label(tick.text));
  }
}

Label spot_label(const Spot& spot) {
  constexpr std::size_t kMost = 3;
  Label label = value_symbol(spot.keys.front());
  for (std::size_t i = 1; i < std::min(spot.keys.size(), kMost); ++i) {
    label.append(", ", value_symbol(spot.keys[i]));
  }
  if (spot.keys.size() > kMost) {
    label.plain(", … " + std::to_string(spot.keys.size() - kMost) + " more");
  }
  return label;
}

void note_dropped(Plate& plate, std::size_t count) {
  plate.notes.push_back(count == 1 ? "One value stands without its label."
                                   : std::to_string(count) + " values stand without their labels.");
}

}  // namespace exactblend::draw
