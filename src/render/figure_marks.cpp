// What stands for a key, in every part of the figure: colour, pattern, shape, symbols; and words.
#include <algorithm>
#include <array>

#include "render/figure_parts.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kColours = 7;

}  // namespace

std::string key_class(std::size_t key) { return "eb-k" + std::to_string(key % kColours + 1); }

std::string key_pattern(const Plate& plate, std::size_t key) {
  const std::size_t pattern = (key + key / kColours) % kColours + 1;
  return "url(#" + std::string(plate.id) + "-p" + std::to_string(pattern) + ")";
}

void draw_swatch(Plate& plate, std::size_t key, const Box& box) {
  plate.svg.rect("eb-seg " + key_class(key), box);
  plate.svg.rect("eb-pattern", box, key_pattern(plate, key));
}

void draw_marker(Plate& plate, std::size_t key, Point at, bool hollow) {
  std::string classes = "eb-point " + key_class(key);
  if (hollow) classes += " eb-hollow";
  constexpr Hundredths r = 500;
  const auto corners = [&](std::span<const Point> offsets) {
    std::vector<Point> points;
    for (const Point offset : offsets) points.push_back({at.x + offset.x, at.y + offset.y});
    plate.svg.polygon(classes, points);
  };
  switch (key % 5) {
    case 0: plate.svg.circle(classes, at, r - 50); break;
    case 1:
      corners(std::array<Point, 4>{{{-420, -420}, {420, -420}, {420, 420}, {-420, 420}}});
      break;
    case 2: corners(std::array<Point, 3>{{{0, -r}, {r, 380}, {-r, 380}}}); break;
    case 3: corners(std::array<Point, 4>{{{0, -560}, {560, 0}, {0, 560}, {-560, 0}}}); break;
    default: corners(std::array<Point, 3>{{{0, r}, {r, -380}, {-r, -380}}}); break;
  }
}

void draw_arrow(Plate& plate, std::string_view classes, const Segment& segment) {
  const std::int64_t whole = length(segment);
  if (whole < units(3)) return plate.svg.line(classes, segment);
  const std::int64_t head = std::min<std::int64_t>(units(9), whole * 6 / 10);
  const std::int64_t dx = segment.to.x - segment.from.x;
  const std::int64_t dy = segment.to.y - segment.from.y;
  const Point base = {segment.to.x - dx * head / whole, segment.to.y - dy * head / whole};
  plate.svg.line(classes, {segment.from, base});
  const Point side = {-dy * head * 4 / (10 * whole), dx * head * 4 / (10 * whole)};
  const std::array<Point, 3> corners = {
      {segment.to, {base.x + side.x, base.y + side.y}, {base.x - side.x, base.y - side.y}}};
  plate.svg.polygon(std::string(classes) + " eb-tip", corners);
}

void draw_output_mark(Plate& plate, Point at) {
  plate.svg.circle("eb-ring", at, units(7));
  plate.svg.circle("eb-output", at, 250);
}

Label weight_symbol(std::size_t key) { return Label().symbol("w", std::to_string(key + 1)); }
Label value_symbol(std::size_t key) { return Label().symbol("V", std::to_string(key + 1)); }

Label scaled_symbol(std::size_t key) {
  const std::string index = std::to_string(key + 1);
  return Label().symbol("w", index).plain("·").symbol("V", index);
}

Label named_scaled_symbol(std::size_t key) {
  const std::string index = std::to_string(key + 1);
  return Label("softmax(s)").below(index).plain("·").symbol("V", index);
}

std::string component_name(const Plate& plate, std::size_t component, Hundredths width, int size) {
  const auto& names = plate.problem.labels.components;
  if (!names.empty() && !names[component].empty()) return fitted(names[component], width, size);
  return "component " + std::to_string(component + 1);
}

Hundredths draw_words(Plate& plate, const Strip& strip, std::string_view classes,
                      std::string_view text) {
  Hundredths y = strip.top;
  std::string line;
  const auto flush = [&] {
    if (line.empty()) return;
    plate.svg.text(classes, {strip.left, y + kAscent}, Anchor::start, Label(line));
    y += units(16);
    line.clear();
  };
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = fitted(text.substr(0, end), strip.width(), kSmall);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    if (!line.empty() && text_width(line + " " + word, kSmall) > strip.width()) flush();
    line.append(line.empty() ? "" : " ").append(word);
  }
  flush();
  return y;
}

}  // namespace exactblend::draw
