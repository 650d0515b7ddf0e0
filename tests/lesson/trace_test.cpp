#include "exactblend/lesson/trace.hpp"

#include "lesson/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

// "1:assign" for each step, the query counted from 1.
std::vector<std::string> steps(const Trace& trace) {
  std::vector<std::string> result;
  for (const Step& step : trace.steps) {
    result.push_back(std::to_string(step.query + 1) + ":" + std::string(name(step.kind)));
  }
  return result;
}

using Strings = std::vector<std::string>;

TEST(Trace, of_assigned_weights_is_assign_scale_add_boundary) {
  EXPECT_EQ(steps(founding_example()), (Strings{"1:assign", "1:scale", "1:add", "1:boundary"}));
}

TEST(Trace, of_a_ratio_begins_with_normalize) {
  EXPECT_EQ(steps(trace("1:1:2", "(2,0) (0,3) (1,1)")),
            (Strings{"1:normalize", "1:assign", "1:scale", "1:add", "1:boundary"}));
}

TEST(Trace, of_a_row_that_sums_to_1_and_is_to_be_normalized_shows_that_it_was) {
  ProblemDraft made = draft("1/4,3/4", "(1) (2)");
  made.normalize = true;
  EXPECT_EQ(steps(trace(std::move(made)))[0], "1:normalize");
}

TEST(Trace, of_scores_alone_is_softmax_and_boundary) {
  EXPECT_EQ(steps(trace("", "(1) (2)", "0,1")), (Strings{"1:softmax", "1:boundary"}));
}

TEST(Trace, of_scores_and_a_ratio_has_every_step) {
  EXPECT_EQ(steps(trace("1:3", "(1) (2)", "0,1")),
            (Strings{"1:softmax", "1:normalize", "1:assign", "1:scale", "1:add", "1:boundary"}));
}

TEST(Trace, of_several_queries_has_all_steps_of_one_before_those_of_the_next) {
  EXPECT_EQ(steps(trace("(1,0) (1:1)", "(1) (2)", "(0,0) (3,4)")),
            (Strings{"1:softmax", "1:assign", "1:scale", "1:add", "2:softmax", "2:normalize",
                     "2:assign", "2:scale", "2:add", "1:boundary"}));
  EXPECT_EQ(steps(trace("", "(1) (2)", "(0,0) (3,4)")),
            (Strings{"1:softmax", "2:softmax", "1:boundary"}));
}

TEST(Trace, is_exact_up_to_the_boundary_and_named_from_it_on) {
  const Trace all = trace("1:3", "(1) (2)", "0,1");
  for (const Step& step : all.steps) {
    const bool named = step.kind == StepKind::softmax || step.kind == StepKind::boundary;
    EXPECT_EQ(step.reg, named ? Register::named : Register::exact) << name(step.kind);
  }
  EXPECT_EQ(name(Register::exact), "EXACT");
  EXPECT_EQ(name(Register::named), "NAMED");
}

TEST(Trace, says_what_each_step_reads_and_makes) {
  const Trace all = trace("1:3", "(1) (2)", "0,1");
  const std::vector<std::pair<Strings, Strings>> expected = {
      {{"scores"}, {"softmax"}}, {{"given"}, {"given_sum", "weights"}},
      {{"weights"}, {"sum"}},    {{"weights", "values"}, {"scaled"}},
      {{"scaled"}, {"output"}},  {{"softmax", "values"}, {"named_blend"}},
  };
  ASSERT_EQ(all.steps.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(list(all.steps[i].reads), expected[i].first) << name(all.steps[i].kind);
    EXPECT_EQ(list(all.steps[i].makes), expected[i].second) << name(all.steps[i].kind);
  }
}

TEST(Trace, without_scores_reads_and_makes_nothing_at_the_boundary) {
  const Trace founding = founding_example();
  EXPECT_TRUE(founding.steps.back().reads.empty());
  EXPECT_TRUE(founding.steps.back().makes.empty());
}

// Whatever a step reads was given or was made by a step before it.
TEST(Trace, reads_only_what_is_there) {
  for (const Trace& one : {founding_example(), trace("1:3", "(1) (2)", "0,1"),
                           trace("", "(1) (2)", "0,1"), trace("(1,0) (1:1)", "(1) (2)")}) {
    Strings known = {"values", "scores", "given"};
    for (const AssignedRow& row : one.problem.rows) {
      if (!row.normalized) known.push_back("weights");
    }
    for (const Step& step : one.steps) {
      for (const std::string& read : list(step.reads)) {
        EXPECT_NE(std::find(known.begin(), known.end(), read), known.end()) << read;
      }
      for (const std::string& made : list(step.makes)) known.push_back(made);
    }
  }
}

TEST(Trace, names_every_kind_of_step_and_heads_it) {
  for (const StepKind kind : {StepKind::softmax, StepKind::normalize, StepKind::assign,
                              StepKind::scale, StepKind::add, StepKind::boundary}) {
    EXPECT_FALSE(name(kind).empty());
    EXPECT_FALSE(heading(kind).empty());
  }
  EXPECT_EQ(heading(StepKind::softmax), "Name the softmax");
}

