// Values of two components: the plane, with the values, their hull, and the scaled values tip to
// tail from the origin to the output.
#include <algorithm>
#include <optional>

#include "render/figure_parts.hpp"
#include "render/label_places.hpp"
#include "render/ticks.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kLabelledArrows = 12;
constexpr int kHullWeight = 1;
constexpr int kAxisWeight = 1;
constexpr int kArrowWeight = 3;

class Plane {
 public:
  Plane(Plate& plate, const Strip& strip, Hundredths height)
      : plate_(plate), strip_(strip), height_(height) {
    gather();
  }

  Hundredths draw() {
    const Hundredths top = draw_words(plate_, strip_, "eb-small eb-muted", caption()) + units(6);
    plate_.svg.text("eb-small", {strip_.left, top + kAscent}, Anchor::start,
                    Label(component_name(plate_, 1, strip_.width() / 2, kSmall)));
    std::vector<Tick> upward = ticks(false);
    const Hundredths left = strip_.left + widest(upward) + units(8);
    const Hundredths bottom = std::max(strip_.top + height_, top + units(240)) - units(40);
    plot_ = {left, top + units(22), strip_.right - units(2), bottom};
    make_scales();
    places_.emplace(Box{plot_.left + units(2), plot_.top + units(1), plot_.right, plot_.bottom});
    draw_frame(upward);
    draw_hull();
    draw_arrows();
    draw_values();
    write_labels();
    return bottom + units(40);
  }

 private:
  struct Arrow {
    std::size_t key;
    Segment segment;
  };

  [[nodiscard]] std::string caption() const {
    if (plate_.row != nullptr) {
      return "Values and their hull; scaled values, tip to tail, lead from the origin to the "
             "output o.";
    }
    return plate_.softmax->over_single_score()
               ? "Values and their hull; the output is the value that is not masked."
               : "Values and their hull; the named blend is not evaluated.";
  }

  [[nodiscard]] ExactPoint point(std::span<const Rational> vector) const {
    return {vector[0], vector[1]};
  }

  void include(const ExactPoint& p) {
    low_.x = std::min(low_.x, p.x);
    low_.y = std::min(low_.y, p.y);
    high_.x = std::max(high_.x, p.x);
    high_.y = std::max(high_.y, p.y);
  }

  void gather() {
    std::vector<ExactPoint> unmasked;
    for (std::size_t key = 0; key < plate_.problem.keys(); ++key) {
      const ExactPoint value = point(plate_.problem.values[key]);
      if (!plate_.masked(key)) unmasked.push_back(value);
      if (key < kDrawnKeys || !plate_.masked(key)) include(value);
      if (key >= kDrawnKeys) continue;
      const auto same = std::find_if(spots_.begin(), spots_.end(),
                                     [&](const Spot& spot) { return spot.value == value; });
      if (same == spots_.end()) {
        spots_.push_back({value, {key}});
      } else {
        same->keys.push_back(key);
      }
    }
    hull_ = convex_hull(std::move(unmasked));
    if (plate_.blend == nullptr) return;
    ExactPoint tip;
    tips_.push_back(tip);
    for (std::size_t key = 0; key < plate_.drawn_keys(); ++key) {
      const std::vector<Rational>& scaled = plate_.blend->scaled[key];
      tip = {tip.x + scaled[0], tip.y + scaled[1]};
      tips_.push_back(tip);
      include(tip);
    }
    output_ = point(plate_.blend->output);
    include(*output_);
  }

  // Coordinates to be written at the edges, the most important first.
  [[nodiscard]] std::vector<Tick> ticks(bool along) {
    std::vector<Tick> list;
    const auto add = [&](const ExactPoint& p, bool strong) {
      add_tick(list, along ? p.x : p.y, strong);
    };
    if (output_) add(*output_, true);
    add({}, false);
    for (const Spot& spot : spots_) {
      if (list.size() < kMostTicks) add(spot.value, false);
    }
    for (Tick& tick : list) tick.text = plate_.take(number_within(tick.value, units(72), kSmall));
    return list;
  }

