#include "exactblend/render/figure.hpp"

#include <gtest/gtest.h>

#include <regex>

#include "exactblend/number/print.hpp"
#include "render/figure_making.hpp"
#include "render/svg_reader.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

Trace founding() { return trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)"); }

// What must hold of every figure; an empty text if it does.
std::string fault_of(const std::string& figure) {
  const svg::Document document(figure);
  if (!document.error().empty()) return document.error();
  if (figure.find("<img") != std::string::npos || figure.find("<script") != std::string::npos) {
    return "markup from outside";
  }
  std::set<std::string> ids;
  for (const svg::Element& element : document.elements()) {
    const std::string id = element.get("id");
    if (!id.empty() && !ids.insert(id).second) return "id twice: " + id;
    std::smatch found;
    const std::string fill = element.get("fill");
    if (fill.starts_with("url(#") && !ids.contains(fill.substr(5, fill.size() - 6))) {
      return "no such pattern: " + fill;
    }
  }
  const svg::Element& root = document.elements().front();
  const std::string view = root.get("viewBox");
  svg::Element size;
  size.attributes["width"] = view.substr(4, view.find(' ', 4) - 4);
  size.attributes["height"] = view.substr(view.rfind(' ') + 1);
  const draw::Box bounds = {0, 0, size.at("width"), size.at("height")};
  const std::vector<svg::Placed> texts = svg::texts(document);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!bounds.holds(texts[i].box)) return "outside: " + texts[i].text;
    for (std::size_t j = 0; j < i; ++j) {
      if (draw::overlap(texts[i].box, texts[j].box)) {
        return "overlap: " + texts[i].text + " | " + texts[j].text;
      }
    }
  }
  for (const char* attribute : {"x", "x1", "x2", "cx"}) {
    for (const svg::Element& element : document.elements()) {
      if (element.get(attribute).empty()) continue;
      const auto at = element.at(attribute);
      if (at < 0 || at > bounds.right) return "drawn outside: " + element.get("class");
    }
  }
  for (const char* attribute : {"y", "y1", "y2", "cy"}) {
    for (const svg::Element& element : document.elements()) {
      if (element.get(attribute).empty()) continue;
      const auto at = element.at(attribute);
      if (at < 0 || at > bounds.bottom) return "drawn outside: " + element.get("class");
    }
  }
  return {};
}

std::string text_of(const std::string& figure) {
  const svg::Document document(figure);
  std::string text;
  for (const svg::Element& element : document.all("text")) text += element.text + "\n";
  return text;
}

TEST(Figure, hard_problems_are_well_formed_in_bounds_and_without_overlap) {
  for (const auto& [name, trace] : hard_problems()) {
    for (const FigureLayout layout : kLayouts) {
      for (std::size_t query = 0; query < trace.problem.queries(); ++query) {
        FigureOptions options;
        options.query = query;
        options.layout = layout;
        EXPECT_EQ(fault_of(figure_svg(trace, options)), "")
            << name << (layout == FigureLayout::wide ? " wide " : " narrow ") << query;
      }
    }
  }
}

std::vector<std::string> random_labels(std::size_t count) {
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < count; ++i) labels.push_back(*rc::gen::elementOf(hostile_labels()));
  return labels;
}

void check_random(const gen::Problem& drawn, bool with_weights, bool with_labels) {
  ProblemDraft draft;
  draft.signed_weights = with_weights;
  DraftRow& row = (with_weights ? draft.weights : draft.scores).emplace_back();
  for (const mpq_class& weight : drawn.weights) {
    row.entries.push_back({oracle::read_back(weight), with_weights && weight == 0});
  }
  for (const oracle::Vector& value : drawn.values) {
    draft.values.push_back({oracle::read_back(value)});
  }
  if (with_labels) {
    draft.labels.keys = random_labels(drawn.weights.size());
    draft.labels.components = random_labels(drawn.values.front().size());
  }
  const Trace trace = make_trace(make_problem(std::move(draft)).value());
  for (const FigureLayout layout : kLayouts) {
    FigureOptions options;
    options.layout = layout;
    const std::string fault = fault_of(figure_svg(trace, options));
    RC_LOG() << fault << std::endl;
    RC_ASSERT(fault.empty());
  }
}

RC_GTEST_PROP(Figure, random_problems_are_well_formed_in_bounds_and_without_overlap, ()) {
  check_random(*gen::problem(), *rc::gen::arbitrary<bool>(), false);
}

