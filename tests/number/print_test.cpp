#include "exactblend/number/print.hpp"

#include "number/oracle.hpp"
//
#include "number/generators.hpp"

namespace exactblend {
namespace {

struct Printed {
  Rational value;
  std::string text;
  std::string latex;
  std::string mathml;
  std::string words;
};

TEST(Print, every_form_of_a_number_is_its_improper_fraction_in_lowest_terms) {
  const Printed all[] = {
      {0, "0", "0", "<mn>0</mn>", "0"},
      {7, "7", "7", "<mn>7</mn>", "7"},
      {-7, "-7", "-7", "<mrow><mo>−</mo><mn>7</mn></mrow>", "minus 7"},
      {*Rational::of(5, 4), "5/4", "\\frac{5}{4}", "<mfrac><mn>5</mn><mn>4</mn></mfrac>",
       "5 over 4"},
      {*Rational::of(10, -8), "-5/4", "-\\frac{5}{4}",
       "<mrow><mo>−</mo><mfrac><mn>5</mn><mn>4</mn></mfrac></mrow>", "minus 5 over 4"},
      {INT64_MIN, "-9223372036854775808", "-9223372036854775808",
       "<mrow><mo>−</mo><mn>9223372036854775808</mn></mrow>", "minus 9223372036854775808"},
      {*divide(-1, INT64_MIN), "1/9223372036854775808", "\\frac{1}{9223372036854775808}",
       "<mfrac><mn>1</mn><mn>9223372036854775808</mn></mfrac>", "1 over 9223372036854775808"},
  };
  for (const Printed& printed : all) {
    EXPECT_EQ(to_text(printed.value), printed.text);
    EXPECT_EQ(to_latex(printed.value), printed.latex);
    EXPECT_EQ(to_mathml(printed.value), printed.mathml);
    EXPECT_EQ(to_words(printed.value), printed.words);
  }
}

TEST(Print, a_vector_is_printed_as_people_write_it) {
  const std::vector<Rational> output = {1, *Rational::of(5, 4)};
  EXPECT_EQ(to_text(output), "(1,5/4)");
  EXPECT_EQ(to_text(std::vector<Rational>{-3}), "(-3)");
  EXPECT_EQ(to_text(std::vector<Rational>{}), "()");
}

TEST(Print, appending_keeps_what_stands_there) {
  std::string out = "w = ";
  append_text(out, *Rational::of(1, 4));
  append_latex(out, *Rational::of(1, 2));
  append_words(out, -1);
  append_mathml(out, 2);
  append_text(out, std::vector<Rational>{1, 2});
  EXPECT_EQ(out, "w = 1/4\\frac{1}{2}minus 1<mn>2</mn>(1,2)");
}

RC_GTEST_PROP(PrintProperty, text_is_what_gmp_prints, ()) {
  const mpq_class value = *gen::fraction();
  RC_ASSERT(to_text(oracle::rational(value)) == value.get_str());
}

}  // namespace
}  // namespace exactblend
