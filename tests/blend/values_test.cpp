#include "exactblend/blend/values.hpp"

#include "blend/making.hpp"

namespace exactblend {
namespace {

TEST(Values, keep_each_vector_in_its_place) {
  const Values three = values("(2,0) (0,3) (1,1)");
  EXPECT_EQ(three.keys(), 3U);
  EXPECT_EQ(three.components(), 2U);
  EXPECT_EQ(to_text(three[0]), "(2,0)");
  EXPECT_EQ(to_text(three[1]), "(0,3)");
  EXPECT_EQ(to_text(three[2]), "(1,1)");
  const Values one = values("6, 9, 12");
  EXPECT_EQ(one.keys(), 3U);
  EXPECT_EQ(one.components(), 1U);
}

TEST(Values, of_nothing_are_refused) {
  const auto none = Values::of({});
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::no_values);
  EXPECT_EQ(none.error().wrong, "there are no values");
}

TEST(Values, without_components_are_refused_by_name) {
  const auto first = Values::of({{}, {}});
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().code, ErrorCode::no_values);
  EXPECT_EQ(first.error().wrong, "V1 has no components");
  const auto second = Values::of({{number("1")}, {}});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::no_values);
  EXPECT_EQ(second.error().wrong, "V2 has no components");
}

TEST(Values, of_different_lengths_are_refused_by_name) {
  const auto longer = Values::of({row("1,2"), row("3,4"), row("5,6,7")});
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, ErrorCode::wrong_count);
  EXPECT_EQ(longer.error().wrong, "V3 has 3 components and V1 has 2");
  EXPECT_FALSE(longer.error().right.empty());
}

}  // namespace
}  // namespace exactblend