const Step& step(const Trace& trace, StepKind kind, std::size_t query = 0) {
  for (const Step& one : trace.steps) {
    if (one.kind == kind && one.query == query) return one;
  }
  ADD_FAILURE() << "no step " << name(kind);
  return trace.steps.front();
}

bool says(const std::string& sentence, std::string_view part) {
  return sentence.find(part) != std::string::npos;
}

TEST(Sentence, of_add_tells_the_exact_output) {
  const Trace founding = founding_example();
  EXPECT_TRUE(says(step(founding, StepKind::add).sentence, "(1,5/4), exactly"));
  const Trace queries = trace("(1,0,0) (1/2,1/2,0) (1/3,1/3,1/3)", "(2,0) (0,3) (1,1)");
  EXPECT_TRUE(says(step(queries, StepKind::add, 0).sentence, "(2,0)"));
  EXPECT_TRUE(says(step(queries, StepKind::add, 1).sentence, "(1,3/2)"));
  EXPECT_TRUE(says(step(queries, StepKind::add, 2).sentence, "(1,4/3)"));
}

TEST(Sentence, of_add_leaves_a_long_output_to_the_formula_and_says_that_it_is_exact) {
  const Trace wide = many_keys(3, 40);
  const std::string& sentence = step(wide, StepKind::add).sentence;
  EXPECT_LT(sentence.size(), 100U);
  EXPECT_TRUE(says(sentence, "exact")) << sentence;
  const Trace single = many_keys(1, 40);
  EXPECT_TRUE(says(step(single, StepKind::add).sentence, "exactly"));
}

TEST(Sentence, of_assign_says_that_the_weights_were_assigned) {
  const Trace founding = founding_example();
  const std::string& plain = step(founding, StepKind::assign).sentence;
  EXPECT_TRUE(says(plain, "assigned, not computed"));
  EXPECT_TRUE(says(plain, "sum to 1 exactly"));
  EXPECT_FALSE(says(plain, "masked"));
  EXPECT_FALSE(says(plain, "negative"));
}

TEST(Sentence, of_assign_tells_of_masked_keys_negative_weights_and_a_single_key) {
  const Trace masked = trace("1/3,2/3,masked", "(1) (2) (3)");
  EXPECT_TRUE(says(step(masked, StepKind::assign).sentence, "masked key has weight 0"));
  ProblemDraft made = draft("3/2,-1/2", "(1) (2)");
  made.signed_weights = true;
  const Trace affine = trace(std::move(made));
  EXPECT_TRUE(says(step(affine, StepKind::assign).sentence, "leave the hull"));
  const Trace single = trace("1", "(7)");
  EXPECT_TRUE(says(step(single, StepKind::assign).sentence, "weight is exactly 1"));
}

TEST(Sentence, of_normalize_tells_the_exact_sum) {
  const Trace ratio = trace("1:1:2", "(1) (2) (3)");
  EXPECT_TRUE(says(step(ratio, StepKind::normalize).sentence, "sum to 4."));
}

TEST(Sentence, of_softmax_says_that_it_is_not_computed) {
  const Trace two = trace("", "(1) (2)", "0,1");
  EXPECT_TRUE(says(step(two, StepKind::softmax).sentence, "not computed"));
  const Trace one = trace("", "(1)", "5");
  EXPECT_TRUE(says(step(one, StepKind::softmax).sentence, "exactly 1"));
}

TEST(Sentence, of_the_boundary_claims_nothing_of_models) {
  for (const Trace& one : {founding_example(), trace("", "(1) (2)", "0,1")}) {
    EXPECT_TRUE(says(one.steps.back().sentence, "Nothing is claimed of learning, of meaning"));
  }
}

TEST(Trace, holds_the_blend_of_every_query) {
  const Trace queries = trace("(1,0) (1/2,1/2)", "(2,0) (0,3)", "(0,0) (1,2)");
  ASSERT_EQ(queries.blends.assigned.size(), 2U);
  ASSERT_EQ(queries.blends.named.size(), 2U);
  EXPECT_EQ(to_text(queries.blends.assigned[1].output), "(1,3/2)");
  EXPECT_TRUE(queries.blends.named[0].output[1].is_exactly(Rational::of(3, 2).value()));
}

RC_GTEST_PROP(TraceProperty, holds_the_oracle_s_output_and_tells_it, ()) {
  const gen::Problem problem = *gen::problem({4, 2, 1, 3, false});
  ProblemDraft made;
  DraftRow& row = made.weights.emplace_back();
  for (const mpq_class& weight : problem.weights) {
    row.entries.push_back({oracle::read_back(weight)});
  }
  for (const oracle::Vector& value : problem.values) {
    made.values.push_back({oracle::read_back(value)});
  }
  const Trace one = trace(std::move(made));
  const std::string output = oracle::text(oracle::blend(problem.weights, problem.values));
  RC_ASSERT(text(one.blends.assigned[0].output) == output);
  const std::string& sentence = step(one, StepKind::add).sentence;
  RC_ASSERT(says(sentence, output) || output.size() > 40U);
}

}  // namespace
}  // namespace exactblend
