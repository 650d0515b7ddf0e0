// Colours: contrast of every text on everything it stands on, in light, dark and print.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>

#include "exactblend/render/figure.hpp"

namespace exactblend {
namespace {

using Colour = std::array<double, 3>;  // 0 to 1

// The custom properties of the block that begins at `from`.
std::map<std::string, Colour> palette(std::string_view style, std::size_t from) {
  std::map<std::string, Colour> colours;
  const std::string_view block = style.substr(from, style.find('}', from) - from);
  for (std::size_t at = block.find("--eb-"); at != std::string_view::npos;
       at = block.find("--eb-", at + 1)) {
    const std::size_t colon = block.find(':', at);
    Colour colour{};
    for (std::size_t i = 0; i < 3; ++i) {
      colour[i] = std::stoi(std::string(block.substr(colon + 3 + 2 * i, 2)), nullptr, 16) / 255.0;
    }
    colours[std::string(block.substr(at + 5, colon - at - 5))] = colour;
  }
  return colours;
}

// WCAG 2.2, relative luminance and contrast ratio.
double luminance(const Colour& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour[0]) + 0.7152 * linear(colour[1]) + 0.0722 * linear(colour[2]);
}
double contrast(const Colour& a, const Colour& b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}
Colour over(const Colour& paper, const Colour& colour, double opacity) {
  Colour mixed{};
  for (std::size_t i = 0; i < 3; ++i) {
    mixed[i] = paper[i] * (1 - opacity) + colour[i] * opacity;
  }
  return mixed;
}

TEST(FigureStyle, every_text_has_contrast_of_at_least_four_and_a_half) {
  const std::string_view style = figure_style();
  const std::size_t light = style.find(".eb-figure {");
  const std::size_t dark = style.find("prefers-color-scheme: dark");
  const std::size_t print = style.find("@media print");
  ASSERT_TRUE(light == 0 && dark != std::string_view::npos && print != std::string_view::npos);
  for (const std::size_t from : {light, dark, print}) {
    std::map<std::string, Colour> colours = palette(style, from);
    ASSERT_EQ(colours.size(), 20U) << from;
    const Colour paper = colours.at("paper");
    EXPECT_GE(contrast(colours.at("ink"), paper), 7) << from;
    EXPECT_GE(contrast(colours.at("muted"), paper), 4.5) << from;
    for (int key = 1; key <= 7; ++key) {
      const Colour fill = over(paper, colours.at("k" + std::to_string(key)), 0.3);
      EXPECT_GE(contrast(colours.at("ink"), fill), 4.5) << from << ' ' << key;
      EXPECT_GE(contrast(colours.at("l" + std::to_string(key)), paper), 3) << from << ' ' << key;
    }
  }
}

TEST(FigureStyle, a_literal_stands_before_every_custom_property) {
  const std::string_view style = figure_style();
  std::size_t count = 0;
  for (std::size_t at = style.find(": var("); at != std::string_view::npos;
       at = style.find(": var(", at + 1), ++count) {
    const std::size_t name = style.find_last_of(" \n", at - 1) + 1;
    const std::string property(style.substr(name, at - name));
    const std::size_t block = style.rfind('{', at);
    EXPECT_NE(style.substr(block, at - block).find(property + ": #"), std::string_view::npos)
        << style.substr(block, at - block);
  }
  EXPECT_GT(count, 20U);
}

TEST(FigureStyle, every_rule_is_of_classes_that_begin_with_eb) {
  const std::string_view style = figure_style();
  for (std::size_t at = style.find("\n."); at != std::string_view::npos;
       at = style.find("\n.", at + 1)) {
    EXPECT_TRUE(style.substr(at + 1).starts_with(".eb-"));
  }
}

}  // namespace
}  // namespace exactblend
