#include "lesson/sentence.hpp"

#include <algorithm>

#include "exactblend/number/print.hpp"

namespace exactblend {
namespace {

std::string normalize_sentence(const AssignedRow& row) {
  return "The entries as given sum to " + to_text(row.given_sum) +
         ". Normalizing was asked for: each one is divided by that sum.";
}

bool any_masked(const AssignedWeights& weights) {
  for (std::size_t key = 0; key < weights.keys(); ++key) {
    if (weights.masked(key)) return true;
  }
  return false;
}

std::ptrdiff_t count_negative(const AssignedWeights& weights) {
  return std::count_if(weights.row().begin(), weights.row().end(),
                       [](const Rational& weight) { return weight.sign() < 0; });
}

std::string assign_sentence(const AssignedWeights& weights) {
  if (weights.keys() == 1) {
    return "There is a single key, so its weight is exactly 1.";
  }
  std::string text = "Each key has a weight that was assigned, not computed. ";
  text += "The weights sum to 1 exactly.";
  if (any_masked(weights)) text += " A masked key has weight 0 and adds nothing.";
  if (const auto negative = count_negative(weights); negative > 0) {
    text += negative == 1 ? " One weight is negative" : " Some weights are negative";
    text += ": the blend is affine, and may leave the hull of the values.";
  }
  return text;
}

std::string add_sentence(const Blend& blend) {
  std::string text = blend.scaled.size() == 1
                         ? "There is one scaled value, and it is the output"
                         : "The scaled values are added, component by component. The output is";
  const std::string output = to_text(std::span<const Rational>(blend.output));
  if (output.size() > kLongestInSentence) {
    return text + (blend.scaled.size() == 1 ? ", exactly." : " exact.");
  }
  return text + (blend.scaled.size() == 1 ? ": " : " ") + output + ", exactly.";
}

std::string softmax_sentence(const NamedSoftmax& softmax) {
  if (softmax.over_single_score()) {
    return "Softmax over a single score is exactly 1, whatever the score.";
  }
  return "Softmax would turn these scores into weights. It is named here and not computed: "
         "each weight stays a symbol.";
}

std::string boundary_sentence(const Problem& problem) {
  std::string text;
  if (problem.rows.empty()) {
    const bool exact =
        std::all_of(problem.softmaxes.begin(), problem.softmaxes.end(),
                    [](const NamedSoftmax& softmax) { return softmax.over_single_score(); });
    text = exact ? "The blend by a weight of exactly 1 is the value itself. "
                 : "The blend by these named weights stays a symbol. ";
  } else {
    text =
        "Exact arithmetic ends here. The weights were assigned; in a real model softmax assigns "
        "them, and it is named here, not computed. ";
  }
  return text + "Nothing is claimed of learning, of meaning, or of what a model should attend to.";
}

}  // namespace

std::string sentence(const Trace& trace, const Step& step) {
  const Problem& problem = trace.problem;
  switch (step.kind) {
    case StepKind::softmax: return softmax_sentence(problem.softmaxes[step.query]);
    case StepKind::normalize: return normalize_sentence(problem.rows[step.query]);
    case StepKind::assign: return assign_sentence(problem.rows[step.query].weights);
    case StepKind::scale: return "Each value is multiplied by its weight.";
    case StepKind::add: return add_sentence(trace.blends.assigned[step.query]);
    case StepKind::boundary: return boundary_sentence(problem);
  }
  return {};
}

}  // namespace exactblend
