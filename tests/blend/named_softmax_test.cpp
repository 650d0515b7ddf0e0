#include "exactblend/blend/named_softmax.hpp"

#include <map>

#include "blend/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

NamedBlend named(std::string_view scores, std::string_view vectors) {
  return blend(softmax(scores), values(vectors)).value();
}

// "2·e^1/2 + 1·e^0", exponents falling.
std::string shown(const ExponentialSum& sum) {
  std::string result;
  for (auto term = sum.terms().rbegin(); term != sum.terms().rend(); ++term) {
    if (!result.empty()) result += " + ";
    result += to_text(term->second) + "·e^" + to_text(term->first);
  }
  return result;
}

TEST(NamedSoftmax, over_a_single_score_is_exactly_1) {
  for (const char* score : {"0", "7", "-3/2", "123456789012345678901234567890"}) {
    EXPECT_TRUE(softmax(score).weight(0).is_exactly(Rational(1))) << score;
    EXPECT_FALSE(softmax(score).weight(0).is_exactly(Rational(2))) << score;
    EXPECT_FALSE(softmax(score).weight(0).is_exactly(Rational(0))) << score;
  }
}

TEST(NamedSoftmax, over_n_equal_scores_is_exactly_1_over_n) {
  for (std::int64_t n = 1; n <= 12; ++n) {
    const auto equal =
        NamedSoftmax::over(std::vector<Rational>(static_cast<std::size_t>(n), number("5/3")));
    for (std::size_t key = 0; key < equal->keys(); ++key) {
      EXPECT_TRUE(equal->weight(key).is_exactly(Rational::of(1, n).value())) << n;
    }
  }
}

TEST(NamedSoftmax, over_two_different_scores_is_no_rational) {
  const NamedSoftmax two = softmax("0,1");
  for (const char* rational : {"0", "1/2", "1", "269/1000", "731/1000", "-1"}) {
    EXPECT_FALSE(two.weight(0).is_exactly(number(rational))) << rational;
    EXPECT_FALSE(two.weight(1).is_exactly(number(rational))) << rational;
  }
}

TEST(NamedSoftmax, gives_a_masked_key_exactly_0) {
  const NamedSoftmax one_left = softmax("1,2,3", {true, false, true});
  EXPECT_TRUE(one_left.masked(0));
  EXPECT_FALSE(one_left.masked(1));
  EXPECT_TRUE(one_left.weight(0).is_exactly(Rational(0)));
  EXPECT_TRUE(one_left.weight(1).is_exactly(Rational(1)));
  EXPECT_TRUE(one_left.weight(2).is_exactly(Rational(0)));
}

TEST(NamedSoftmax, knows_whether_all_keys_but_one_are_masked) {
  EXPECT_TRUE(softmax("4").over_single_score());
  EXPECT_TRUE(softmax("1,2,3", {true, false, true}).over_single_score());
  EXPECT_FALSE(softmax("1,2,3", {true, false, false}).over_single_score());
  EXPECT_FALSE(softmax("1,1").over_single_score());
}

TEST(NamedSoftmax, blends_as_if_masked_keys_were_not_there) {
  const NamedBlend masked =
      blend(softmax("1,9,1/2", {false, true, false}), values("(1,2) (100,-7) (3,4)")).value();
  EXPECT_EQ(masked, named("1,1/2", "(1,2) (3,4)"));
}

TEST(NamedSoftmax, refuses_no_scores_wrong_flags_and_masking_of_all) {
  const auto none = NamedSoftmax::over({});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::no_weights);
  EXPECT_EQ(none.error().wrong, "there are no scores");
  const auto flags = NamedSoftmax::over(row("1,2"), {true});
  ASSERT_FALSE(flags);
  EXPECT_EQ(flags.error().code, ErrorCode::wrong_count);
  const auto all = NamedSoftmax::over(row("1,2"), {true, true});
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().code, ErrorCode::all_masked);
  EXPECT_FALSE(all.error().right.empty());
}

TEST(NamedSoftmax, needs_as_many_scores_as_values) {
  const auto blended = blend(softmax("1,2"), values("(1) (2) (3)"));
  ASSERT_FALSE(blended);
  EXPECT_EQ(blended.error().code, ErrorCode::wrong_count);
  EXPECT_EQ(blended.error().wrong, "2 scores and 3 values");
}

