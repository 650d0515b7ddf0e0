// Formulas as they are told to text, LaTeX and words.
#include "exactblend/render/formula.hpp"

#include <algorithm>

#include "lesson/making.hpp"

namespace exactblend {
namespace {

using Strings = std::vector<std::string>;

// The lines of the n-th step: "label: formula", or "… 5 …" for lines left out.
Strings lines(const Trace& trace, std::size_t step, Notation notation, Extent extent = {}) {
  Strings result;
  for (const FormulaLine& line : formula_lines(trace, trace.steps.at(step), notation, extent)) {
    std::string shown = line.label.empty() ? "" : line.label + ": ";
    result.push_back(line.left_out > 0 ? "… " + std::to_string(line.left_out) + " …"
                                       : shown + line.formula);
  }
  return result;
}

Strings text(const Trace& trace, std::size_t step, Extent extent = {}) {
  return lines(trace, step, Notation::text, extent);
}
Strings latex(const Trace& trace, std::size_t step, Extent extent = {}) {
  return lines(trace, step, Notation::latex, extent);
}
Strings words(const Trace& trace, std::size_t step, Extent extent = {}) {
  return lines(trace, step, Notation::words, extent);
}

TEST(Formula, of_the_founding_example_as_text) {
  const Trace founding = founding_example();
  EXPECT_EQ(text(founding, 0), (Strings{"w1 + w2 + w3 = 1/4 + 1/4 + 1/2 = 1"}));
  EXPECT_EQ(text(founding, 1),
            (Strings{"w1·V1 = 1/4·(2,0) = (1/2,0)", "w2·V2 = 1/4·(0,3) = (0,3/4)",
                     "w3·V3 = 1/2·(1,1) = (1/2,1/2)"}));
  EXPECT_EQ(text(founding, 2), (Strings{"o1 = 1/2 + 0 + 1/2 = 1", "o2 = 0 + 3/4 + 1/2 = 5/4",
                                        "o = Σⱼ wⱼ·Vⱼ = (1,5/4)"}));
  EXPECT_EQ(text(founding, 3), (Strings{"softmax(s)ⱼ = e^sⱼ / Σᵢ e^sᵢ"}));
}

TEST(Formula, of_the_founding_example_as_latex) {
  const Trace founding = founding_example();
  EXPECT_EQ(latex(founding, 0),
            (Strings{R"(w_{1} + w_{2} + w_{3} = \frac{1}{4} + \frac{1}{4} + \frac{1}{2} = 1)"}));
  EXPECT_EQ(
      latex(founding, 1)[1],
      R"(w_{2} \cdot V_{2} = \frac{1}{4} \cdot \left(0, 3\right) = \left(0, \frac{3}{4}\right))");
  EXPECT_EQ(latex(founding, 2)[2],
            R"(o = \sum_{j} w_{j} \cdot V_{j} = \left(1, \frac{5}{4}\right))");
  EXPECT_EQ(latex(founding, 3)[0],
            R"(\operatorname{softmax}(s)_{j} = \frac{e^{s_{j}}}{\sum_{i} e^{s_{i}}})");
}

TEST(Formula, of_the_founding_example_in_words) {
  const Trace founding = founding_example();
  EXPECT_EQ(words(founding, 0)[0],
            "w 1 plus w 2 plus w 3 equals 1 over 4 plus 1 over 4 plus 1 over 2 equals 1");
  EXPECT_EQ(words(founding, 1)[1],
            "w 2 times V 2 equals 1 over 4 times the vector 0, 3 equals the vector 0, 3 over 4");
  EXPECT_EQ(words(founding, 2)[2],
            "the output equals the sum over all keys j of w j times V j equals the vector 1, 5 "
            "over 4");
  EXPECT_EQ(words(founding, 3)[0],
            "softmax of s j equals the fraction e to the power s j, over the sum over all keys i "
            "of e to the power s i, end of fraction");
}

// What stands between the brackets of <math>, its annotation without; classes are left out.
std::string presentation(const Trace& trace, std::size_t step, std::size_t line,
                         Extent extent = {}) {
  std::string text = lines(trace, step, Notation::mathml, extent).at(line);
  const std::string begin = "<semantics><mrow>";
  const std::size_t from = text.find(begin) + begin.size();
  text = text.substr(from, text.find("</mrow><annotation") - from);
  for (const std::string part : {" class=\"eb-piece\"", " class=\"eb-plain\"", " form=\"infix\""}) {
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part)) {
      text.erase(at, part.size());
    }
  }
  return text;
}

