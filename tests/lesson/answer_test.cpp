#include "exactblend/lesson/answer.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "lesson/making.hpp"

namespace exactblend {
namespace {

Rational number(std::string_view text) { return read_rational(text).value(); }

std::vector<Checked> check(const Trace& trace, const Answer& answer, std::size_t query = 0) {
  auto checked = check_answer(trace, query, answer);
  EXPECT_TRUE(checked) << to_text(checked.error());
  return checked ? std::move(*checked) : std::vector<Checked>{};
}

Checked output(const Trace& trace, std::string given, std::size_t query = 0) {
  return check(trace, {{}, {}, std::move(given)}, query).front();
}

Checked sum(const Trace& trace, std::string given) {
  return check(trace, {std::move(given), {}, {}}).front();
}

// The key-th scaled value as given, the others right.
Checked scaled(const Trace& trace, std::size_t key, const std::string& given) {
  std::string all;
  const auto& exact = trace.blends.assigned[0].scaled;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    all += i == key ? given : to_text(std::span<const Rational>(exact[i]));
    all += ' ';
  }
  const std::vector<Checked> checked = check(trace, {{}, all, {}});
  for (std::size_t i = 0; i < checked.size(); ++i) {
    EXPECT_TRUE(i == key || checked[i].verdict == Verdict::correct);
  }
  return checked.at(key);
}

// "sign", "none" if no slip was found, "correct" and so on if the answer is not wrong.
std::string slip(const Checked& checked) {
  if (checked.verdict != Verdict::wrong) return std::string(name(checked.verdict));
  EXPECT_FALSE(checked.reason.empty());
  EXPECT_TRUE(checked.reason.ends_with("the exact value is " + checked.exact)) << checked.reason;
  return checked.slip ? std::string(name(*checked.slip)) : "none";
}

bool says(const Checked& checked, std::string_view part) {
  return checked.reason.find(part) != std::string::npos;
}

TEST(AnswerCases, every_number_gets_its_verdict) {
  std::ifstream file(EXACTBLEND_SOURCE_DIR "/tests/data/answers.json");
  const nlohmann::json cases = nlohmann::json::parse(file).at("cases");
  ASSERT_GE(cases.size(), 15U);
  for (const nlohmann::json& one : cases) {
    const std::string given = one.at("answer");
    const Checked checked = check_number(given, number(one.at("right").get<std::string>()));
    EXPECT_EQ(name(checked.verdict), one.at("verdict").get<std::string>()) << given;
    EXPECT_EQ(checked.given, given);
    EXPECT_EQ(checked.exact, one.at("right").get<std::string>());
    EXPECT_EQ(checked.reason.empty(), checked.verdict == Verdict::correct) << given;
    EXPECT_FALSE(checked.slip) << given;
  }
}

TEST(CheckNumber, names_the_form_and_the_form_that_is_wanted) {
  const Rational exact = number("5/4");
  EXPECT_EQ(check_number("10/8", exact).reason, "the same value, not in lowest terms; write 5/4");
  EXPECT_EQ(check_number("1.25", exact).reason, "the same value, as a decimal; write 5/4");
  EXPECT_EQ(check_number("125%", exact).reason, "the same value, as a percentage; write 5/4");
  EXPECT_EQ(check_number("1 1/4", exact).reason, "the same value, as a mixed number; write 5/4");
  EXPECT_EQ(check_number("0x1.4p0", exact).reason, "the same value, in hexadecimal; write 5/4");
}

TEST(CheckNumber, says_why_and_where_an_answer_is_unreadable) {
  const Checked zero = check_number(" 1/0 ", number("5/4"));
  EXPECT_EQ(zero.verdict, Verdict::unreadable);
  EXPECT_EQ(zero.given, "1/0");
  EXPECT_TRUE(zero.reason.starts_with("column 4: the denominator is 0; ")) << zero.reason;
  const Checked empty = check_number("", number("5/4"));
  EXPECT_EQ(empty.verdict, Verdict::unreadable);
  EXPECT_EQ(empty.given, "");
}

TEST(CheckNumber, gives_what_was_typed_without_the_space_around_it) {
  EXPECT_EQ(check_number(" \t5/4\n", number("5/4")).given, "5/4");
  EXPECT_EQ(check_number("\u00A0\u20095/4 \u202F", number("5/4")).given, "5/4");
  EXPECT_EQ(check_number("5 / 4", number("5/4")).given, "5 / 4");
}

TEST(CheckAnswer, goes_in_the_order_of_the_steps) {
  const Trace founding = founding_example();
  const auto checked = check(founding, {"1", "(1/2,0) (0,3/4) (1/2,1/2)", "(1,5/4)"});
  ASSERT_EQ(checked.size(), 5U);
  EXPECT_EQ(checked[0].step, StepKind::assign);
  for (std::size_t key = 0; key < 3; ++key) {
    EXPECT_EQ(checked[1 + key].step, StepKind::scale);
    EXPECT_EQ(checked[1 + key].key, key);
  }
  EXPECT_EQ(checked[4].step, StepKind::add);
  EXPECT_FALSE(checked[4].key);
  for (const Checked& one : checked) {
    EXPECT_EQ(one.verdict, Verdict::correct);
    EXPECT_TRUE(one.reason.empty());
    EXPECT_FALSE(one.slip);
  }
}

TEST(CheckAnswer, accepts_every_way_to_write_a_vector) {
  const Trace founding = founding_example();
  for (const char* given :
       {"(1,5/4)", "( 1 , 5/4 )", "[1,5/4]", "(1;5/4)", "1, 5/4", R"((1, \frac{5}{4}))"}) {
    EXPECT_EQ(output(founding, given).verdict, Verdict::correct) << given;
  }
  for (const char* given : {"(1,1.25)", "(2/2,5/4)", "(100%,125%)", "(1,1 1/4)"}) {
    EXPECT_EQ(output(founding, given).verdict, Verdict::other_form) << given;
  }
}

TEST(CheckAnswer, names_the_form_of_the_first_component_in_another_form) {
  const Checked checked = output(founding_example(), "(1,1.25)");
  EXPECT_EQ(checked.reason, "the same value, as a decimal; write 5/4");
  EXPECT_EQ(output(founding_example(), "(1.0,10/8)").reason,
            "the same value, as a decimal; write 1");
}

TEST(CheckAnswer, is_wrong_if_one_component_is_whatever_the_form_of_the_others) {
  EXPECT_EQ(output(founding_example(), "(1.0,7)").verdict, Verdict::wrong);
  EXPECT_EQ(output(founding_example(), "(7,1.25)").verdict, Verdict::wrong);
}

TEST(CheckAnswer, gives_each_scaled_value_as_it_was_typed) {
  const Trace founding = founding_example();
  const auto bracketed = check(founding, {{}, "\u00A0(50%, 0),  [0;0.75] (½,2/4) ", {}});
  ASSERT_EQ(bracketed.size(), 3U);
  EXPECT_EQ(bracketed[0].given, "(50%, 0)");
  EXPECT_EQ(bracketed[1].given, "[0;0.75]");
  EXPECT_EQ(bracketed[2].given, "(½,2/4)");
  EXPECT_EQ(bracketed[0].reason, "the same value, as a percentage; write 1/2");
  const Trace thirds = trace("1/3,2/3", "1, 1");
  const auto bare = check(thirds, {{}, "0.(3), \\frac{2}{3}", {}});
  ASSERT_EQ(bare.size(), 2U);
  EXPECT_EQ(bare[0].given, "0.(3)");
  EXPECT_EQ(bare[1].given, "\\frac{2}{3}");
  const auto repeating = check(thirds, {{}, "(0.(3)) [.(6)]", {}});
  EXPECT_EQ(repeating[0].given, "(0.(3))");
  EXPECT_EQ(repeating[1].given, "[.(6)]");
  EXPECT_EQ(repeating[1].verdict, Verdict::other_form);
}

TEST(CheckAnswer, of_the_wrong_length_is_unreadable) {
  const Trace founding = founding_example();
  const Checked three = output(founding, "(1,5/4,0)");
  EXPECT_EQ(three.verdict, Verdict::unreadable);
  EXPECT_EQ(three.reason, "3 components are given; the answer has 2");
  EXPECT_EQ(output(founding, "1").reason, "1 component is given; the answer has 2");
  EXPECT_EQ(scaled(founding, 1, "(0)").reason, "1 component is given; the answer has 2");
}

TEST(CheckAnswer, with_too_few_or_too_many_scaled_values_is_unreadable_as_a_whole) {
  const Trace founding = founding_example();
  const auto two = check(founding, {{}, " (1/2,0) (0,3/4)", {}});
  ASSERT_EQ(two.size(), 1U);
  EXPECT_EQ(two[0].verdict, Verdict::unreadable);
  EXPECT_FALSE(two[0].key);
  EXPECT_EQ(two[0].given, "(1/2,0) (0,3/4)");
  EXPECT_EQ(two[0].exact, "(1/2,0) (0,3/4) (1/2,1/2)");
  EXPECT_EQ(two[0].reason, "2 scaled values are given; there are 3, one for each key");
  EXPECT_EQ(check(founding, {{}, "(1/2,0)", {}})[0].reason,
            "1 scaled value is given; there are 3, one for each key");
  EXPECT_EQ(check(founding, {{}, "(1) (2) (3) (4)", {}})[0].verdict, Verdict::unreadable);
}

TEST(CheckAnswer, that_can_t_be_read_says_why_and_where) {
  const Trace founding = founding_example();
  EXPECT_TRUE(says(output(founding, "(1,5/0)"), "column 6: the denominator is 0; "));
  EXPECT_EQ(output(founding, "(1;1,25)").verdict, Verdict::unreadable);
  EXPECT_EQ(output(founding, "").verdict, Verdict::unreadable);
  EXPECT_EQ(output(founding, "(1,5/4").verdict, Verdict::unreadable);
  EXPECT_EQ(sum(founding, "one").verdict, Verdict::unreadable);
  EXPECT_EQ(check(founding, {{}, "(1/2,0) (0,x) (1,1)", {}})[0].verdict, Verdict::unreadable);
}

TEST(CheckAnswer, for_a_query_that_there_is_not_is_refused) {
  const auto checked = check_answer(trace("(1,0) (0,1)", "(1) (2)"), 2, {"1", {}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::wrong_count);
  EXPECT_EQ(checked.error().wrong, "there is no query 3");
  EXPECT_EQ(checked.error().right, "this problem has 2");
}

TEST(CheckAnswer, to_a_problem_of_scores_alone_is_refused) {
  const auto checked = check_answer(trace("", "(1) (2)", "0,1"), 0, {"1", {}, {}});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::missing_field);
  EXPECT_NE(checked.error().wrong.find("symbol"), std::string::npos);
}

TEST(CheckAnswer, that_is_empty_is_refused) {
  const auto checked = check_answer(founding_example(), 0, {});
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::missing_field);
}

