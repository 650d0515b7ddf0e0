// Values of three components or more: a bar for each component, made of the scaled values'
// components, positive ones to the right of zero and negative ones to the left; the output is
// marked. Where the weights are only named, each component is a line with the values on it.
#include <algorithm>
#include <optional>

#include "exactblend/number/print.hpp"
#include "render/figure_parts.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kMostBars = 8;
constexpr Hundredths kBar = units(22);
constexpr Hundredths kStep = units(52);
constexpr Hundredths kGapStep = units(26);

// The components that are shown, and how many are left out before the last of them.
struct Shown {
  std::vector<std::size_t> components;
  std::size_t left_out = 0;

  explicit Shown(std::size_t count) {
    const std::size_t head = count > kMostBars ? kMostBars - 2 : count;
    for (std::size_t i = 0; i < head; ++i) components.push_back(i);
    if (head == count) return;
    left_out = count - head - 1;
    components.push_back(count - 1);
  }
};

Hundredths name_width(const Plate& plate, const Shown& shown, Hundredths most) {
  Hundredths width = 0;
  for (const std::size_t component : shown.components) {
    width = std::max(width, text_width(component_name(plate, component, most, kSmall), kSmall));
  }
  return width;
}

// Calls draw(component, top of its row) down the rows; returns where they end.
template <class Draw>
Hundredths for_each_row(Plate& plate, const Shown& shown, Hundredths left, Hundredths y,
                        Draw draw) {
  for (const std::size_t component : shown.components) {
    if (shown.left_out > 0 && component == shown.components.back()) {
      plate.svg.text("eb-small eb-muted", {left, y + units(16)}, Anchor::start,
                     Label("… " + std::to_string(shown.left_out) + " more components …"));
      y += kGapStep;
    }
    draw(component, y);
    y += kStep;
  }
  return y;
}

class Bars {
 public:
  Bars(Plate& plate, const Strip& strip)
      : plate_(plate), strip_(strip), shown_(plate.problem.components()) {
    Rational low;
    Rational high;
    for (const std::size_t component : shown_.components) {
      Rational down;
      Rational up;
      for (const std::vector<Rational>& scaled : plate.blend->scaled) {
        (scaled[component].sign() < 0 ? down : up) += scaled[component];
      }
      low = std::min(low, down);
      high = std::max(high, up);
    }
    if (low == high) high = Rational(1);
    left_ = strip.left + name_width(plate, shown_, units(84)) + units(14);
    scale_.emplace(low, high, left_, strip.right - units(8));
  }

  Hundredths draw() {
    const Hundredths top =
        draw_words(plate_, strip_, "eb-small eb-muted",
                   "Scaled values stacked from 0, negative parts to the left; the mark is the "
                   "output o.") +
        units(6);
    const Hundredths zero = scale_->at(Rational());
    const Hundredths bottom =
        for_each_row(plate_, shown_, strip_.left, top,
                     [&](std::size_t component, Hundredths y) { draw_row(component, y, zero); });
    plate_.svg.text("eb-small eb-muted", {zero, bottom + units(14)}, Anchor::middle, Label("0"));
    return bottom + units(20);
  }

 private:
  void draw_row(std::size_t component, Hundredths y, Hundredths zero) {
    const Hundredths bar_top = y + units(22);
    plate_.svg.text("eb-small", {strip_.left, bar_top + units(15)}, Anchor::start,
                    Label(component_name(plate_, component, units(84), kSmall)));
    plate_.svg.open("eb-scaled-part");
    Rational up;
    Rational down;
    Rational rest_up;
    Rational rest_down;
    mark_ = scale_->at(plate_.blend->output[component]);
    for (std::size_t key = 0; key < plate_.problem.keys(); ++key) {
      const Rational& part = plate_.blend->scaled[key][component];
      if (key >= kDrawnKeys) {
        (part.sign() < 0 ? rest_down : rest_up) += part;
      } else if (!part.is_zero()) {
        draw_part(part.sign() < 0 ? down : up, part, bar_top, key);
      }
    }
    if (!rest_up.is_zero()) draw_part(up, rest_up, bar_top, std::nullopt);
    if (!rest_down.is_zero()) draw_part(down, rest_down, bar_top, std::nullopt);
    plate_.svg.close();
    plate_.svg.line("eb-axis", {{zero, bar_top - units(4)}, {zero, bar_top + kBar + units(4)}});
    draw_output(component, bar_top);
  }

