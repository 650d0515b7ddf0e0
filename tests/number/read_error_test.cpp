// What is refused: every reason, at its exact column, in a sentence that says what would be right.
#include <set>

#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {
namespace {

struct Refused {
  std::string text;
  int column = 0;
};

void expect_refused(ErrorCode code, const std::vector<Refused>& cases) {
  for (const auto& [text, column] : cases) {
    const Result<ReadNumber> number = read_number(text);
    ASSERT_FALSE(number) << "\"" << text << "\" was read as " << to_text(number->value);
    const Error& error = number.error();
    EXPECT_EQ(code_name(error.code), code_name(code)) << "\"" << text << "\" " << to_text(error);
    EXPECT_EQ(error.place.column, column) << "\"" << text << "\" " << to_text(error);
    EXPECT_EQ(error.place.line, 0);
    EXPECT_EQ(error.place.source, "");
    EXPECT_FALSE(error.wrong.empty());
    EXPECT_FALSE(error.right.empty());
  }
}

void expect_says(const std::string& text, const std::string& wrong, const std::string& right) {
  const Result<ReadNumber> number = read_number(text);
  ASSERT_FALSE(number) << text;
  EXPECT_NE(number.error().wrong.find(wrong), std::string::npos) << to_text(number.error());
  EXPECT_NE(number.error().right.find(right), std::string::npos) << to_text(number.error());
}

TEST(ReadError, empty) { expect_refused(ErrorCode::empty, {{"", 1}, {" \t\u00A0\n", 1}}); }

TEST(ReadError, not_a_number) {
  expect_refused(ErrorCode::not_a_number, {{"abc", 1},
                                           {"  abc", 3},
                                           {"nan", 1},
                                           {"-NaN", 2},
                                           {"inf", 1},
                                           {"-inf", 2},
                                           {"∞", 1},
                                           {"infinity", 1},
                                           {"one", 1},
                                           {".", 1},
                                           {"-.", 2},
                                           {".e5", 1},
                                           {"-", 2},
                                           {" + ", 4},
                                           {"%", 1},
                                           {"/4", 1},
                                           {"-/4", 2},
                                           {"1/", 3},
                                           {"1 / ", 5},
                                           {"1/x", 3},
                                           {"1/-", 4},
                                           {"1 1/", 5},
                                           {"(1)", 1},
                                           {"[1,2]", 1},
                                           {"0x", 1},
                                           {"0xg", 1},
                                           {"-0x.p1", 1},
                                           {",5", 1},
                                           {std::string("\0", 1), 1},
                                           {"①", 1},
                                           {"１", 1},
                                           {"{1}", 1},
                                           {"1/(2)", 3}});
}

TEST(ReadError, zero_denominator) {
  expect_refused(ErrorCode::zero_denominator, {{"1/0", 3},
                                               {"0/0", 3},
                                               {"1/00", 3},
                                               {"1 / -0", 6},
                                               {"−1∕0", 4},
                                               {"1 1/0", 5},
                                               {"\\frac{1}{0}", 10},
                                               {"\\frac10", 7},
                                               {"2\\frac{1}{ 00 }", 12},
                                               {"1/0000000000000000000000000000", 3}});
}

TEST(ReadError, two_slashes) {
  expect_refused(ErrorCode::two_slashes, {{"1/2/3", 4},
                                          {"1//2", 3},
                                          {"1/-/2", 4},
                                          {"½/2", 2},
                                          {"1 1/4/5", 6},
                                          {"1⁄2 ∕ 3", 5},
                                          {"\\frac12/3", 8}});
}

TEST(ReadError, decimal_in_fraction) {
  expect_refused(
      ErrorCode::decimal_in_fraction,
      {{"1.17/27", 2},       {"1/2.5", 4},          {"1/.5", 3},           {"1/0.5", 4},
       {"1./2", 2},          {".5/2", 1},           {"1e3/4", 2},          {"1/4e3", 4},
       {"1.5½", 2},          {"1.5 1/4", 2},        {"1 1.5/4", 4},        {"1 1/4.0", 6},
       {"0.(3)/2", 2},       {"0x1/2", 1},          {" -0x1/2", 2},        {"1/0x2", 3},
       {"1.5\\frac12", 2},   {"\\frac{1.5}{2}", 8}, {"\\frac{1}{.5}", 10}, {"\\frac{1e2}{2}", 8},
       {"\\frac{0x1}{2}", 8}});
}

TEST(ReadError, decimal_comma) {
  expect_refused(ErrorCode::decimal_comma, {{"1,5", 2},
                                            {"-1,5", 3},
                                            {"0,25", 2},
                                            {" 12,000 ", 4},
                                            {"1.234,5", 6},
                                            {"12345678901234567890,5", 21}});
  expect_says("1,5", "comma", "1.5 if a decimal point is meant, (1,5) if two components are meant");
  expect_says("12,000", "comma", "12000 if thousands are meant");
}

TEST(ReadError, two_fractions) {
  expect_refused(ErrorCode::two_fractions, {{"1/1 2/3", 5},
                                            {"1/2½", 4},
                                            {"½½", 2},
                                            {"½ 1/2", 3},
                                            {"½ 1½", 3},
                                            {"1 1/4 1/4", 7},
                                            {"2½⅓", 3},
                                            {"1½½½x", 3},
                                            {"1/½", 3},
                                            {"1/\\frac12", 3},
                                            {"\\frac12\\frac12", 8},
                                            {"\\frac{1/2}{3}", 7},
                                            {"\\frac{½}{3}", 7},
                                            {"\\frac{1}{\\frac12}", 10}});
}

TEST(ReadError, two_signs) {
  expect_refused(ErrorCode::two_signs, {{"--1", 2},
                                        {"+-1", 2},
                                        {"- -1", 3},
                                        {"−−1", 2},
                                        {"1/--4", 4},
                                        {"1/- −4", 5},
                                        {"1e--5", 4},
                                        {"1e+−5", 4},
                                        {"--", 2},
                                        {"\\frac{--1}{2}", 8}});
}

TEST(ReadError, exponent_without_digits) {
  expect_refused(ErrorCode::exponent_without_digits, {{"1e", 3},
                                                      {"1e+", 4},
                                                      {"1.5E-", 6},
                                                      {"1e x", 3},
                                                      {"5euros", 3},
                                                      {"0x1p", 5},
                                                      {"0x1p-", 6},
                                                      {"0.(3)e", 7}});
}

TEST(ReadError, unclosed_repeat) {
  expect_refused(
      ErrorCode::unclosed_repeat,
      {{"0.(3", 3}, {"0.1(6", 4}, {".(", 2}, {"0.(3x)", 3}, {"0.( 3)", 3}, {"0.(3]", 3}});
}

TEST(ReadError, empty_repeat) {
  expect_refused(ErrorCode::empty_repeat, {{"0.()", 3}, {"1.5()", 4}});
}

TEST(ReadError, malformed_tex) {
  expect_refused(ErrorCode::malformed_tex, {{"\\frac{1}", 9},
                                            {"\\frac", 6},
                                            {"\\frac1", 7},
                                            {"\\frac{}{2}", 7},
                                            {"\\frac{1}{}", 10},
                                            {"\\frac{1 2}{3}", 9},
                                            {"\\frac{1", 8},
                                            {"\\frac{x}{2}", 7},
                                            {"\\frac x2", 7},
                                            {"\\fracx", 1},
                                            {"\\sqrt{2}", 1},
                                            {"\\", 1},
                                            {"1/\\sqrt{2}", 3},
                                            {"2\\frac{-1}{2}", 8},
                                            {"-\\frac{-}{2}", 9},
                                            {"\\frac-12", 6},
                                            {"\\frac{1}{2", 11}});
}

TEST(ReadError, trailing_text) {
  expect_refused(ErrorCode::trailing_text, {{"1/2%x", 5},
                                            {"25%%", 4},
                                            {"25%/2", 4},
                                            {"1 2", 3},
                                            {"1 -1/4", 3},
                                            {"1+1", 2},
                                            {"1 1/-4", 5},
                                            {"1/2 3", 5},
                                            {"1/2 x", 5},
                                            {"½x", 2},
                                            {"1x", 2},
                                            {"1, 5", 2},
                                            {"1/2,5", 4},
                                            {"1,", 2},
                                            {"1,5,3", 2},
                                            {"1;2", 2},
                                            {"1:2", 2},
                                            {"1..2", 3},
                                            {"1.2.3", 4},
                                            {"1 000", 3},
                                            {"1\u2009000", 3},
                                            {"1'000", 2},
                                            {"1’000", 2},
                                            {"1_000", 2},
                                            {"1,000,000", 2},
                                            {"1.000.000", 6},
                                            {"0.333...", 6},
                                            {"0.333…", 6},
                                            {"1(6)", 2},
                                            {"1)", 2},
                                            {"1]", 2},
                                            {"\\frac123", 8},
                                            {"1/4e", 4},
                                            {"1 \\sqrt2", 3},
                                            {std::string("1\0", 2), 2},
                                            {"1 masked", 3},
                                            {"1\\", 2},
                                            {"1‰", 2}});
}

TEST(ReadError, numbers_in_columns_and_lines_are_not_mixed_numbers) {
  expect_refused(ErrorCode::trailing_text,
                 {{"1\t1/4", 3}, {"1\n1/4", 3}, {"1 \r\n ½", 6}, {"1\n\\frac12", 3}, {"1\n2", 3}});
  EXPECT_EQ(read_rows("1\n1/4").error().code, ErrorCode::trailing_text);
}

TEST(ReadError, not_utf8) {
  expect_refused(ErrorCode::not_utf8, {{"\xFF", 1},
                                       {"2\xBD", 2},             // ½ in Latin-1
                                       {"1/\xC2", 3},            // cut short
                                       {"½ \xE2\x88", 3},        // cut short
                                       {"\xC0\xAF", 1},          // overlong
                                       {"\xE0\x80\xAF", 1},      // overlong
                                       {"\xF0\x80\x80\xAF", 1},  // overlong
                                       {"1 \xED\xA0\x80", 3},    // a surrogate
                                       {"1 \xF5\x80\x80\x80", 3}});
}

TEST(ReadError, columns_count_characters_and_not_bytes) {
  expect_refused(ErrorCode::trailing_text, {{"\u00A0−½ x", 5}, {"2\u202F⅞ \U0001D7D9", 5}});
}

TEST(ReadError, the_usual_mistakes_get_the_sentence_that_helps) {
  expect_says("1 2", "\"2\" is a second number", "1 1/4");
  expect_says("1 000", "groups of digits", "without separators");
  expect_says("1 -1/4", "\"-1/4\"", "the sign stands in front: -1 1/4");
  expect_says("1/1 2/3", "\"2/3\" is a second fraction", "1 1/4");
  expect_says("1:2", "ratio", "1/2");
  expect_says("0.333...", "dots", "0.(3)");
  expect_says("1(6)", "bracket", "0.(3)");
  expect_says("1.17/27", "decimal", "integers");
  expect_says("\\sqrt{2}", "\"\\sqrt{2}\"", "\\frac");
  expect_says("nan", "\"nan\"", "1/4");
  expect_says("2\xBD", "UTF-8", "UTF-8");
}

TEST(ReadError, a_quoted_piece_is_short_and_can_be_shown_anywhere) {
  const std::string wrong = read_number(std::string(100'000, 'x')).error().wrong;
  EXPECT_EQ(wrong, "\"" + std::string(24, 'x') + "…\" is not a number");
  expect_says("a\x1B[31m\x7F\u202Eb", "\"a\uFFFD[31m\uFFFD\uFFFDb\"", "");
  expect_says("x y", "\"x\"", "");
  expect_says("x,y", "\"x\"", "");
  expect_says("x)]", "\"x\"", "");
  expect_says("f(x)", "\"f(x)\"", "");
  expect_says("x\xFFy", "\"x\uFFFDy\"", "");
}

}  // namespace
}  // namespace exactblend
