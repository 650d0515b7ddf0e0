// What holds of every rendering of problems drawn at random, and of labels and titles of any text.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "exactblend/render/escape.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "exactblend/render/text.hpp"
#include "lesson/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

using nlohmann::json;

Trace trace_of(const gen::Problem& problem, std::string title = {}) {
  ProblemDraft made;
  made.title = std::move(title);
  made.signed_weights = true;
  DraftRow& row = made.weights.emplace_back();
  DraftRow& scores = made.scores.emplace_back();
  for (const mpq_class& weight : problem.weights) {
    row.entries.push_back({oracle::read_back(weight)});
    scores.entries.push_back({oracle::read_back(weight)});
  }
  for (const oracle::Vector& value : problem.values) {
    made.values.push_back({oracle::read_back(value)});
  }
  return trace(std::move(made));
}

// Mostly what could be taken for markup, an escape sequence or malformed UTF-8.
std::string hostile_text() {
  const std::vector<std::string> pieces = {"\x1b[31m",
                                           "\x1b]0;t\x07",
                                           "\u202E",
                                           "\u2066",
                                           "\u061C",
                                           "</script>",
                                           "<!--",
                                           "]]>",
                                           "\"",
                                           "'",
                                           "\\",
                                           "\\end{document}",
                                           "\\input{x}",
                                           "$",
                                           "$$",
                                           "%",
                                           "#",
                                           "&",
                                           "_",
                                           "^",
                                           "~",
                                           "{",
                                           "}",
                                           "`",
                                           "```",
                                           "*",
                                           "[x](y)",
                                           "| a |",
                                           "\n",
                                           "\r\n",
                                           "\n\n# h",
                                           "1. ",
                                           "- ",
                                           "> ",
                                           "\t",
                                           "\xFF",
                                           "\xC3",
                                           "\xE2\x82",
                                           "\xF0\x9F\x99",
                                           std::string(1, '\0'),
                                           "\u2028",
                                           "注",
                                           "🙂",
                                           "é",
                                           "e\u0301",
                                           "\v",
                                           "\f",
                                           "= ",
                                           "+ ",
                                           " word ",
                                           "long-word-that-has-no-space-in-it-at-all"};
  std::string text;
  for (int left = *rc::gen::inRange(1, 9); left > 0; --left) text += *rc::gen::elementOf(pieces);
  return text;
}

ProblemDraft hostile_draft() {
  ProblemDraft made = draft("(1/4,3/4) (1,0)", "(1,2) (3,4)", "(0,0) (1,1)");
  made.title = hostile_text();
  made.notes = {hostile_text(), hostile_text()};
  made.labels = {{hostile_text(), hostile_text()},
                 {hostile_text(), hostile_text()},
                 {hostile_text(), hostile_text()}};
  return made;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

bool is_utf8(const std::string& text) {
  try {
    (void)json(text).dump();
    return true;
  } catch (const json::exception&) {
    return false;
  }
}

std::vector<std::string> renderings(const Trace& trace) {
  return {trace_text(trace, {}),
          trace_text(trace, {.width = 40, .full = true}),
          trace_markdown(trace),
          trace_markdown(trace, true),
          trace_latex(trace),
          trace_latex(trace, true),
          trace_json(trace, JsonLayout::indented),
          trace_json(trace, JsonLayout::one_line)};
}

bool has_control(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7F;
  });
}

mpq_class fraction(const json& text) { return oracle::fraction(text.get<std::string>()); }

