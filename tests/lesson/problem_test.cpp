#include "exactblend/lesson/problem.hpp"

#include "lesson/making.hpp"

namespace exactblend {
namespace {

// "line:column code: what is wrong", or "no error".
std::string refusal(ProblemDraft made) {
  const Result<Problem> problem = make_problem(std::move(made));
  if (problem) return "no error";
  const Error& error = problem.error();
  EXPECT_FALSE(error.right.empty()) << error.wrong;
  return std::to_string(error.place.line) + ':' + std::to_string(error.place.column) + ' ' +
         std::string(code_name(error.code)) + ": " + error.wrong;
}

// A draft whose parts have places that tell them apart: weights at line 1, values at line 2, scores
// at line 3, each entry at its own column.
ProblemDraft placed(std::string_view weights, std::string_view values,
                    std::string_view scores = {}) {
  ProblemDraft made;
  if (!weights.empty()) made.weights = draft_rows(weights, {1, 11}).value();
  if (!values.empty()) made.values = draft_values(values, {2, 21}).value();
  if (!scores.empty()) made.scores = draft_rows(scores, {3, 31}).value();
  made.at = {9, 1};
  made.labels_at = {4, 41};
  return made;
}

TEST(Problem, of_the_founding_example_has_its_three_keys_and_one_query) {
  const Problem problem = make_problem(draft("1/4,1/4,1/2", "(2,0) (0,3) (1,1)")).value();
  EXPECT_EQ(problem.keys(), 3U);
  EXPECT_EQ(problem.components(), 2U);
  EXPECT_EQ(problem.queries(), 1U);
  EXPECT_TRUE(problem.softmaxes.empty());
  EXPECT_FALSE(problem.rows[0].normalized);
  EXPECT_EQ(problem.rows[0].given_sum, Rational(1));
  EXPECT_EQ(to_text(problem.rows[0].weights.row()), "(1/4,1/4,1/2)");
}

TEST(Problem, without_weights_or_scores_is_refused_where_it_begins) {
  EXPECT_EQ(refusal(placed("", "(1)")), "9:1 missing-field: there are no weights");
}

TEST(Problem, without_values_is_refused_where_it_begins) {
  EXPECT_EQ(refusal(placed("1", "")), "9:1 missing-field: there are no values");
}

TEST(Problem, whose_weights_are_short_is_refused_at_the_row) {
  EXPECT_EQ(refusal(placed(" 1/4,1/4", "(1) (2)")),
            "1:12 weights-short: the weights sum to 1/2, 1/2 less than 1");
}

TEST(Problem, whose_weights_are_over_is_refused_at_the_row) {
  EXPECT_EQ(refusal(placed("1/4,5/4", "(1) (2)")),
            "1:11 weights-over: the weights sum to 3/2, 1/2 more than 1");
}

TEST(Problem, with_a_negative_weight_is_refused_at_that_weight) {
  EXPECT_EQ(refusal(placed("5/4, -1/4", "(1) (2)")),
            "1:16 negative-weight: negative weight w2=-1/4");
}

TEST(Problem, with_a_negative_weight_is_accepted_if_signed) {
  ProblemDraft made = placed("5/4, -1/4", "(1) (2)");
  made.signed_weights = true;
  EXPECT_EQ(refusal(std::move(made)), "no error");
}

TEST(Problem, whose_ratio_has_a_negative_sum_is_refused_at_the_part_that_becomes_negative) {
  EXPECT_EQ(refusal(placed("-3:1", "(1) (2)")), "1:14 negative-weight: negative weight w2=-1/2");
  EXPECT_EQ(refusal(placed("3:-1", "(1) (2)")), "1:13 negative-weight: negative weight w2=-1/2");
  EXPECT_EQ(refusal(placed("-1:-1", "(1) (2)")), "no error");
}

TEST(Problem, whose_masked_weight_is_not_0_is_refused_at_that_weight) {
  ProblemDraft made = placed("1/2,1/2", "(1) (2)");
  made.weights[0].entries[1].masked = true;
  EXPECT_EQ(refusal(std::move(made)), "1:15 masked-not-zero: w2=1/2 is masked");
}

TEST(Problem, whose_row_is_empty_is_refused) {
  ProblemDraft weights = placed("1", "(1)");
  weights.weights[0].entries.clear();
  EXPECT_EQ(refusal(std::move(weights)), "1:11 no-weights: there are no weights");
  ProblemDraft ratio = placed("1", "(1)");
  ratio.weights[0].entries.clear();
  ratio.weights[0].is_ratio = true;
  EXPECT_EQ(refusal(std::move(ratio)), "1:11 no-weights: there are no weights");
  ProblemDraft scores = placed("", "(1)", "1");
  scores.scores[0].entries.clear();
  EXPECT_EQ(refusal(std::move(scores)), "3:31 no-weights: there are no scores");
}

TEST(Problem, whose_row_has_another_length_than_the_values_is_refused_at_the_row) {
  EXPECT_EQ(refusal(placed("1/2,1/2", "(1) (2) (3)")), "1:11 wrong-count: 2 weights and 3 values");
  EXPECT_EQ(refusal(placed("1", "(1) (2) (3)")), "1:11 wrong-count: 1 weight and 3 values");
  EXPECT_EQ(refusal(placed("1/2,1/2", "(1)")), "1:11 wrong-count: 2 weights and 1 value");
  EXPECT_EQ(refusal(placed("", "(1)", "1,2,3")), "3:31 wrong-count: 3 scores and 1 value");
}

TEST(Problem, with_several_rows_names_the_row_at_fault) {
  EXPECT_EQ(refusal(placed("(1,0) (1/2,1/4)", "(1) (2)")),
            "1:18 weights-short: row 2: the weights sum to 3/4, 1/4 less than 1");
  EXPECT_EQ(refusal(placed("(1,0) (1)", "(1) (2)")),
            "1:18 wrong-count: row 2: 1 weight and 2 values");
  EXPECT_EQ(refusal(placed("(1,0) (5/4,-1/4)", "(1) (2)")),
            "1:22 negative-weight: row 2: negative weight w2=-1/4");
  EXPECT_EQ(refusal(placed("", "(1) (2)", "(1,0) (2)")),
            "3:38 wrong-count: row 2: 1 score and 2 values");
}

TEST(Problem, whose_ratio_or_row_to_normalize_sums_to_0_is_refused_at_the_row) {
  EXPECT_EQ(refusal(placed("1:-1", "(1) (2)")).substr(0, 18), "1:11 sum-is-zero: ");
  ProblemDraft made = placed("0,0", "(1) (2)");
  made.normalize = true;
  EXPECT_EQ(refusal(std::move(made)).substr(0, 18), "1:11 sum-is-zero: ");
}

TEST(Problem, whose_values_differ_in_length_is_refused_at_the_odd_one) {
  ProblemDraft made = placed("1/2,1/2", "(1) (2)");
  made.values[1].components.push_back(Rational(7));
  made.values[1].at = {2, 25};
  EXPECT_EQ(refusal(std::move(made)), "2:25 wrong-count: V2 has 2 components and V1 has 1");
}

TEST(Problem, with_a_value_of_no_components_is_refused_at_it) {
  ProblemDraft second = placed("1/2,1/2", "(1) (2)");
  second.values[1].components.clear();
  second.values[1].at = {2, 25};
  EXPECT_EQ(refusal(std::move(second)), "2:25 no-values: V2 has no components");
  ProblemDraft first = placed("1/2,1/2", "(1) (2)");
  first.values[0].components.clear();
  EXPECT_EQ(refusal(std::move(first)), "2:21 no-values: V1 has no components");
}

TEST(Problem, whose_scores_are_a_ratio_is_refused_at_them) {
  EXPECT_EQ(refusal(placed("", "(1) (2)", "0:1")), "3:31 wrong-type: the scores are a ratio");
  EXPECT_EQ(refusal(placed("", "(1) (2)", "(0,1) (0:1)")),
            "3:38 wrong-type: row 2: the scores are a ratio");
}

TEST(Problem, whose_scores_are_all_masked_is_refused_at_the_row) {
  EXPECT_EQ(refusal(placed("", "(1) (2)", "masked,masked")),
            "3:31 all-masked: every key is masked");
}

TEST(Problem, with_more_rows_of_scores_than_of_weights_is_refused_at_the_scores) {
  EXPECT_EQ(refusal(placed("1,0", "(1) (2)", "(0,1) (1,0)")),
            "3:32 wrong-count: 2 rows of scores and 1 row of weights");
  EXPECT_EQ(refusal(placed("(1,0) (0,1)", "(1) (2)", "0,1")),
            "3:31 wrong-count: 1 row of scores and 2 rows of weights");
}

TEST(Problem, masks_the_same_keys_among_scores_and_weights) {
  EXPECT_EQ(refusal(placed("1,masked", "(1) (2)", "0, masked")), "no error");
  EXPECT_EQ(refusal(placed("1,0", "(1) (2)", "0, masked")),
            "3:34 conflicting-fields: key 2 is masked among the scores and not the weights");
  EXPECT_EQ(refusal(placed("1,masked", "(1) (2)", "0, 7")),
            "3:34 conflicting-fields: key 2 is masked among the weights and not the scores");
}

TEST(Problem, whose_labels_are_too_few_or_too_many_is_refused_at_the_labels) {
  const auto with = [](std::vector<std::string> keys, std::vector<std::string> components,
                       std::vector<std::string> queries) {
    ProblemDraft made = placed("(1/2,1/2) (1,0)", "(1) (2)");
    made.labels = {std::move(keys), std::move(components), std::move(queries)};
    return refusal(std::move(made));
  };
  EXPECT_EQ(with({"a", "b"}, {"x"}, {"p", "q"}), "no error");
  EXPECT_EQ(with({"a"}, {}, {}), "4:41 wrong-count: 1 key label and 2 keys");
  EXPECT_EQ(with({"a", "b", "c"}, {}, {}), "4:41 wrong-count: 3 key labels and 2 keys");
  EXPECT_EQ(with({}, {"x", "y"}, {}), "4:41 wrong-count: 2 component labels and 1 component");
  EXPECT_EQ(with({}, {}, {"p"}), "4:41 wrong-count: 1 query label and 2 queries");
}

TEST(Problem, with_too_many_terms_is_refused_before_anything_is_computed) {
  ProblemDraft wide = placed("", "", "");
  wide.weights.resize(4097);
  wide.values.resize(4096);
  for (DraftValue& value : wide.values) value.components.resize(1);
  EXPECT_EQ(refusal(std::move(wide)), "9:1 over-limit: 4096 keys are too many for one problem");
  ProblemDraft long_values = placed("1", "");
  long_values.values.resize(4097);
  for (DraftValue& value : long_values.values) value.components.resize(1);
  long_values.values[0].components.resize(4096);
  EXPECT_EQ(refusal(std::move(long_values)),
            "9:1 over-limit: 4097 keys are too many for one problem");
}

TEST(Problem, is_normalized_only_where_asked_and_keeps_what_was_given) {
  ProblemDraft made = draft("1,1,2", "(1) (2) (3)");
  made.normalize = true;
  const Problem asked = make_problem(std::move(made)).value();
  EXPECT_TRUE(asked.rows[0].normalized);
  EXPECT_EQ(to_text(asked.rows[0].given), "(1,1,2)");
  EXPECT_EQ(asked.rows[0].given_sum, Rational(4));
  EXPECT_EQ(to_text(asked.rows[0].weights.row()), "(1/4,1/4,1/2)");
  EXPECT_EQ(refusal(draft("1,1,2", "(1) (2) (3)")).substr(0, 17), "0:1 weights-over:");

  const Problem mixed = make_problem(draft("(1:1) (1/4,3/4)", "(1) (2)")).value();
  EXPECT_TRUE(mixed.rows[0].normalized);
  EXPECT_FALSE(mixed.rows[1].normalized);
}

TEST(DraftRows, have_the_places_of_their_entries_in_the_document) {
  const std::vector<DraftRow> rows = draft_rows("(1/4, −3/4) (½,masked)", {7, 20}).value();
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at.line, 7);
  EXPECT_EQ(rows[0].at.column, 21);
  EXPECT_EQ(rows[0].entries[1].at.column, 26);
  EXPECT_EQ(rows[1].at.column, 33) << "columns count characters, not bytes";
  EXPECT_EQ(rows[1].entries[1].at.column, 35);
  EXPECT_TRUE(rows[1].entries[1].masked);
  EXPECT_EQ(rows[1].entries[1].at.line, 7);
}

TEST(DraftRows, without_a_place_count_columns_from_1) {
  const std::vector<DraftRow> rows = draft_rows("1/4,3/4").value();
  EXPECT_EQ(rows[0].at.line, 0);
  EXPECT_EQ(rows[0].at.column, 1);
  EXPECT_EQ(rows[0].entries[1].at.column, 5);
}

TEST(DraftRows, keep_the_name_of_their_source) {
  const std::vector<DraftRow> rows = draft_rows("1/4,3/4", {0, 1, "--weights"}).value();
  EXPECT_EQ(rows[0].entries[1].at.source, "--weights");
  const auto bad = draft_rows("1/4,1/0", {0, 1, "--weights"});
  ASSERT_FALSE(bad);
  EXPECT_EQ(to_text(bad.error()).substr(0, 13), "--weights:7: ");
  ProblemDraft made;
  made.weights = rows;
  made.weights[0].entries[1].value = Rational(-1);
  made.values = draft_values("1,2").value();
  EXPECT_EQ(to_text(make_problem(made).error()).substr(0, 13), "--weights:5: ");
}

TEST(Problem, with_scores_alone_is_neither_normalized_nor_signed) {
  for (const bool normalize : {true, false}) {
    ProblemDraft draft;
    draft.scores = draft_rows("0,1").value();
    draft.values = draft_values("1,2").value();
    draft.normalize = normalize;
    draft.signed_weights = !normalize;
    draft.at = {3, 1};
    const auto problem = make_problem(std::move(draft));
    ASSERT_FALSE(problem);
    EXPECT_EQ(problem.error().code, ErrorCode::conflicting_fields);
    EXPECT_EQ(problem.error().place.line, 3);
  }
}

TEST(DraftRows, that_can_t_be_read_say_where_in_the_document) {
  const auto bad = draft_rows("1/4, 1/0", {7, 20});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::zero_denominator);
  EXPECT_EQ(bad.error().place.line, 7);
  EXPECT_EQ(bad.error().place.column, 27);
}

TEST(DraftValues, have_the_place_of_their_text) {
  const std::vector<DraftValue> values = draft_values("(2,0) (0,3)", {4, 9}).value();
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(to_text(values[1].components), "(0,3)");
  EXPECT_EQ(values[0].at.line, 4);
  EXPECT_EQ(values[0].at.column, 9);
  const auto bad = draft_values("(2,0) (0,nan)", {4, 9});
  ASSERT_FALSE(bad);
  EXPECT_EQ(bad.error().code, ErrorCode::not_a_number);
  EXPECT_EQ(bad.error().place.line, 4);
  EXPECT_EQ(bad.error().place.column, 18);
}

TEST(Shifted, places_an_error_in_the_document_around_it) {
  const Error error{ErrorCode::empty, "a", "b", {"", 0, 3}};
  EXPECT_EQ(to_text(shifted(error, {5, 10})), "5:12: a; b");
  EXPECT_EQ(to_text(shifted(error, {})), "3: a; b");
  EXPECT_EQ(to_text(shifted(error, {0, 1, "--values"})), "--values:3: a; b");
}

}  // namespace
}  // namespace exactblend
