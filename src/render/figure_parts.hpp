// The parts of a figure (render/figure.hpp), each drawn by a file of its own onto one plate.
//
// A part gets the left, right and top of its place and says where it ends. What is alike in all of
// them stands here: sizes of type, how a key looks, and what has to be told at the foot.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/render/figure.hpp"
#include "render/geometry.hpp"
#include "render/short_number.hpp"
#include "render/svg_writer.hpp"

namespace exactblend::draw {

inline constexpr int kText = 13;   // size of type, in units; figure_style.cpp says the same
inline constexpr int kSmall = 12;  // captions and ticks
inline constexpr Hundredths kMargin = units(16);
inline constexpr Hundredths kAscent = units(11);  // of a line of text above its base line
inline constexpr Hundredths kDescent = units(4);
inline constexpr Hundredths kLine = units(18);

// More keys than this are not drawn one by one; what is left is drawn as one and counted.
inline constexpr std::size_t kDrawnKeys = 200;

struct Strip {
  Hundredths left;
  Hundredths right;
  Hundredths top;
  [[nodiscard]] Hundredths width() const { return right - left; }
};

struct Plate {
  const Trace& trace;
  const Problem& problem;
  std::size_t query;
  std::string_view id;
  FigureLayout layout;
  const AssignedRow* row = nullptr;       // null if there are only scores
  const Blend* blend = nullptr;           // likewise
  const NamedSoftmax* softmax = nullptr;  // null if there are no scores
  SvgWriter svg = {};
  bool left_out = false;  // whether digits of a number were
  std::vector<std::string> notes = {};

  [[nodiscard]] bool masked(std::size_t key) const {
    return row != nullptr ? row->weights.masked(key) : softmax->masked(key);
  }
  [[nodiscard]] std::size_t drawn_keys() const {
    return problem.keys() < kDrawnKeys ? problem.keys() : kDrawnKeys;
  }
  // The text, noting that digits were left out of it.
  std::string take(ShortText number) {
    left_out = left_out || number.left_out;
    return std::move(number.text);
  }
};

// A part that is drawn, and where it ends.
[[nodiscard]] Hundredths draw_bar(Plate& plate, const Strip& strip);
[[nodiscard]] Hundredths draw_named_box(Plate& plate, const Strip& strip);

// A table takes the narrow strip if what it holds is legible there, else the broad one.
struct TablePlace {
  bool in_broad;
  Hundredths bottom;
};
[[nodiscard]] TablePlace draw_table(Plate& plate, const Strip& narrow, const Strip& broad);

// height: what is to be had beside the table; a picture may take more, or less.
[[nodiscard]] Hundredths draw_plane(Plate& plate, const Strip& strip, Hundredths height);
[[nodiscard]] Hundredths draw_number_line(Plate& plate, const Strip& strip);
[[nodiscard]] Hundredths draw_component_bars(Plate& plate, const Strip& strip);
[[nodiscard]] Hundredths draw_component_lines(Plate& plate, const Strip& strip);  // values only

// What is drawn, in words.
[[nodiscard]] std::string figure_words(const Plate& plate);

// Words wrapped to the strip; returns where they end.
Hundredths draw_words(Plate& plate, const Strip& strip, std::string_view classes,
                      std::string_view text);

// "eb-k3": the colour of a key. There are seven; the pattern goes through its own seven so that
// 49 keys differ.
[[nodiscard]] std::string key_class(std::size_t key);
// "url(#figure-p2)", to lay over the colour.
[[nodiscard]] std::string key_pattern(const Plate& plate, std::size_t key);
void draw_swatch(Plate& plate, std::size_t key, const Box& box);
// A circle, square, diamond or triangle; hollow if the key's weight is 0.
void draw_marker(Plate& plate, std::size_t key, Point at, bool hollow);
void draw_arrow(Plate& plate, std::string_view classes, const Segment& segment);
void draw_output_mark(Plate& plate, Point at);

[[nodiscard]] Label weight_symbol(std::size_t key);
[[nodiscard]] Label value_symbol(std::size_t key);
[[nodiscard]] Label scaled_symbol(std::size_t key);
[[nodiscard]] Label named_scaled_symbol(std::size_t key);
// The component's label, fitted, or "component 2".
[[nodiscard]] std::string component_name(const Plate& plate, std::size_t component,
                                         Hundredths width, int size);

[[nodiscard]] inline Box text_box(Point at, Anchor anchor, Hundredths width) {
  const Hundredths left = anchor == Anchor::start ? at.x
                          : anchor == Anchor::end ? at.x - width
                                                  : at.x - width / 2;
  return {left, at.y - kAscent, left + width, at.y + kDescent};
}

}  // namespace exactblend::draw
