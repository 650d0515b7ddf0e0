// What is not JSON: each mistake at its exact place, in a sentence of its own.
#include <string>

#include "io/reading.hpp"

namespace exactblend {
namespace {

TEST(JsonSyntax, the_text_ends_too_early) {
  EXPECT_EQ(error_of(""), "1:1 syntax");
  EXPECT_EQ(error_of("\n \n"), "3:1 syntax");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), "1:1 syntax");
  EXPECT_EQ(error_of("{"), "1:2 syntax");
  EXPECT_EQ(error_of("{\"title\""), "1:9 syntax");
  EXPECT_EQ(error_of("{\"title\":"), "1:10 syntax");
  EXPECT_EQ(error_of("{\"title\": \"a\"\n"), "2:1 syntax");
  EXPECT_EQ(error_of("{\"weights\": ["), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [1"), "1:15 syntax");
  EXPECT_EQ(error_of("{\"weights\": [1,"), "1:16 syntax");
  EXPECT_EQ(error_of("{\"weights\": [[1], "), "1:19 syntax");
  EXPECT_EQ(error_of("{\"labels\": {"), "1:13 syntax");
  EXPECT_EQ(error_of("{\"labels\": {}"), "1:14 syntax");
}

// Every part of a problem file but the whole is refused, and at a place inside it or at its end.
TEST(JsonSyntax, a_file_cut_short_is_never_a_problem) {
  const std::string whole =
      R"~({"title": "\u00bd é", "weights": [["1/4", 7.5e-1], [1, "masked"]], "values": "(1,2) (3,4)",
  "labels": {"keys": ["A", "B"]}, "normalize": true})~";
  ASSERT_EQ(error_of(whole), "no error");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto draft = read_problem_json(std::string_view(whole).substr(0, size));
    ASSERT_FALSE(draft) << size;
    EXPECT_GE(draft.error().place.line, 1) << size;
    EXPECT_LE(draft.error().place.line, 2) << size;
    EXPECT_GE(draft.error().place.column, 1) << size;
    EXPECT_LE(draft.error().place.column, static_cast<int>(size) + 1) << size;
  }
}

TEST(JsonSyntax, a_fraction_needs_quotation_marks) {
  EXPECT_EQ(message_of("{\"weights\": [1/4, 1/4, 1/2]}"),
            "1:15: a fraction without quotation marks; a fraction is written as a string: \"1/4\"");
  EXPECT_EQ(error_of("{\"values\": [[2, 1/2]]}"), "1:18 syntax");
}

TEST(JsonSyntax, other_forms_of_numbers_need_quotation_marks) {
  for (const char* number : {"25%", "01", "0x1p3", "1.", "1e", "0.(3)", "1-2", "1.2.3"}) {
    const std::string message = message_of("{\"weights\": [" + std::string(number) + "]}");
    EXPECT_EQ(message.substr(0, 3), "1:1") << message;
  }
  EXPECT_EQ(error_of("{\"weights\": [25%]}"), "1:16 syntax");
  EXPECT_EQ(error_of("{\"weights\": [01]}"), "1:15 syntax");
  EXPECT_EQ(error_of("{\"weights\": [.5]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [+1]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [-]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [1.]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [1e]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [NaN]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [-Infinity]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [½]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{\"weights\": [masked]}"), "1:14 syntax");
}

TEST(JsonSyntax, commas_stand_between) {
  EXPECT_EQ(message_of("{\"weights\": [1,]}"),
            "1:15: a comma with nothing behind it; no comma before the closing bracket");
  EXPECT_EQ(error_of("{\"title\": \"a\",\n}"), "1:14 syntax");
  EXPECT_EQ(message_of("{\"weights\": [1 2]}"),
            "1:16: a comma is missing here; a comma between two values");
  EXPECT_EQ(message_of("{\"title\": \"a\"\n\"notes\": \"b\"}"),
            "2:1: a comma is missing here; a comma between two fields");
  EXPECT_EQ(error_of("{\"weights\": [,1]}"), "1:14 syntax");
  EXPECT_EQ(error_of("{,}"), "1:2 syntax");
  EXPECT_EQ(error_of("{\"weights\": [1,,2]}"), "1:16 syntax");
}

TEST(JsonSyntax, brackets_match) {
  EXPECT_EQ(message_of("{\"weights\": [1}"),
            "1:15: \"}\" is not expected here; a comma and the next value, or \"]\"");
  EXPECT_EQ(error_of("{\"title\": \"a\"]"), "1:14 syntax");
  EXPECT_EQ(error_of("}"), "1:1 syntax");
  EXPECT_EQ(error_of("{\"title\": }"), "1:11 syntax");
}

TEST(JsonSyntax, a_name_and_its_value_have_a_colon_between_them) {
  EXPECT_EQ(message_of("{\"title\" \"a\"}"),
            "1:10: a quotation mark is not expected here; \":\" between the field's name and its "
            "value");
  EXPECT_EQ(error_of("{\"title\", \"a\"}"), "1:9 syntax");
}