RC_GTEST_PROP(RenderProperty, json_holds_the_oracle_s_numbers, ()) {
  const gen::Problem problem = *gen::problem();
  const Trace trace = trace_of(problem);
  const json parsed = json::parse(trace_json(trace, JsonLayout::one_line));
  RC_ASSERT(parsed == json::parse(trace_json(trace, JsonLayout::indented)));
  const json& row = parsed["rows"][0];
  const oracle::Vector output = oracle::blend(problem.weights, problem.values);
  for (std::size_t i = 0; i < output.size(); ++i) {
    RC_ASSERT(row["output"][i] == output[i].get_str());
    // Σ of coefficients: the named blend's numerator holds Σⱼ vⱼ and its denominator the keys.
    mpq_class above = 0;
    mpq_class below = 0;
    mpq_class values = 0;
    for (const json& term : row["named_blend"][i]["numerator"])
      above += fraction(term["coefficient"]);
    for (const json& term : row["named_blend"][i]["denominator"]) {
      below += fraction(term["coefficient"]);
    }
    for (const oracle::Vector& value : problem.values) values += value[i];
    RC_ASSERT(above == values);
    RC_ASSERT(below == mpq_class(problem.values.size()));
  }
  for (std::size_t key = 0; key < problem.weights.size(); ++key) {
    RC_ASSERT(row["weights"][key] == problem.weights[key].get_str());
    for (std::size_t i = 0; i < output.size(); ++i) {
      const mpq_class scaled = problem.weights[key] * problem.values[key][i];
      RC_ASSERT(row["scaled"][key][i] == scaled.get_str());
      RC_ASSERT(parsed["values"][key][i] == problem.values[key][i].get_str());
    }
  }
  std::string result;
  append_result_json(result, trace.problem, trace.blends);
  const json short_form = json::parse(result);
  for (const char* part : {"sum", "scaled", "output", "named_blend"}) {
    RC_ASSERT(short_form[part] == row[part]);
  }
}

RC_GTEST_PROP(RenderProperty, no_rendering_of_exact_numbers_holds_a_decimal, ()) {
  const Trace trace = trace_of(*gen::problem());
  const std::regex decimal("[0-9][.,][0-9]*[eE]?[.][0-9]|[0-9]\\.[0-9]|[0-9][eE][-+]?[0-9]");
  for (const std::string& text : renderings(trace)) {
    std::smatch found;
    RC_ASSERT(!std::regex_search(text, found, decimal));
  }
}

std::size_t longest_word(const std::string& line) {
  std::istringstream words(line);
  std::size_t longest = 0;
  for (std::string word; words >> word;) longest = std::max(longest, display_width(word));
  return longest;
}

RC_GTEST_PROP(RenderProperty, every_line_of_text_fits_unless_one_number_is_too_long, ()) {
  constexpr std::size_t kBesideIt = 12;  // an indent, and an operator or a key

  const auto keys = *rc::gen::inRange<std::size_t>(1, 20);
  const auto components = *rc::gen::inRange<std::size_t>(1, 20);
  const Trace trace = trace_of(*gen::problem({keys, components, 1, 4, true}));
  const auto width = *rc::gen::inRange<std::size_t>(40, 101);
  for (const bool full : {false, true}) {
    for (const std::string& line : lines_of(trace_text(trace, {.width = width, .full = full}))) {
      RC_LOG() << line << std::endl;
      RC_ASSERT(display_width(line) <= width || longest_word(line) + kBesideIt > width);
    }
  }
}

RC_GTEST_PROP(RenderProperty, every_line_with_labels_of_any_length_fits, ()) {
  constexpr std::size_t kBesideIt = 12;
  ProblemDraft made = draft("(1/4,3/4) (1,0)", "(1,2) (3,4)", "(0,0) (1,1)");
  const auto label = [] {
    std::string text = "a";
    for (int left = *rc::gen::inRange(0, 30); left > 0; --left) {
      text += *rc::gen::element<std::string>(" word", "注意", " 🙂", "é", " = ", " + ", " w1·V1");
    }
    return text;
  };
  made.title = label();
  made.notes = {label()};
  made.labels = {{label(), label()}, {label(), label()}, {label(), label()}};
  const Trace labelled = trace(std::move(made));
  const auto width = *rc::gen::inRange<std::size_t>(40, 101);
  for (const std::string& line : lines_of(trace_text(labelled, {.width = width}))) {
    RC_LOG() << line << std::endl;
    RC_ASSERT(display_width(line) <= width || longest_word(line) + kBesideIt > width);
  }
}

