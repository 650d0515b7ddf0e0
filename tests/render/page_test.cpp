#include "exactblend/render/page.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "render/figure_making.hpp"
#include "render/svg_reader.hpp"

namespace exactblend {
namespace {

// A page without its document type, as XML.
svg::Document read(const std::string& page) {
  constexpr std::string_view kType = "<!DOCTYPE html>\n";
  EXPECT_TRUE(page.starts_with(kType));
  return svg::Document(std::string_view(page).substr(kType.size()));
}

// All text, in order, but for the style and what is in attributes.
std::string text_of(const svg::Document& page) {
  const auto bodies = page.all("body");
  return bodies.size() == 1 ? bodies.front().text : "";
}

// A fault in the links of a page to itself, or nothing.
std::string broken_links(const svg::Document& page) {
  std::set<std::string> ids;
  for (const svg::Element& element : page.elements()) {
    const std::string id = element.get("id");
    if (!id.empty() && !ids.insert(id).second) return "twice: " + id;
  }
  for (const svg::Element& element : page.elements()) {
    const std::string href = element.get("href");
    if (href.starts_with('#') && !ids.contains(href.substr(1))) return href;
    std::string names = element.get("aria-labelledby") + " ";
    while (!names.empty()) {
      const std::string id = names.substr(0, names.find(' '));
      if (!id.empty() && !ids.contains(id)) return "labelled by " + id;
      names.erase(0, names.find(' ') + 1);
    }
  }
  return "";
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Page, of_every_example_is_well_formed_and_its_links_lead_somewhere) {
  for (const auto& [name, trace] : examples()) {
    for (const bool full : {false, true}) {
      const svg::Document page = read(lesson_page(trace, {.full = full}));
      EXPECT_EQ(page.error(), "") << name;
      EXPECT_EQ(broken_links(page), "") << name;
      EXPECT_EQ(page.all("script").size(), 0U) << name;
    }
  }
}

TEST(Page, holds_every_sentence_of_the_trace) {
  for (const auto& [name, trace] : examples()) {
    const std::string text = text_of(read(lesson_page(trace)));
    EXPECT_TRUE(contains(text, trace.introduction)) << name;
    EXPECT_TRUE(contains(text, trace.summary)) << name;
    for (const Step& step : trace.steps) EXPECT_TRUE(contains(text, step.sentence)) << name;
    for (const std::string& note : trace.problem.notes) EXPECT_TRUE(contains(text, note)) << name;
    EXPECT_TRUE(contains(text, "highlighted = computed this step")) << name;
  }
}

TEST(Page, has_a_section_with_one_figure_for_each_step_of_the_first_query) {
  const auto sections = [](const Trace& trace) {
    const svg::Document page = read(lesson_page(trace));
    std::vector<std::string> ids;
    for (const svg::Element& section : page.all("section")) ids.push_back(section.get("id"));
    EXPECT_EQ(page.all("figure").size(), ids.size() - 1);  // all but the summary
    return ids;
  };
  using Ids = std::vector<std::string>;
  EXPECT_EQ(sections(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)")),
            (Ids{"assign", "scale", "add", "boundary", "summary"}));
  EXPECT_EQ(sections(trace_of("1:1:2", "(2,0) (0,3) (1,1)")),
            (Ids{"normalize", "assign", "scale", "add", "boundary", "summary"}));
  EXPECT_EQ(sections(trace_of(nullptr, "(2,0) (0,3)", "0,1")),
            (Ids{"softmax", "boundary", "summary"}));
}

TEST(Page, highlights_in_each_section_what_that_step_computes) {
  const svg::Document page = read(lesson_page(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)")));
  std::vector<std::string> highlights;
  for (const svg::Element& drawing : page.all("svg")) {
    const std::string classes = drawing.get("class");
    const std::size_t at = classes.find("eb-step-");
    ASSERT_NE(at, std::string::npos) << classes;
    highlights.push_back(classes.substr(at, classes.find(' ', at) - at));
  }
  EXPECT_EQ(highlights, (std::vector<std::string>{
                            "eb-step-assign", "eb-step-assign", "eb-step-scale", "eb-step-scale",
                            "eb-step-add", "eb-step-add", "eb-step-boundary", "eb-step-boundary"}));
}

TEST(Page, of_scores_beside_weights_shows_at_the_boundary_where_they_would_lead) {
  const svg::Document page =
      read(lesson_page(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)", "0,0,1")));
  const auto sections = page.all("section");
  ASSERT_EQ(sections.size(), 5U);
  const std::string boundary = sections[3].text;
  EXPECT_TRUE(contains(boundary, "The named softmax"));
  EXPECT_TRUE(contains(boundary, "softmax of s 3 equals the fraction e to the power 1"));
  EXPECT_TRUE(contains(boundary, "The named blend, unevaluated"));
  EXPECT_TRUE(contains(boundary, "named component 2 equals"));
}

TEST(Page, says_on_both_sides_of_the_boundary_what_is_exact_and_what_is_named) {
  const svg::Document page = read(lesson_page(trace_of("1/4,3/4", "(2,0) (0,3)", "0,1")));
  std::vector<std::string> badges;
  for (const svg::Element& badge : page.all("span", "eb-badge")) badges.push_back(badge.text);
  EXPECT_EQ(badges, (std::vector<std::string>{"EXACT", "EXACT", "EXACT", "NAMED"}));
}

TEST(Page, of_several_queries_works_the_first_and_folds_the_others) {
  const svg::Document page =
      read(lesson_page(trace_of("(1/4,1/4,1/2) (1/3,masked,2/3) (0,0,1)", "(2,0) (0,3) (1,1)")));
  const auto folded = page.all("details", "eb-query");
  ASSERT_EQ(folded.size(), 2U);
  EXPECT_TRUE(contains(folded[0].text, "(4/3,2/3)"));
  EXPECT_FALSE(contains(folded[0].text, "(1,5/4)"));
  std::vector<std::string> cells;
  for (const svg::Element& cell : page.all("td")) cells.push_back(cell.text);
  EXPECT_EQ(std::count(cells.begin(), cells.end(), "masked"), 1);
}

TEST(Page, of_more_queries_than_it_folds_counts_the_rest_unless_all_is_asked_for) {
  ProblemDraft draft;
  draft.weights = draft_rows(rows_of(kMaxFoldedQueries + 4, "(1/2,1/2)")).value();
  draft.values = draft_values("(1) (2)").value();
  const Trace trace = make_trace(make_problem(std::move(draft)).value());
  const svg::Document page = read(lesson_page(trace));
  EXPECT_EQ(page.all("details", "eb-query").size(), kMaxFoldedQueries);
  EXPECT_TRUE(contains(text_of(page), "… 3 more queries …"));
  EXPECT_EQ(read(lesson_page(trace, {.full = true})).all("details", "eb-query").size(),
            kMaxFoldedQueries + 3);
}

TEST(Page, tells_each_formula_in_words_and_hides_its_markup_from_screen_readers) {
  const svg::Document page = read(lesson_page(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)")));
  const auto& elements = page.elements();
  for (const svg::Element& math : page.all("math")) {
    ASSERT_FALSE(math.path.empty());
    EXPECT_EQ(elements[math.path.back()].get("aria-hidden"), "true");
  }
  EXPECT_EQ(page.all("span", "eb-words").size(), page.all("math").size());
  EXPECT_TRUE(contains(text_of(page), "w 1 times V 1 equals 1 over 4 times the vector 2, 0"));
}

TEST(Page, lets_the_keyboard_reach_what_scrolls_and_nothing_else) {
  const auto scrolling = [](const Trace& trace) {
    const svg::Document page = read(lesson_page(trace));
    const auto regions = page.all("div", "eb-scroll");
    for (const svg::Element& region : regions) {
      EXPECT_EQ(region.get("tabindex"), "0");
      EXPECT_NE(region.get("aria-label"), "");
    }
    return regions.size();
  };
  EXPECT_EQ(scrolling(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)")), 0U);
  EXPECT_GT(scrolling(trace_of("1/2,1/2", "(123456789012345678901234567890) (1)")), 0U);
}

TEST(Page, takes_hostile_text_as_text) {
  for (const std::string& label : hostile_labels()) {
    const Trace trace = labelled(label);
    const svg::Document page = read(lesson_page(trace));
    EXPECT_EQ(page.error(), "") << label;
    EXPECT_EQ(broken_links(page), "") << label;
    for (const char* tag : {"script", "img", "b", "iframe"}) {
      EXPECT_EQ(page.all(tag).size(), 0U) << label;
    }
    const IndexEntry entry{"a.html", label, label};
    EXPECT_EQ(read(index_page({&entry, 1}, "style.css")).error(), "") << label;
    EXPECT_EQ(read(lesson_page(trace, {.stylesheet = "style.css",
                                       .index = {"index.html", label},
                                       .previous = {"a.html", label},
                                       .next = {"b.html", label}}))
                  .error(),
              "")
        << label;
  }
}

RC_GTEST_PROP(Page, of_any_bytes_is_well_formed, (const std::string& bytes)) {
  RC_ASSERT(read(lesson_page(labelled(bytes))).error().empty());
}

TEST(Page, is_the_same_bytes_every_time) {
  for (const auto& [name, trace] : examples()) {
    EXPECT_EQ(lesson_page(trace), lesson_page(trace)) << name;
  }
}

// The figures stand inside of the page, so a rule for the page's own parts must not reach into
// them.
TEST(Page, has_no_class_that_figures_have_too) {
  const auto classes = [](std::string_view css) {
    std::set<std::string> found;
    for (std::size_t at = css.find(".eb-"); at != std::string_view::npos;
         at = css.find(".eb-", at + 1)) {
      std::size_t end = at + 1;
      while (end < css.size() && (css[end] == '-' || (css[end] >= '0' && css[end] <= '9') ||
                                  (css[end] >= 'a' && css[end] <= 'z'))) {
        ++end;
      }
      found.emplace(css.substr(at + 1, end - at - 1));
    }
    return found;
  };
  std::string own = page_style();
  own.erase(own.find(figure_style()), figure_style().size());
  const std::set<std::string> figure = classes(figure_style());
  for (const std::string& name : classes(own)) EXPECT_FALSE(figure.contains(name)) << name;
}

}  // namespace
}  // namespace exactblend