TEST(CheckAnswer, takes_the_query_that_is_asked_for) {
  const Trace queries = trace("(1,0,0) (1/2,1/2,0)", "(2,0) (0,3) (1,1)");
  EXPECT_EQ(output(queries, "(2,0)", 0).verdict, Verdict::correct);
  EXPECT_EQ(output(queries, "(1,3/2)", 1).verdict, Verdict::correct);
  EXPECT_EQ(output(queries, "(2,0)", 1).verdict, Verdict::wrong);
}

TEST(SumSlip, is_found_by_its_exact_value) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(sum(founding, "1")), "correct");
  EXPECT_EQ(slip(sum(founding, "3/4")), "weight-left-out");
  EXPECT_TRUE(says(sum(founding, "3/4"), "the weight of key 1 is left out"));
  EXPECT_EQ(slip(sum(founding, "0.5")), "weight-left-out");
  EXPECT_TRUE(says(sum(founding, "0.5"), "the weight of key 3 is left out"));
  EXPECT_EQ(slip(sum(founding, "3/10")), "denominators-added") << "(1+1+1)/(4+4+2)";
  EXPECT_EQ(slip(sum(founding, "-1")), "sign");
  EXPECT_EQ(slip(sum(founding, "2")), "none");
  EXPECT_EQ(slip(sum(founding, "0.74999")), "none");
}

