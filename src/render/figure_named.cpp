// What stands in the bar's place where the weights are only named: a box of symbols, which have no
// length.
#include "render/figure_parts.hpp"

namespace exactblend::draw {

Hundredths draw_named_box(Plate& plate, const Strip& strip) {
  plate.svg.open("eb-bar");
  const bool single = plate.softmax->over_single_score();
  plate.svg.text("eb-small eb-muted", {strip.left, strip.top + kAscent}, Anchor::start,
                 Label("Named weights, which have no length here"));
  const Hundredths top = strip.top + units(22);
  const Strip inside = {strip.left + units(12), strip.right - units(12), top + units(10)};
  Hundredths x = inside.left;
  Hundredths y = inside.top + kAscent;
  const auto put = [&](const Label& label) {
    const Hundredths width = label.width(kText);
    if (x > inside.left && x + width > inside.right) {
      x = inside.left;
      y += kLine + units(2);
    }
    plate.svg.text("eb-weight-text", {x, y}, Anchor::start, label);
    x += width + units(14);
  };
  constexpr std::size_t kMost = 9;
  const std::size_t keys = plate.problem.keys();
  for (std::size_t key = 0; key < keys; ++key) {
    if (keys > kMost && key == kMost - 2) {
      put(Label("… " + std::to_string(keys - kMost + 1) + " more …"));
      key = keys - 1;
    }
    Label label = Label("softmax(s)").below(std::to_string(key + 1));
    if (plate.masked(key)) label.plain(" masked");
    if (single && !plate.masked(key)) label.plain(" = 1");
    put(label);
  }
  const Box box = {strip.left, top, strip.right, y + units(13)};
  plate.svg.rect("eb-named-box", box);
  plate.svg.rect("eb-frame", {box.left - units(3), box.top - units(3), box.right + units(3),
                              box.bottom + units(3)});
  const Hundredths bottom =
      draw_words(plate, {strip.left, strip.right, box.bottom + units(8)}, "eb-small eb-muted",
                 single ? "Softmax over a single score is exactly 1."
                        : "Softmax of the scores is named, not computed: each weight is a symbol.");
  plate.svg.close();
  return bottom;
}

}  // namespace exactblend::draw