RC_GTEST_PROP(Figure, large_random_problems_with_hostile_labels_are_too, ()) {
  gen::Shape shape = {0, *rc::gen::inRange<std::size_t>(1, 12)};
  shape.most_digits = *rc::gen::element(1, 3, 40);
  shape.keys = *rc::gen::inRange<std::size_t>(1, shape.most_digits > 3 ? 7 : 60);
  shape.signed_weights = *rc::gen::arbitrary<bool>();
  check_random(*gen::problem(shape), *rc::gen::arbitrary<bool>(), true);
}

TEST(Figure, the_checks_of_these_tests_find_what_they_look_for) {
  const auto fault = [](const std::string& inside) {
    return fault_of("<svg viewBox=\"0 0 100 100\">" + inside + "</svg>\n");
  };
  EXPECT_EQ(fault("<text x=\"10\" y=\"20\">a</text><text x=\"30\" y=\"20\">b</text>"), "");
  EXPECT_EQ(fault("<text x=\"10\" y=\"20\">abc</text><text x=\"30\" y=\"22\">d</text>"),
            "overlap: d | abc");
  EXPECT_EQ(fault("<text x=\"90\" y=\"20\">abc</text>"), "outside: abc");
  EXPECT_EQ(fault("<rect id=\"a\"/><rect id=\"a\"/>"), "id twice: a");
  EXPECT_EQ(fault("<rect fill=\"url(#a)\"/>"), "no such pattern: url(#a)");
  EXPECT_EQ(fault("<line class=\"l\" x1=\"-1\"/>"), "drawn outside: l");
  for (const char* bad : {"<a>", "<a></b>", "&nbsp;", "<a b=c/>", "<a b=\"<\"/>",
                          "<a b=\"1\" b=\"2\"/>", "\x01", "]]>", "<a b=\"1\"c=\"2\"/>"}) {
    EXPECT_NE(fault(bad), "") << bad;
  }
}

TEST(Figure, standalone_documents_are_well_formed_and_carry_their_style) {
  FigureOptions options;
  options.standalone = true;
  const std::string figure = figure_svg(founding(), options);
  EXPECT_EQ(fault_of(figure), "");
  EXPECT_TRUE(figure.starts_with("<?xml "));
  EXPECT_NE(figure.find("xmlns=\"http://www.w3.org/2000/svg\""), std::string::npos);
  EXPECT_NE(figure.find("width=\"720\""), std::string::npos);
  EXPECT_NE(figure.find(figure_style()), std::string::npos);
}

TEST(Figure, inline_figures_have_no_style_and_no_size_of_their_own) {
  const std::string figure = figure_svg(founding(), {});
  EXPECT_TRUE(figure.starts_with("<svg class=\"eb-figure eb-wide\" viewBox=\"0 0 720 "));
  EXPECT_EQ(figure.find("<style"), std::string::npos);
  const svg::Document document(figure);
  EXPECT_EQ(document.elements().front().get("width"), "");
  EXPECT_EQ(document.elements().front().get("height"), "");
}

TEST(Figure, the_step_is_one_class_on_the_root_and_nothing_else) {
  for (const auto& [name, trace] : examples()) {
    const std::string plain = figure_svg(trace, {});
    for (const StepKind kind : {StepKind::softmax, StepKind::normalize, StepKind::assign,
                                StepKind::scale, StepKind::add, StepKind::boundary}) {
      FigureOptions options;
      options.highlight = kind;
      std::string figure = figure_svg(trace, options);
      const std::string added = " eb-step-" + std::string(exactblend::name(kind));
      const std::size_t at = figure.find(added);
      ASSERT_LT(at, figure.find('>')) << name;
      figure.erase(at, added.size());
      EXPECT_EQ(figure, plain) << name;
    }
  }
}

TEST(Figure, every_step_has_a_rule_that_changes_a_width_or_weight) {
  const std::string style(figure_style());
  for (const StepKind kind : {StepKind::softmax, StepKind::normalize, StepKind::assign,
                              StepKind::scale, StepKind::add, StepKind::boundary}) {
    const std::size_t at = style.find(".eb-step-" + std::string(name(kind)));
    ASSERT_NE(at, std::string::npos) << name(kind);
    const std::string rule = style.substr(at, style.find('}', at) - at);
    EXPECT_TRUE(rule.find("stroke-width") != std::string::npos ||
                rule.find("font-weight") != std::string::npos)
        << rule;
  }
}

TEST(Figure, the_same_bytes_come_twice) {
  for (const auto& [name, trace] : examples()) {
    EXPECT_EQ(figure_svg(trace, {}), figure_svg(trace, {})) << name;
  }
}