TEST(NamedSoftmax, is_equal_only_to_one_with_the_same_keys_and_mask) {
  EXPECT_EQ(softmax("0,1/2"), softmax("3,7/2"));
  EXPECT_NE(softmax("0,1/2"), softmax("0,1"));
  EXPECT_NE(softmax("0,1/2"), softmax("0,1/2,0"));
  EXPECT_NE(softmax("0,1/2,0"), softmax("0,1/2,0", {false, false, true}));
  EXPECT_EQ(softmax("0,1/2,8", {false, false, true}), softmax("1,3/2,-8", {false, false, true}));
  EXPECT_EQ(softmax("4"), softmax("-9"));
}

TEST(NamedBlend, collects_like_exponents) {
  const NamedBlend output = named("0,1/2,0", "(2,0) (0,3) (1,1)");
  ASSERT_EQ(output.output.size(), 2U);
  EXPECT_EQ(shown(output.output[0].numerator()), "3·e^0");
  EXPECT_EQ(shown(output.output[0].denominator()), "1·e^1/2 + 2·e^0");
  EXPECT_EQ(shown(output.output[1].numerator()), "3·e^1/2 + 1·e^0");
  EXPECT_EQ(shown(output.output[1].denominator()), "1·e^1/2 + 2·e^0");
}

TEST(NamedBlend, keeps_no_term_whose_coefficients_cancel) {
  const NamedBlend output = named("1,1,0", "(5,1) (-5,2) (0,0)");
  EXPECT_EQ(shown(output.output[0].numerator()), "");
  EXPECT_TRUE(output.output[0].is_exactly(Rational(0)));
  EXPECT_EQ(shown(output.output[1].numerator()), "3·e^1");
}

TEST(NamedBlend, of_equal_values_is_exactly_that_value) {
  const NamedBlend output = named("0,7/3,-1", "(5/7,-2) (5/7,-2) (5/7,-2)");
  EXPECT_TRUE(output.output[0].is_exactly(number("5/7")));
  EXPECT_TRUE(output.output[1].is_exactly(number("-2")));
  EXPECT_FALSE(output.output[0].is_exactly(number("5/8")));
}

TEST(NamedBlend, of_equal_scores_is_exactly_the_mean) {
  const NamedBlend output = named("2,2,2", "(2,0) (0,3) (1,1)");
  EXPECT_TRUE(output.output[0].is_exactly(number("1")));
  EXPECT_TRUE(output.output[1].is_exactly(number("4/3")));
}

TEST(NamedBlend, is_equal_to_one_that_looks_different) {
  EXPECT_EQ(named("0,1", "(2,0) (0,3)"), named("7/2,9/2", "(2,0) (0,3)")) << "scores are shifted";
  EXPECT_EQ(named("0,0", "(1) (3)"), named("5", "(2)")) << "4e^0/2e^0 and 2e^5/e^5";
  EXPECT_EQ(named("1,0", "(2,3) (2,3)"), named("0", "(2,3)")) << "(2e+2)/(e+1) and 2";
  EXPECT_EQ(named("0,1,1", "(1) (4) (2)"), named("0,1,1", "(1) (3) (3)")) << "like exponents";
  EXPECT_EQ(named("1,1,0", "(5) (-5) (0)"), named("3", "(0)")) << "coefficients cancel";
  // (e²−1)/(e²+2e+1) = (e−1)/(e+1)
  EXPECT_EQ(named("2,1,1,0", "(1) (0) (0) (-1)"), named("1,0", "(1) (-1)"));
}

TEST(NamedBlend, is_unequal_where_a_component_is) {
  EXPECT_NE(named("0,1", "(2,0) (0,3)"), named("0,1", "(2,0) (0,4)"));
  EXPECT_NE(named("0,1", "(2,0) (0,3)"), named("0,2", "(2,0) (0,3)"));
  EXPECT_NE(named("0,1", "(2,0) (0,3)"), named("0,1", "(2) (0)"));
  EXPECT_NE(named("2,1,0", "(1) (0) (-1)"), named("1,0", "(1) (-1)"));
}

TEST(ExponentialSum, multiplies_term_by_term_and_lets_terms_cancel) {
  ExponentialSum minus;
  minus.add(Rational(1), Rational(1));
  minus.add(Rational(-1), Rational(0));
  ExponentialSum plus;
  plus.add(Rational(1), Rational(1));
  plus.add(Rational(1), Rational(0));
  EXPECT_EQ(shown(minus * plus), "1·e^2 + -1·e^0");
  EXPECT_EQ(shown(minus * ExponentialSum()), "");
  plus.add(Rational(-1), Rational(0));
  EXPECT_EQ(shown(plus), "1·e^1");
  plus.add(Rational(0), Rational(5));
  EXPECT_EQ(shown(plus), "1·e^1");
}

struct Scored {
  oracle::Vector scores;
  std::vector<oracle::Vector> values;
};

