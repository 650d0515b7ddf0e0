// What a problem file may not hold: each reason at its exact place.
#include <string>

#include "io/reading.hpp"

namespace exactblend {
namespace {

TEST(ProblemError, unknown_field) {
  EXPECT_EQ(error_of("{\n  \"weigths\": [1]}"), "2:3 unknown-field");
  EXPECT_EQ(error_of(R"~({"title": "t", "": 1})~"), "1:16 unknown-field");
  EXPECT_EQ(error_of(R"~({"labels": {"title": []}})~"), "1:13 unknown-field");
  EXPECT_EQ(error_of(R"~({"keys": []})~"), "1:2 unknown-field");
}

TEST(ProblemError, an_unknown_field_is_compared_with_the_known_ones) {
  const auto suggests = [](const std::string& name, const std::string& known) {
    EXPECT_EQ(message_of("{\"" + name + "\": 1}"),
              "1:2: there is no field \"" + name + "\"; \"" + known + "\" may be meant");
  };
  suggests("weigths", "weights");
  suggests("weight", "weights");
  suggests("Weights", "weights");
  suggests("VALUES", "values");
  suggests("value", "values");
  suggests("normalise", "normalize");
  suggests("label", "labels");
  suggests("note", "notes");
  suggests("signd", "signed");
  EXPECT_EQ(message_of(R"~({"labels": {"key": []}})~"),
            "1:13: there is no field \"key\"; \"keys\" may be meant");
  EXPECT_EQ(message_of(R"~({"labels": {"rows": []}})~"),
            "1:13: there is no field \"rows\"; the fields are keys, components, queries");
  EXPECT_EQ(message_of(R"~({"x": 1})~"),
            "1:2: there is no field \"x\"; the fields are schema, title, notes, weights, ratio, "
            "scores, values, labels, normalize, signed, sentences");
}

TEST(ProblemError, an_unknown_field_is_repeated_only_if_it_is_harmless) {
  for (const char* name : {"", "\xE2\x80\xAEweights", "a\\u001bb", "a\\\"b",
                           "a name that is much too long to be repeated in a sentence"}) {
    EXPECT_EQ(message_of("{\"" + std::string(name) + "\": 1}").substr(0, 37),
              "1:2: there is no field of this name; ");
  }
}

TEST(ProblemError, duplicate_field) {
  EXPECT_EQ(error_of(R"~({"title": "a", "title": "a"})~"), "1:16 duplicate-field");
  EXPECT_EQ(error_of("{\"weights\": [1],\n\"w\\u0065ights\": [1]}"), "2:1 duplicate-field");
  EXPECT_EQ(error_of(R"~({"$schema": "a", "$schema": "a"})~"), "1:18 duplicate-field");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": [], "keys": []}})~"), "1:25 duplicate-field");
  EXPECT_EQ(error_of(R"~({"labels": {}, "labels": {}})~"), "1:16 duplicate-field");
}

TEST(ProblemError, conflicting_fields) {
  EXPECT_EQ(error_of(R"~({"weights": [1], "ratio": [1]})~"), "1:18 conflicting-fields");
  EXPECT_EQ(error_of(R"~({"ratio": [1], "weights": [1]})~"), "1:16 conflicting-fields");
  EXPECT_EQ(error_of(R"~({"ratio": [1], "scores": [1]})~"), "no error");
}

