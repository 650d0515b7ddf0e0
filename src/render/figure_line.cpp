// Values of one component: a number line, and below it the scaled values tip to tail, one a lane.
#include <algorithm>
#include <optional>

#include "render/figure_parts.hpp"
#include "render/flags.hpp"
#include "render/ticks.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kRoomyLanes = 12;

class NumberLine {
 public:
  NumberLine(Plate& plate, const Strip& strip) : plate_(plate), strip_(strip) { gather(); }

  Hundredths draw() {
    const Hundredths top = draw_words(plate_, strip_, "eb-small eb-muted", caption()) + units(6);
    Flags flags(strip_.left, strip_.right, 4);
    for (const Spot& spot : spots_) flags.add(scale_->at(spot.value.x), spot_label(spot));
    flags.arrange();
    line_ = top + flags.height() + units(12);
    const Hundredths lane = tips_.size() <= kRoomyLanes + 1 ? units(22) : units(3);
    const auto lanes = static_cast<Hundredths>(tips_.empty() ? 0 : tips_.size() - 1);
    const Hundredths sum = line_ + units(18) + lanes * lane;  // the output's own lane
    const Hundredths bottom = plate_.blend == nullptr ? line_ + units(10) : sum + units(20);
    draw_axes(bottom);
    if (plate_.blend != nullptr) draw_lanes(lane, sum);
    draw_values(flags);
    plate_.svg.text("eb-small", {strip_.right, bottom + units(34)}, Anchor::end,
                    Label(component_name(plate_, 0, strip_.width() / 2, kSmall)));
    return bottom + units(40);
  }

 private:
  [[nodiscard]] std::string caption() const {
    if (plate_.row != nullptr) {
      return "Values on the line; scaled values, tip to tail, lead from 0 to the output o.";
    }
    return plate_.softmax->over_single_score()
               ? "Values on the line; the output is the value that is not masked."
               : "Values on the line and their hull; the named blend is not evaluated.";
  }

  void include(const Rational& x) {
    low_ = std::min(low_, x);
    high_ = std::max(high_, x);
  }

  void gather() {
    for (std::size_t key = 0; key < plate_.drawn_keys(); ++key) {
      const Rational& value = plate_.problem.values[key][0];
      include(value);
      if (!plate_.masked(key)) {
        hull_low_ = hull_low_ ? std::min(*hull_low_, value) : value;
        hull_high_ = hull_high_ ? std::max(*hull_high_, value) : value;
      }
      const auto same = std::find_if(spots_.begin(), spots_.end(),
                                     [&](const Spot& spot) { return spot.value.x == value; });
      if (same == spots_.end()) {
        spots_.push_back({{value, {}}, {key}});
      } else {
        same->keys.push_back(key);
      }
    }
    if (plate_.blend != nullptr) {
      tips_.emplace_back();
      for (std::size_t key = 0; key < plate_.drawn_keys(); ++key) {
        if (plate_.blend->scaled[key][0].is_zero()) continue;
        steps_.push_back(key);
        tips_.push_back(tips_.back() + plate_.blend->scaled[key][0]);
        include(tips_.back());
      }
      include(plate_.blend->output[0]);
    }
    if (low_ == high_) high_ = low_ + Rational(1);
    scale_.emplace(low_, high_, strip_.left + units(20), strip_.right - units(20));
  }

  void draw_axes(Hundredths bottom) {
    plate_.svg.open("eb-axes");
    plate_.svg.line("eb-axis", {{strip_.left, line_}, {strip_.right, line_}});
    plate_.svg.line("eb-rule", {{strip_.left, bottom}, {strip_.right, bottom}});
    std::vector<Tick> list;
    if (plate_.blend != nullptr) add_tick(list, plate_.blend->output[0], true);
    add_tick(list, Rational(), false);
    for (const Spot& spot : spots_) {
      if (list.size() < kMostTicks) add_tick(list, spot.value.x, false);
    }
    for (Tick& tick : list) {
      tick.text = plate_.take(number_within(tick.value, units(90), kSmall));
      tick.at = scale_->at(tick.value);
    }
    const Hundredths zero = scale_->at(Rational());
    plate_.svg.line("eb-axis", {{zero, line_ - units(6)}, {zero, bottom}});
    if (plate_.blend != nullptr) {
      const Hundredths end = scale_->at(plate_.blend->output[0]);
      plate_.svg.line("eb-guide", {{end, line_}, {end, bottom}});
    }
    draw_ticks_along(plate_, list, {strip_.left, strip_.right, bottom});
    plate_.svg.close();
    if (hull_low_ && *hull_low_ != *hull_high_) {
      plate_.svg.line("eb-hull-line",
                      {{scale_->at(*hull_low_), line_}, {scale_->at(*hull_high_), line_}});
    }
  }

