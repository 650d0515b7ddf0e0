// Answers: what a learner or a book says, against the exact result.
//
//     Checked checked = check_number("1.25", *Rational::of(5, 4));
//     checked.verdict   // Verdict::other_form
//     checked.reason    // "the same value, as a decimal; write 5/4"
//
// Comparison is exact: 0.333333333333333 is not 1/3.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

enum class Verdict {
  correct,
  other_form,  // the same value, not in lowest terms or not as a fraction
  wrong,
  unreadable,  // costs a learner no attempt
};

// The usual slips, each recognised by its exact value.
enum class Slip {
  sign,
  components_swapped,
  weights_not_applied,
  plain_mean,
  weight_left_out,
  denominators_added,  // numerators and denominators added separately
  other_weight,        // the weight of another key
  other_key,           // the scaled value of another key
};

[[nodiscard]] std::string_view name(Verdict verdict);  // "other form"
[[nodiscard]] std::string_view name(Slip slip);        // "weight-left-out"

struct Checked {
  StepKind step;                        // assign for the sum, scale, add for the output
  std::optional<std::size_t> key = {};  // of a scaled value, from 0
  std::string given = {};               // as typed, without surrounding space
  std::string exact = {};               // the right answer in the wanted form
  Verdict verdict = Verdict::correct;
  std::optional<Slip> slip = {};  // only if wrong
  std::string reason = {};        // a sentence for everything but correct
};

// The parts of an answer that were given, as typed.
struct Answer {
  std::optional<std::string> sum;
  std::optional<std::string> scaled;  // (1/2,0) (0,3/4) (1/2,1/2)
  std::optional<std::string> output;  // (1,5/4)
};

// One number, without a problem around it. No slip is looked for.
[[nodiscard]] Checked check_number(std::string_view given, const Rational& exact);

// In the order of the steps: the sum, each scaled value, the output.
// Errors: wrong_count if there is no such query; missing_field if the answer is empty or the
// problem has only scores, so that its blend is a symbol and there is no number to compare.
[[nodiscard]] Result<std::vector<Checked>> check_answer(const Trace& trace, std::size_t query,
                                                        const Answer& answer);

}  // namespace exactblend
