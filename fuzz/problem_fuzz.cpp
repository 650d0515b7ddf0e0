// A problem file of any bytes, through everything that is made of it: what is refused says why and
// where; what is read has a trace, and every rendering of that is sound. The trace's own weights
// and values, read again, give the same output.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "exactblend/io/problem_json.hpp"
#include "exactblend/lesson/trace.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/render/figure.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "exactblend/render/page.hpp"
#include "exactblend/render/text.hpp"
#include "require.hpp"

using nlohmann::json;

namespace {

using namespace exactblend;

// 1e10000 takes seven bytes and makes ten thousand digits in each of many formulas: more digits
// than this in all scaled values together are not rendered, so that no input takes long.
constexpr std::size_t kMostDigits = 200'000;

void require_place(const Error& error, std::string_view text) {
  require(!error.wrong.empty(), "an error says what is wrong");
  require(error.place.source.empty(), "the source is the caller's to name");
  require(error.place.line >= 1 && error.place.column >= 1, "an error has its place");
  int line = 1;
  std::size_t begin = 0;
  while (line < error.place.line) {
    const std::size_t end = text.find('\n', begin);
    require(end != std::string_view::npos, "the line is in the text");
    begin = end + 1;
    ++line;
  }
  const std::size_t bytes = std::min(text.find('\n', begin), text.size()) - begin;
  require(static_cast<std::size_t>(error.place.column) <= bytes + 1, "the column is in the line");
}

void require_showable(std::string_view text, bool one_line) {
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t size = utf8_size(rest);
    const auto c = static_cast<unsigned char>(rest.front());
    require(size > 0, "output is UTF-8");
    require(c >= 0x20 || (c == '\n' && !one_line), "output has no control characters");
    rest.remove_prefix(size);
  }
}

std::size_t longest(std::span<const Rational> numbers) {
  std::size_t digits = 0;
  for (const Rational& number : numbers) digits = std::max(digits, to_text(number).size());
  return digits;
}

std::size_t digits_of(const Problem& problem) {
  std::size_t factor = 0;
  for (const AssignedRow& row : problem.rows) factor = std::max(factor, longest(row.given));
  for (const NamedSoftmax& row : problem.softmaxes) {
    factor = std::max(factor, longest(row.scores()));
  }
  std::size_t value = 0;
  for (std::size_t key = 0; key < problem.keys(); ++key) {
    value = std::max(value, longest(problem.values[key]));
  }
  std::size_t names = 1;  // in the sentences
  for (const SentenceTemplate& sentence : problem.sentences) names += sentence.parts.size();
  return (factor + value) * problem.queries() * problem.keys() * problem.components() * names;
}

json parsed(const std::string& text) {
  const json value = json::parse(text, nullptr, false);
  require(!value.is_discarded(), "output is JSON");
  return value;
}

void require_same_output_again(const json& trace) {
  json problem = {{"values", trace["values"]}, {"signed", true}};
  for (const json& row : trace["rows"]) problem["weights"].push_back(row["weights"]);
  auto draft = read_problem_json(problem.dump());
  if (!draft && draft.error().code == ErrorCode::over_limit) return;  // the digits of 1e-10000
  require(draft.has_value(), "a trace's weights and values are read");
  const auto again = make_problem(std::move(*draft));
  require(again.has_value(), "a trace's weights and values are a problem");
  const Blends blends = blend_queries(*again);
  for (std::size_t query = 0; query < again->queries(); ++query) {
    std::string output;
    for (const json& number : trace["rows"][query]["output"]) {
      output += (output.empty() ? "(" : ",") + number.get<std::string>();
    }
    require(output + ")" == to_text(std::span<const Rational>(blends.assigned[query].output)),
            "a trace's weights and values give its output");
  }
}

// Text from outside has no < and no > left in it, so each of both belongs to a tag that was meant.
void require_markup(const std::string& markup) {
  require_showable(markup, false);
  std::size_t at = 0;
  while ((at = markup.find_first_of("<>", at)) != std::string::npos) {
    if (markup.substr(at).starts_with("<style>")) at = markup.find("</style>", at);
    require(markup[at] == '<', "a tag is opened before it is closed");
    at = markup.find_first_of("<>", at + 1);
    require(at != std::string::npos && markup[at] == '>', "a tag is closed");
    ++at;
  }
  require(markup.find("<script") == std::string::npos, "there is no script");
}

void require_sound_renderings(Problem problem) {
  const bool assigned = !problem.rows.empty();
  std::string result;
  append_result_json(result, problem, blend_queries(problem));
  require(result.find('\n') == result.size() - 1, "a result is one line");
  parsed(result);

  const Trace trace = make_trace(std::move(problem));
  const std::string line = trace_json(trace, JsonLayout::one_line);
  require(line.find('\n') == line.size() - 1, "a trace of JSON lines is one line");
  require_showable(line.substr(0, line.size() - 1), true);
  const json once = parsed(line);
  require(!once["introduction"].empty() && !once["summary"].empty(), "a trace has both its ends");
  require(once == parsed(trace_json(trace, JsonLayout::indented)), "both layouts say the same");
  if (assigned) require_same_output_again(once);

  for (const bool full : {false, true}) {
    for (const std::size_t width : {20U, 80U}) {
      require_showable(trace_text(trace, {width, false, full}), false);
    }
    require_showable(trace_markdown(trace, full), false);
    require_showable(trace_latex(trace, full), false);
  }
  require_markup(lesson_page(trace));
  for (const FigureLayout layout : {FigureLayout::wide, FigureLayout::narrow}) {
    require_markup(figure_svg(trace, {.layout = layout, .standalone = true}));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto draft = read_problem_json(text);
  if (!draft) {
    require(!draft.error().right.empty(), "an error says what is right");
    require_showable(draft.error().wrong + draft.error().right, true);
    require_place(draft.error(), text);
    std::string line;
    append_error_json(line, 1, draft.error());
    parsed(line);
    return 0;
  }
  // The JSON library gives up at numbers beyond a double, which exactblend reads.
  const bool large = text.size() > 300 || text.find_first_of("eE") != std::string_view::npos;
  require(large || json::accept(text), "what is read is JSON");
  auto problem = make_problem(std::move(*draft));
  if (!problem) {
    require_place(problem.error(), text);
    return 0;
  }
  if (digits_of(*problem) <= kMostDigits) require_sound_renderings(std::move(*problem));
  return 0;
}