  void draw_lanes(Hundredths lane, Hundredths sum) {
    plate_.svg.open("eb-scaled-part");
    Hundredths y = line_ + units(18);
    for (std::size_t i = 0; i < steps_.size(); ++i, y += lane) {
      const std::string classes = "eb-arrow " + key_class(steps_[i]);
      const Segment arrow = {{scale_->at(tips_[i]), y}, {scale_->at(tips_[i + 1]), y}};
      draw_arrow(plate_, classes, arrow);
      const bool last = i + 1 == steps_.size();
      plate_.svg.line("eb-leader", {arrow.to, {arrow.to.x, last ? sum : y + lane}});
      if (steps_.size() > kRoomyLanes) continue;
      Label label = scaled_symbol(steps_[i]);
      label.plain(" = ");
      label.plain(
          plate_.take(number_within(plate_.blend->scaled[steps_[i]][0], units(90), kSmall)));
      write_beside(arrow, label, "eb-halo eb-small eb-scaled-text");
    }
    plate_.svg.close();
    plate_.svg.open("eb-output-part");
    const Segment whole = {{scale_->at(Rational()), sum},
                           {scale_->at(plate_.blend->output[0]), sum}};
    draw_arrow(plate_, "eb-resultant", whole);
    draw_output_mark(plate_, whole.to);
    Label label = Label().symbol("o", "");
    label.plain(" = ").plain(plate_.take(number_within(plate_.blend->output[0], units(90), kText)));
    write_beside(whole, label, "eb-halo eb-output-text");
    plate_.svg.close();
  }

  // Right of an arrow, or left of it, or if there is no room on either side above its middle.
  void write_beside(const Segment& arrow, const Label& label, std::string_view classes) {
    constexpr Hundredths kAway = units(12);
    const auto [left, right] = std::minmax(arrow.from.x, arrow.to.x);
    const Hundredths width = label.width(kText);
    const Hundredths base = arrow.from.y + units(4);
    if (right + kAway + width <= strip_.right) {
      plate_.svg.text(classes, {right + kAway, base}, Anchor::start, label);
    } else if (left - kAway - width >= strip_.left) {
      plate_.svg.text(classes, {left - kAway, base}, Anchor::end, label);
    } else {
      const Hundredths middle =
          std::clamp((left + right) / 2, strip_.left + width / 2, strip_.right - width / 2);
      plate_.svg.text(classes, {middle, base}, Anchor::middle, label);
    }
  }

  void draw_values(const Flags& flags) {
    plate_.svg.open("eb-values");
    for (const Flags::Flag& flag : flags.shown()) {
      const Hundredths base = line_ - units(12) - flag.row * Flags::kRow;
      plate_.svg.line("eb-leader", {{flag.x, line_}, {flag.x, base + units(3)}});
      plate_.svg.text("eb-small", {flag.left, base}, Anchor::start, flag.label);
    }
    for (const Spot& spot : spots_) {
      const bool hollow = std::all_of(spot.keys.begin(), spot.keys.end(), [&](std::size_t k) {
        return plate_.row != nullptr ? plate_.row->weights[k].is_zero() : plate_.masked(k);
      });
      draw_marker(plate_, spot.keys.front(), {scale_->at(spot.value.x), line_}, hollow);
    }
    plate_.svg.close();
    if (flags.dropped() > 0) note_dropped(plate_, flags.dropped());
  }

  Plate& plate_;
  Strip strip_;
  Hundredths line_ = 0;
  Rational low_;
  Rational high_;
  std::optional<Rational> hull_low_;
  std::optional<Rational> hull_high_;
  std::vector<Spot> spots_;
  std::vector<std::size_t> steps_;  // keys whose scaled value is not 0
  std::vector<Rational> tips_;
  std::optional<Scale> scale_;
};

}  // namespace

Hundredths draw_number_line(Plate& plate, const Strip& strip) {
  plate.svg.open("eb-picture");
  const Hundredths bottom = NumberLine(plate, strip).draw();
  plate.svg.close();
  return bottom;
}

}  // namespace exactblend::draw