TEST(Formula, of_the_founding_example_as_mathml) {
  const Trace founding = founding_example();
  const std::string quarter =
      "<mfrac><mrow><mn>1</mn><mtext>/</mtext></mrow><mn>4</mn></mfrac>";
  const std::string half = "<mfrac><mrow><mn>1</mn><mtext>/</mtext></mrow><mn>2</mn></mfrac>";
  EXPECT_EQ(presentation(founding, 1, 0),
            "<mrow><msub><mi>w</mi><mn>1</mn></msub><mo>·</mo><msub><mi>V</mi><mn>1</mn></msub>"
            "</mrow><mrow><mo> = </mo>" +
                quarter +
                "<mo>·</mo><mrow><mo>(</mo><mn>2</mn><mo separator=\"true\">,</mo><mn>0</mn>"
                "<mo>)</mo></mrow></mrow><mrow><mo> = </mo><mrow><mo>(</mo>" +
                half +
                "<mo separator=\"true\">,</mo><mn>0</mn><mo>)</mo></mrow></mrow>");
}

TEST(Formula, as_mathml_holds_its_tex) {
  const Trace founding = founding_example();
  for (std::size_t step = 0; step < founding.steps.size(); ++step) {
    const Strings mathml = lines(founding, step, Notation::mathml);
    const Strings tex = latex(founding, step);
    ASSERT_EQ(mathml.size(), tex.size());
    for (std::size_t i = 0; i < tex.size(); ++i) {
      EXPECT_NE(mathml[i].find("<annotation encoding=\"application/x-tex\"> " + tex[i] +
                               "</annotation></semantics></math>"),
                std::string::npos)
          << mathml[i];
    }
  }
}