TEST(ProblemError, unsupported_schema) {
  EXPECT_EQ(error_of(R"~({"schema": "exactblend/problem/2"})~"), "1:12 unsupported-schema");
  EXPECT_EQ(error_of(R"~({"schema": "\u001b[31m"})~"), "1:12 unsupported-schema");
  EXPECT_EQ(message_of(R"~({"schema": "exactblend/problem/2"})~"),
            "1:12: the schema \"exactblend/problem/2\" is not known here; "
            "\"exactblend/problem/1\", or no schema");
}

TEST(ProblemError, the_problem_is_an_object) {
  for (const char* text : {"null", "true", "false", "1", "-1.5", "\"text\"", "[]", "[{}]"}) {
    EXPECT_EQ(error_of(text), "1:1 wrong-type") << text;
    EXPECT_EQ(error_of("\n  " + std::string(text) + "\n"), "2:3 wrong-type") << text;
  }
  EXPECT_EQ(message_of("[]").substr(0, 26), "1:1: the problem is an arr");
}

TEST(ProblemError, wrong_type_of_a_field) {
  const auto refused = [](const std::string& field, const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      EXPECT_EQ(error_of("{\"" + field + "\": " + value + "}"),
                "1:" + std::to_string(field.size() + 6) + " wrong-type")
          << field << value;
    }
  };
  refused("$schema", {"1", "null", "true", "[]", "{}"});
  refused("schema", {"1", "null", "true", "[]", "{}"});
  refused("title", {"1", "null", "true", "[]", "{}"});
  refused("notes", {"1", "null", "true", "{}"});
  refused("weights", {"1", "null", "true", "{}"});
  refused("ratio", {"1", "null", "true", "{}"});
  refused("scores", {"1", "null", "true", "{}"});
  refused("values", {"1", "null", "true", "{}"});
  refused("labels", {"1", "null", "true", "[]", "\"A\""});
  refused("normalize", {"1", "null", "[]", "{}", "\"true\""});
  refused("signed", {"1", "null", "[]", "{}", "\"true\""});
}

TEST(ProblemError, wrong_type_inside_a_field) {
  EXPECT_EQ(error_of(R"~({"notes": ["a", 1]})~"), "1:17 wrong-type");
  EXPECT_EQ(error_of(R"~({"notes": [["a"]]})~"), "1:12 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [1, null]})~"), "1:17 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [true]})~"), "1:14 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [{}]})~"), "1:14 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [[{}]]})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [[null]]})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"values": [null]})~"), "1:13 wrong-type");
  EXPECT_EQ(error_of(R"~({"values": [{}]})~"), "1:13 wrong-type");
  EXPECT_EQ(error_of(R"~({"values": [[false]]})~"), "1:14 wrong-type");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": "A"}})~"), "1:21 wrong-type");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": [1]}})~"), "1:22 wrong-type");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": {}}})~"), "1:21 wrong-type");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": [[]]}})~"), "1:22 wrong-type");
}

TEST(ProblemError, wrong_type_says_what_is_expected) {
  EXPECT_EQ(message_of(R"~({"title": 1})~"), "1:11: \"title\" is a number; a string");
  EXPECT_EQ(message_of(R"~({"weights": [null]})~"),
            "1:14: a weight is null; a number such as \"1/4\", or \"masked\"");
  EXPECT_EQ(message_of(R"~({"scores": [null]})~"),
            "1:13: a score is null; a number such as \"1/4\", or \"masked\"");
  EXPECT_EQ(message_of(R"~({"signed": "yes"})~"), "1:12: \"signed\" is a string; true or false");
}

TEST(ProblemError, rows_and_entries_do_not_mix) {
  EXPECT_EQ(error_of(R"~({"weights": [1, [1]]})~"), "1:17 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [[1], 1]})~"), "1:19 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": [[1], "1"]})~"), "1:19 wrong-type");
  EXPECT_EQ(error_of(R"~({"weights": ["masked", []]})~"), "1:24 wrong-type");
}

TEST(ProblemError, a_row_in_a_string_is_not_an_entry) {
  EXPECT_EQ(error_of(R"~({"weights": ["1/4,3/4", "1,0"]})~"), "1:14 wrong-type");
  EXPECT_EQ(error_of(R"~({"ratio": ["1:2"]})~"), "1:12 wrong-type");
  // One decimal comma is asked about as everywhere else.
  EXPECT_EQ(error_of(R"~({"weights": ["0,5", "0,5"]})~"), "1:16 decimal-comma");
}