TEST(SumSlip, passes_over_zeros_or_counts_them_as_0_over_1) {
  const Trace zero = trace("1/3,0,2/3", "(1) (2) (3)");
  EXPECT_EQ(slip(sum(zero, "3/7")), "denominators-added") << "(1+0+2)/(3+1+3)";
  EXPECT_EQ(slip(sum(zero, "1/2")), "denominators-added") << "(1+2)/(3+3)";
}

TEST(SumSlip, is_never_a_weight_of_0_left_out) {
  EXPECT_EQ(slip(sum(trace("1,0", "(1) (2)"), "0")), "weight-left-out");
  EXPECT_TRUE(says(sum(trace("0,1", "(1) (2)"), "0"), "key 2"));
}

TEST(ScaledSlip, is_found_by_its_exact_value) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(scaled(founding, 0, "(-1/2,0)")), "sign");
  EXPECT_EQ(slip(scaled(founding, 0, "(0,1/2)")), "components-swapped");
  EXPECT_EQ(slip(scaled(founding, 1, "(3/4,0)")), "components-swapped");
  EXPECT_EQ(slip(scaled(founding, 0, "(2,0)")), "weights-not-applied");
  EXPECT_TRUE(says(scaled(founding, 0, "(2,0)"), "the weight of key 1 was not applied"));
  EXPECT_EQ(slip(scaled(founding, 1, "(0,3/2)")), "other-weight");
  EXPECT_TRUE(says(scaled(founding, 1, "(0,3/2)"),
                   "the weight of key 3 was used instead of that of key 2"));
  EXPECT_EQ(slip(scaled(founding, 0, "(0,3/4)")), "other-key");
  EXPECT_TRUE(says(scaled(founding, 0, "(0,3/4)"), "the scaled value of key 2"));
  EXPECT_EQ(slip(scaled(founding, 0, "(1/4,1/4)")), "none");
}