TEST(Formula, as_mathml_breaks_only_between_sides_terms_and_components) {
  const Trace made = trace("1/2,1/2", "(1,2,3,4,5) (-1,0,0,0,0)", "0,1");
  // One piece before each = and + outside of fractions, and one after each comma of five components.
  const auto pieces = [&](std::size_t step, std::size_t line) {
    const std::string text = lines(made, step, Notation::mathml).at(line);
    std::size_t count = 0;
    for (std::size_t at = text.find("eb-piece"); at != std::string::npos;
         at = text.find("eb-piece", at + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(pieces(0, 0), 2U);  // softmax(s)1 = e^0/(e^0 + e^1)
  EXPECT_EQ(pieces(1, 0), 5U);  // w1 + w2 = 1/2 + 1/2 = 1
  EXPECT_EQ(pieces(2, 0), 11U);  // w1·V1 = 1/2·(5 components) = (5 components)
  EXPECT_EQ(pieces(3, 0), 4U);  // o1 = 1/2 + (-1/2) = 0
}

TEST(Formula, puts_negative_terms_in_parentheses) {
  const Trace negative = trace("2/5,3/5", "(-5,5/2) (5,-5/3)");
  EXPECT_EQ(text(negative, 1)[0], "w1·V1 = 2/5·(-5,5/2) = (-2,1)");
  EXPECT_EQ(text(negative, 2)[0], "o1 = -2 + 3 = 1");
  EXPECT_EQ(text(negative, 2)[1], "o2 = 1 + (-1) = 0");
  EXPECT_EQ(latex(negative, 2)[1], R"(o_{2} = 1 + \left(-1\right) = 0)");
  EXPECT_EQ(words(negative, 2)[1], "component 2 equals 1 plus minus 1 equals 0");
  ProblemDraft made = draft("3/2,-1/2", "(2) (3)");
  made.signed_weights = true;
  const Trace affine = trace(std::move(made));
  EXPECT_EQ(text(affine, 0)[0], "w1 + w2 = 3/2 + (-1/2) = 1");
  EXPECT_EQ(text(affine, 1)[1], "w2·V2 = -1/2·(3) = (-3/2)");
}

TEST(Formula, says_masked_where_a_key_is_masked) {
  const Trace masked = trace("1/3,masked,2/3", "(3) (5) (6)");
  EXPECT_EQ(text(masked, 0)[0], "w1 + w2 + w3 = 1/3 + masked + 2/3 = 1");
  EXPECT_EQ(text(masked, 1)[1], "w2·V2 = masked·(5) = (0)");
  EXPECT_EQ(text(masked, 2)[0], "o1 = 1 + masked + 4 = 5");
  EXPECT_EQ(latex(masked, 0)[0],
            R"(w_{1} + w_{2} + w_{3} = \frac{1}{3} + \text{masked} + \frac{2}{3} = 1)");
  EXPECT_EQ(words(masked, 2)[0], "component 1 equals 1 plus masked plus 4 equals 5");
  const Trace ratio = trace("1:masked:2", "(3) (5) (6)");
  EXPECT_EQ(text(ratio, 0)[2], "w2 = masked");
  const Trace scores = trace("", "(3) (5) (6)", "0,masked,1");
  EXPECT_EQ(text(scores, 0)[1], "softmax(s)2 = masked");
  EXPECT_EQ(text(scores, 0)[2], "softmax(s)3 = e^1 / (e^0 + e^1)");
}

TEST(Formula, of_a_single_key_and_of_a_single_component_repeats_nothing) {
  const Trace single = trace("1", "(7/3,-2)");
  EXPECT_EQ(text(single, 0), (Strings{"w1 = 1"}));
  EXPECT_EQ(text(single, 1), (Strings{"w1·V1 = 1·(7/3,-2) = (7/3,-2)"}));
  EXPECT_EQ(text(single, 2), (Strings{"o1 = 7/3", "o2 = -2", "o = Σⱼ wⱼ·Vⱼ = (7/3,-2)"}));
  const Trace component = trace("1/2,1/2", "3, 4");
  EXPECT_EQ(text(component, 2), (Strings{"o1 = 3/2 + 2 = 7/2", "o = Σⱼ wⱼ·Vⱼ = (7/2)"}));
}

TEST(Formula, of_normalize_divides_each_entry_by_the_sum) {
  const Trace ratio = trace("1:1:2", "(1) (2) (3)");
  EXPECT_EQ(text(ratio, 0), (Strings{"r1 + r2 + r3 = 1 + 1 + 2 = 4", "w1 = r1 / 4 = 1/4",
                                     "w2 = r2 / 4 = 1/4", "w3 = r3 / 4 = 1/2"}));
  EXPECT_EQ(latex(ratio, 0)[3], R"(w_{3} = \frac{r_{3}}{4} = \frac{1}{2})");
  EXPECT_EQ(words(ratio, 0)[3],
            "w 3 equals the fraction r 3, over 4, end of fraction equals 1 over 2");
}

TEST(Formula, puts_a_divisor_that_is_not_one_number_in_parentheses) {
  ProblemDraft made = draft("1/2,1/4", "(1) (2)");
  made.normalize = true;
  const Trace fraction = trace(std::move(made));
  EXPECT_EQ(text(fraction, 0)[1], "w1 = r1 / (3/4) = 2/3") << "r1 / 3/4 could be (r1/3)/4";
  const Trace negative = trace("-1:-3", "(1) (2)");
  EXPECT_EQ(text(negative, 0)[0], "r1 + r2 = -1 + (-3) = -4");
  EXPECT_EQ(text(negative, 0)[1], "w1 = r1 / (-4) = 1/4");
  const Trace equal = trace("", "(1) (2)", "1/2,1/2");
  EXPECT_EQ(text(equal, 1)[0], "named o1 = 3·e^(1/2) / (2·e^(1/2))");
}

TEST(Formula, of_named_softmax_stays_a_symbol) {
  const Trace scores = trace("", "(2,0) (0,3) (1,1)", "0,1/2,-1");
  EXPECT_EQ(text(scores, 0)[1], "softmax(s)2 = e^(1/2) / (e^0 + e^(1/2) + e^(-1))");
  EXPECT_EQ(
      latex(scores, 0)[1],
      R"(\operatorname{softmax}(s)_{2} = \frac{e^{\frac{1}{2}}}{e^{0} + e^{\frac{1}{2}} + e^{-1}})");
  EXPECT_EQ(words(scores, 0)[1],
            "softmax of s 2 equals the fraction e to the power 1 over 2, over e to the power 0 "
            "plus e to the power 1 over 2 plus e to the power minus 1, end of fraction");
}

TEST(Formula, of_the_named_blend_collects_like_exponents_and_lets_them_fall) {
  const Trace scores = trace("", "(2,0) (0,3) (1,1)", "0,1/2,0");
  EXPECT_EQ(text(scores, 1), (Strings{"named o1 = 3·e^0 / (e^(1/2) + 2·e^0)",
                                      "named o2 = (3·e^(1/2) + e^0) / (e^(1/2) + 2·e^0)"}));
  EXPECT_EQ(
      latex(scores, 1)[1],
      R"(o^{\text{named}}_{2} = \frac{3 \cdot e^{\frac{1}{2}} + e^{0}}{e^{\frac{1}{2}} + 2 \cdot e^{0}})");
  const Trace negative = trace("", "(-2) (-3)", "1,0");
  EXPECT_EQ(text(negative, 1)[0], "named o1 = (-2·e^1 + (-3)·e^0) / (e^1 + e^0)");
  const Trace cancelled = trace("", "(5) (-5)", "1,1");
  EXPECT_EQ(text(cancelled, 1)[0], "named o1 = 0 / (2·e^1)");
}

TEST(Formula, over_a_single_score_is_exactly_1_and_the_value) {
  const Trace single = trace("", "(7/3,-2)", "4");
  EXPECT_EQ(text(single, 0), (Strings{"softmax(s)1 = e^4 / e^4 = 1"}));
  EXPECT_EQ(text(single, 1),
            (Strings{"named o1 = 7/3·e^4 / e^4 = 7/3", "named o2 = -2·e^4 / e^4 = -2"}));
}

TEST(Formula, over_a_single_score_that_is_not_masked_is_exactly_1_and_that_key_s_value) {
  const Trace single = trace("", "(3) (5) (6)", "masked,4,masked");
  EXPECT_EQ(text(single, 0), (Strings{"softmax(s)1 = masked", "softmax(s)2 = e^4 / e^4 = 1",
                                      "softmax(s)3 = masked"}));
  EXPECT_EQ(text(single, 1), (Strings{"named o1 = 5·e^4 / e^4 = 5"}));
}

TEST(Formula, of_more_than_8_scores_tells_the_denominator_once) {
  const Trace nine = trace("", "1,2,3,4,5,6,7,8,9", "0,1,2,3,4,5,6,7,masked");
  const Strings shown = text(nine, 0);
  ASSERT_EQ(shown.size(), 10U);
  EXPECT_EQ(shown[0], "Z = e^0 + e^1 + e^2 + e^3 + e^4 + e^5 + e^6 + e^7");
  EXPECT_EQ(shown[8], "softmax(s)8 = e^7 / Z");
  EXPECT_EQ(shown[9], "softmax(s)9 = masked");
}

TEST(Formula, labels_its_lines_by_key_component_and_query) {
  ProblemDraft made = draft("(1/4,3/4) (1,0)", "(1,2) (3,4)", "(0,0) (1,1)");
  made.labels = {{"A", "B"}, {"x", "y"}, {"first", "second"}};
  const Trace labelled = trace(std::move(made));
  EXPECT_EQ(text(labelled, 0)[1].substr(0, 3), "B: ");  // softmax
  EXPECT_EQ(text(labelled, 1)[0].substr(0, 2), "w1");   // assign has no label
  EXPECT_EQ(text(labelled, 2)[0].substr(0, 3), "A: ");  // scale
  EXPECT_EQ(text(labelled, 3)[1].substr(0, 3), "y: ");  // add
  EXPECT_EQ(text(labelled, 3)[2].substr(0, 2), "o ");
  EXPECT_EQ(text(labelled, 8)[3].substr(0, 11), "second, y: ");  // boundary
}

TEST(Formula, of_several_queries_without_labels_numbers_them_at_the_boundary) {
  const Trace queries = trace("", "(1) (2)", "(0,0) (1,2)");
  EXPECT_EQ(text(queries, 2), (Strings{"query 1: named o1 = 3·e^0 / (2·e^0)",
                                       "query 2: named o1 = (2·e^2 + e^1) / (e^2 + e^1)"}));
}

TEST(Formula, is_abbreviated_only_where_asked_for) {
  const Trace many = many_keys(40);
  EXPECT_EQ(text(many, 1).size(), 40U);
  EXPECT_EQ(text(many, 0)[0].find("more"), std::string::npos);
}

TEST(Formula, counts_the_terms_and_lines_that_it_leaves_out) {
  const Trace many = many_keys(40, 2);
  const Extent eight = {8, 12};
  EXPECT_EQ(
      text(many, 0, eight)[0],
      "w1 + w2 + w3 + w4 + w5 + w6 + w7 + … 32 more terms … + w40 = 1/40 + 1/40 + 1/40 + 1/40 "
      "+ 1/40 + 1/40 + 1/40 + … 32 more terms … + 1/40 = 1");
  const Strings scale = text(many, 1, eight);
  ASSERT_EQ(scale.size(), 13U);
  EXPECT_EQ(scale[10].substr(0, 8), "w11·V11");
  EXPECT_EQ(scale[11], "… 28 …");
  EXPECT_EQ(scale[12].substr(0, 8), "w40·V40");
  EXPECT_NE(latex(many, 0, eight)[0].find(R"(\underbrace{\cdots}_{\text{32 more terms}})"),
            std::string::npos);
  EXPECT_NE(words(many, 0, eight)[0].find("w 7 plus 32 more terms plus w 40"), std::string::npos);
}

TEST(Formula, counts_the_components_that_it_leaves_out) {
  const Trace wide = many_keys(2, 20);
  const Extent five = {5, 100};
  EXPECT_EQ(text(wide, 1, five)[0],
            "w1·V1 = 1/2·(1,2,3,4,… 15 more …,20) = (1/2,1,3/2,2,… 15 more …,10)");
  EXPECT_NE(latex(wide, 1, five)[0].find(
                R"(\left(1, 2, 3, 4, \underbrace{\cdots}_{\text{15 more}}, 20\right))"),
            std::string::npos);
  EXPECT_NE(words(wide, 1, five)[0].find("the vector 1, 2, 3, 4, 15 more, 20"), std::string::npos);
}

TEST(Formula, that_leaves_out_one_says_so_in_the_singular) {
  const Trace five = many_keys(5);
  const Extent four = {4, 4};
  EXPECT_EQ(text(five, 0, four)[0].substr(0, 38), "w1 + w2 + w3 + … 1 more term … + w");
  EXPECT_NE(latex(five, 0, four)[0].find("{1 more term}"), std::string::npos);
  EXPECT_NE(words(five, 0, four)[0].find("plus 1 more term plus"), std::string::npos);
}

// What is shown and what is left out are together all there is, whatever the limits.
TEST(Formula, leaves_out_exactly_what_it_does_not_show) {
  for (std::size_t keys = 1; keys <= 16; ++keys) {
    const Trace many = many_keys(keys);
    for (std::size_t limit = 1; limit <= 16; ++limit) {
      const std::size_t at_least_4 = std::max<std::size_t>(limit, 4);
      const Extent extent = {limit, limit};
      std::size_t shown = 0;
      std::size_t left_out = 0;
      for (const FormulaLine& line : formula_lines(many, many.steps[1], Notation::text, extent)) {
        line.left_out > 0 ? left_out += line.left_out : ++shown;
      }
      EXPECT_EQ(shown, std::min(keys, at_least_4)) << keys << " " << limit;
      EXPECT_EQ(shown + left_out, keys) << keys << " " << limit;

      const std::string sum = text(many, 0, extent)[0];
      const std::string symbols = sum.substr(0, sum.find(" = "));
      const auto names = std::count(symbols.begin(), symbols.end(), 'w');
      const std::size_t dots = symbols.find("… ");
      const std::size_t terms = dots == std::string::npos
                                    ? 0
                                    : std::stoul(symbols.substr(dots + std::string("… ").size()));
      EXPECT_EQ(static_cast<std::size_t>(names) + terms, keys) << sum;
    }
  }
}

}  // namespace
}  // namespace exactblend
