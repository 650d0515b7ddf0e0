// Writing SVG, one element a line. Positions come in hundredths of a unit; classes and ids are this
// project's own; text passes append_markup().
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exactblend/render/escape.hpp"
#include "render/geometry.hpp"
#include "render/svg_label.hpp"

namespace exactblend::draw {

inline void append_units(std::string& out, Hundredths value) {
  if (value < 0) out += '-';
  const Hundredths magnitude = value < 0 ? -value : value;
  out += std::to_string(magnitude / 100);
  const Hundredths rest = magnitude % 100;
  if (rest == 0) return;
  out += '.';
  out += static_cast<char>('0' + rest / 10);
  if (rest % 10 != 0) out += static_cast<char>('0' + rest % 10);
}

enum class Anchor { start, middle, end };

class SvgWriter {
 public:
  void open(std::string_view classes) { start("g").attribute("class", classes).raw(">\n"); }
  void close() { out_ += "</g>\n"; }

  void line(std::string_view classes, const Segment& s) {
    start("line").attribute("class", classes);
    position("x1", s.from.x).position("y1", s.from.y).position("x2", s.to.x);
    position("y2", s.to.y).raw("/>\n");
  }

  void rect(std::string_view classes, const Box& box, std::string_view fill = {}) {
    start("rect").attribute("class", classes).position("x", box.left).position("y", box.top);
    position("width", box.width()).position("height", box.height());
    if (!fill.empty()) attribute("fill", fill);
    raw("/>\n");
  }

  void circle(std::string_view classes, Point centre, Hundredths radius) {
    start("circle").attribute("class", classes).position("cx", centre.x).position("cy", centre.y);
    position("r", radius).raw("/>\n");
  }

  void polygon(std::string_view classes, std::span<const Point> corners) {
    start("polygon").attribute("class", classes).raw(" points=\"");
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (i > 0) out_ += ' ';
      append_units(out_, corners[i].x);
      out_ += ',';
      append_units(out_, corners[i].y);
    }
    raw("\"/>\n");
  }

  // at: on the base line.
  void text(std::string_view classes, Point at, Anchor anchor, const Label& label) {
    if (label.empty()) return;
    start("text");
    if (!classes.empty()) attribute("class", classes);
    position("x", at.x).position("y", at.y);
    if (anchor != Anchor::start) {
      attribute("text-anchor", anchor == Anchor::middle ? "middle" : "end");
    }
    raw(">").raw(label.markup()).raw("</text>\n");
  }

  SvgWriter& start(std::string_view element) { return raw("<").raw(element); }
  SvgWriter& attribute(std::string_view name, std::string_view value) {
    raw(" ").raw(name).raw("=\"");
    append_markup(out_, value);
    return raw("\"");
  }
  SvgWriter& position(std::string_view name, Hundredths value) {
    raw(" ").raw(name).raw("=\"");
    append_units(out_, value);
    return raw("\"");
  }
  SvgWriter& raw(std::string_view markup) {
    out_ += markup;
    return *this;
  }
  SvgWriter& content(std::string_view text) {
    append_markup(out_, text);
    return *this;
  }

  [[nodiscard]] const std::string& str() const { return out_; }

 private:
  std::string out_;
};

}  // namespace exactblend::draw
