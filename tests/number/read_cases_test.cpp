// The table of cases that every reader of exactblend's numbers must pass: tests/data/read.json.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {
namespace {

nlohmann::json cases() {
  std::ifstream file(EXACTBLEND_SOURCE_DIR "/tests/data/read.json");
  return nlohmann::json::parse(file);
}

TEST(ReadCases, every_good_text_is_read_as_its_value) {
  const nlohmann::json good = cases().at("good");
  ASSERT_GE(good.size(), 33U);
  for (const nlohmann::json& one : good) {
    const std::string text = one.at("text");
    const Result<ReadNumber> number = read_number(text);
    ASSERT_TRUE(number) << text << ": " << to_text(number.error());
    EXPECT_TRUE(oracle::same(number->value, oracle::fraction(one.at("value").get<std::string>())))
        << text;
  }
}

TEST(ReadCases, every_bad_text_is_refused_for_its_reason) {
  const std::map<std::string, ErrorCode> reasons = {
      {"empty", ErrorCode::empty},
      {"zero denominator", ErrorCode::zero_denominator},
      {"two slashes", ErrorCode::two_slashes},
      {"a decimal inside a fraction", ErrorCode::decimal_in_fraction},
      {"a decimal comma: never guessed", ErrorCode::decimal_comma},
      {"a fraction, then a fraction", ErrorCode::two_fractions},
      {"not a number", ErrorCode::not_a_number},
      {"exponent without digits", ErrorCode::exponent_without_digits},
      {"unclosed repeat", ErrorCode::unclosed_repeat},
      {"exponent over the limit", ErrorCode::over_limit},
      {"two signs", ErrorCode::two_signs},
      {"trailing text", ErrorCode::trailing_text},
  };
  const nlohmann::json bad = cases().at("bad");
  ASSERT_GE(bad.size(), 14U);
  for (const nlohmann::json& one : bad) {
    const std::string text = one.at("text");
    const Result<ReadNumber> number = read_number(text);
    ASSERT_FALSE(number) << text << " was read as " << to_text(number->value);
    EXPECT_EQ(number.error().code, reasons.at(one.at("why"))) << text;
    EXPECT_FALSE(number.error().wrong.empty()) << text;
    EXPECT_FALSE(number.error().right.empty()) << text;
    EXPECT_GT(number.error().place.column, 0) << text;
  }
}

}  // namespace
}  // namespace exactblend