TEST(ScaledSlip, is_the_whole_vector_s_and_not_one_component_s) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(scaled(founding, 2, "(1,1/2)")), "none") << "the weight applied to one component";
  EXPECT_EQ(slip(scaled(founding, 2, "(1/2,1/4)")), "none");
}

TEST(OutputSlip, is_found_by_its_exact_value) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(output(founding, "(-1,-5/4)")), "sign");
  EXPECT_EQ(slip(output(founding, "(5/4,1)")), "components-swapped");
  EXPECT_EQ(slip(output(founding, "(3,4)")), "weights-not-applied");
  EXPECT_EQ(slip(output(founding, "(1,4/3)")), "plain-mean");
  EXPECT_EQ(slip(output(founding, "(1/2,5/4)")), "weight-left-out");
  EXPECT_TRUE(says(output(founding, "(1/2,5/4)"), "the scaled value of key 1 is left out"));
  EXPECT_TRUE(says(output(founding, "(1,1/2)"), "the scaled value of key 2 is left out"));
  EXPECT_TRUE(says(output(founding, "(1/2,3/4)"), "the scaled value of key 3 is left out"));
  EXPECT_EQ(slip(output(founding, "(2/5,4/7)")), "denominators-added") << "0 counted as 0/1";
  EXPECT_EQ(slip(output(founding, "(1/2,2/3)")), "denominators-added") << "zeros passed over";
  EXPECT_EQ(slip(output(founding, "(7,7)")), "none");
}

TEST(OutputSlip, is_found_whatever_the_form_of_the_answer) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(output(founding, "(1.0, 1.(3))")), "plain-mean");
  EXPECT_EQ(slip(output(founding, "[50%; 1 1/4]")), "weight-left-out");
  EXPECT_EQ(slip(output(founding, "(−1,−1.25)")), "sign");
}

TEST(OutputSlip, in_some_components_says_in_which) {
  const Trace founding = founding_example();
  EXPECT_TRUE(output(founding, "(1,-5/4)").reason.starts_with("in component 2: the size is right"));
  EXPECT_TRUE(
      output(founding, "(3,5/4)").reason.starts_with("in component 1: this is the plain sum"));
  EXPECT_TRUE(output(founding, "(-1,-5/4)").reason.starts_with("the size is right"));
  const Trace wide = many_keys(2, 6);  // the mean is the blend, and the sum is twice that
  const Checked three = output(wide, "(3,5,7,9/2,11/2,13/2)");
  EXPECT_TRUE(three.reason.starts_with("in components 1, 2, 3: this is the plain sum"))
      << three.reason;
  const Checked five = output(wide, "(3,5,7,9,11,13/2)");
  EXPECT_TRUE(five.reason.starts_with("in 5 of 6 components: this is the plain sum"))
      << five.reason;
}

