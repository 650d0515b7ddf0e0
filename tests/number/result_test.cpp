#include "exactblend/number/result.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace exactblend {
namespace {

TEST(Result, every_code_has_its_own_name) {
  std::set<std::string_view> names;
  const int last = static_cast<int>(ErrorCode::usage);
  for (int code = 0; code <= last; ++code) {
    const std::string_view name = code_name(static_cast<ErrorCode>(code));
    EXPECT_NE(name, "unknown") << code;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-8"), std::string_view::npos)
        << name;
    names.insert(name);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(last) + 1);
}

TEST(Result, an_error_prints_the_known_parts_of_its_place) {
  Error error{ErrorCode::zero_denominator, "the denominator is 0", "another denominator"};
  EXPECT_EQ(to_text(error), "the denominator is 0; another denominator");
  error.place.column = 3;
  EXPECT_EQ(to_text(error), "3: the denominator is 0; another denominator");
  error.place.line = 2;
  EXPECT_EQ(to_text(error), "2:3: the denominator is 0; another denominator");
  error.place.source = "a.json";
  EXPECT_EQ(to_text(error), "a.json:2:3: the denominator is 0; another denominator");
  error.place = {"a.json", 0, 0};
  error.right = "";
  EXPECT_EQ(to_text(error), "a.json: the denominator is 0");
}

}  // namespace
}  // namespace exactblend