  void draw_part(Rational& end, const Rational& part, Hundredths top,
                 std::optional<std::size_t> key) {
    const Hundredths from = scale_->at(end);
    const Hundredths to = scale_->at(end += part);
    const Box box = {std::min(from, to), top, std::max(from, to), top + kBar};
    plate_.svg.rect(key ? "eb-seg eb-part " + key_class(*key) : "eb-seg eb-part eb-rest", box);
    if (!key) return;
    plate_.svg.rect("eb-pattern", box, key_pattern(plate_, *key));
    const Label label(number_with(part, 6).text);
    if (label.width(kText) + units(6) > box.width()) return;
    plate_.left_out = plate_.left_out || number_with(part, 6).left_out;
    // Beside the mark of the output, if that stands on this part.
    const Hundredths half = label.width(kText) / 2 + units(3);
    Hundredths middle = (box.left + box.right) / 2;
    if (mark_ > middle - half - units(2) && mark_ < middle + half + units(2)) {
      const bool right = box.right - mark_ > mark_ - box.left;
      middle = right ? (mark_ + box.right) / 2 : (box.left + mark_) / 2;
      const Hundredths room = right ? box.right - mark_ : mark_ - box.left;
      if (room < 2 * half + units(2)) return;
    }
    plate_.svg.text("eb-small eb-halo eb-scaled-text", {middle, top + units(15)}, Anchor::middle,
                    label);
  }

  void draw_output(std::size_t component, Hundredths top) {
    const Rational& output = plate_.blend->output[component];
    const Hundredths x = scale_->at(output);
    plate_.svg.open("eb-output-part");
    plate_.svg.line("eb-mark", {{x, top - units(5)}, {x, top + kBar + units(5)}});
    Label label = Label().symbol("o", std::to_string(component + 1));
    label.plain(" = ").plain(plate_.take(number_within(output, units(120), kText)));
    const Hundredths half = label.width(kText) / 2;
    const Hundredths middle =
        std::clamp(x, std::min(strip_.left + half, strip_.right - half), strip_.right - half);
    plate_.svg.text("eb-output-text", {middle, top - units(9)}, Anchor::middle, label);
    plate_.svg.close();
  }

  Plate& plate_;
  Strip strip_;
  Shown shown_;
  Hundredths left_ = 0;
  Hundredths mark_ = 0;  // the output of the component that is being drawn
  std::optional<Scale> scale_;
};

}  // namespace

Hundredths draw_component_bars(Plate& plate, const Strip& strip) {
  plate.svg.open("eb-picture");
  const Hundredths bottom = Bars(plate, strip).draw();
  plate.svg.close();
  return bottom;
}

Hundredths draw_component_lines(Plate& plate, const Strip& strip) {
  SvgWriter& svg = plate.svg;
  svg.open("eb-picture");
  const std::string_view caption =
      plate.softmax->over_single_score()
          ? "Values, component by component; the output is the value that is not masked."
          : "Values and their range, component by component; the named blend is not evaluated.";
  const Hundredths top = draw_words(plate, strip, "eb-small eb-muted", caption) + units(6);
  const Shown shown(plate.problem.components());
  Rational low;
  Rational high;
  for (std::size_t key = 0; key < plate.drawn_keys(); ++key) {
    for (const std::size_t component : shown.components) {
      low = std::min(low, plate.problem.values[key][component]);
      high = std::max(high, plate.problem.values[key][component]);
    }
  }
  if (low == high) high = low + Rational(1);
  const Hundredths left = strip.left + name_width(plate, shown, units(84)) + units(20);
  const Scale scale(low, high, left, strip.right - units(12));
  const Hundredths bottom =
      for_each_row(plate, shown, strip.left, top, [&](std::size_t component, Hundredths y) {
        const Hundredths line = y + units(24);
        svg.text("eb-small", {strip.left, line + units(4)}, Anchor::start,
                 Label(component_name(plate, component, units(84), kSmall)));
        svg.line("eb-axis", {{left - units(6), line}, {strip.right, line}});
        std::optional<Rational> least;
        std::optional<Rational> most;
        for (std::size_t key = 0; key < plate.drawn_keys(); ++key) {
          if (plate.masked(key)) continue;
          const Rational& value = plate.problem.values[key][component];
          least = least ? std::min(*least, value) : value;
          most = most ? std::max(*most, value) : value;
        }
        if (least && *least != *most) {
          svg.line("eb-hull-line", {{scale.at(*least), line}, {scale.at(*most), line}});
        }
        for (std::size_t key = 0; key < plate.drawn_keys(); ++key) {
          draw_marker(plate, key, {scale.at(plate.problem.values[key][component]), line},
                      plate.masked(key));
        }
      });
  const Hundredths zero = scale.at(Rational());
  svg.line("eb-axis", {{zero, top + units(10)}, {zero, bottom - units(12)}});
  svg.text("eb-small eb-muted", {zero, bottom + units(4)}, Anchor::middle, Label("0"));
  svg.close();
  return bottom + units(10);
}

}  // namespace exactblend::draw
