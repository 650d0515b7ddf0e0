// Positions in a figure against positions computed another way: by GMP, from the drawing's own
// landmarks.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "exactblend/number/print.hpp"
#include "render/figure_making.hpp"
#include "render/svg_reader.hpp"

namespace exactblend {
namespace {

mpq_class of(const Rational& value) { return mpq_class(to_text(value)); }

mpq_class of(long long hundredths) { return mpq_class(static_cast<long>(hundredths)); }

// Whether an error is at most so many hundredths.
testing::AssertionResult near(const mpq_class& error, int most) {
  if (abs(error) <= most) return testing::AssertionSuccess();
  return testing::AssertionFailure() << error.get_str() << " hundredths away";
}

svg::Document figure(const Trace& trace, FigureLayout layout) {
  FigureOptions options;
  options.layout = layout;
  return svg::Document(figure_svg(trace, options));
}

std::vector<svg::Element> segments_of_bar(const svg::Document& document) {
  std::vector<svg::Element> found;
  for (const svg::Element& element : document.all("rect", "eb-seg")) {
    for (const std::size_t outer : element.path) {
      if (document.elements()[outer].has_class("eb-bar")) found.push_back(element);
    }
  }
  return found;
}

// Corners of a polygon, in hundredths.
std::vector<std::pair<long long, long long>> corners(const svg::Element& polygon) {
  std::vector<std::pair<long long, long long>> result;
  std::istringstream words(polygon.get("points"));
  for (std::string word; words >> word;) {
    svg::Element point;
    point.attributes["x"] = word.substr(0, word.find(','));
    point.attributes["y"] = word.substr(word.find(',') + 1);
    result.emplace_back(point.at("x"), point.at("y"));
  }
  return result;
}

TEST(FigurePositions, segments_are_as_long_as_their_weights_within_a_hundredth) {
  for (const auto& [name, trace] : hard_problems()) {
    if (trace.problem.rows.empty() || trace.problem.keys() > 200) continue;
    for (const FigureLayout layout : kLayouts) {
      std::vector<mpq_class> up;
      std::vector<mpq_class> down;
      mpq_class reach = 0;
      for (const Rational& weight : trace.problem.rows[0].weights.row()) {
        if (weight.sign() == 0) continue;
        (weight.sign() < 0 ? down : up).push_back(abs(of(weight)));
        if (weight.sign() > 0) reach += of(weight);
      }
      const mpq_class whole = layout == FigureLayout::wide ? 68800 : 30800;
      const std::vector<svg::Element> drawn = segments_of_bar(figure(trace, layout));
      ASSERT_EQ(drawn.size(), up.size() + down.size()) << name;
      for (std::size_t i = 0; i < drawn.size(); ++i) {
        const mpq_class& weight = i < up.size() ? up[i] : down[i - up.size()];
        const mpq_class error = of(drawn[i].at("width")) - weight / reach * whole;
        EXPECT_TRUE(near(error, 1)) << name << ' ' << i;
      }
      // Each begins where the one before ends; the negative ones lead back.
      for (std::size_t i = 1; i < up.size(); ++i) {
        EXPECT_EQ(drawn[i].at("x"), drawn[i - 1].at("x") + drawn[i - 1].at("width")) << name;
      }
      for (std::size_t i = up.size() + 1; i < drawn.size(); ++i) {
        EXPECT_EQ(drawn[i].at("x") + drawn[i].at("width"), drawn[i - 1].at("x")) << name;
      }
    }
  }
}

// The map from numbers to the plane, as the ring of the output and the axes tell it.
struct Map {
  mpq_class zero;
  mpq_class factor;
  [[nodiscard]] mpq_class at(const mpq_class& value) const { return zero + value * factor; }
};

TEST(FigurePositions, output_and_tips_of_the_founding_example_are_where_they_belong) {
  const Trace trace = trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  for (const FigureLayout layout : kLayouts) {
    const svg::Document document = figure(trace, layout);
    const std::vector<svg::Element> axes = document.all("line", "eb-axis");
    const svg::Element first = document.all("circle", "eb-point").at(0);    // V1 = (2,0)
    const svg::Element second = document.all("polygon", "eb-point").at(0);  // V2 = (0,3), a square
    const auto square = corners(second);
    const Map x = {of(axes.at(1).at("x1")), (of(first.at("cx")) - of(axes[1].at("x1"))) / 2};
    const Map y = {of(axes.at(0).at("y1")),
                   (of((square[0].second + square[2].second) / 2) - of(axes[0].at("y1"))) / 3};
    EXPECT_TRUE(near(x.factor + y.factor, 1));  // the same scale on both axes

    const svg::Element ring = document.all("circle", "eb-ring").at(0);
    EXPECT_TRUE(near(of(ring.at("cx")) - x.at(1), 2));
    EXPECT_TRUE(near(of(ring.at("cy")) - y.at(mpq_class(5, 4)), 2));

    const std::vector<svg::Element> tips = document.all("polygon", "eb-arrow");
    const std::vector<std::pair<mpq_class, mpq_class>> wanted = {
        {mpq_class(1, 2), 0}, {mpq_class(1, 2), mpq_class(3, 4)}, {1, mpq_class(5, 4)}};
    ASSERT_EQ(tips.size(), wanted.size());
    for (std::size_t i = 0; i < tips.size(); ++i) {
      const auto tip = corners(tips[i]).front();
      EXPECT_TRUE(near(of(tip.first) - x.at(wanted[i].first), 2)) << i;
      EXPECT_TRUE(near(of(tip.second) - y.at(wanted[i].second), 2)) << i;
    }
  }
}

TEST(FigurePositions, scaled_values_follow_one_another_up_to_the_output) {
  for (const auto& [name, trace] : examples()) {
    if (trace.problem.components() != 2 || trace.problem.rows.empty()) continue;
    const svg::Document document = figure(trace, FigureLayout::wide);
    const std::vector<svg::Element> lines = document.all("line", "eb-arrow");
    const std::vector<svg::Element> tips = document.all("polygon", "eb-arrow");
    const svg::Element ring = document.all("circle", "eb-ring").at(0);
    ASSERT_EQ(lines.size(), tips.size()) << name;
    for (std::size_t i = 0; i < tips.size(); ++i) {
      const auto tip = corners(tips[i]).front();
      const bool last = i + 1 == tips.size();
      EXPECT_EQ(tip.first, last ? ring.at("cx") : lines[i + 1].at("x1")) << name;
      EXPECT_EQ(tip.second, last ? ring.at("cy") : lines[i + 1].at("y1")) << name;
    }
  }
}

TEST(FigurePositions, parts_of_component_bars_are_in_proportion) {
  // 3/8·(1,0,2,4) and 5/8·(0,1,-2,4)
  const Trace trace = trace_of("3/8,5/8", "(1,0,2,4) (0,1,-2,4)");
  for (const FigureLayout layout : kLayouts) {
    const std::vector<svg::Element> parts = figure(trace, layout).all("rect", "eb-part");
    const std::vector<mpq_class> wanted = {mpq_class(3, 8), mpq_class(5, 8), mpq_class(3, 4),
                                           mpq_class(5, 4), mpq_class(3, 2), mpq_class(5, 2)};
    ASSERT_EQ(parts.size(), wanted.size());
    const mpq_class factor = of(parts[5].at("width")) / wanted[5];
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_TRUE(near(of(parts[i].at("width")) - wanted[i] * factor, 2)) << i;
    }
    EXPECT_EQ(parts[3].at("x") + parts[3].at("width"), parts[2].at("x"));  // left of zero
  }
}

TEST(FigurePositions, the_hull_has_the_corners_of_the_unmasked_values) {
  const svg::Document document = figure(
      trace_of("1/4,1/4,1/4,1/4,masked", "(0,0) (4,0) (0,4) (1,1) (9,9)"), FigureLayout::wide);
  EXPECT_EQ(corners(document.all("polygon", "eb-hull").at(0)).size(), 3U);
}

}  // namespace
}  // namespace exactblend
