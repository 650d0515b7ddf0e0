#include "exactblend/lesson/trace.hpp"

#include <array>
#include <utility>

#include "lesson/sentence.hpp"
#include "lesson/sentence_template.hpp"

namespace exactblend {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 1> kScores = {"scores"};
constexpr std::array<std::string_view, 1> kSoftmax = {"softmax"};
constexpr std::array<std::string_view, 1> kGiven = {"given"};
constexpr std::array<std::string_view, 2> kNormalized = {"given_sum", "weights"};
constexpr std::array<std::string_view, 1> kWeights = {"weights"};
constexpr std::array<std::string_view, 1> kSum = {"sum"};
constexpr std::array<std::string_view, 2> kWeightsAndValues = {"weights", "values"};
constexpr std::array<std::string_view, 1> kScaled = {"scaled"};
constexpr std::array<std::string_view, 1> kOutput = {"output"};
constexpr std::array<std::string_view, 2> kSoftmaxAndValues = {"softmax", "values"};
constexpr std::array<std::string_view, 1> kNamedBlend = {"named_blend"};

Step step(StepKind kind, Register reg, std::size_t query, Names reads, Names makes) {
  return {kind, reg, query, reads, makes, {}};
}

void add_query_steps(std::vector<Step>& steps, const Problem& problem, std::size_t query) {
  if (!problem.softmaxes.empty()) {
    steps.push_back(step(StepKind::softmax, Register::named, query, kScores, kSoftmax));
  }
  if (problem.rows.empty()) return;
  if (problem.rows[query].normalized) {
    steps.push_back(step(StepKind::normalize, Register::exact, query, kGiven, kNormalized));
  }
  steps.push_back(step(StepKind::assign, Register::exact, query, kWeights, kSum));
  steps.push_back(step(StepKind::scale, Register::exact, query, kWeightsAndValues, kScaled));
  steps.push_back(step(StepKind::add, Register::exact, query, kScaled, kOutput));
}

SentenceOf sentence_of(StepKind kind) {
  switch (kind) {
    case StepKind::softmax: return SentenceOf::softmax;
    case StepKind::normalize: return SentenceOf::normalize;
    case StepKind::assign: return SentenceOf::assign;
    case StepKind::scale: return SentenceOf::scale;
    case StepKind::add: return SentenceOf::add;
    case StepKind::boundary: return SentenceOf::boundary;
  }
  return SentenceOf::boundary;
}

// The author's sentences where there are any, else the program's.
void add_sentences(Trace& trace) {
  std::array<const SentenceTemplate*, kSentences> own{};
  for (const SentenceTemplate& one : trace.problem.sentences) {
    own[static_cast<std::size_t>(one.of)] = &one;
  }
  const auto of = [&](SentenceOf which) { return own[static_cast<std::size_t>(which)]; };
  for (Step& step : trace.steps) {
    const SentenceTemplate* mine = of(sentence_of(step.kind));
    step.sentence =
        mine != nullptr ? fill(*mine, trace, step.query, step.numbers) : sentence(trace, step);
  }
  const SentenceTemplate* before = of(SentenceOf::introduction);
  trace.introduction = before != nullptr ? fill(*before, trace, 0, trace.introduction_numbers)
                                         : introduction(trace.problem);
  const SentenceTemplate* behind = of(SentenceOf::summary);
  trace.summary =
      behind != nullptr ? fill(*behind, trace, 0, trace.summary_numbers) : summary(trace);
}

}  // namespace

std::string_view name(StepKind kind) {
  switch (kind) {
    case StepKind::softmax: return "softmax";
    case StepKind::normalize: return "normalize";
    case StepKind::assign: return "assign";
    case StepKind::scale: return "scale";
    case StepKind::add: return "add";
    case StepKind::boundary: return "boundary";
  }
  return "";
}

std::string_view heading(StepKind kind) {
  switch (kind) {
    case StepKind::softmax: return "Name the softmax";
    case StepKind::normalize: return "Normalize";
    case StepKind::assign: return "Assign";
    case StepKind::scale: return "Scale";
    case StepKind::add: return "Add";
    case StepKind::boundary: return "Boundary";
  }
  return "";
}

std::string_view name(Register reg) { return reg == Register::exact ? "EXACT" : "NAMED"; }

Blends blend_queries(const Problem& problem) {
  Blends blends;
  // A Problem has as many weights and scores as values, so neither blend below can fail.
  blends.assigned.reserve(problem.rows.size());
  for (const AssignedRow& row : problem.rows) {
    blends.assigned.push_back(*blend_in_steps(row.weights, problem.values));
  }
  blends.named.reserve(problem.softmaxes.size());
  for (const NamedSoftmax& softmax : problem.softmaxes) {
    blends.named.push_back(*blend(softmax, problem.values));
  }
  return blends;
}

Trace make_trace(Problem problem) {
  Blends blends = blend_queries(problem);
  Trace trace{std::move(problem), std::move(blends), {}, {}, {}};
  const Problem& made = trace.problem;
  for (std::size_t query = 0; query < made.queries(); ++query) {
    add_query_steps(trace.steps, made, query);
  }
  const bool scores = !made.softmaxes.empty();
  trace.steps.push_back(step(StepKind::boundary, Register::named, 0,
                             scores ? Names(kSoftmaxAndValues) : Names(),
                             scores ? Names(kNamedBlend) : Names()));
  add_sentences(trace);
  return trace;
}

}  // namespace exactblend
