#include "exactblend.h"

#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exactblend/lesson/answer.hpp"
#include "exactblend/lesson/problem.hpp"
#include "exactblend/lesson/trace.hpp"
#include "exactblend/render/escape.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "exactblend/render/text.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kUsualWidth = 80;
constexpr std::size_t kNarrowest = 20;
constexpr std::size_t kWidest = 1000;

// By EbField; the last stands for the labels together.
constexpr std::array<std::string_view, 20> kFieldNames = {
    "title",  "note",  "key",    "component", "query",        "weights", "scores",
    "values", "sum",   "scaled", "output",    "introduction", "softmax", "normalize",
    "assign", "scale", "add",    "boundary",  "summary",      "labels"};
constexpr int kLabels = 19;
static_assert(EB_SUMMARY - EB_INTRODUCTION + 1 == kSentences && kLabels == EB_SUMMARY + 1);

// A draft's places have lines; here each field is one, counted from 1, so that an error found when
// the problem is made still says which field it is about.
constexpr Position start_of(int field) { return {field + 1, 1}; }

struct State {
  ProblemDraft draft;
  Answer answer;
  std::optional<Trace> trace;  // of the draft as it is, once it was asked for
  std::string result;
};

State& state() {
  static State instance;
  return instance;
}

void append_member(std::string& out, std::string_view name, std::string_view text) {
  out.append(", \"").append(name).append("\": \"");
  append_json(out, text);
  out += '"';
}

int refuse(const Error& error) {
  std::string& out = state().result;
  out = "{\"code\": \"";
  out.append(code_name(error.code)).append("\"");
  const auto field = static_cast<std::size_t>(error.place.line);
  if (field >= 1 && field <= kFieldNames.size()) {
    append_member(out, "field", kFieldNames[field - 1]);
    if (error.place.column > 0) {
      out.append(", \"column\": ").append(std::to_string(error.place.column));
    }
  }
  append_member(out, "wrong", error.wrong);
  append_member(out, "right", error.right);
  out += "}\n";
  return error.code == ErrorCode::over_limit ? EB_LIMIT : EB_UNUSABLE;
}

int refuse_number(std::string_view what, int given, std::string_view right) {
  std::string wrong = "there is no ";
  wrong.append(what).append(" ").append(std::to_string(given));
  return refuse({ErrorCode::usage, std::move(wrong), std::string(right)});
}

int done(std::string result = {}) {
  state().result = std::move(result);
  return EB_DONE;
}

// Sets `part` to what was read, or to nothing if that failed.
template <class Part>
int take(std::vector<Part>& part, Result<std::vector<Part>> read) {
  part.clear();
  if (!read) return refuse(read.error());
  part = std::move(*read);
  return done();
}

int add_label(std::vector<std::string>& labels, std::string_view text) {
  state().draft.labels_at = start_of(kLabels);
  labels.emplace_back(text);
  return done();
}

int set_sentence(int field, std::string_view text) {
  const auto of = static_cast<SentenceOf>(field - EB_INTRODUCTION);
  std::erase_if(state().draft.sentences, [of](const DraftSentence& one) { return one.of == of; });
  auto sentence = draft_sentence(of, text, start_of(field));
  if (!sentence) return refuse(sentence.error());
  state().draft.sentences.push_back(std::move(*sentence));
  return done();
}

bool is_of_answer(int field) { return field >= EB_SUM && field <= EB_OUTPUT; }

int set(int field, std::string_view text) {
  ProblemDraft& draft = state().draft;
  Answer& answer = state().answer;
  if (!is_of_answer(field)) state().trace.reset();
  if (field >= EB_INTRODUCTION && field <= EB_SUMMARY) return set_sentence(field, text);
  switch (field) {
    case EB_TITLE: draft.title = text; return done();
    case EB_NOTE: draft.notes.emplace_back(text); return done();
    case EB_KEY: return add_label(draft.labels.keys, text);
    case EB_COMPONENT: return add_label(draft.labels.components, text);
    case EB_QUERY: return add_label(draft.labels.queries, text);
    case EB_WEIGHTS: return take(draft.weights, draft_rows(text, start_of(field)));
    case EB_SCORES: return take(draft.scores, draft_rows(text, start_of(field)));
    case EB_VALUES: return take(draft.values, draft_values(text, start_of(field)));
    case EB_SUM: answer.sum = text; return done();
    case EB_SCALED: answer.scaled = text; return done();
    case EB_OUTPUT: answer.output = text; return done();
    default: return refuse_number("field", field, "a field from 0 to 18");
  }
}

// The trace of the current problem, made once.
Result<const Trace*> current_trace() {
  std::optional<Trace>& trace = state().trace;
  if (!trace) {
    auto problem = make_problem(state().draft);
    if (!problem) return tl::unexpected(std::move(problem.error()));
    trace = make_trace(std::move(*problem));
  }
  return &*trace;
}

int show(int form, bool full, std::size_t width) {
  if (form < EB_TEXT || form > EB_JSON) return refuse_number("form", form, "a form from 0 to 3");
  if (width == 0) width = kUsualWidth;
  if (width < kNarrowest || width > kWidest) {
    return refuse({ErrorCode::usage, "a width of " + std::to_string(width) + " columns",
                   "from " + std::to_string(kNarrowest) + " to " + std::to_string(kWidest)});
  }
  const Result<const Trace*> trace = current_trace();
  if (!trace) return refuse(trace.error());
  switch (form) {
    case EB_MARKDOWN: return done(trace_markdown(**trace, full));
    case EB_LATEX: return done(trace_latex(**trace, full));
    case EB_JSON: return done(trace_json(**trace, JsonLayout::indented));
    default: return done(trace_text(**trace, {width, false, full}));
  }
}

int check(std::size_t query) {
  const Answer answer = std::exchange(state().answer, {});
  const Result<const Trace*> trace = current_trace();
  if (!trace) return refuse(trace.error());
  const auto checked = check_answer(**trace, query - 1, answer);
  if (!checked) return refuse(checked.error());
  return done(answers_json(*checked));
}

}  // namespace
}  // namespace exactblend

using exactblend::state;

void* eb_alloc(size_t size) { return std::malloc(size == 0 ? 1 : size); }

void eb_free(void* pointer) { std::free(pointer); }

void eb_reset() { state() = {}; }

int eb_set(int field, const char* text, size_t size) {
  return exactblend::set(field, {text, size});
}

int eb_flag(int flag, int on) {
  exactblend::ProblemDraft& draft = state().draft;
  state().trace.reset();
  switch (flag) {
    case EB_NORMALIZE: draft.normalize = on != 0; return exactblend::done();
    case EB_SIGNED: draft.signed_weights = on != 0; return exactblend::done();
    default: return exactblend::refuse_number("flag", flag, "a flag from 0 to 1");
  }
}

int eb_show(int form, int full, size_t width) { return exactblend::show(form, full != 0, width); }

int eb_check(size_t query) { return exactblend::check(query); }

const char* eb_result_data() { return state().result.data(); }

size_t eb_result_size() { return state().result.size(); }
