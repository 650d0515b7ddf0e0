// check_answer and check_number on any text, for a few fixed problems: a verdict is what an
// independent reading of the same text says it is, and a wrong one has its exact value beside it.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "exactblend/lesson/answer.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "require.hpp"

using namespace exactblend;

namespace {

Trace make(const char* weights, const char* values) {
  ProblemDraft draft;
  draft.weights = *draft_rows(weights);
  draft.values = *draft_values(values);
  return make_trace(*make_problem(std::move(draft)));
}

const std::vector<Trace>& traces() {
  static const std::vector<Trace> all = {
      make("1/4,1/4,1/2", "(2,0) (0,3) (1,1)"),
      make("1", "-5/4"),
      make("(1/3,masked,2/3) (0,1,0)", "(1,2,3,4) (5,6,7,8) (-9/7,0,0,1)"),
  };
  return all;
}

std::vector<Rational> values_of(const std::vector<ReadNumber>& numbers) {
  std::vector<Rational> values;
  for (const ReadNumber& number : numbers) values.push_back(number.value);
  return values;
}

bool says_the_same_value(Verdict verdict) {
  return verdict == Verdict::correct || verdict == Verdict::other_form;
}

void check(const Trace& trace, std::size_t query, const std::string& text) {
  const auto answers = check_answer(trace, query, {text, text, text});
  require(answers.has_value(), "an answer to an assigned problem is checked");
  const auto& exact = trace.blends.assigned[query].output;
  const auto read = read_vector(text);
  const Checked& output = answers->back();
  if (!read || read->size() != exact.size()) {
    require(output.verdict == Verdict::unreadable, "what is not read is unreadable");
  } else {
    require(says_the_same_value(output.verdict) == (values_of(*read) == exact),
            "correct and other form mean the exact value, wrong means another");
  }
  for (const Checked& answer : *answers) {
    require(!answer.exact.empty(), "the exact answer stands beside the given one");
    require(answer.reason.empty() == (answer.verdict == Verdict::correct),
            "whatever is not correct has its reason");
    require(!answer.slip || answer.verdict == Verdict::wrong, "a slip is behind a wrong answer");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const Trace& trace : traces()) {
    for (std::size_t query = 0; query < trace.problem.queries(); ++query) {
      check(trace, query, text);
      const Blend& blend = trace.blends.assigned[query];
      const std::string right = to_text(std::span<const Rational>(blend.output));
      require(check_answer(trace, query, {{}, {}, right})->front().verdict == Verdict::correct,
              "the exact output is correct");
    }
  }
  const Rational five_quarters = *Rational::of(5, 4);
  const Checked checked = check_number(text, five_quarters);
  const auto number = read_number(text);
  require((checked.verdict == Verdict::unreadable) == !number.has_value(),
          "a number is readable or it is not");
  if (number) {
    require(says_the_same_value(checked.verdict) == (number->value == five_quarters),
            "a number is right or it is not");
  }
  return 0;
}