TEST(OutputSlip, that_explains_only_some_of_the_wrong_components_is_not_reported) {
  const Trace founding = founding_example();
  EXPECT_EQ(slip(output(founding, "(3,7)")), "none") << "the sum of values, and nothing";
  EXPECT_EQ(slip(output(founding, "(-1,4)")), "none") << "a sign, and the sum of values";
  EXPECT_EQ(slip(output(founding, "(-1,4/3)")), "none");
}

TEST(OutputSlip, of_swapped_components_concerns_two_of_several) {
  const Trace four = trace("3/8,5/8", "(1,0,2,4) (0,1,-2,4)");  // (3/8,5/8,-1/2,4)
  EXPECT_EQ(slip(output(four, "(5/8,3/8,-1/2,4)")), "components-swapped");
  EXPECT_TRUE(says(output(four, "(3/8,4,-1/2,5/8)"), "components 2 and 4 are swapped"));
  EXPECT_EQ(slip(output(four, "(5/8,-1/2,3/8,4)")), "none") << "three in a circle";
}

TEST(OutputSlip, of_two_that_give_the_same_value_is_always_the_first_of_the_list) {
  // -1 is the sign and what is left without key 1.
  const Trace sign = trace("1/2,1/2", "4, -2");
  EXPECT_EQ(slip(output(sign, "-1")), "sign");
  // 1 is the plain sum and what is left without key 1.
  const Trace not_applied = trace("1/2,1/2", "-1, 2");
  EXPECT_EQ(slip(output(not_applied, "1")), "weights-not-applied");
  // (-1,1) is swapped and both signs.
  const Trace swapped = trace("1/2,1/2", "(2,-2) (0,0)");
  EXPECT_EQ(slip(output(swapped, "(-1,1)")), "sign");
  // 2 is the plain mean and what is left without key 3.
  const Trace mean = trace("1/2,1/4,1/4", "2, 4, 0");
  EXPECT_EQ(slip(output(mean, "1")), "weight-left-out");
  const Trace both = trace("1/2,1/6,1/3", "1, 3, 2");
  EXPECT_EQ(to_text(both.blends.assigned[0].output), "(5/3)");
  EXPECT_EQ(slip(output(both, "2")), "plain-mean");
  // Keys 1 and 2 have the same scaled value: the first is named.
  const Trace equal = trace("1/4,1/4,1/2", "4, 4, 1");
  EXPECT_TRUE(says(output(equal, "3/2"), "key 1 is left out"));
  // The same answer, the same diagnosis.
  for (int i = 0; i < 3; ++i) EXPECT_EQ(slip(output(sign, "-1")), "sign");
}

TEST(ScaledSlip, of_two_that_give_the_same_value_is_always_the_first_of_the_list) {
  // (0,1) is swapped and another key's.
  const Trace trace_of_two = trace("1/2,1/2", "(2,0) (0,2)");
  EXPECT_EQ(slip(scaled(trace_of_two, 0, "(0,1)")), "components-swapped");
  // Weight 1 of key 2 gives the value itself: it is not applied rather than another's.
  const Trace one = trace("0,1", "(2) (3)");
  EXPECT_EQ(slip(scaled(one, 0, "(2)")), "weights-not-applied");
  // Weights of keys 2 and 3 are equal: the first is named.
  const Trace equal = trace("1/2,1/4,1/4", "(8) (1) (1)");
  EXPECT_TRUE(says(scaled(equal, 0, "(2)"), "the weight of key 2 was used"));
}

TEST(Names, of_verdicts_and_slips_are_those_that_output_uses) {
  EXPECT_EQ(name(Verdict::correct), "correct");
  EXPECT_EQ(name(Verdict::other_form), "other form");
  EXPECT_EQ(name(Verdict::wrong), "wrong");
  EXPECT_EQ(name(Verdict::unreadable), "unreadable");
  EXPECT_EQ(name(Slip::sign), "sign");
  EXPECT_EQ(name(Slip::components_swapped), "components-swapped");
  EXPECT_EQ(name(Slip::weights_not_applied), "weights-not-applied");
  EXPECT_EQ(name(Slip::plain_mean), "plain-mean");
  EXPECT_EQ(name(Slip::weight_left_out), "weight-left-out");
  EXPECT_EQ(name(Slip::denominators_added), "denominators-added");
  EXPECT_EQ(name(Slip::other_weight), "other-weight");
  EXPECT_EQ(name(Slip::other_key), "other-key");
}

}  // namespace
}  // namespace exactblend