RC_GTEST_PROP(RenderProperty, hostile_text_stays_text, ()) {
  const Trace hostile = trace(hostile_draft());
  const std::string text = trace_text(hostile, {});
  const std::string markdown = trace_markdown(hostile);
  const std::string latex = trace_latex(hostile);
  for (const std::string& rendered : {text, markdown, latex}) {
    RC_ASSERT(is_utf8(rendered));
    RC_ASSERT(!has_control(rendered));
    for (const char* bidi : {"\u202E", "\u2066", "\u061C", "\u2028"}) {
      RC_ASSERT(rendered.find(bidi) == std::string::npos);
    }
  }
  const std::string json_text = trace_json(hostile, JsonLayout::one_line);
  RC_ASSERT(is_utf8(json_text));
  RC_ASSERT(!has_control(json_text));
  RC_ASSERT(std::count(json_text.begin(), json_text.end(), '\n') == 1);
  RC_ASSERT(json::parse(json_text)["notes"].size() == 2U);

  // The structure is that of the same problem with plain names.
  ProblemDraft plain_draft = draft("(1/4,3/4) (1,0)", "(1,2) (3,4)", "(0,0) (1,1)");
  plain_draft.title = "t";
  plain_draft.notes = {"n", "n"};
  plain_draft.labels = {{"a", "b"}, {"x", "y"}, {"p", "q"}};
  const Trace plain = trace(std::move(plain_draft));
  const auto count = [](const std::string& in, const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = in.find(what); at != std::string::npos; at = in.find(what, at + 1)) {
      ++found;
    }
    return found;
  };
  const std::string plain_latex = trace_latex(plain);
  for (const char* command : {"\\begin{", "\\end{", "\\paragraph{", "\\documentclass", "\n%"}) {
    RC_ASSERT(count(latex, command) == count(plain_latex, command));
  }
  RC_ASSERT(lines_of(latex).size() == lines_of(plain_latex).size());
  const std::string plain_markdown = trace_markdown(plain);
  for (const char* mark : {"\n#", "\n>", "\n| ", "\n$$", "\n```", "\n- ", "\n1."}) {
    RC_ASSERT(count(markdown, mark) == count(plain_markdown, mark));
  }
}

RC_GTEST_PROP(RenderProperty, hostile_answers_stay_text, ()) {
  const std::string given = hostile_text();
  const auto answers = check_answer(founding_example(), 0, {given, given, given}).value();
  const std::string text = answers_text(answers, {});
  RC_ASSERT(is_utf8(text));
  RC_ASSERT(!has_control(text));
  const json parsed = json::parse(answers_json(answers));
  RC_ASSERT(parsed["answers"].size() == answers.size());
}

RC_GTEST_PROP(RenderProperty, colour_changes_nothing_but_the_colour, ()) {
  const Trace hostile = trace(hostile_draft());
  const std::regex colour("\033\\[[0-9;]*m");
  for (const std::size_t width : {40U, 80U}) {
    const std::string plain = trace_text(hostile, {.width = width});
    const std::string coloured = trace_text(hostile, {.width = width, .colour = true});
    RC_ASSERT(plain.find('\033') == std::string::npos);
    RC_ASSERT(coloured.find('\033') != std::string::npos);
    RC_ASSERT(std::regex_replace(coloured, colour, "") == plain);
  }
  const auto answers = check_answer(founding_example(), 0, {"2", {}, "(1,1.25)"}).value();
  const std::string coloured = answers_text(answers, {.colour = true});
  RC_ASSERT(coloured.find('\033') != std::string::npos);
  RC_ASSERT(std::regex_replace(coloured, colour, "") == answers_text(answers, {}));
}

RC_GTEST_PROP(RenderProperty, rendering_again_gives_the_same_bytes, ()) {
  const ProblemDraft made = hostile_draft();
  RC_ASSERT(renderings(trace(made)) == renderings(trace(made)));
}