  static Hundredths widest(const std::vector<Tick>& list) {
    Hundredths most = 0;
    for (const Tick& tick : list) most = std::max(most, text_width(tick.text, kSmall));
    return most;
  }

  // The same scale on both axes, unless one of them would then be squeezed to less than a quarter.
  void make_scales() {
    const Rational across(plot_.width() - units(64));
    const Rational upright(plot_.height() - units(56));
    const Rational range_x = high_.x - low_.x;
    const Rational range_y = high_.y - low_.y;
    const Result<Rational> by_x = divide(across, range_x);
    const Result<Rational> by_y = divide(upright, range_y);
    Rational x = by_x ? *by_x : by_y.value_or(Rational(units(20)));
    Rational y = by_y ? *by_y : x;
    const bool alike = x <= y * Rational(4) && y <= x * Rational(4);
    if (alike) x = y = std::min(x, y);
    if (!alike) plate_.notes.emplace_back("The two axes have different scales.");
    const Rational half = *Rational::of(1, 2);
    x_.emplace((low_.x + high_.x) * half, (plot_.left + plot_.right) / 2, x);
    y_.emplace((low_.y + high_.y) * half, (plot_.top + plot_.bottom) / 2, -y);
  }

  [[nodiscard]] Point at(const ExactPoint& p) const { return {x_->at(p.x), y_->at(p.y)}; }

  void draw_frame(std::vector<Tick>& upward) {
    SvgWriter& svg = plate_.svg;
    svg.open("eb-axes");
    const Point origin = at({});
    svg.rect("eb-plot", plot_);
    const Segment x_axis = {{plot_.left, origin.y}, {plot_.right, origin.y}};
    const Segment y_axis = {{origin.x, plot_.top}, {origin.x, plot_.bottom}};
    svg.line("eb-axis", x_axis);
    svg.line("eb-axis", y_axis);
    places_->add_line(x_axis, kAxisWeight);
    places_->add_line(y_axis, kAxisWeight);
    if (output_) {
      const Point end = at(*output_);
      svg.line("eb-guide", {{end.x, plot_.bottom}, end});
      svg.line("eb-guide", {{plot_.left, end.y}, end});
      places_->add_line({{end.x, plot_.bottom}, end}, kAxisWeight);
      places_->add_line({{plot_.left, end.y}, end}, kAxisWeight);
    }
    for (Tick& tick : upward) tick.at = y_->at(tick.value);
    draw_upward_ticks(plate_, upward, plot_.left);
    std::vector<Tick> along = ticks(true);
    for (Tick& tick : along) tick.at = x_->at(tick.value);
    draw_ticks_along(plate_, along, {strip_.left, strip_.right, plot_.bottom});
    svg.text("eb-small", {strip_.right, plot_.bottom + units(34)}, Anchor::end,
             Label(component_name(plate_, 0, strip_.width() / 2, kSmall)));
    svg.close();
  }

