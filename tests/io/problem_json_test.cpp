// What a problem file may hold, field by field and shape by shape.
#include <string>

#include "io/reading.hpp"

namespace exactblend {
namespace {

using Strings = std::vector<std::string>;

TEST(ProblemJson, reads_the_founding_example) {
  const ProblemDraft draft = read(R"~({
    "$schema": "../schema/problem-1.schema.json",
    "schema": "exactblend/problem/1",
    "title": "Assigned weights, blended exactly",
    "weights": ["1/4", "1/4", "1/2"],
    "values": [["2", "0"], ["0", "3"], ["1", "1"]]})~");
  EXPECT_EQ(draft.title, "Assigned weights, blended exactly");
  EXPECT_EQ(shown(draft.weights), Strings{"1/4 1/4 1/2"});
  EXPECT_EQ(shown(draft.values), (Strings{"(2,0)", "(0,3)", "(1,1)"}));
  EXPECT_TRUE(draft.scores.empty());
  EXPECT_TRUE(draft.notes.empty());
  EXPECT_FALSE(draft.normalize);
  EXPECT_FALSE(draft.signed_weights);
  EXPECT_TRUE(make_problem(draft));
}

TEST(ProblemJson, weights_have_one_row_in_an_array_or_a_string) {
  for (const char* text :
       {R"~({"weights": ["1/4", "1/4", "1/2"]})~", R"~({"weights": [0.25, 0.25, 0.5]})~",
        R"~({"weights": [["1/4", 0.25, "50%"]]})~", R"~({"weights": "1/4,1/4,1/2"})~",
        R"~({"weights": "(1/4; 1/4; 1/2)"})~", R"~({"weights": ["½ ", "\u00bd", " 0"]})~"}) {
    const ProblemDraft draft = read(text);
    ASSERT_EQ(draft.weights.size(), 1U) << text;
    EXPECT_EQ(draft.weights[0].entries.size(), 3U) << text;
    EXPECT_FALSE(draft.weights[0].is_ratio) << text;
  }
}

TEST(ProblemJson, weights_have_several_rows) {
  const Strings rows = {"1/4 3/4", "1 0"};
  EXPECT_EQ(shown(read(R"~({"weights": [["1/4", "3/4"], [1, 0]]})~").weights), rows);
  EXPECT_EQ(shown(read(R"~({"weights": "(1/4,3/4) (1,0)"})~").weights), rows);
  // The second row is longer than the first: whether it may be is for make_problem() to say.
  EXPECT_EQ(shown(read(R"~({"weights": [[1], [1, 0]]})~").weights), (Strings{"1", "1 0"}));
}

TEST(ProblemJson, an_array_of_strings_is_one_row) {
  EXPECT_EQ(shown(read(R"~({"weights": ["1", "0"]})~").weights), Strings{"1 0"});
}

TEST(ProblemJson, an_entry_may_be_masked) {
  EXPECT_EQ(shown(read(R"~({"weights": ["masked", 1, "MASKED "]})~").weights),
            Strings{"masked 1 masked"});
  EXPECT_EQ(shown(read(R"~({"weights": [["masked", 1], [1, "masked"]]})~").weights),
            (Strings{"masked 1", "1 masked"}));
  EXPECT_EQ(shown(read(R"~({"weights": "1, masked"})~").weights), Strings{"1 masked"});
  EXPECT_EQ(shown(read(R"~({"scores": ["1/2", "masked"]})~").scores), Strings{"1/2 masked"});
}

TEST(ProblemJson, a_ratio_has_the_shapes_of_weights) {
  const Strings row = {":1 1 2"};
  EXPECT_EQ(shown(read(R"~({"ratio": "1:1:2"})~").weights), row);
  EXPECT_EQ(shown(read(R"~({"ratio": "1,1,2"})~").weights), row);
  EXPECT_EQ(shown(read(R"~({"ratio": [1, 1, 2]})~").weights), row);
  EXPECT_EQ(shown(read(R"~({"ratio": [[1, 1, 2], ["1", "0", "0"]]})~").weights),
            (Strings{":1 1 2", ":1 0 0"}));
  EXPECT_EQ(shown(read(R"~({"ratio": "(1:1:2) (1:0:0)"})~").weights),
            (Strings{":1 1 2", ":1 0 0"}));
  EXPECT_EQ(shown(read(R"~({"weights": "1:1:2"})~").weights), row);
}

TEST(ProblemJson, scores_have_the_shapes_of_weights) {
  for (const char* text : {R"~({"scores": [0, "-1/2", 3]})~", R"~({"scores": [[0, "-1/2", 3]]})~",
                           R"~({"scores": "0, -1/2, 3"})~"}) {
    const ProblemDraft draft = read(text);
    EXPECT_EQ(shown(draft.scores), Strings{"0 -1/2 3"}) << text;
    EXPECT_TRUE(draft.weights.empty()) << text;
  }
}

TEST(ProblemJson, values_are_arrays_strings_or_numbers) {
  const Strings values = {"(2,0)", "(0,3)", "(1,1)"};
  EXPECT_EQ(shown(read(R"~({"values": [[2, 0], ["0", "3"], [1.0, "2/2"]]})~").values), values);
  EXPECT_EQ(shown(read(R"~({"values": ["(2,0)", "0, 3", "[1;1]"]})~").values), values);
  EXPECT_EQ(shown(read(R"~({"values": [[2, 0], "(0,3)", [1, "1"]]})~").values), values);
  EXPECT_EQ(shown(read(R"~({"values": "(2,0) (0,3) (1,1)"})~").values), values);
  EXPECT_EQ(shown(read(R"~({"values": [2, "1/2", [0]]})~").values),
            (Strings{"(2)", "(1/2)", "(0)"}));
}

TEST(ProblemJson, notes_are_one_string_or_several) {
  EXPECT_EQ(read(R"~({"notes": "one"})~").notes, Strings{"one"});
  EXPECT_EQ(read(R"~({"notes": ["one", "two", ""]})~").notes, (Strings{"one", "two", ""}));
  EXPECT_TRUE(read(R"~({"notes": []})~").notes.empty());
}

TEST(ProblemJson, labels_are_read_each_for_itself) {
  const ProblemDraft draft =
      read("{\"labels\":\n {\"keys\": [\"A\", \"B\"], \"components\": [\"x\"], \"queries\": []}}");
  EXPECT_EQ(draft.labels.keys, (Strings{"A", "B"}));
  EXPECT_EQ(draft.labels.components, Strings{"x"});
  EXPECT_TRUE(draft.labels.queries.empty());
  EXPECT_EQ(at(draft.labels_at), "2:2");
  EXPECT_EQ(read(R"~({"labels": {"queries": ["q"]}})~").labels.queries, Strings{"q"});
}

TEST(ProblemJson, switches_are_true_or_false) {
  EXPECT_TRUE(read(R"~({"normalize": true})~").normalize);
  EXPECT_FALSE(read(R"~({"normalize": false})~").normalize);
  EXPECT_TRUE(read(R"~({"signed": true})~").signed_weights);
  EXPECT_FALSE(read(R"~({"signed": false})~").signed_weights);
}

TEST(ProblemJson, fields_come_in_any_order) {
  const ProblemDraft draft = read(
      R"~({"values": [1], "signed": true, "weights": [1], "title": "t", "schema": "exactblend/problem/1"})~");
  EXPECT_EQ(draft.title, "t");
  EXPECT_TRUE(make_problem(draft));
}

TEST(ProblemJson, an_empty_object_is_a_draft_without_a_problem) {
  const auto problem = make_problem(read(" \n {}"));
  ASSERT_FALSE(problem);
  EXPECT_EQ(problem.error().code, ErrorCode::missing_field);
  EXPECT_EQ(problem.error().place.line, 2);
  EXPECT_EQ(problem.error().place.column, 2);
}

TEST(ProblemJson, empty_weights_are_one_row_without_entries) {
  for (const char* text :
       {R"~({"values": [1], "weights": []})~", R"~({"values": [1], "weights": [[]]})~"}) {
    const auto problem = make_problem(read(text));
    ASSERT_FALSE(problem) << text;
    EXPECT_EQ(code_name(problem.error().code), "no-weights") << text;
    EXPECT_GE(problem.error().place.column, 28) << text;
  }
}

// A JSON number is its text, never a double that is near it.
TEST(JsonNumber, is_read_as_its_text) {
  const auto value = [](const std::string& number) {
    const ProblemDraft draft = read("{\"values\":[" + number + "]}");
    return draft.values.size() == 1 ? to_text(draft.values[0].components) : "";
  };
  EXPECT_EQ(value("0.1"), "(1/10)");
  EXPECT_EQ(value("0.25"), "(1/4)");
  EXPECT_EQ(value("-0"), "(0)");
  EXPECT_EQ(value("-0.0"), "(0)");
  EXPECT_EQ(value("3e-2"), "(3/100)");
  EXPECT_EQ(value("1E+2"), "(100)");
  EXPECT_EQ(value("1e-400").size(), 2 + 2 + 401U);  // a double would be 0
  // The double nearest to 0.1 is a little more than this.
  EXPECT_EQ(value("0.1000000000000000055511151231257827"),
            "(1000000000000000055511151231257827/10000000000000000000000000000000000)");
  EXPECT_EQ(value("9007199254740993"), "(9007199254740993)");  // 2^53 + 1
  EXPECT_EQ(value("18446744073709551616"), "(18446744073709551616)");
  EXPECT_EQ(value("-9223372036854775809"), "(-9223372036854775809)");
  EXPECT_EQ(value("123456789012345678901234567890"), "(123456789012345678901234567890)");
  EXPECT_EQ(value(" \t\n7\r\n "), "(7)");
  EXPECT_EQ(value(std::string(9'999, '7')), "(" + std::string(9'999, '7') + ")");
}

// The JSON library gives up at numbers beyond a double, 1.8e308.
TEST(JsonNumber, is_read_beyond_the_doubles) {
  const std::string zeros(400, '0');
  EXPECT_EQ(
      shown(read(R"~({"weights": [1e400, -2.5e+400,1E-400 , 1e309], "title": "1e400"})~").weights),
      (Strings{"1" + zeros + " -25" + zeros.substr(1) + " 1/1" + zeros + " 1" + zeros.substr(91)}));
  const ProblemDraft draft = read(R"~({"values": [1e400,
    "1e400", [3, 1e400]], "notes": ["1e400 \\\" 1e400", "é"]})~");
  EXPECT_EQ(draft.notes, (Strings{"1e400 \\\" 1e400", "é"}));
  EXPECT_EQ(shown(draft.values),
            (Strings{"(1" + zeros + ")", "(1" + zeros + ")", "(3,1" + zeros + ")"}));
  EXPECT_EQ(at(draft.values[1].at), "2:5");
}

