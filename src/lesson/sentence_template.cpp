#include "lesson/sentence_template.hpp"

#include <utility>

#include "exactblend/number/print.hpp"

namespace exactblend {
namespace {

std::string label_or(std::string_view label, std::string otherwise) {
  return label.empty() ? std::move(otherwise) : std::string(label);
}

void append(std::string& out, const Trace& trace, const SentenceName& name, std::size_t query) {
  const Problem& problem = trace.problem;
  const auto vector = [&](std::span<const Rational> whole) {
    if (name.component) {
      append_text(out, whole[*name.component]);
    } else {
      append_text(out, whole);
    }
  };
  const auto number = [&](bool masked, const Rational& value) {
    if (masked) {
      out += "masked";
    } else {
      append_text(out, value);
    }
  };
  switch (name.what) {
    case Named::title: out += problem.title; return;
    case Named::keys: out += std::to_string(problem.keys()); return;
    case Named::components: out += std::to_string(problem.components()); return;
    case Named::queries: out += std::to_string(problem.queries()); return;
    case Named::query:
      out += label_or(label_at(problem.labels.queries, query), std::to_string(query + 1));
      return;
    case Named::key:
      out +=
          label_or(label_at(problem.labels.keys, name.key), "key " + std::to_string(name.key + 1));
      return;
    case Named::value: return vector(problem.values[name.key]);
    case Named::score: {
      const NamedSoftmax& softmax = problem.softmaxes[query];
      return number(softmax.masked(name.key), softmax.scores()[name.key]);
    }
    default: break;
  }
  const AssignedRow& row = problem.rows[query];
  switch (name.what) {
    case Named::sum: out += '1'; return;  // AssignedWeights exist only with this sum
    case Named::weight: return number(row.weights.masked(name.key), row.weights[name.key]);
    case Named::given: return number(row.weights.masked(name.key), row.given[name.key]);
    case Named::given_sum: return append_text(out, row.given_sum);
    case Named::scaled: return vector(trace.blends.assigned[query].scaled[name.key]);
    default: return vector(trace.blends.assigned[query].output);
  }
}

}  // namespace

std::string fill(const SentenceTemplate& sentence, const Trace& trace, std::size_t query,
                 std::vector<FilledNumber>& numbers) {
  std::string text;
  for (const SentencePart& part : sentence.parts) {
    text += part.text;
    if (!part.name) continue;
    const std::size_t begin = text.size();
    append(text, trace, *part.name, part.name->query.value_or(query));
    const Named what = part.name->what;
    const bool label = what == Named::title || what == Named::query || what == Named::key;
    if (!label) numbers.push_back({begin, text.size()});
  }
  return text;
}

}  // namespace exactblend
