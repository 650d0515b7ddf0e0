// What is read: every form of a number, its exact value and how it was written.
#include <cstdlib>
#include <ostream>

#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {

std::ostream& operator<<(std::ostream& out, NumberForm form) {
  constexpr const char* kNames[] = {"canonical", "unreduced", "decimal",
                                    "percent",   "mixed",     "hexadecimal"};
  return out << kNames[static_cast<int>(form)];
}

namespace {

struct Case {
  std::string text;
  std::string value;
};

void expect_read(NumberForm form, const std::vector<Case>& cases) {
  for (const auto& [text, value] : cases) {
    const Result<ReadNumber> number = read_number(text);
    ASSERT_TRUE(number) << "\"" << text << "\" " << to_text(number.error());
    EXPECT_TRUE(oracle::same(number->value, oracle::fraction(value))) << "\"" << text << "\"";
    EXPECT_EQ(number->form, form) << "\"" << text << "\"";
  }
}

TEST(ReadNumber, integers_and_fractions_in_lowest_terms_are_canonical_however_they_are_set) {
  expect_read(NumberForm::canonical,
              {{"0", "0"},
               {"7", "7"},
               {"-7", "-7"},
               {"+7", "7"},
               {"1/4", "1/4"},
               {"-3/4", "-3/4"},
               {"+5/4", "5/4"},
               {"- 1/4", "-1/4"},
               {" 1 / 4 ", "1/4"},
               {"\t1\n/\r\n4\n", "1/4"},
               {"½", "1/2"},
               {"-½", "-1/2"},
               {"\\frac{5}{4}", "5/4"},
               {"-\\frac{5}{4}", "-5/4"},
               {"\\dfrac{5}{4}", "5/4"},
               {"\\tfrac{5}{4}", "5/4"},
               {"\\frac12", "1/2"},
               {"\\frac1{23}", "1/23"},
               {"\\frac{23}4", "23/4"},
               {"\\frac 1 2", "1/2"},
               {"\\frac { 1 } { 2 }", "1/2"},
               {"9223372036854775807", "9223372036854775807"},
               {"-9223372036854775808", "-9223372036854775808"},
               {"999999999999999999", "999999999999999999"},
               {"1000000000000000000", "1000000000000000000"},
               {"1/9223372036854775808", "1/9223372036854775808"},
               {"100000000000000000000000/3", "100000000000000000000000/3"}});
}

TEST(ReadNumber, a_fraction_that_could_be_written_shorter_is_unreduced) {
  expect_read(NumberForm::unreduced, {{"2/4", "1/2"},
                                      {"10/8", "5/4"},
                                      {"4/1", "4"},
                                      {"8/4", "2"},
                                      {"0/7", "0"},
                                      {"0/1", "0"},
                                      {"-0", "0"},
                                      {"-0/5", "0"},
                                      {"5/-4", "-5/4"},
                                      {"-3/-6", "1/2"},
                                      {"3/+4", "3/4"},
                                      {"05/4", "5/4"},
                                      {"5/04", "5/4"},
                                      {"007", "7"},
                                      {"00", "0"},
                                      {"\\frac{10}{8}", "5/4"},
                                      {"\\frac{-5}{4}", "-5/4"},
                                      {"\\frac{5}{-4}", "-5/4"},
                                      {"\\frac{-5}{-4}", "5/4"},
                                      {"-\\frac{-5}{4}", "5/4"},
                                      {"\\frac{5}{− 4}", "-5/4"},
                                      {"\\frac{+5}{4}", "5/4"},
                                      {"000000000000000000000000001", "1"},
                                      {"1/000000000000000000000000002", "1/2"},
                                      {"200000000000000000000000/4", "50000000000000000000000"}});
}

TEST(ReadNumber, decimals_are_the_fractions_that_they_name) {
  expect_read(NumberForm::decimal, {{"0.25", "1/4"},
                                    {".25", "1/4"},
                                    {"-.25", "-1/4"},
                                    {"5.", "5"},
                                    {"0.0", "0"},
                                    {"-0.0", "0"},
                                    {"1e3", "1000"},
                                    {"1E3", "1000"},
                                    {"1.5E+3", "1500"},
                                    {"5.e-1", "1/2"},
                                    {".5e1", "5"},
                                    {"3e-2", "3/100"},
                                    {"3e−2", "3/100"},
                                    {"1e00000000000000000000000002", "100"},
                                    {"0e5", "0"},
                                    {"1e18", "1000000000000000000"},
                                    {"1e19", "10000000000000000000"},
                                    {"1e-18", "1/1000000000000000000"},
                                    {"1e-19", "1/10000000000000000000"},
                                    {"123456789.123456789", "123456789123456789/1000000000"},
                                    {"1234567890.123456789", "1234567890123456789/1000000000"},
                                    {"0.5050000000000000000000000", "101/200"}});
}

TEST(ReadNumber, repeating_decimals_are_read_to_the_last_digit_that_they_do_not_have) {
  expect_read(NumberForm::decimal, {{"0.(3)", "1/3"},
                                    {".(3)", "1/3"},
                                    {"-0.(3)", "-1/3"},
                                    {"0.1(6)", "1/6"},
                                    {"1.(9)", "2"},
                                    {"0.(0)", "0"},
                                    {"0.(142857)", "1/7"},
                                    {"2.(45)", "27/11"},
                                    {"0.(3)e2", "100/3"},
                                    {"0.(3)e-1", "1/30"},
                                    {"0.(000000000000000001)", "1/999999999999999999"},
                                    {"0.(0000000000000000001)", "1/9999999999999999999"},
                                    {"0.00000000000000000001(6)", "1/60000000000000000000"}});
}

TEST(ReadNumber, a_percent_sign_divides_by_100) {
  expect_read(NumberForm::percent, {{"25%", "1/4"},
                                    {"25 %", "1/4"},
                                    {"25\u00A0%", "1/4"},
                                    {"25\\%", "1/4"},
                                    {"-13%", "-13/100"},
                                    {"0%", "0"},
                                    {"100%", "1"},
                                    {"12.5%", "1/8"},
                                    {"1e2%", "1"},
                                    {"33.(3)%", "1/3"},
                                    {"1/2%", "1/200"},
                                    {"½%", "1/200"},
                                    {"1 1/4%", "1/80"},
                                    {"\\frac{1}{2}\\%", "1/200"},
                                    {"0x10%", "4/25"},
                                    {"1e-17%", "1/10000000000000000000"},
                                    {"100000000000000000000%", "1000000000000000000"},
                                    {"1/10000000000000000000000%", "1/1000000000000000000000000"}});
}

TEST(ReadNumber, a_mixed_number_adds_its_parts_and_its_sign_holds_for_both) {
  expect_read(NumberForm::mixed, {{"1 1/4", "5/4"},
                                  {"-1 1/4", "-5/4"},
                                  {"−1 1/4", "-5/4"},
                                  {"+1 1/4", "5/4"},
                                  {"1 5/4", "9/4"},
                                  {"0 1/4", "1/4"},
                                  {"1\u00A01/4", "5/4"},
                                  {"1 \u2009 1/4", "5/4"},
                                  {"1\u202F1⁄4", "5/4"},
                                  {"2½", "5/2"},
                                  {"2 ½", "5/2"},
                                  {"-2½", "-5/2"},
                                  {"2\\frac{1}{2}", "5/2"},
                                  {"2 \\frac12", "5/2"},
                                  {"-2\\tfrac12", "-5/2"},
                                  {"999999999999999999 999999999999999998/999999999999999999",
                                   "999999999999999998999999999999999999/999999999999999999"},
                                  {"1000000000000000000 1/2", "2000000000000000001/2"},
                                  {"1 1/10000000000000000000",
                                   "10000000000000000001/"
                                   "10000000000000000000"}});
}

TEST(ReadNumber, hexadecimal_floats_are_the_dyadic_rationals_that_they_are) {
  expect_read(NumberForm::hexadecimal, {{"0x1.8p-3", "3/16"},
                                        {"0X1.8P-3", "3/16"},
                                        {"-0x1.8p-3", "-3/16"},
                                        {"0x10", "16"},
                                        {"0xFf", "255"},
                                        {"0x.8", "1/2"},
                                        {"0x1.", "1"},
                                        {"0x1e5", "485"},
                                        {"0x0p0", "0"},
                                        {"0x1p+4", "16"},
                                        {"0x1p60", "1152921504606846976"},
                                        {"0x1p61", "2305843009213693952"},
                                        {"0x1p-60", "1/1152921504606846976"},
                                        {"0x1p-61", "1/2305843009213693952"},
                                        {"0x1.921fb54442d18p+1", "884279719003555/281474976710656"},
                                        {"0xfffffffffffffff", "1152921504606846975"},
                                        {"0xffffffffffffffff", "18446744073709551615"},
                                        {"-0x123456789abcdef.fedcba987654321p-0",
                                         "-94522879700260684208272210605196065/"
                                         "1152921504606846976"}});
}

// Where the reader goes over from machine words to integers of any length.

TEST(ReadNumber, decimals_of_every_length_and_exponent_at_the_borders_of_words_are_exact) {
  for (std::size_t length = 1; length <= 21; ++length) {
    const std::string nines(length, '9');
    const mpz_class digits(nines);
    for (int exponent = -24; exponent <= 24; ++exponent) {
      const mpz_class scale = oracle::power(10, static_cast<unsigned long>(std::abs(exponent)));
      const mpq_class power = exponent < 0 ? oracle::fraction(1, scale) : mpq_class(scale);
      const std::string tail = "e" + std::to_string(exponent);
      const auto expect = [](const std::string& text, const mpq_class& value) {
        EXPECT_TRUE(oracle::same(*read_rational(text), value)) << text;
      };
      expect(nines + tail, digits * power);
      expect("-" + nines + tail + "%", -digits * power / 100);
      expect("." + nines + tail, oracle::fraction(digits, digits + 1) * power);
      expect("8.(" + nines.substr(1) + "8)" + tail,
             (8 + oracle::fraction(digits - 1, digits)) * power);
    }
  }
}

TEST(ReadNumber, fractions_of_every_length_at_the_borders_of_words_are_exact) {
  for (std::size_t above = 1; above <= 21; ++above) {
    for (std::size_t below = 1; below <= 21; ++below) {
      const std::string numerator(above, '9');
      const std::string denominator(below, '8');
      const mpq_class value = oracle::fraction(mpz_class(numerator), mpz_class(denominator));
      const std::string text = numerator + "/" + denominator;
      EXPECT_TRUE(oracle::same(*read_rational(text), value)) << text;
      EXPECT_TRUE(oracle::same(*read_rational("-" + text + "%"), -value / 100)) << text;
      EXPECT_TRUE(oracle::same(*read_rational(numerator + " 1/" + denominator),
                               mpz_class(numerator) + oracle::fraction(1, mpz_class(denominator))))
          << text;
    }
  }
}

TEST(ReadNumber,
     hexadecimal_floats_of_every_length_and_exponent_at_the_borders_of_words_are_exact) {
  for (std::size_t length = 1; length <= 34; ++length) {
    const std::string text(length, 'f');
    const mpz_class digits(text, 16);
    for (int exponent = -72; exponent <= 72; ++exponent) {
      const mpz_class scale = mpz_class(1) << static_cast<unsigned long>(std::abs(exponent));
      const mpq_class power = exponent < 0 ? oracle::fraction(1, scale) : mpq_class(scale);
      const std::string tail = "p" + std::to_string(exponent);
      EXPECT_TRUE(oracle::same(*read_rational("0x" + text + tail), digits * power)) << text << tail;
      EXPECT_TRUE(oracle::same(*read_rational("-0x." + text + tail),
                               -oracle::fraction(digits, digits + 1) * power))
          << text << tail;
    }
  }
}

TEST(ReadNumber, every_vulgar_fraction_is_known) {
  expect_read(NumberForm::canonical, {{"¼", "1/4"},
                                      {"½", "1/2"},
                                      {"¾", "3/4"},
                                      {"⅐", "1/7"},
                                      {"⅑", "1/9"},
                                      {"⅒", "1/10"},
                                      {"⅓", "1/3"},
                                      {"⅔", "2/3"},
                                      {"⅕", "1/5"},
                                      {"⅖", "2/5"},
                                      {"⅗", "3/5"},
                                      {"⅘", "4/5"},
                                      {"⅙", "1/6"},
                                      {"⅚", "5/6"},
                                      {"⅛", "1/8"},
                                      {"⅜", "3/8"},
                                      {"⅝", "5/8"},
                                      {"⅞", "7/8"}});
}

TEST(ReadNumber, the_signs_and_slashes_of_typeset_text_are_known) {
  expect_read(NumberForm::canonical, {{"−3/4", "-3/4"},
                                      {"− 3/4", "-3/4"},
                                      {"3⁄4", "3/4"},
                                      {"3∕4", "3/4"},
                                      {"\u00A03 ⁄\u20094\u202F", "3/4"}});
  expect_read(NumberForm::unreduced, {{"3/−4", "-3/4"}, {"−3∕− 4", "3/4"}});
}

TEST(ReadNumber, read_rational_gives_the_value_alone) {
  EXPECT_TRUE(oracle::same(*read_rational("2\\frac{1}{2}"), mpq_class(5, 2)));
  EXPECT_EQ(read_rational("1/0").error().code, ErrorCode::zero_denominator);
}

}  // namespace
}  // namespace exactblend