TEST(Figure, every_number_of_the_founding_example_is_printed) {
  for (const FigureLayout layout : kLayouts) {
    FigureOptions options;
    options.layout = layout;
    const std::string text = text_of(figure_svg(founding(), options));
    for (const char* part :
         {"w1 = 1/4\n", "w2 = 1/4\n", "w3 = 1/2\n", "1/4 + 1/4 + 1/2 = 1\n", "(2, 0)\n", "(0, 3)\n",
          "(1, 1)\n", "(1/2, 0)\n", "(0, 3/4)\n", "(1/2, 1/2)\n", "(1, 5/4)\n", "\n5/4\n", "V1\n",
          "V2\n", "V3\n", "w2·V2\n", "o = (1, 5/4)\n", "boundary: softmax is named, not computed",
          "Weights assigned by the author"}) {
      EXPECT_NE(text.find(part), std::string::npos) << part;
    }
  }
}

TEST(Figure, over_a_single_score_the_output_is_that_value) {
  const std::string text = text_of(figure_svg(trace_of(nullptr, "(2,0) (0,3)", "masked,0"), {}));
  EXPECT_NE(text.find("softmax(s)2 = 1\n"), std::string::npos);
  EXPECT_NE(text.find("o = V2\n"), std::string::npos);
}

TEST(Figure, no_decimal_is_printed_as_text) {
  const std::regex decimal("[0-9]\\.[0-9]");
  for (const auto& [name, trace] : examples()) {
    EXPECT_FALSE(std::regex_search(text_of(figure_svg(trace, {})), decimal)) << name;
  }
}

TEST(Figure, title_and_description_name_what_is_drawn) {
  FigureOptions options;
  options.id = "f7";
  const svg::Document document(figure_svg(founding(), options));
  const svg::Element& root = document.elements().front();
  EXPECT_EQ(root.get("role"), "img");
  EXPECT_EQ(root.get("aria-labelledby"), "f7-title f7-desc");
  EXPECT_EQ(document.all("title").at(0).get("id"), "f7-title");
  EXPECT_EQ(document.all("title").at(0).text, "A title");
  const svg::Element desc = document.all("desc").at(0);
  EXPECT_EQ(desc.get("id"), "f7-desc");
  for (const char* part : {"w1 = 1/4", "V2 = (0, 3)", "w3·V3 = (1/2, 1/2)", "the output (1, 5/4)",
                           "softmax is named, not computed"}) {
    EXPECT_NE(desc.text.find(part), std::string::npos) << part;
  }
}

TEST(Figure, all_ids_begin_with_the_given_one_and_all_classes_with_eb) {
  FigureOptions options;
  options.id = "f7";
  const svg::Document document(figure_svg(founding(), options));
  for (const svg::Element& element : document.elements()) {
    if (!element.get("id").empty()) {
      EXPECT_TRUE(element.get("id").starts_with("f7-"));
    }
    std::istringstream classes(element.get("class"));
    for (std::string one; classes >> one;) EXPECT_TRUE(one.starts_with("eb-")) << one;
  }
}

TEST(Figure, a_named_blend_has_symbols_and_no_bar_or_arrow) {
  const std::string figure = figure_svg(trace_of(nullptr, "(2,0) (0,3)", "1/2,0"), {});
  const svg::Document document(figure);
  EXPECT_TRUE(document.all("line", "eb-arrow").empty());
  EXPECT_TRUE(document.all("circle", "eb-output").empty());
  EXPECT_TRUE(document.all("rect", "eb-named-box").size() == 1);
  const std::string text = text_of(figure);
  EXPECT_NE(text.find("softmax(s)1·V1"), std::string::npos);
  EXPECT_NE(text.find("the named blend is not"), std::string::npos);
}

TEST(Figure, masked_keys_are_said_to_be_masked) {
  const std::string text =
      text_of(figure_svg(trace_of("1/3,2/3,masked", "(3,0) (0,3/2) (5,5)"), {}));
  EXPECT_NE(text.find("masked\n"), std::string::npos);
  EXPECT_NE(text.find("Without length: w3 (masked)."), std::string::npos);
}

TEST(Figure, equal_values_share_one_label) {
  const std::string text = text_of(figure_svg(trace_of("1/2,1/2", "(1,1) (1,1)"), {}));
  EXPECT_NE(text.find("V1, V2\n"), std::string::npos);
}

TEST(Figure, digits_left_out_are_counted_and_explained) {
  const std::string text = text_of(figure_svg(trace_of("1/3,2/3", "(1e60,1) (2,3)"), {}));
  EXPECT_NE(text.find("100000…[49]…000000"), std::string::npos);
  EXPECT_NE(text.find("A count in brackets within a number"), std::string::npos);
}

}  // namespace
}  // namespace exactblend