TEST(JsonSyntax, names_and_words_need_straight_double_quotation_marks) {
  EXPECT_EQ(message_of("{title: \"a\"}"),
            "1:2: \"title:\" without quotation marks; a field's name in quotation marks: "
            "\"weights\"");
  for (const char* text : {"{'title': 1}", "{“title”: 1}", "{`title`: 1}", "{„title“: 1}"}) {
    EXPECT_EQ(message_of(text),
              "1:2: another kind of quotation mark; JSON's quotation mark is the straight double "
              "one: \"weights\"");
  }
  EXPECT_EQ(error_of("{\"title\": 'a'}"), "1:11 syntax");
  EXPECT_EQ(error_of("{\"title\": True}"), "1:11 syntax");
  EXPECT_EQ(error_of("{\"normalize\": tru}"), "1:15 syntax");
}

TEST(JsonSyntax, there_are_no_comments) {
  EXPECT_EQ(error_of("{ // a\n\"title\": \"a\"}"), "1:3 syntax");
  EXPECT_EQ(error_of("{\"title\": /* a */ \"a\"}"), "1:11 syntax");
  EXPECT_EQ(message_of("{\"weights\": [1] /* a */}"),
            "1:17: a comment, which JSON does not have; remarks stand in the field \"notes\"");
}

TEST(JsonSyntax, strings_end_on_their_line) {
  EXPECT_EQ(error_of("{\"title\": \"abc"), "1:11 syntax");
  EXPECT_EQ(error_of("{\"title\": \"abc\n\"}"), "1:11 syntax");
  EXPECT_EQ(error_of("{\"title\": \"abc\\"), "1:11 syntax");
  EXPECT_EQ(error_of("{\"tit"), "1:2 syntax");
  EXPECT_EQ(error_of("{\"title\": \"a\tb\"}"), "1:13 syntax");
  EXPECT_EQ(error_of("{\"title\": \"a\x1b\"}"), "1:13 syntax");
  EXPECT_EQ(error_of(std::string("{\"title\": \"a\0b\"}", 16)), "1:13 syntax");
}

TEST(JsonSyntax, escapes_are_those_of_json) {
  for (const char* text : {R"~({"weights": ["\frac12"]})~", R"~({"weights": ["\tfrac12"]})~"}) {
    EXPECT_EQ(message_of(text),
              "1:15: a single backslash, which JSON takes for the beginning of an escape; a "
              "backslash is written twice: \"\\\\frac{1}{4}\"");
  }
  EXPECT_EQ(message_of(R"~({"title": "a\qb"})~"),
            "1:13: an escape that JSON does not have; a backslash is written twice: "
            "\"\\\\frac{1}{4}\"");
  EXPECT_EQ(error_of(R"~({"title": "a\u12"})~"), "1:13 syntax");
  EXPECT_EQ(error_of(R"~({"title": "a\u12g4"})~"), "1:13 syntax");
  EXPECT_EQ(error_of(R"~({"a\qb": 1})~"), "1:4 syntax");
}

TEST(JsonSyntax, surrogates_stand_in_pairs) {
  for (const char* text :
       {R"~({"title": "a\ud800"})~", R"~({"title": "a\udc00"})~", R"~({"title": "a\ud800b"})~",
        R"~({"title": "a\ud800\n"})~", R"~({"title": "a\ud800\u0041"})~",
        R"~({"title": "a\ud800\ud800"})~", R"~({"title": "a\uDBFF)~"}) {
    EXPECT_EQ(error_of(text), "1:13 syntax") << text;
  }
  EXPECT_EQ(error_of(R"~({"title": "\uDBFF\uDFFF"})~"), "no error");
}

TEST(JsonSyntax, bytes_are_utf8) {
  EXPECT_EQ(error_of("{\"title\": \"é\xFF\"}"), "1:13 not-utf8");
  EXPECT_EQ(error_of("{\"title\": \"a\xC3\"}"), "1:13 not-utf8");
  EXPECT_EQ(error_of("{\"title\": \"\xED\xA0\x80\"}"), "1:12 not-utf8");  // a surrogate
  EXPECT_EQ(error_of("{\"title\": \"\xC0\x80\"}"), "1:12 not-utf8");      // overlong
  EXPECT_EQ(error_of("{\n\xFF\"title\": 1}"), "2:1 not-utf8");
  EXPECT_EQ(error_of("\xFF\xFE{\0}"), "1:1 not-utf8");  // UTF-16
}

TEST(JsonSyntax, nothing_stands_behind_the_problem) {
  EXPECT_EQ(error_of("{}\n{}"), "2:1 syntax");
  EXPECT_EQ(error_of("{} x"), "1:4 syntax");
  EXPECT_EQ(error_of("{},"), "1:3 syntax");
  EXPECT_EQ(error_of(std::string("{}\0", 3)), "1:3 syntax");
  EXPECT_EQ(error_of(std::string("{}\0 x", 5)), "1:3 syntax");
  EXPECT_EQ(error_of(std::string("\0{}", 3)), "1:1 syntax");
  EXPECT_EQ(error_of("{}\r\n \t"), "no error");
}

TEST(JsonSyntax, no_message_is_the_librarys_own) {
  for (const char* text :
       {"", "{", "{\"a\"", "[1,]", "{\"title\": \"\\x\"}", "nul", "{\"title\": 01}"}) {
    EXPECT_EQ(message_of(text).find("json.exception"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace exactblend
