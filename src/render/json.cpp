#include "exactblend/render/json.hpp"

#include "exactblend/render/formula.hpp"
#include "render/json_writer.hpp"

namespace exactblend {
namespace {

void write_strings(JsonWriter& json, std::string_view key, const std::vector<std::string>& items) {
  json.key(key);
  json.begin_array();
  for (const std::string& item : items) json.string(item);
  json.end_array();
}

void write_vectors(JsonWriter& json, std::string_view key,
                   const std::vector<std::vector<Rational>>& vectors) {
  json.key(key);
  json.begin_array();
  for (const auto& vector : vectors) json.vector(vector);
  json.end_array();
}

// [{"coefficient": "2", "exponent": "1/2"}, …], exponents falling as in the formula.
void write_exponential_sum(JsonWriter& json, std::string_view key, const ExponentialSum& sum) {
  json.key(key);
  json.begin_array();
  for (auto term = sum.terms().rbegin(); term != sum.terms().rend(); ++term) {
    json.begin_object();
    json.key("coefficient");
    json.rational(term->second);
    json.key("exponent");
    json.rational(term->first);
    json.end_object();
  }
  json.end_array();
}

void write_named_blend(JsonWriter& json, const NamedBlend& blend) {
  json.key("named_blend");
  json.begin_array();
  for (const NamedNumber& number : blend.output) {
    json.begin_object();
    write_exponential_sum(json, "numerator", number.numerator());
    write_exponential_sum(json, "denominator", number.denominator());
    json.end_object();
  }
  json.end_array();
}

void write_mask(JsonWriter& json, const auto& row) {
  bool any = false;
  for (std::size_t key = 0; key < row.keys(); ++key) any = any || row.masked(key);
  if (!any) return;
  json.key("masked");
  json.begin_array();
  for (std::size_t key = 0; key < row.keys(); ++key) json.boolean(row.masked(key));
  json.end_array();
}

void write_result(JsonWriter& json, const AssignedRow& row, const Blend& blend) {
  json.key("sum");
  json.rational(row_mass(row.weights.row()));
  write_vectors(json, "scaled", blend.scaled);
  json.key("output");
  json.vector(blend.output);
}

void write_row(JsonWriter& json, const Trace& trace, std::size_t query) {
  const Problem& problem = trace.problem;
  json.begin_object();
  if (!problem.softmaxes.empty()) {
    json.key("scores");
    json.vector(problem.softmaxes[query].scores());
    if (problem.rows.empty()) write_mask(json, problem.softmaxes[query]);
  }
  if (!problem.rows.empty()) {
    const AssignedRow& row = problem.rows[query];
    if (row.normalized) {
      json.key("given");
      json.vector(row.given);
      json.key("given_sum");
      json.rational(row.given_sum);
    }
    json.key("weights");
    json.vector(row.weights.row());
    write_mask(json, row.weights);
    write_result(json, row, trace.blends.assigned[query]);
  }
  if (!trace.blends.named.empty()) write_named_blend(json, trace.blends.named[query]);
  json.end_object();
}

void write_names(JsonWriter& json, std::string_view key, std::span<const std::string_view> names) {
  json.key(key);
  json.begin_array();
  for (const std::string_view name : names) json.word(name);
  json.end_array();
}

void write_formula_lines(JsonWriter& json, const Trace& trace, const Step& step) {
  const auto text = formula_lines(trace, step, Notation::text);
  const auto latex = formula_lines(trace, step, Notation::latex);
  const auto words = formula_lines(trace, step, Notation::words);
  json.key("formula");
  json.begin_array();
  for (std::size_t i = 0; i < text.size(); ++i) {
    json.begin_object();
    if (!text[i].label.empty()) {
      json.key("label");
      json.string(text[i].label);
    }
    json.key("text");
    json.word(text[i].formula);
    json.key("latex");
    json.string(latex[i].formula);
    json.key("words");
    json.word(words[i].formula);
    json.end_object();
  }
  json.end_array();
}

void write_step(JsonWriter& json, const Trace& trace, const Step& step) {
  json.begin_object();
  json.key("kind");
  json.word(name(step.kind));
  if (step.kind != StepKind::boundary) {
    json.key("query");
    json.count(step.query + 1);
  }
  json.key("register");
  json.word(name(step.reg));
  write_names(json, "reads", step.reads);
  write_names(json, "makes", step.makes);
  json.key("sentence");
  json.string(step.sentence);
  write_formula_lines(json, trace, step);
  json.end_object();
}

void write_labels(JsonWriter& json, const Labels& labels) {
  if (labels.keys.empty() && labels.components.empty() && labels.queries.empty()) return;
  json.key("labels");
  json.begin_object();
  if (!labels.keys.empty()) write_strings(json, "keys", labels.keys);
  if (!labels.components.empty()) write_strings(json, "components", labels.components);
  if (!labels.queries.empty()) write_strings(json, "queries", labels.queries);
  json.end_object();
}

}  // namespace

std::string trace_json(const Trace& trace, JsonLayout layout) {
  const Problem& problem = trace.problem;
  std::string out;
  JsonWriter json(out, layout);
  json.begin_object();
  json.key("schema");
  json.string(kTraceSchema);
  if (!problem.title.empty()) {
    json.key("title");
    json.string(problem.title);
  }
  if (!problem.notes.empty()) write_strings(json, "notes", problem.notes);
  write_labels(json, problem.labels);
  json.key("introduction");
  json.string(trace.introduction);
  json.key("values");
  json.begin_array();
  for (std::size_t key = 0; key < problem.keys(); ++key) json.vector(problem.values[key]);
  json.end_array();
  json.key("rows");
  json.begin_array();
  for (std::size_t query = 0; query < problem.queries(); ++query) write_row(json, trace, query);
  json.end_array();
  json.key("steps");
  json.begin_array();
  for (const Step& step : trace.steps) write_step(json, trace, step);
  json.end_array();
  json.key("summary");
  json.string(trace.summary);
  json.end_object();
  out += '\n';
  return out;
}

void append_result_json(std::string& out, const Problem& problem, const Blends& blends) {
  JsonWriter json(out, JsonLayout::one_line);
  json.begin_object();
  const std::size_t queries = problem.queries();
  if (queries > 1) {
    json.key("rows");
    json.begin_array();
  }
  for (std::size_t query = 0; query < queries; ++query) {
    if (queries > 1) json.begin_object();
    if (!blends.assigned.empty()) write_result(json, problem.rows[query], blends.assigned[query]);
    if (!blends.named.empty()) write_named_blend(json, blends.named[query]);
    if (queries > 1) json.end_object();
  }
  if (queries > 1) json.end_array();
  json.end_object();
  out += '\n';
}

std::string answers_json(const std::vector<Checked>& answers) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  json.key("answers");
  json.begin_array();
  const Checked* first_wrong = nullptr;
  for (const Checked& answer : answers) {
    if (first_wrong == nullptr && answer.verdict == Verdict::wrong) first_wrong = &answer;
    json.begin_object();
    json.key("step");
    json.word(name(answer.step));
    if (answer.key) {
      json.key("key");
      json.count(*answer.key + 1);
    }
    json.key("given");
    json.string(answer.given);
    json.key("exact");
    json.string(answer.exact);
    json.key("verdict");
    json.word(name(answer.verdict));
    if (answer.slip) {
      json.key("slip");
      json.word(name(*answer.slip));
    }
    if (!answer.reason.empty()) {
      json.key("reason");
      json.string(answer.reason);
    }
    json.end_object();
  }
  json.end_array();
  if (first_wrong != nullptr) {
    json.key("first_wrong");
    json.begin_object();
    json.key("step");
    json.word(name(first_wrong->step));
    if (first_wrong->key) {
      json.key("key");
      json.count(*first_wrong->key + 1);
    }
    json.end_object();
  }
  json.end_object();
  out += '\n';
  return out;
}

void append_error_json(std::string& out, std::size_t line, const Error& error) {
  JsonWriter json(out, JsonLayout::one_line);
  json.begin_object();
  json.key("line");
  json.count(line);
  json.key("error");
  json.begin_object();
  json.key("code");
  json.word(code_name(error.code));
  if (error.place.column > 0) {
    json.key("column");
    json.count(static_cast<std::size_t>(error.place.column));
  }
  json.key("wrong");
  json.string(error.wrong);
  json.key("right");
  json.string(error.right);
  json.end_object();
  json.end_object();
  out += '\n';
}

}  // namespace exactblend
