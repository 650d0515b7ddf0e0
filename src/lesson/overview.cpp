// The sentences before and behind the steps.

#include <algorithm>
#include <array>

#include "exactblend/number/print.hpp"
#include "lesson/sentence.hpp"

namespace exactblend {
namespace {

// "three values", "12 values"
std::string counted_in_words(std::size_t count, std::string_view one, std::string_view plural) {
  constexpr std::array<std::string_view, 11> kWords = {
      "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"};
  std::string text = count < kWords.size() ? std::string(kWords[count]) : std::to_string(count);
  text += ' ';
  return text.append(count == 1 ? one : plural);
}

std::string sentence_start(std::string text) {
  if (text.front() >= 'a' && text.front() <= 'z') {
    text.front() = static_cast<char>(text.front() - ('a' - 'A'));
  }
  return text;
}

std::size_t count_negative(const std::vector<AssignedRow>& rows) {
  std::size_t count = 0;
  for (const AssignedRow& row : rows) {
    count += static_cast<std::size_t>(
        std::count_if(row.weights.row().begin(), row.weights.row().end(),
                      [](const Rational& weight) { return weight.sign() < 0; }));
  }
  return count;
}

// How many of the softmaxes are over a single score, so that its weight is exactly 1.
std::size_t count_single(const std::vector<NamedSoftmax>& softmaxes) {
  return static_cast<std::size_t>(
      std::count_if(softmaxes.begin(), softmaxes.end(),
                    [](const NamedSoftmax& softmax) { return softmax.over_single_score(); }));
}

// Three values are blended into one output, by weights that somebody assigned
std::string by_weights(const Problem& problem) {
  std::string text = " into " + counted_in_words(problem.queries(), "output", "outputs") +
                     (problem.queries() == 1 ? ", by " : ", one for each query, by ") +
                     (problem.keys() * problem.queries() == 1 ? "the weight" : "weights") +
                     " that somebody assigned";
  const std::size_t negative = count_negative(problem.rows);
  if (negative > 0) text += negative == 1 ? ", one of them negative" : ", some of them negative";
  return text;
}

std::string by_scores(const Problem& problem) {
  const std::size_t queries = problem.queries();
  const std::size_t single = count_single(problem.softmaxes);
  std::string text = queries == 1 ? "" : " for " + counted_in_words(queries, "query", "queries");
  if (single == queries) {
    return text + (queries == 1 ? "" : ", each") +
           " by softmax over a single score, which is "
           "exactly 1";
  }
  text += " by weights that softmax would make of scores";
  if (single == 0)
    text += queries == 1 ? ": the blend stays a symbol" : ": the blends stay symbols";
  return text;
}

// "1/4, 1/4, 1/2"; empty if that is too long.
std::string listed(const AssignedWeights& weights) {
  std::string text;
  for (std::size_t key = 0; key < weights.keys(); ++key) {
    if (key > 0) text += ", ";
    text += weights.masked(key) ? "masked" : to_text(weights[key]);
    if (text.size() > kLongestInSentence) return {};
  }
  return text;
}

// Empty if it is too long. A vector of more components than that need not be printed to know.
std::string short_text(std::span<const Rational> vector) {
  if (2 * vector.size() + 1 > kLongestInSentence) return {};
  std::string text = to_text(vector);
  return text.size() > kLongestInSentence ? std::string() : text;
}

std::string of_one_row(const AssignedWeights& weights, std::span<const Rational> output) {
  const std::string shown = short_text(output);
  if (weights.keys() == 1) {
    return "The single weight is 1, so the output is the value itself" +
           (shown.empty() ? "" : ": " + shown) + ", exactly.";
  }
  const std::string list = listed(weights);
  const std::string by =
      list.empty() ? "The " + std::to_string(weights.keys()) + " weights" : "The weights " + list;
  if (!shown.empty()) return by + " blend the values to exactly " + shown + '.';
  if (output.size() == 1) return by + " blend the values to one exact number.";
  return by + " blend the values exactly, to " +
         counted_in_words(output.size(), "component", "components") + '.';
}

std::string of_rows(const Problem& problem, const std::vector<Blend>& blends) {
  constexpr std::size_t kMostListed = 3;
  std::string text = "The " + counted_in_words(blends.size(), "row", "rows") +
                     " of weights blend the same values to ";
  if (problem.keys() == 1) {
    text = "Each single weight is 1, so each output is the value itself";
    const std::string shown = short_text(blends.front().output);
    return text + (shown.empty() ? "" : ": " + shown) + ", exactly.";
  }
  std::string list;
  for (std::size_t i = 0; i < blends.size() && blends.size() <= kMostListed; ++i) {
    const std::string shown = short_text(blends[i].output);
    if (shown.empty()) {
      list.clear();
      break;
    }
    if (i > 0) list += i + 1 == blends.size() ? " and " : ", ";
    list += shown;
  }
  if (!list.empty()) return text + "exactly " + list + '.';
  return text + counted_in_words(blends.size(), "output", "outputs") + ", each of them exact.";
}

// The value of the only key that is not masked.
std::span<const Rational> only_value(const Problem& problem) {
  std::size_t key = 0;
  while (problem.softmaxes.front().masked(key)) ++key;
  return problem.values[key];
}

std::string of_scores(const Problem& problem) {
  const std::size_t queries = problem.queries();
  const std::size_t single = count_single(problem.softmaxes);
  if (single == queries) {
    const std::string why = "Over a single score the weight is exactly 1, so ";
    if (queries > 1) return why + "each blend is one of the values itself.";
    const std::string shown = short_text(only_value(problem));
    return why + "the blend is the value itself" + (shown.empty() ? "." : ": " + shown + '.');
  }
  if (single > 0) {
    return "Over a single score the blend is the value itself. Elsewhere it is a symbol, and is "
           "never turned into a number.";
  }
  if (queries > 1) {
    return "The blends by the named softmax are symbols, and are never turned into numbers.";
  }
  return "The blend by the named softmax is a symbol, and is never turned into a number.";
}

}  // namespace

std::string introduction(const Problem& problem) {
  return sentence_start(counted_in_words(problem.keys(), "value", "values")) +
         (problem.keys() == 1 ? " is" : " are") + " blended" +
         (problem.rows.empty() ? by_scores(problem) : by_weights(problem)) +
         ". Every number here is exact: nothing is rounded, and softmax is named, never computed.";
}

std::string summary(const Trace& trace) {
  const Problem& problem = trace.problem;
  if (problem.rows.empty()) return of_scores(problem);
  const std::vector<Blend>& blends = trace.blends.assigned;
  if (blends.size() > 1) return of_rows(problem, blends);
  return of_one_row(problem.rows.front().weights, blends.front().output);
}

}  // namespace exactblend
