// An author's sentences in a problem file: which fields there are, and where what is refused
// stands.
#include <string>

#include "exactblend/lesson/trace.hpp"
#include "io/reading.hpp"

namespace exactblend {
namespace {

// A problem of two queries with this as its "sentences".
std::string problem(const std::string& sentences) {
  return R"~({"weights": [["1/4", "3/4"], [1, 0]], "values": [[4], [8]], "sentences": )~" +
         sentences + "}";
}

// "column code: what is wrong", of reading or of making the problem, and the text from that column.
std::string refusal(const std::string& text) {
  auto draft = read_problem_json(text);
  const auto shown = [&](const Error& error) {
    EXPECT_EQ(error.place.line, 1);
    std::size_t byte = 0;  // of the column
    for (int column = 1; column < error.place.column; ++column) {
      do ++byte;
      while ((text[byte] & 0xC0) == 0x80);
    }
    return std::string(code_name(error.code)) + ": " + error.wrong + " at " + text.substr(byte, 8);
  };
  if (!draft) return shown(draft.error());
  const auto made = make_problem(std::move(*draft));
  return made ? "no error" : shown(made.error());
}

TEST(Sentences, of_a_file_become_those_of_the_trace) {
  ProblemDraft draft =
      read(problem(R"~({"introduction": "{{queries}} queries", "assign": "{{ w1 }}",
    "scale": "\u007b{V2\u007d}", "add": "{{output}} \u00bd \ud835\udfd9 \"\\ {{q2.output}}",
    "boundary": "B", "summary": "S"})~"));
  const Trace trace = make_trace(make_problem(std::move(draft)).value());
  EXPECT_EQ(trace.introduction, "2 queries");
  EXPECT_EQ(trace.summary, "S");
  std::string all;
  for (const Step& step : trace.steps) all += step.sentence + '|';
  EXPECT_EQ(all, "1/4|(8)|(7) ½ 𝟙 \"\\ (4)|1|(8)|(4) ½ 𝟙 \"\\ (4)|B|");
}

TEST(Sentences, may_be_none) {
  EXPECT_EQ(refusal(problem("{}")), "no error");
  EXPECT_TRUE(read(problem("{}")).sentences.empty());
}

TEST(Sentences, of_an_unknown_step_are_refused_with_the_nearest) {
  EXPECT_EQ(refusal(problem(R"~({"ad": "x"})~")),
            "unknown-field: there is no field \"ad\" at \"ad\": \"x");
  const auto suggests = [](const std::string& name, const std::string& known) {
    EXPECT_EQ(message_of(R"~({"sentences": {")~" + name + R"~(": "x"}})~"),
              "1:16: there is no field \"" + name + "\"; \"" + known + "\" may be meant");
  };
  suggests("intoduction", "introduction");
  suggests("introdcution", "introduction");
  suggests("normalise", "normalize");
  suggests("Scale", "scale");
  suggests("sumary", "summary");
  EXPECT_EQ(message_of(R"~({"sentences": {"keys": "x"}})~"),
            "1:16: there is no field \"keys\"; the fields are introduction, softmax, normalize, "
            "assign, scale, add, boundary, summary");
  EXPECT_EQ(message_of(R"~({"sentence": {}})~"),
            "1:2: there is no field \"sentence\"; \"sentences\" may be meant");
}

TEST(Sentences, are_strings_each_given_once) {
  EXPECT_EQ(error_of(R"~({"sentences": []})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": "x"})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": null})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": 1e400})~"), "1:15 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": 1}})~"), "1:23 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": true}})~"), "1:23 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": null}})~"), "1:23 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": []}})~"), "1:23 wrong-type");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": {}}})~"), "1:23 wrong-type");
  EXPECT_EQ(message_of(R"~({"sentences": {"add": 1}})~"), "1:23: \"add\" is a number; a string");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": "x", "add": "x"}})~"), "1:28 duplicate-field");
  EXPECT_EQ(error_of(R"~({"sentences": {}, "sentences": {}})~"), "1:19 duplicate-field");
  EXPECT_EQ(error_of(R"~({"sentences": {"normalize": "x"}, "normalize": true, "keys": 1})~"),
            "1:54 unknown-field");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": ""}})~"), "1:23 empty");
  EXPECT_EQ(error_of("{\"sentences\": {\"add\": \"" + std::string(70'000, 'x') + "\"}}"),
            "1:23 over-limit");
  EXPECT_EQ(error_of(R"~({"sentences": {"add": "x",}})~"), "1:26 syntax");
}

TEST(Sentences, are_refused_at_the_name_whatever_stands_before_it) {
  for (const std::string before :
       {"", "It is ", "½ 𝟙 ", "\\u00bd ", "\\ud835\\udfd9", "\\\"\\\\\\n", "\\u0041\\t½\\/",
        "{{output}} \\u00bd {{ w1 }} ½ "}) {
    EXPECT_EQ(refusal(problem("{\"add\": \"" + before + "{{ outptu }}\"}")),
              "unknown-name: there is no name \"outptu\" at outptu }");
    EXPECT_EQ(refusal(problem("{\"add\": \"" + before + "{{w3}} {{x}}\"}")),
              "unknown-name: there is no key 3 at w3}} {{x");
    EXPECT_EQ(refusal(problem("{\"add\": \"" + before + "{{output} it\"}")),
              "unclosed-name: \"{{\" without \"}}\" at {{output");
  }
  // A name may hold escapes itself.
  EXPECT_EQ(refusal(problem(R"~({"add": "\u007b\u007b \u0077\u0033}}"})~")),
            "unknown-name: there is no key 3 at \\u0077\\u");
  EXPECT_EQ(refusal(problem(R"~({"add": "\f\frac \tfrac {{"})~")),
            "unclosed-name: \"{{\" without \"}}\" at {{\"}}");
}

TEST(Sentences, for_a_step_that_is_not_there_are_refused_where_they_stand) {
  EXPECT_EQ(
      refusal(problem(R"~({"add": "x", "softmax": "One."})~")),
      "conflicting-fields: there is no step for the sentence \"softmax\": there are no scores "
      "at \"One.\"}}");
  EXPECT_EQ(refusal(problem(R"~({"normalize": "\u00bd{{w1}}"})~")),
            "conflicting-fields: there is no step for the sentence \"normalize\": the weights are "
            "not divided by their sum at \"\\u00bd{");
}

TEST(Sentences, with_too_many_names_are_refused_at_the_first_too_many) {
  std::string names;
  for (std::size_t i = 0; i < kMaxSentenceNames; ++i) names += "{{w1}}";
  EXPECT_EQ(refusal(problem("{\"add\": \"" + names + "\"}")), "no error");
  EXPECT_EQ(refusal(problem("{\"add\": \"\\u00bd" + names + "{{w2}}\"}")),
            "over-limit: too many names in one sentence at w2}}\"}}");
}

}  // namespace
}  // namespace exactblend