  void draw_hull() {
    if (hull_.size() < 2) return;
    std::vector<Point> corners;
    for (const ExactPoint& corner : hull_) corners.push_back(at(corner));
    plate_.svg.polygon("eb-hull", corners);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      places_->add_line({corners[i], corners[(i + 1) % corners.size()]}, kHullWeight);
    }
  }

  void draw_arrows() {
    if (!output_) return;
    plate_.svg.open("eb-output-part");
    const Segment whole = {at({}), at(*output_)};
    draw_arrow(plate_, "eb-resultant", whole);
    places_->add_line(whole, kArrowWeight);
    plate_.svg.close();
    plate_.svg.open("eb-scaled-part");
    for (std::size_t i = 0; i + 1 < tips_.size(); ++i) {
      if (tips_[i] == tips_[i + 1]) continue;
      const Segment segment = {at(tips_[i]), at(tips_[i + 1])};
      draw_arrow(plate_, "eb-arrow " + key_class(i), segment);
      places_->add_line(segment, kArrowWeight);
      arrows_.push_back({i, segment});
    }
    if (plate_.problem.keys() > kDrawnKeys) {
      const Segment rest = {at(tips_.back()), at(*output_)};
      plate_.svg.line("eb-arrow eb-rest-line", rest);
    }
    plate_.svg.close();
  }

  void draw_values() {
    plate_.svg.open("eb-values");
    for (const Spot& spot : spots_) {
      const std::size_t key = spot.keys.front();
      const bool hollow = std::all_of(spot.keys.begin(), spot.keys.end(), [&](std::size_t k) {
        return plate_.row != nullptr ? plate_.row->weights[k].is_zero() : plate_.masked(k);
      });
      const Point p = at(spot.value);
      draw_marker(plate_, key, p, hollow);
      places_->keep_free({p.x - units(5), p.y - units(5), p.x + units(5), p.y + units(5)});
    }
    plate_.svg.close();
    if (!output_) return;
    const Point p = at(*output_);
    plate_.svg.open("eb-output-part");
    draw_output_mark(plate_, p);
    plate_.svg.close();
    places_->keep_free({p.x - units(8), p.y - units(8), p.x + units(8), p.y + units(8)});
  }

  bool write(std::string_view classes, Point p, const Label& label, Hundredths clear,
             int bearable) {
    const auto place =
        places_->place(p, label.width(kText), clear, bearable, spots_.size() <= kLabelledArrows);
    if (place) plate_.svg.text(classes, *place, Anchor::start, label);
    return place.has_value();
  }

  // The output first, then values, then what lies between.
  void write_labels() {
    constexpr int kAny = 1'000'000;
    if (output_) {
      Label full = Label().symbol("o", "");
      full.plain(" = ").plain(plate_.take(vector_with(plate_.blend->output, 3)));
      const Point p = at(*output_);
      if (full.width(kText) > plot_.width() / 2 ||
          !write("eb-halo eb-output-text", p, full, units(9), kArrowWeight + 1)) {
        write("eb-halo eb-output-text", p, Label().symbol("o", ""), units(9), kAny);
      }
    }
    std::size_t dropped = 0;
    for (const Spot& spot : spots_) {
      const bool few = spots_.size() <= kLabelledArrows;
      if (!write("eb-halo", at(spot.value), spot_label(spot), units(7), few ? kAny : 12)) ++dropped;
    }
    if (dropped > 0) note_dropped(plate_, dropped);
    if (arrows_.size() > kLabelledArrows) return;
    for (const Arrow& arrow : arrows_) {
      if (length(arrow.segment) < units(26)) continue;
      const Point middle = {(arrow.segment.from.x + arrow.segment.to.x) / 2,
                            (arrow.segment.from.y + arrow.segment.to.y) / 2};
      write("eb-halo eb-small eb-scaled-text", middle, scaled_symbol(arrow.key), units(5),
            kArrowWeight - 1);
    }
  }

  Plate& plate_;
  Strip strip_;
  Hundredths height_;
  Box plot_;
  ExactPoint low_;
  ExactPoint high_;
  std::vector<Spot> spots_;  // places where values are
  std::vector<ExactPoint> hull_;
  std::vector<ExactPoint> tips_;
  std::vector<Arrow> arrows_;
  std::optional<ExactPoint> output_;
  std::optional<Scale> x_;
  std::optional<Scale> y_;
  std::optional<LabelPlaces> places_;
};

}  // namespace

Hundredths draw_plane(Plate& plate, const Strip& strip, Hundredths height) {
  plate.svg.open("eb-picture");
  const Hundredths bottom = Plane(plate, strip, height).draw();
  plate.svg.close();
  return bottom;
}

}  // namespace exactblend::draw