TEST(JsonNumber, keeps_its_place_in_the_array) {
  const ProblemDraft draft = read(R"~({"weights":[0.5,-0,2e1 , 3]})~");
  EXPECT_EQ(shown(draft.weights), Strings{"1/2 0 20 3"});
}

TEST(ProblemPlaces, every_part_of_a_draft_knows_where_it_stands) {
  const ProblemDraft draft = read(
      "\n {\"weights\": [[\"1/4\", 0.75],\n"
      "  [1, \"masked\"]],\n"
      "\"values\": [[1,\n 2], \"(3,4)\"]}");
  EXPECT_EQ(at(draft.at), "2:2");
  EXPECT_EQ(at(draft.weights[0].at), "2:15");
  EXPECT_EQ(at(draft.weights[0].entries[0].at), "2:16");
  EXPECT_EQ(at(draft.weights[0].entries[1].at), "2:23");
  EXPECT_EQ(at(draft.weights[1].at), "3:3");
  EXPECT_EQ(at(draft.weights[1].entries[1].at), "3:7");
  EXPECT_EQ(at(draft.values[0].at), "4:12");
  EXPECT_EQ(at(draft.values[1].at), "5:6");
}

TEST(ProblemPlaces, one_row_stands_where_its_array_begins) {
  EXPECT_EQ(at(read(R"~({"weights": [1, 0]})~").weights[0].at), "1:13");
  EXPECT_EQ(at(read(R"~({"weights": []})~").weights[0].at), "1:13");
}

