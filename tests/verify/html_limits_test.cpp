// What check_html_limits() counts, against the tree that gumbo makes of the same tags: of short
// pieces of tags in any order, repeated, none may nest deep in the tree that is shallow by our
// count. That is what makes gumbo slow.
#include "io/html_limits.hpp"

#include <gtest/gtest.h>
#include <gumbo.h>

#include <algorithm>
#include <random>
#include <string>

#include "exactblend/io/document.hpp"

namespace exactblend {
namespace {

int depth_of(const GumboNode& node) {
  if (node.type != GUMBO_NODE_ELEMENT && node.type != GUMBO_NODE_TEMPLATE) return 0;
  int deepest = 0;
  const GumboVector& children = node.v.element.children;
  for (unsigned i = 0; i < children.length; ++i) {
    deepest = std::max(deepest, depth_of(*static_cast<const GumboNode*>(children.data[i])));
  }
  return deepest + 1;
}

int depth_in_gumbo(const std::string& text) {
  GumboOutput* tree = gumbo_parse_with_options(&kGumboDefaultOptions, text.data(), text.size());
  const int depth = depth_of(*tree->root) - 2;  // html, body
  gumbo_destroy_output(&kGumboDefaultOptions, tree);
  return depth;
}

std::string repeated(const std::string& unit, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += unit;
  return text;
}

TEST(HtmlLimits, count_what_gumbo_nests) {
  constexpr const char* kNames[] = {
      "table", "tr",   "td",       "th",       "tbody", "caption",     "col",  "b",
      "i",     "a",    "p",        "div",      "span",  "ul",          "li",   "object",
      "svg",   "math", "select",   "option",   "nobr",  "font size=1", "form", "button",
      "h1",    "h2",   "body",     "template", "mi",    "mtext",       "desc", "title",
      "g",     "dd",   "dt",       "br",       "ruby",  "rt",          "x",    "em",
      "style", "pre",  "frameset", "noscript"};
  constexpr int kTimes = 120;
  constexpr int kPieces = 600;
  std::mt19937 random(7);
  int looked_at = 0;
  for (int piece = 0; piece < kPieces; ++piece) {
    std::string unit;
    for (auto tag = 2 + random() % 6; tag > 0; --tag) {
      unit += random() % 5 < 2 ? "</" : "<";
      unit += kNames[random() % std::size(kNames)];
      unit += random() % 12 == 0 ? "/>" : ">";
      if (random() % 4 == 0) unit += 'x';
    }
    const std::string text = repeated(unit, kTimes);
    if (!check_html_limits(text)) continue;
    ++looked_at;
    const int ours = cost_of_html(text).depth;
    EXPECT_LE(depth_in_gumbo(text), 6 * ours + 20) << unit;
  }
  EXPECT_GT(looked_at, kPieces / 2);
}

// Pieces that once were slow, or nested deeper than was counted.
TEST(HtmlLimits, hold_for_pieces_that_passed_them) {
  for (const char* unit :
       {"<b><table>x</b></table>", "<svg></table></svg/></p>", "<em>x<button>x<svg>",
        "<mi/><caption><ul/><caption>x<tr></mi/>", "<dd>x<p></body><noscript>",
        "<svg>x</span><tbody></a>x<caption><table><a>", "<ruby><dt><rb></span><image></y>",
        "<svg>x<ruby><h2>", "<ul><mi><frameset></ul><dt/>", "<svg><select></h1><desc>x</rb>x",
        "<select><input>x<y></select><li><h1>", "<noscript><p>x<math></div>x<h1></noscript>"}) {
    const std::string text = repeated(unit, 2 * kMaxHtmlDepth);
    if (!check_html_limits(text)) continue;
    EXPECT_LE(depth_in_gumbo(text), 6 * cost_of_html(text).depth + 20) << unit;
  }
}

}  // namespace
}  // namespace exactblend