TEST(ProblemError, a_number_in_a_string_is_refused_at_its_own_column) {
  EXPECT_EQ(error_of(R"~({"weights": ["1/0"]})~"), "1:17 zero-denominator");
  EXPECT_EQ(error_of(R"~({"weights": [["1/2", "1.17/27"]]})~"), "1:24 decimal-in-fraction");
  EXPECT_EQ(error_of("{\"values\":\n[[\"1/2/3\"]]}"), "2:7 two-slashes");
  EXPECT_EQ(error_of(R"~({"values": ["(1, 2"]})~"), "1:14 unclosed-vector");
  EXPECT_EQ(error_of(R"~({"values": ["(1, )"]})~"), "1:18 missing-component");
  EXPECT_EQ(error_of(R"~({"values": [""]})~"), "1:14 empty");
  EXPECT_EQ(error_of(R"~({"values": [[""]]})~"), "1:15 empty");
  EXPECT_EQ(error_of(R"~({"values": ""})~"), "1:13 empty");
  EXPECT_EQ(error_of(R"~({"weights": ""})~"), "1:14 empty");
  EXPECT_EQ(error_of(R"~({"weights": "1/4, x"})~"), "1:19 not-a-number");
  EXPECT_EQ(error_of(R"~({"values": "(1,2) (3,x)"})~"), "1:22 not-a-number");
  EXPECT_EQ(error_of(R"~({"values": [["masked"]]})~"), "1:15 not-a-number");
  EXPECT_EQ(error_of(R"~({"title": "é½", "weights": ["½ x"]})~"), "1:32 trailing-text");
}

TEST(ProblemError, a_number_behind_escapes_is_refused_where_it_stands) {
  // \\frac{1}{ takes ten columns here, an escaped ½ six.
  EXPECT_EQ(error_of(R"~({"weights": ["\\frac{1}{x}"]})~"), "1:25 malformed-tex");
  EXPECT_EQ(error_of(R"~({"values": ["(\u00bd, x)"]})~"), "1:23 not-a-number");
  EXPECT_EQ(error_of(R"~({"values": "(\u00bd, x)"})~"), "1:22 not-a-number");
  EXPECT_EQ(error_of(R"~({"weights": ["\ud835\udfd9/2"]})~"), "1:15 not-a-number");
  EXPECT_EQ(error_of(R"~({"weights": ["1\u00002"]})~"), "1:16 trailing-text");
}

TEST(ProblemError, numbers_have_limits) {
  const std::string digits(10'001, '7');
  EXPECT_EQ(error_of("{\"values\": [" + digits + "]}"), "1:13 over-limit");
  EXPECT_EQ(error_of("{\"values\": [\"" + digits + "\"]}"), "1:14 over-limit");
  EXPECT_EQ(error_of(R"~({"values": ["1e999999999"]})~").substr(5), "over-limit");
}

// The JSON library gives up at numbers beyond a double.
TEST(ProblemError, behind_a_large_json_number_errors_keep_their_places) {
  EXPECT_EQ(error_of("{\"values\": [1,\n-2.5E+999999999 ]}"), "2:6 over-limit");
  EXPECT_EQ(error_of(R"~({"title": 1e400})~"), "1:11 wrong-type");
  EXPECT_EQ(error_of(R"~({"values": ["é", 1e400]})~"), "1:14 not-a-number");
  EXPECT_EQ(error_of(R"~({"values": [1e400, "x"]})~"), "1:21 not-a-number");
  EXPECT_EQ(error_of(R"~({"values": [1e400 2]})~"), "1:19 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400x]})~"), "1:18 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400-]})~"), "1:18 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400-1e400]})~"), "1:18 syntax");
  EXPECT_EQ(error_of(R"~({"values": [01e400]})~"), "1:14 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400.]})~"), "1:18 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400, 01]})~"), "1:21 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400, 1.]})~"), "1:20 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400], "title": "1e400 \"1e400\q"})~"), "1:44 syntax");
  EXPECT_EQ(error_of(R"~({"values": [1e400, "1e400)~"), "1:20 syntax");
}

TEST(ProblemError, nothing_nests_deeper_than_the_format) {
  EXPECT_EQ(error_of(R"~({"weights": [[[1]]]})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"values": [[[1]]]})~"), "1:14 wrong-type");
  EXPECT_EQ(error_of(R"~({"labels": {"keys": [["A"]]}})~"), "1:22 wrong-type");
  EXPECT_EQ(error_of(R"~({"title": {"a": {}}})~"), "1:11 wrong-type");
  const std::string deep(1'000'000, '[');
  EXPECT_EQ(error_of(deep), "1:1 wrong-type");
  EXPECT_EQ(error_of("{\"weights\": " + deep), "1:15 wrong-type");
  EXPECT_EQ(error_of("{\"x\": " + deep), "1:2 unknown-field");
}

}  // namespace
}  // namespace exactblend