TEST(ProblemPlaces, columns_count_characters) {
  const ProblemDraft draft = read(R"~({"title": "½ 𝟙 é", "weights": [1, "½", 0]})~");
  EXPECT_EQ(at(draft.weights[0].entries[0].at), "1:32");
  EXPECT_EQ(at(draft.weights[0].entries[1].at), "1:35");
  EXPECT_EQ(at(draft.weights[0].entries[2].at), "1:40");
}

TEST(ProblemPlaces, entries_of_a_string_stand_inside_it) {
  const ProblemDraft draft = read(R"~({"weights": "(1/4, ¾) (1, 0)"})~");
  EXPECT_EQ(at(draft.weights[0].at), "1:15");
  EXPECT_EQ(at(draft.weights[0].entries[1].at), "1:20");
  EXPECT_EQ(at(draft.weights[1].entries[0].at), "1:24");
}

TEST(ProblemPlaces, an_escape_takes_the_columns_that_it_takes) {
  const ProblemDraft draft = read(R"~({"weights": "\\frac12, \u00bc, \t1/4"})~");
  EXPECT_EQ(shown(draft.weights), Strings{"1/2 1/4 1/4"});
  EXPECT_EQ(at(draft.weights[0].entries[0].at), "1:14");
  EXPECT_EQ(at(draft.weights[0].entries[1].at), "1:24");
  EXPECT_EQ(at(draft.weights[0].entries[2].at), "1:34");
}

TEST(ProblemPlaces, line_breaks_of_windows_count_once) {
  const ProblemDraft draft = read("{\r\n\"weights\":\r\n [1]}");
  EXPECT_EQ(at(draft.weights[0].entries[0].at), "3:3");
}

TEST(ProblemPlaces, a_byte_order_mark_is_no_column) {
  const ProblemDraft draft = read("\xEF\xBB\xBF{\"weights\": [1]}");
  EXPECT_EQ(at(draft.at), "1:1");
  EXPECT_EQ(at(draft.weights[0].entries[0].at), "1:14");
}

TEST(ProblemJson, text_may_hold_any_character) {
  EXPECT_EQ(read(R"~({"title": "a\u0000b"})~").title, std::string("a\0b", 3));
  EXPECT_EQ(read(R"~({"title": "\ud835\udfd9 é \"\\\/\n"})~").title, "𝟙 é \"\\/\n");
  EXPECT_EQ(read("{\"title\": \"\x7F\"}").title, "\x7F");
}

}  // namespace
}  // namespace exactblend
