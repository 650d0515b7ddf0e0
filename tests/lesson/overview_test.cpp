// What the program says before and behind the steps.
#include "lesson/making.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kExact =
    ". Every number here is exact: nothing is rounded, and softmax is named, never computed.";

void expect_introduction(const Trace& made, const std::string& first) {
  EXPECT_EQ(made.introduction, first + std::string(kExact));
}

Trace affine(std::string_view weights, std::string_view values) {
  ProblemDraft made = draft(weights, values);
  made.signed_weights = true;
  return trace(std::move(made));
}

TEST(Introduction, counts_the_values_and_says_that_the_weights_were_assigned) {
  expect_introduction(
      founding_example(),
      "Three values are blended into one output, by weights that somebody assigned");
  expect_introduction(trace("1:1", "1, 2"),
                      "Two values are blended into one output, by weights that somebody assigned");
  expect_introduction(many_keys(11),
                      "11 values are blended into one output, by weights that somebody assigned");
  expect_introduction(trace("1", "7"),
                      "One value is blended into one output, by the weight that somebody assigned");
}

TEST(Introduction, counts_the_outputs_of_several_queries) {
  expect_introduction(trace("(1,0) (0,1)", "1, 2"),
                      "Two values are blended into two outputs, one for each query, by weights "
                      "that somebody assigned");
  expect_introduction(trace("(1) (1)", "7"),
                      "One value is blended into two outputs, one for each query, by weights that "
                      "somebody assigned");
}

TEST(Introduction, tells_of_negative_weights) {
  expect_introduction(affine("3/2,-1/2", "1, 2"),
                      "Two values are blended into one output, by weights that somebody assigned, "
                      "one of them negative");
  expect_introduction(affine("3,-1,-1", "1, 2, 3"),
                      "Three values are blended into one output, by weights that somebody "
                      "assigned, some of them negative");
  expect_introduction(affine("1/2,1/2", "1, 2"),
                      "Two values are blended into one output, by weights that somebody assigned");
}

TEST(Introduction, of_scores_alone_says_that_the_blend_stays_a_symbol) {
  expect_introduction(trace("", "1, 2", "0,1"),
                      "Two values are blended by weights that softmax would make of scores: the "
                      "blend stays a symbol");
  expect_introduction(trace("", "1, 2", "(0,1) (1,0)"),
                      "Two values are blended for two queries by weights that softmax would make "
                      "of scores: the blends stay symbols");
  expect_introduction(trace("", "1, 2", "(0,1) (1,masked)"),
                      "Two values are blended for two queries by weights that softmax would make "
                      "of scores");
  expect_introduction(trace("", "7", "5"),
                      "One value is blended by softmax over a single score, which is exactly 1");
  expect_introduction(trace("", "1, 2", "(masked,1) (1,masked)"),
                      "Two values are blended for two queries, each by softmax over a single "
                      "score, which is exactly 1");
}

TEST(Summary, tells_the_weights_and_the_output) {
  EXPECT_EQ(founding_example().summary,
            "The weights 1/4, 1/4, 1/2 blend the values to exactly (1,5/4).");
  EXPECT_EQ(trace("1:1:2", "1, 2, 3").summary,
            "The weights 1/4, 1/4, 1/2 blend the values to exactly (9/4).");
  EXPECT_EQ(trace("1/3,masked,2/3", "1, 2, 3").summary,
            "The weights 1/3, masked, 2/3 blend the values to exactly (7/3).");
  EXPECT_EQ(trace("1/2,1/2", "1, 2", "0,1").summary,
            "The weights 1/2, 1/2 blend the values to exactly (3/2).");
  EXPECT_EQ(trace("1", "(7,8)").summary,
            "The single weight is 1, so the output is the value itself: (7,8), exactly.");
}

TEST(Summary, leaves_what_is_long_to_the_steps) {
  EXPECT_EQ(many_keys(40).summary, "The 40 weights blend the values to exactly (41/2).");
  EXPECT_EQ(many_keys(2, 30).summary,
            "The weights 1/2, 1/2 blend the values exactly, to 30 components.");
  EXPECT_EQ(many_keys(1, 30).summary,
            "The single weight is 1, so the output is the value itself, exactly.");
  const std::string digits(50, '7');
  EXPECT_EQ(trace("1/2,1/2", digits + ", " + digits).summary,
            "The weights 1/2, 1/2 blend the values to one exact number.");
}

TEST(Summary, of_several_queries_tells_each_output_if_they_are_few) {
  EXPECT_EQ(trace("(1,0) (0,1)", "1, 2").summary,
            "The two rows of weights blend the same values to exactly (1) and (2).");
  EXPECT_EQ(trace("(1,0) (0,1) (1:1)", "1, 2").summary,
            "The three rows of weights blend the same values to exactly (1), (2) and (3/2).");
  EXPECT_EQ(trace("(1,0) (0,1) (1:1) (1:2)", "1, 2").summary,
            "The four rows of weights blend the same values to four outputs, each of them exact.");
  const std::string digits(50, '7');
  EXPECT_EQ(trace("(1,0) (0,1)", "1, " + digits).summary,
            "The two rows of weights blend the same values to two outputs, each of them exact.");
  EXPECT_EQ(trace("(1) (1)", "7").summary,
            "Each single weight is 1, so each output is the value itself: (7), exactly.");
}

TEST(Summary, of_scores_alone_claims_no_number_but_over_a_single_score) {
  EXPECT_EQ(trace("", "1, 2", "0,1").summary,
            "The blend by the named softmax is a symbol, and is never turned into a number.");
  EXPECT_EQ(trace("", "1, 2", "(0,1) (1,0)").summary,
            "The blends by the named softmax are symbols, and are never turned into numbers.");
  EXPECT_EQ(trace("", "1, 2", "(0,1) (1,masked)").summary,
            "Over a single score the blend is the value itself. Elsewhere it is a symbol, and is "
            "never turned into a number.");
  EXPECT_EQ(trace("", "1, 2", "masked,1").summary,
            "Over a single score the weight is exactly 1, so the blend is the value itself: (2).");
  EXPECT_EQ(trace("", "1, 2", "(masked,1) (1,masked)").summary,
            "Over a single score the weight is exactly 1, so each blend is one of the values "
            "itself.");
}

}  // namespace
}  // namespace exactblend
