#include "render/short_number.hpp"

#include <gtest/gtest.h>

#include "exactblend/number/read.hpp"
#include "render/text_width.hpp"

namespace exactblend::draw {
namespace {

Rational number(const char* text) { return read_rational(text).value(); }

TEST(ShortNumber, what_fits_is_printed_whole) {
  EXPECT_EQ(number_within(number("5/4"), units(100), 13).text, "5/4");
  EXPECT_FALSE(number_within(number("5/4"), units(100), 13).left_out);
  EXPECT_EQ(number_with(number("-12345678/7"), 6).text, "-12345678/7");
}

TEST(ShortNumber, digits_are_left_out_in_the_middle_and_counted) {
  const ShortText shown = number_with(number("-12345678901234567890/7"), 3);
  EXPECT_EQ(shown.text, "-123…[14]…890/7");
  EXPECT_TRUE(shown.left_out);
  EXPECT_EQ(number_with(number("12345678901234567890"), 0).text, "[20]");
}

TEST(ShortNumber, what_is_shown_fits_at_any_width) {
  for (const char* text :
       {"5/4", "-5", "1e40", "-1e-40", "1e4000", "-7e-3999", "1234567890/987654321"}) {
    for (int width = 48; width < 300; width += 7) {
      const ShortText shown = number_within(number(text), units(width), 13);
      EXPECT_LE(text_width(shown.text, 13), units(width)) << shown.text;
    }
  }
}

TEST(ShortNumber, long_vectors_show_their_first_and_last_components) {
  const std::vector<Rational> few = {1, number("5/4")};
  EXPECT_EQ(vector_with(few, 6).text, "(1, 5/4)");
  const std::vector<Rational> many = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(vector_with(many, 6).text, "(1, 2, 3, … 2 more …, 6)");
}

TEST(TextWidth, fitted_texts_fit_and_short_ones_stay_as_they_are) {
  EXPECT_EQ(fitted("animal", units(100), 13), "animal");
  const std::string shown = fitted(std::string(200, 'W'), units(100), 13);
  EXPECT_TRUE(shown.ends_with("…"));
  EXPECT_LE(text_width(shown, 13), units(100));
  EXPECT_LE(text_width(fitted(std::string(10000, 'i'), units(100), 13), 13), units(100));
}

}  // namespace
}  // namespace exactblend::draw
