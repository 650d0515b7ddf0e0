#include "exactblend/render/text.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <sstream>

#include "exactblend/render/escape.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "render/making.hpp"

namespace exactblend {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// Whether the line could have been broken: it has a space between two pieces behind its indent.
bool breakable(const std::string& line) {
  const std::size_t start = line.find_first_not_of(' ');
  return start != std::string::npos && line.find(' ', start) != std::string::npos;
}

TEST(TraceText, OfTheFoundingExampleShowsEachStep) {
  const std::string text = trace_text(trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)"), {});
  EXPECT_TRUE(contains(text, "w1 + w2 + w3 = 1/4 + 1/4 + 1/2 = 1\n"));
  EXPECT_TRUE(contains(text, "w1·V1 = 1/4·(2,0) = (1/2,0)\n"));
  EXPECT_TRUE(contains(text, "w2·V2 = 1/4·(0,3) = (0,3/4)\n"));
  EXPECT_TRUE(contains(text, "w3·V3 = 1/2·(1,1) = (1/2,1/2)\n"));
  EXPECT_TRUE(contains(text, "(1,5/4)"));
  EXPECT_TRUE(contains(text, "EXACT\n"));
  EXPECT_TRUE(contains(text, "NAMED\n"));
  EXPECT_TRUE(contains(text, "─ boundary ─"));
}

TEST(TraceText, FitsItsWidth) {
  for (const auto& [name, trace] : examples()) {
    for (const std::size_t width : {40U, 60U, 80U, 100U}) {
      for (const std::string& line : lines_of(trace_text(trace, {.width = width}))) {
        EXPECT_TRUE(display_width(line) <= width || !breakable(line))
            << name << " at " << width << ": " << line;
      }
    }
  }
}

TEST(TraceText, OfManyKeysFitsAndSaysHowMuchIsLeftOut) {
  const Trace trace = many_keys(40, 12);
  const std::string text = trace_text(trace, {});
  for (const std::string& line : lines_of(text)) {
    EXPECT_TRUE(display_width(line) <= 80 || !breakable(line)) << line;
  }
  EXPECT_TRUE(contains(text, "… 32 more terms …"));  // 40 terms, 8 of them shown
  EXPECT_TRUE(contains(text, "… 28 more lines …"));  // 40 lines, 12 of them shown
  EXPECT_TRUE(contains(text, "28 more keys"));
  const std::string full = trace_text(trace, {.full = true});
  EXPECT_FALSE(contains(full, " more "));
  EXPECT_TRUE(contains(full, "w40·V40"));
}

TEST(TraceText, IsColouredOnlyOnRequest) {
  const Trace trace = trace_of("1", "5");
  EXPECT_FALSE(contains(trace_text(trace, {}), "\033"));
  const std::string coloured = trace_text(trace, {.colour = true});
  EXPECT_TRUE(contains(coloured, "\033["));
  EXPECT_EQ(std::regex_replace(coloured, std::regex("\033\\[[0-9;]*m"), ""), trace_text(trace, {}));
}

TEST(Renderings, OfExactNumbersHoldNoDecimal) {
  const std::regex decimal("[0-9]\\.[0-9]");
  for (const auto& [name, trace] : examples()) {
    for (const std::string& text :
         {trace_text(trace, {}), trace_markdown(trace), trace_latex(trace),
          trace_json(trace, JsonLayout::indented)}) {
      EXPECT_FALSE(std::regex_search(text, decimal)) << name;
    }
  }
}

TEST(Renderings, AreTheSameEveryTime) {
  for (const auto& [name, trace] : examples()) {
    EXPECT_EQ(trace_text(trace, {}), trace_text(trace, {})) << name;
    EXPECT_EQ(trace_latex(trace), trace_latex(trace)) << name;
    EXPECT_EQ(trace_markdown(trace), trace_markdown(trace)) << name;
    EXPECT_EQ(trace_json(trace, JsonLayout::one_line), trace_json(trace, JsonLayout::one_line));
  }
}

TEST(Renderings, TakeHostileTextAsText) {
  ProblemDraft draft;
  draft.title = "</title><script>\x1b[2J\\input{x}\u202E$x$ | a";
  draft.notes = {draft.title};
  draft.labels = {{draft.title}, {draft.title}, {draft.title}};
  draft.weights = draft_rows("1").value();
  draft.values = draft_values("5").value();
  const Trace trace = make_trace(make_problem(std::move(draft)).value());
  EXPECT_FALSE(contains(trace_text(trace, {}), "\033"));
  EXPECT_FALSE(contains(trace_text(trace, {}), "\u202E"));
  EXPECT_FALSE(contains(trace_markdown(trace), "<script>"));
  EXPECT_FALSE(contains(trace_latex(trace), "\\input{"));
}

TEST(AnswersText, PutsTheFirstWrongStepFirst) {
  const Trace trace = trace_of("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  const auto answers =
      check_answer(trace, 0, {"1", "(1/2,0) (0,3/2) (1/2,1/2)", "(1,5/2)"}).value();
  const std::string text = answers_text(answers, {});
  EXPECT_TRUE(text.starts_with("The first wrong step:\nwrong       scaled value 2: (0,3/2)\n"));
  EXPECT_LT(text.find("scaled value 2"), text.find("sum: 1"));
  for (const std::string& line : lines_of(text)) EXPECT_LE(display_width(line), 80U);
}

}  // namespace
}  // namespace exactblend
