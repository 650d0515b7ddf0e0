// An author may write anything: each rendering shows it as text.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "exactblend/render/text.hpp"
#include "render/making.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kHostile =
    "\x1b[31m \"\\ {{V1}}\n<script>alert(1)</script> $x$ \\input{f} [a](b) `c` 100% \u202E\x7f";
constexpr std::string_view kFilled =
    "\x1b[31m \"\\ (1)\n<script>alert(1)</script> $x$ \\input{f} [a](b) `c` 100% \u202E\x7f";

Trace hostile() {
  ProblemDraft draft;
  draft.weights = draft_rows("1:1").value();
  draft.scores = draft_rows("0,1").value();
  draft.values = draft_values("(1) (2)").value();
  for (std::size_t i = 0; i < kSentences; ++i) {
    draft.sentences.push_back(draft_sentence(static_cast<SentenceOf>(i), kHostile).value());
  }
  return make_trace(make_problem(std::move(draft)).value());
}

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(OwnSentenceRendered, is_in_json_what_the_author_wrote) {
  for (const auto layout : {JsonLayout::indented, JsonLayout::one_line}) {
    const auto json = nlohmann::json::parse(trace_json(hostile(), layout));
    EXPECT_EQ(json["introduction"], kFilled);
    EXPECT_EQ(json["summary"], kFilled);
    ASSERT_EQ(json["steps"].size(), 6U);
    for (const auto& step : json["steps"]) EXPECT_EQ(step["sentence"], kFilled);
  }
}

TEST(OwnSentenceRendered, controls_neither_a_terminal_nor_a_page) {
  for (const std::string& text : {trace_text(hostile(), {}), trace_markdown(hostile(), false),
                                  trace_latex(hostile(), false)}) {
    for (const char c : text) EXPECT_TRUE(c == '\n' || (c & 0xE0) != 0) << text;
    EXPECT_FALSE(contains(text, "\x7f"));
    EXPECT_FALSE(contains(text, "\u202E"));
    EXPECT_TRUE(contains(text, "(1)"));
  }
  EXPECT_TRUE(contains(trace_text(hostile(), {}), "<script>alert(1)</script> $x$"));
  EXPECT_FALSE(contains(trace_markdown(hostile(), false), "<script>"));
  EXPECT_FALSE(contains(trace_latex(hostile(), false), "\\input"));
}

}  // namespace
}  // namespace exactblend