// Where all lines of a formula fit, their equals signs stand under one another.
TEST(Alignment, of_equals_signs_holds_wherever_no_line_is_broken) {
  std::size_t aligned = 0;
  for (const Trace& one : {founding_example(), trace("1:1:2", "(2,0) (0,3) (1,1)"), many_keys(3, 9),
                           trace("(1,0) (1/2,1/2)", "(10,1/3) (-7/22,5)", "(0,0) (1/2,1)"),
                           trace("2/5,3/5", "(-5,5/2) (5,-5/3)")}) {
    std::vector<std::string> block;
    for (const std::string& line : lines_of(trace_text(one, {.width = 100}) + "\n")) {
      if (line.starts_with("     ")) {
        block.push_back(line);
        continue;
      }
      std::vector<std::size_t> columns;
      for (const std::string& row : block) {
        const std::size_t equals = row.find(" = ");
        ASSERT_NE(equals, std::string::npos) << row;
        columns.push_back(display_width(row.substr(0, equals)));
      }
      EXPECT_TRUE(std::all_of(columns.begin(), columns.end(), [&](std::size_t column) {
        return column == columns.front();
      })) << block.front();
      if (block.size() > 1) ++aligned;
      block.clear();
    }
  }
  EXPECT_GE(aligned, 12U);
}

TEST(Escape, stops_every_bidi_control) {
  for (const unsigned code : {0x061CU, 0x200EU, 0x200FU, 0x202AU, 0x202BU, 0x202CU, 0x202DU,
                              0x202EU, 0x2066U, 0x2067U, 0x2068U, 0x2069U}) {
    const std::string text = json::parse([code] {
      char buffer[16];
      std::snprintf(buffer, sizeof buffer, "\"\\u%04X\"", code);
      return std::string(buffer);
    }());
    for (const auto escape : {append_plain, append_markdown, append_latex_text}) {
      std::string out;
      escape(out, "1" + text + "2");
      EXPECT_EQ(out.find(text), std::string::npos) << code;
      EXPECT_TRUE(out.starts_with('1') && out.ends_with('2') && out.size() > 2);
    }
  }
}

TEST(Escape, of_long_text_is_linear) {
  const std::string long_text(4U << 20, '\\');
  for (const auto escape : {append_plain, append_json, append_markdown, append_latex_text}) {
    std::string out;
    escape(out, long_text);
    EXPECT_GE(out.size(), long_text.size());
  }
}

RC_GTEST_PROP(EscapeProperty, latex_leaves_no_special_character_bare, ()) {
  std::string out;
  append_latex_text(out, hostile_text() + *rc::gen::arbitrary<std::string>());
  RC_ASSERT(is_utf8(out));
  RC_ASSERT(!has_control(out));
  int depth = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const bool escaped = i > 0 && out[i - 1] == '\\';
    if (escaped) continue;
    depth += out[i] == '{' ? 1 : out[i] == '}' ? -1 : 0;
    RC_ASSERT(depth >= 0);
    RC_ASSERT(std::string_view("#$%&_^\"|<>").find(out[i]) == std::string_view::npos);
  }
  RC_ASSERT(depth == 0);
}

TEST(Escape, lets_no_space_open_a_code_block_in_markdown) {
  for (const char* text : {"    code", "\tcode", " \n  \t code", "\u2028    code"}) {
    std::string out;
    append_markdown(out, text);
    EXPECT_EQ(out, "code");
  }
}

RC_GTEST_PROP(EscapeProperty, markdown_leaves_no_mark_bare, ()) {
  std::string out;
  append_markdown(out, hostile_text());
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (out[i] == '\\') {
      ++i;
      continue;
    }
    RC_ASSERT(std::string_view("`*_[]<>&$~|#").find(out[i]) == std::string_view::npos);
  }
}

}  // namespace
}  // namespace exactblend