Scored draw_scored() {
  const gen::Problem problem = *gen::problem();
  Scored scored{{}, problem.values};
  for (std::size_t key = 0; key < problem.values.size(); ++key) {
    scored.scores.push_back(oracle::fraction(*rc::gen::inRange<long>(-6, 7), 2));
  }
  return scored;
}

NamedBlend ours(const Scored& scored) {
  return blend(NamedSoftmax::over(oracle::read_back(scored.scores)).value(),
               oracle::read_back(scored.values))
      .value();
}

RC_GTEST_PROP(NamedProperty, adding_one_number_to_all_scores_changes_nothing, ()) {
  const Scored scored = draw_scored();
  Scored shifted = scored;
  const mpq_class shift = *gen::fraction();
  for (mpq_class& score : shifted.scores) score += shift;
  const NamedSoftmax before = NamedSoftmax::over(oracle::read_back(scored.scores)).value();
  const NamedSoftmax after = NamedSoftmax::over(oracle::read_back(shifted.scores)).value();
  RC_ASSERT(before == after);
  for (std::size_t key = 0; key < before.keys(); ++key) {
    RC_ASSERT(before.weight(key) == after.weight(key));
  }
  RC_ASSERT(ours(scored) == ours(shifted));
}

RC_GTEST_PROP(NamedProperty, changing_one_score_changes_the_weights, ()) {
  Scored scored = draw_scored();
  RC_PRE(scored.scores.size() > 1U);
  const NamedSoftmax before = NamedSoftmax::over(oracle::read_back(scored.scores)).value();
  scored.scores.back() += oracle::fraction(1, 1000);
  const NamedSoftmax after = NamedSoftmax::over(oracle::read_back(scored.scores)).value();
  RC_ASSERT(!(before == after));
  RC_ASSERT(!(before.weight(0) == after.weight(0)));
}

RC_GTEST_PROP(NamedProperty, each_sum_holds_the_oracle_s_coefficients, ()) {
  const Scored scored = draw_scored();
  const NamedBlend output = ours(scored);
  for (std::size_t i = 0; i < output.output.size(); ++i) {
    std::map<mpq_class, mpq_class> above;
    std::map<mpq_class, mpq_class> below;
    for (std::size_t key = 0; key < scored.scores.size(); ++key) {
      above[scored.scores[key]] += scored.values[key][i];
      below[scored.scores[key]] += 1;
    }
    const auto agree = [](const ExponentialSum& sum, std::map<mpq_class, mpq_class> expected) {
      std::erase_if(expected, [](const auto& term) { return term.second == 0; });
      RC_ASSERT(sum.terms().size() == expected.size());
      auto term = sum.terms().begin();
      for (const auto& [exponent, coefficient] : expected) {
        RC_ASSERT(oracle::same(term->first, exponent));
        RC_ASSERT(oracle::same(term->second, coefficient));
        ++term;
      }
    };
    agree(output.output[i].numerator(), above);
    agree(output.output[i].denominator(), below);
  }
}

RC_GTEST_PROP(NamedProperty, splitting_a_key_into_two_of_the_same_score_keeps_the_mean, ()) {
  // A key of score s and value v, told twice, and every other key told twice as well.
  const Scored scored = draw_scored();
  Scored doubled = scored;
  doubled.scores.insert(doubled.scores.end(), scored.scores.begin(), scored.scores.end());
  doubled.values.insert(doubled.values.end(), scored.values.begin(), scored.values.end());
  RC_ASSERT(ours(scored) == ours(doubled));
}

RC_GTEST_PROP(NamedProperty, of_equal_values_is_exactly_that_value, ()) {
  Scored scored = draw_scored();
  for (oracle::Vector& value : scored.values) value = scored.values.front();
  const NamedBlend output = ours(scored);
  for (std::size_t i = 0; i < output.output.size(); ++i) {
    const Rational value = oracle::read_back(scored.values.front()[i]);
    RC_ASSERT(output.output[i].is_exactly(value));
    RC_ASSERT(!output.output[i].is_exactly(value + Rational(1)));
  }
}

RC_GTEST_PROP(NamedProperty, of_equal_scores_is_exactly_the_mean, ()) {
  Scored scored = draw_scored();
  for (mpq_class& score : scored.scores) score = scored.scores.front();
  const NamedBlend output = ours(scored);
  for (std::size_t i = 0; i < output.output.size(); ++i) {
    mpq_class mean = 0;
    for (const oracle::Vector& value : scored.values) mean += value[i];
    mean /= scored.values.size();
    RC_ASSERT(output.output[i].is_exactly(oracle::read_back(mean)));
  }
}

}  // namespace
}  // namespace exactblend
