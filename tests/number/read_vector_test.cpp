#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {
namespace {

std::string text_of(const std::vector<ReadNumber>& vector) {
  std::vector<Rational> values;
  for (const ReadNumber& number : vector) values.push_back(number.value);
  return to_text(values);
}

std::string text_of(const std::vector<std::vector<ReadNumber>>& vectors) {
  std::string text;
  for (const auto& vector : vectors) text += text_of(vector);
  return text;
}

// "(1,1/4)" or "1:1:2", masked entries as "masked".
std::string text_of(const std::vector<ReadRow>& rows) {
  std::string text;
  for (const ReadRow& row : rows) {
    text += '(';
    for (std::size_t i = 0; i < row.entries.size(); ++i) {
      if (i > 0) text += row.is_ratio ? ':' : ',';
      const ReadEntry& entry = row.entries[i];
      EXPECT_TRUE(!entry.masked || entry.value.is_zero());
      text += entry.masked ? "masked" : to_text(entry.value);
    }
    text += ')';
  }
  return text;
}

template <class T>
void expect_read(const std::string& text, const Result<T>& result, const std::string& expected) {
  ASSERT_TRUE(result) << "\"" << text << "\" " << to_text(result.error());
  EXPECT_EQ(text_of(*result), expected) << "\"" << text << "\"";
}

template <class T>
void expect_refused(const std::string& text, const Result<T>& result, ErrorCode code, int column) {
  ASSERT_FALSE(result) << "\"" << text << "\" was read as " << text_of(*result);
  EXPECT_EQ(code_name(result.error().code), code_name(code)) << to_text(result.error());
  EXPECT_EQ(result.error().place.column, column)
      << "\"" << text << "\" " << to_text(result.error());
  EXPECT_FALSE(result.error().wrong.empty());
  EXPECT_FALSE(result.error().right.empty());
}

// A reason that holds for read_vector, read_vectors and read_rows alike.
void expect_all_refuse(const std::string& text, ErrorCode code, int column) {
  expect_refused(text, read_vector(text), code, column);
  expect_refused(text, read_vectors(text), code, column);
  expect_refused(text, read_rows(text), code, column);
}

TEST(ReadVector, brackets_and_separators_may_be_of_either_kind) {
  for (const char* text :
       {"(1, 5/4)", "[1,5/4]", "(1;5/4)", "[ 1 ; 5/4 ]", "1, 5/4", "1;5/4", "  (1,5/4)\n",
        "(1,1 1/4)", "(1.0,125%)", "(1,\\frac54)", "(\u00A01,\u20095⁄4)", "(1,1¼)"}) {
    expect_read(text, read_vector(text), "(1,5/4)");
  }
}

TEST(ReadVector, a_single_number_is_a_vector_of_one_component) {
  expect_read("5/4", read_vector("5/4"), "(5/4)");
  expect_read("(5/4)", read_vector("(5/4)"), "(5/4)");
  expect_read("[-½]", read_vector("[-½]"), "(-1/2)");
}

TEST(ReadVector, a_repeat_in_brackets_does_not_close_the_vector) {
  expect_read("(0.(3), 1)", read_vector("(0.(3), 1)"), "(1/3,1)");
  expect_read("(1,0.1(6))", read_vector("(1,0.1(6))"), "(1,1/6)");
  expect_read("0.(3)", read_vector("0.(3)"), "(1/3)");
}

TEST(ReadVector, components_keep_their_forms) {
  const auto vector = *read_vector("(1, 2/4, 0.5, 50%, 1 1/2, 0x1)");
  const NumberForm forms[] = {NumberForm::canonical, NumberForm::unreduced,
                              NumberForm::decimal,   NumberForm::percent,
                              NumberForm::mixed,     NumberForm::hexadecimal};
  ASSERT_EQ(vector.size(), std::size(forms));
  for (std::size_t i = 0; i < vector.size(); ++i) EXPECT_EQ(vector[i].form, forms[i]) << i;
}

TEST(ReadVector, two_components_without_brackets_are_a_vector_where_a_vector_is_asked_for) {
  expect_read("1,5", read_vector("1,5"), "(1,5)");
}

TEST(ReadVectors, stand_in_brackets_one_after_another) {
  for (const char* text : {"(2,0) (0,3) (1,1)", "(2,0)(0,3)(1,1)", "(2,0),(0,3),(1,1)",
                           "(2;0); [0,3] ;(1,1)", " (2,0)\n(0,3)\n(1,1)\n"}) {
    expect_read(text, read_vectors(text), "(2,0)(0,3)(1,1)");
  }
  expect_read("(1,2,3) (4)", read_vectors("(1,2,3) (4)"), "(1,2,3)(4)");
}

TEST(ReadVectors, bare_numbers_are_vectors_of_one_component) {
  expect_read("2, 0, 1", read_vectors("2, 0, 1"), "(2)(0)(1)");
  expect_read("2; 0; 1/2", read_vectors("2; 0; 1/2"), "(2)(0)(1/2)");
  expect_read("5", read_vectors("5"), "(5)");
}

TEST(ReadRows, a_text_without_brackets_is_one_row) {
  expect_read("1/4,1/4,1/2", read_rows("1/4,1/4,1/2"), "(1/4,1/4,1/2)");
  expect_read("25%; 25%; 50%", read_rows("25%; 25%; 50%"), "(1/4,1/4,1/2)");
  expect_read("1", read_rows("1"), "(1)");
}

TEST(ReadRows, each_bracket_is_a_row) {
  expect_read("(1/4,3/4) (1,0)", read_rows("(1/4,3/4) (1,0)"), "(1/4,3/4)(1,0)");
  expect_read("[1;0],(0,1)", read_rows("[1;0],(0,1)"), "(1,0)(0,1)");
}

TEST(ReadRows, colons_make_a_ratio) {
  expect_read("1:1:2", read_rows("1:1:2"), "(1:1:2)");
  expect_read("1/2 : 1/3", read_rows("1/2 : 1/3"), "(1/2:1/3)");
  expect_read("(1:1:2) (2:1:1)", read_rows("(1:1:2) (2:1:1)"), "(1:1:2)(2:1:1)");
  expect_read("(1:1) (1/2,1/2)", read_rows("(1:1) (1/2,1/2)"), "(1:1)(1/2,1/2)");
  EXPECT_FALSE(read_rows("(1)")->front().is_ratio);
}

TEST(ReadRows, an_entry_may_be_masked) {
  expect_read("", read_rows("1/2, masked, 1/2"), "(1/2,masked,1/2)");
  expect_read("", read_rows("(MASKED , Masked)"), "(masked,masked)");
  expect_read("", read_rows("1:masked:2"), "(1:masked:2)");
  expect_read("", read_rows("masked"), "(masked)");
}

TEST(ReadRows, entries_know_the_column_of_their_first_character) {
  const auto rows = *read_rows("(½ ,  −3/4, masked)\n[ 1:2 ]");
  ASSERT_EQ(rows.size(), 2U);
  std::vector<int> columns;
  for (const ReadRow& row : rows) {
    for (const ReadEntry& entry : row.entries) columns.push_back(entry.column);
  }
  EXPECT_EQ(columns, (std::vector<int>{2, 7, 13, 23, 25}));
}

TEST(ReadVectorError, empty) {
  expect_all_refuse("", ErrorCode::empty, 1);
  expect_all_refuse(" \n", ErrorCode::empty, 1);
}

TEST(ReadVectorError, unclosed_vector) {
  for (const char* text : {"(", "(1", "(1 ", "(1,", "[1,2", "(0.(3)"}) {
    expect_all_refuse(text, ErrorCode::unclosed_vector, 1);
  }
  expect_all_refuse(" ½, (1", ErrorCode::not_a_number, 5);
  expect_all_refuse("(1]", ErrorCode::unclosed_vector, 3);
  expect_all_refuse("[½,2)", ErrorCode::unclosed_vector, 5);
  expect_refused("", read_vectors("(1,2) (3"), ErrorCode::unclosed_vector, 7);
  expect_refused("", read_rows("(1,2)\n[3:4"), ErrorCode::unclosed_vector, 7);
  expect_refused("", read_rows("(masked"), ErrorCode::unclosed_vector, 1);
}

TEST(ReadVectorError, missing_component) {
  expect_all_refuse("()", ErrorCode::missing_component, 2);
  expect_all_refuse("[ ]", ErrorCode::missing_component, 3);
  expect_all_refuse("(1,,2)", ErrorCode::missing_component, 4);
  expect_all_refuse("(½, )", ErrorCode::missing_component, 5);
  expect_all_refuse("(,1)", ErrorCode::missing_component, 2);
  expect_all_refuse("1,", ErrorCode::missing_component, 3);
  expect_all_refuse(";1", ErrorCode::missing_component, 1);
  expect_refused("", read_vectors("(1,2),"), ErrorCode::missing_component, 7);
  expect_refused("", read_vectors("(1,2),,(3,4)"), ErrorCode::missing_component, 7);
  expect_refused("", read_rows("1::2"), ErrorCode::missing_component, 3);
  expect_refused("", read_rows("(1:2:)"), ErrorCode::missing_component, 6);
}

TEST(ReadVectorError, mixed_separators) {
  expect_all_refuse("(1, 5; 2)", ErrorCode::mixed_separators, 6);
  expect_all_refuse("1; 5, 2", ErrorCode::mixed_separators, 5);
  expect_refused("", read_rows("1:1,2"), ErrorCode::mixed_separators, 4);
  expect_refused("", read_rows("(1,1:2)"), ErrorCode::mixed_separators, 5);
  expect_refused("", read_rows("1:1;2"), ErrorCode::mixed_separators, 4);
}

TEST(ReadVectorError, a_comma_between_digits_among_semicolons_is_asked_about) {
  expect_all_refuse("(1,5;2)", ErrorCode::decimal_comma, 3);
  expect_all_refuse("(1;2,5)", ErrorCode::decimal_comma, 5);
  expect_all_refuse("(0,25; 0,75)", ErrorCode::decimal_comma, 3);
  expect_all_refuse("½; 0,5", ErrorCode::decimal_comma, 5);
}

TEST(ReadVectorError, trailing_text) {
  expect_all_refuse("(1 2)", ErrorCode::trailing_text, 4);
  expect_all_refuse("1,2)", ErrorCode::trailing_text, 4);
  expect_all_refuse("(1,2) x", ErrorCode::trailing_text, 7);
  expect_all_refuse("(1,2) 3", ErrorCode::trailing_text, 7);
  expect_all_refuse("(1,2))", ErrorCode::trailing_text, 6);
  expect_all_refuse("(1x,2)", ErrorCode::trailing_text, 3);
  expect_refused("", read_vector("(1,2) (3,4)"), ErrorCode::trailing_text, 7);
  expect_refused("", read_vector("(1,2),"), ErrorCode::trailing_text, 6);
  expect_refused("", read_vector("1:2"), ErrorCode::trailing_text, 2);
  expect_refused("", read_vectors("(1:2)"), ErrorCode::trailing_text, 3);
  expect_refused("", read_vectors("(1,2), 3"), ErrorCode::trailing_text, 8);
  expect_refused("", read_rows("masked x"), ErrorCode::trailing_text, 8);
  expect_refused("", read_rows("(1:2) : (3:4)"), ErrorCode::trailing_text, 7);
}

TEST(ReadVectorError, a_wrong_component_is_placed_in_the_whole_text) {
  expect_all_refuse("(1, 1/0)", ErrorCode::zero_denominator, 7);
  expect_all_refuse("(½, −x)", ErrorCode::not_a_number, 6);
  expect_all_refuse("(1, 1/)", ErrorCode::not_a_number, 7);
  expect_all_refuse("(1, -)", ErrorCode::not_a_number, 6);
  expect_all_refuse("((1,2))", ErrorCode::not_a_number, 2);
  expect_all_refuse("1, (2)", ErrorCode::not_a_number, 4);
  expect_all_refuse("1/4 1/4 1/2", ErrorCode::two_fractions, 5);
  expect_all_refuse("(1/2/3, 1)", ErrorCode::two_slashes, 5);
  expect_all_refuse("(1, \xFF)", ErrorCode::not_utf8, 5);
  expect_all_refuse("(1, 1e99999)", ErrorCode::over_limit, 7);
  expect_all_refuse("maskedx", ErrorCode::not_a_number, 1);
  expect_refused("", read_vector("(masked, 1)"), ErrorCode::not_a_number, 2);
  expect_refused("", read_vectors("(1,2) (3,x)"), ErrorCode::not_a_number, 10);
}

}  // namespace
}  // namespace exactblend
