#include "exactblend/render/json.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "render/making.hpp"

namespace exactblend {
namespace {

using nlohmann::json;

mpq_class fraction(const json& text) {
  mpq_class value(text.get<std::string>());
  value.canonicalize();
  return value;
}

// Recomputes every number of a row from its weights and the values, with GMP's rationals.
void check_row(const json& trace, const json& row, const std::string& name) {
  const json& values = trace["values"];
  mpq_class sum = 0;
  std::vector<mpq_class> output(values[0].size());
  for (std::size_t key = 0; key < values.size(); ++key) {
    const mpq_class weight = fraction(row["weights"][key]);
    sum += weight;
    for (std::size_t i = 0; i < output.size(); ++i) {
      const mpq_class scaled = weight * fraction(values[key][i]);
      output[i] += scaled;
      EXPECT_EQ(row["scaled"][key][i], scaled.get_str()) << name;
    }
  }
  EXPECT_EQ(row["sum"], sum.get_str()) << name;
  for (std::size_t i = 0; i < output.size(); ++i) {
    EXPECT_EQ(row["output"][i], output[i].get_str()) << name;
  }
}

TEST(TraceJson, HoldsNumbersThatAnotherLibraryAgreesWith) {
  std::size_t rows = 0;
  for (const auto& [name, trace] : examples()) {
    for (const JsonLayout layout : {JsonLayout::indented, JsonLayout::one_line}) {
      const json parsed = json::parse(trace_json(trace, layout));
      EXPECT_EQ(parsed["schema"], std::string(kTraceSchema));
      for (const json& row : parsed["rows"]) {
        if (!row.contains("weights")) continue;
        check_row(parsed, row, name);
        ++rows;
      }
    }
  }
  EXPECT_GE(rows, 20U);
}

TEST(TraceJson, IsOneLineOnRequest) {
  const std::string text = trace_json(trace_of("1", "5"), JsonLayout::one_line);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(TraceJson, LeavesNothingOutOfALongSum) {
  const std::string text = trace_json(many_keys(40, 12), JsonLayout::one_line);
  EXPECT_EQ(text.find("more"), std::string::npos);
  EXPECT_NE(text.find("w40·V40"), std::string::npos);
}

TEST(ResultJson, IsTheTracesRowWithoutItsSteps) {
  const Trace trace = trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  std::string out;
  append_result_json(out, trace.problem, trace.blends);
  EXPECT_EQ(out,
            R"({"sum":"1","scaled":[["1/2","0"],["0","3/4"],["1/2","1/2"]],"output":["1","5/4"]})"
            "\n");
}

TEST(ResultJson, OfSeveralQueriesHasARowForEach) {
  const Trace trace = trace_of("(1,0) (1/2,1/2)", "1,2");
  std::string out;
  append_result_json(out, trace.problem, trace.blends);
  const json parsed = json::parse(out);
  ASSERT_EQ(parsed["rows"].size(), 2U);
  EXPECT_EQ(parsed["rows"][1]["output"], json({"3/2"}));
}

TEST(ResultJson, OfScoresIsTheNamedBlend) {
  const Trace trace = trace_of(nullptr, "(2,0) (0,3)", "1/2,0");
  std::string out;
  append_result_json(out, trace.problem, trace.blends);
  const json parsed = json::parse(out);
  EXPECT_FALSE(parsed.contains("output"));
  EXPECT_EQ(parsed["named_blend"][0]["numerator"],
            json::parse(R"([{"coefficient":"2","exponent":"1/2"}])"));
}

TEST(ErrorJson, HasLineCodeColumnAndBothSentences) {
  std::string out;
  append_error_json(out, 7, read_problem_json(R"({"weights": ["1/0"]})").error());
  const json parsed = json::parse(out);
  EXPECT_EQ(parsed["line"], 7);
  EXPECT_EQ(parsed["error"]["code"], "zero-denominator");
  EXPECT_EQ(parsed["error"]["column"], 17);
  EXPECT_EQ(parsed["error"]["wrong"], "the denominator is 0");
  EXPECT_EQ(parsed["error"]["right"], "a fraction needs a denominator other than 0");
}

TEST(AnswersJson, NamesTheFirstWrongStep) {
  const Trace trace = trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  const auto answers = check_answer(trace, 0, {"1", "(1/2,0) (0,3/2) (1/2,1/2)", {}}).value();
  const json parsed = json::parse(answers_json(answers));
  EXPECT_EQ(parsed["first_wrong"], json({{"step", "scale"}, {"key", 2}}));
  EXPECT_EQ(parsed["answers"].size(), 4U);
  EXPECT_EQ(parsed["answers"][2]["slip"], "other-weight");
}

}  // namespace
}  // namespace exactblend
