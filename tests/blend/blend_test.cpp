#include "exactblend/blend/blend.hpp"

#include "blend/making.hpp"

namespace exactblend {
namespace {

TEST(Blend, of_the_founding_example_is_1_and_5_over_4) {
  const Result<Blend> steps = blend_in_steps(weights("1/4,1/4,1/2"), values("(2,0) (0,3) (1,1)"));
  ASSERT_TRUE(steps);
  ASSERT_EQ(steps->scaled.size(), 3U);
  EXPECT_EQ(text(steps->scaled[0]), "(1/2,0)");
  EXPECT_EQ(text(steps->scaled[1]), "(0,3/4)");
  EXPECT_EQ(text(steps->scaled[2]), "(1/2,1/2)");
  EXPECT_EQ(text(steps->output), "(1,5/4)");
  EXPECT_EQ(text(blend(weights("1/4,1/4,1/2"), values("(2,0) (0,3) (1,1)")).value()), "(1,5/4)");
}

TEST(Blend, by_one_weight_of_1_is_that_value) {
  const Values three = values("(2/3,-1) (0,7) (1,1)");
  EXPECT_EQ(text(blend(weights("1,0,0"), three).value()), "(2/3,-1)");
  EXPECT_EQ(text(blend(weights("0,1,0"), three).value()), "(0,7)");
  EXPECT_EQ(text(blend(weights("0,0,1"), three).value()), "(1,1)");
  EXPECT_EQ(text(blend(weights("1"), values("(7/3,-2)")).value()), "(7/3,-2)");
}

TEST(Blend, of_equal_values_is_that_value) {
  EXPECT_EQ(text(blend(weights("1/3,2/7,8/21"), values("(5/7,-2) (5/7,-2) (5/7,-2)")).value()),
            "(5/7,-2)");
}

TEST(Blend, by_signed_weights_may_leave_the_hull) {
  const AssignedWeights affine = weights("3/2,-1/2", WeightSign::any);
  EXPECT_EQ(text(blend(affine, values("(2,0) (0,3)")).value()), "(3,-3/2)");
}

TEST(Blend, needs_as_many_weights_as_values) {
  const auto check = [](const auto& result) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::wrong_count);
    EXPECT_EQ(result.error().wrong, "2 weights and 3 values");
    EXPECT_FALSE(result.error().right.empty());
  };
  const AssignedWeights two = weights("1/2,1/2");
  const Values three = values("(1,2) (3,4) (5,6)");
  check(blend(two, three));
  check(blend_in_steps(two, three));
  EXPECT_FALSE(blend(weights("0,0,0,1"), three));
}

TEST(Blend, of_1000_keys_with_different_denominators_agrees_with_the_oracle) {
  // wⱼ = 1/(j(j+1)), whose sum over the first n−1 keys is 1 − 1/n.
  constexpr long kKeys = 1000;
  oracle::Vector row;
  std::vector<oracle::Vector> vectors;
  for (long j = 1; j < kKeys; ++j) row.push_back(oracle::fraction(1, j * (j + 1)));
  row.push_back(oracle::fraction(1, kKeys));
  for (long j = 1; j <= kKeys; ++j) {
    vectors.push_back({oracle::fraction(j * j - 17, 3 * j + 1), oracle::fraction(-1, 2 * j + 1),
                       oracle::fraction(j, 7)});
  }
  const auto ours = AssignedWeights::assign(oracle::read_back(row));
  ASSERT_TRUE(ours) << to_text(ours.error());
  const Values our_values = oracle::read_back(vectors);
  const oracle::Vector expected = oracle::blend(row, vectors);
  const auto output = blend(*ours, our_values).value();
  const auto steps = blend_in_steps(*ours, our_values).value();
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_TRUE(oracle::same(output[i], expected[i]));
    EXPECT_EQ(steps.output[i], output[i]);
  }
}

TEST(Scale, multiplies_each_component) {
  EXPECT_EQ(text(scale(number("1/4"), row("2,0,-1/3"))), "(1/2,0,-1/12)");
  EXPECT_EQ(text(scale(number("0"), row("2,-7"))), "(0,0)");
  EXPECT_EQ(text(scale(number("-2"), row("2/3"))), "(-4/3)");
  EXPECT_TRUE(scale(number("1"), {}).empty());
}

}  // namespace
}  // namespace exactblend
