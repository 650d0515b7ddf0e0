#include "exactblend/lesson/answer.hpp"

#include <algorithm>
#include <utility>

#include "blend/shape.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "lesson/slip.hpp"

namespace exactblend {
namespace {

// What the readers of numbers pass over.
constexpr std::string_view kSpaces[] = {" ", "\t", "\r", "\n", "\u00A0", "\u2009", "\u202F"};

std::string_view trimmed(std::string_view text) {
  const auto trim = [&text](bool front) {
    for (const std::string_view space : kSpaces) {
      if (front ? !text.starts_with(space) : !text.ends_with(space)) continue;
      front ? text.remove_prefix(space.size()) : text.remove_suffix(space.size());
      return true;
    }
    return false;
  };
  while (trim(true)) continue;
  while (trim(false)) continue;
  return text;
}

// What kind of other form it is, as the end of "the same value, …".
std::string_view description(NumberForm form) {
  switch (form) {
    case NumberForm::canonical: return "in lowest terms";
    case NumberForm::unreduced: return "not in lowest terms";
    case NumberForm::decimal: return "as a decimal";
    case NumberForm::percent: return "as a percentage";
    case NumberForm::mixed: return "as a mixed number";
    case NumberForm::hexadecimal: return "in hexadecimal";
  }
  return "";
}

Checked unreadable(Checked checked, const Error& error) {
  checked.verdict = Verdict::unreadable;
  checked.reason = to_text({error.code, error.wrong, error.right});
  if (error.place.column > 0) {
    checked.reason = "column " + std::to_string(error.place.column) + ": " + checked.reason;
  }
  return checked;
}

void mark_form(Checked& checked, NumberForm form, const Rational& exact) {
  if (form == NumberForm::canonical || checked.verdict == Verdict::other_form) return;
  checked.verdict = Verdict::other_form;
  checked.reason = "the same value, ";
  checked.reason.append(description(form)).append("; write ").append(to_text(exact));
}

Checked check_vector(Checked checked, const std::vector<ReadNumber>& given,
                     std::span<const Rational> exact) {
  if (given.size() != exact.size()) {
    Error error{
        ErrorCode::wrong_count,
        counted(given.size(), "component") + (given.size() == 1 ? " is given" : " are given"),
        "the answer has " + std::to_string(exact.size())};
    return unreadable(std::move(checked), error);
  }
  for (std::size_t i = 0; i < exact.size(); ++i) {
    if (given[i].value != exact[i]) {
      checked.verdict = Verdict::wrong;
      checked.reason = "the exact value is " + checked.exact;
      return checked;
    }
    mark_form(checked, given[i].form, exact[i]);
  }
  return checked;
}

// The texts of the vectors that read_vectors() has read from `text`: what stands in brackets, or
// what stands between separators where there are no brackets.
std::vector<std::string_view> vector_texts(std::string_view text) {
  text = trimmed(text);
  const bool bracketed = text.starts_with('(') || text.starts_with('[');
  std::vector<std::string_view> texts;
  std::size_t start = 0;
  int depth = 0;  // more than 1 inside 0.(3)
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '(' || c == '[') {
      if (bracketed && depth == 0) start = i;
      ++depth;
    } else if (c == ')' || c == ']') {
      --depth;
      if (bracketed && depth == 0) texts.push_back(text.substr(start, i + 1 - start));
    } else if (!bracketed && (c == ',' || c == ';')) {
      texts.push_back(trimmed(text.substr(start, i - start)));
      start = i + 1;
    }
  }
  if (!bracketed) texts.push_back(trimmed(text.substr(start)));
  return texts;
}

std::vector<Rational> numbers(const std::vector<ReadNumber>& vector) {
  std::vector<Rational> result;
  result.reserve(vector.size());
  for (const ReadNumber& number : vector) result.push_back(number.value);
  return result;
}

void explain(Checked& checked, std::optional<Diagnosis> diagnosis) {
  if (!diagnosis) return;
  checked.slip = diagnosis->slip;
  checked.reason = std::move(diagnosis->sentence) + "; " + checked.reason;
}

Checked check_sum(const Trace& trace, std::size_t query, const std::string& text) {
  Checked checked = check_number(text, Rational(1));
  if (checked.verdict == Verdict::wrong) {
    explain(checked, diagnose_sum(trace.problem.rows[query].weights, *read_rational(text)));
  }
  return checked;
}

void check_scaled(std::vector<Checked>& results, const Trace& trace, std::size_t query,
                  const std::string& text) {
  const auto& exact = trace.blends.assigned[query].scaled;
  auto given = read_vectors(text);
  if (given && given->size() != exact.size()) {
    given = failure(
        ErrorCode::wrong_count,
        counted(given->size(), "scaled value") + (given->size() == 1 ? " is" : " are") + " given",
        (exact.size() == 1 ? "there is " : "there are ") + std::to_string(exact.size()) +
            ", one for each key");
  }
  if (!given) {
    Checked checked{StepKind::scale};
    checked.given = trimmed(text);
    for (const auto& vector : exact) {
      if (!checked.exact.empty()) checked.exact += ' ';
      append_text(checked.exact, std::span<const Rational>(vector));
    }
    results.push_back(unreadable(std::move(checked), given.error()));
    return;
  }
  const std::vector<std::string_view> texts = vector_texts(text);
  for (std::size_t key = 0; key < exact.size(); ++key) {
    const std::vector<ReadNumber>& vector = (*given)[key];
    Checked checked{StepKind::scale, key};
    checked.given = texts[key];
    checked.exact = to_text(std::span<const Rational>(exact[key]));
    checked = check_vector(std::move(checked), vector, exact[key]);
    if (checked.verdict == Verdict::wrong) {
      explain(checked, diagnose_scaled(trace, query, key, numbers(vector)));
    }
    results.push_back(std::move(checked));
  }
}

Checked check_output(const Trace& trace, std::size_t query, const std::string& text) {
  const auto& exact = trace.blends.assigned[query].output;
  Checked checked{StepKind::add};
  checked.given = trimmed(text);
  checked.exact = to_text(std::span<const Rational>(exact));
  const auto given = read_vector(text);
  if (!given) return unreadable(std::move(checked), given.error());
  checked = check_vector(std::move(checked), *given, exact);
  if (checked.verdict == Verdict::wrong) {
    explain(checked, diagnose_output(trace, query, numbers(*given)));
  }
  return checked;
}

}  // namespace

std::string_view name(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct: return "correct";
    case Verdict::other_form: return "other form";
    case Verdict::wrong: return "wrong";
    case Verdict::unreadable: return "unreadable";
  }
  return "";
}

std::string_view name(Slip slip) {
  switch (slip) {
    case Slip::sign: return "sign";
    case Slip::components_swapped: return "components-swapped";
    case Slip::weights_not_applied: return "weights-not-applied";
    case Slip::plain_mean: return "plain-mean";
    case Slip::weight_left_out: return "weight-left-out";
    case Slip::denominators_added: return "denominators-added";
    case Slip::other_weight: return "other-weight";
    case Slip::other_key: return "other-key";
  }
  return "";
}

Checked check_number(std::string_view given, const Rational& exact) {
  Checked checked{StepKind::assign};
  checked.given = trimmed(given);
  checked.exact = to_text(exact);
  const auto number = read_number(given);
  if (!number) return unreadable(std::move(checked), number.error());
  if (number->value != exact) {
    checked.verdict = Verdict::wrong;
    checked.reason = "the exact value is " + checked.exact;
    return checked;
  }
  mark_form(checked, number->form, exact);
  return checked;
}

Result<std::vector<Checked>> check_answer(const Trace& trace, std::size_t query,
                                          const Answer& answer) {
  if (trace.blends.assigned.empty()) {
    return failure(ErrorCode::missing_field,
                   "this problem has only scores, so its blend is a symbol",
                   "an answer can be checked where weights are assigned");
  }
  if (query >= trace.blends.assigned.size()) {
    return failure(ErrorCode::wrong_count, "there is no query " + std::to_string(query + 1),
                   "this problem has " + std::to_string(trace.blends.assigned.size()));
  }
  if (!answer.sum && !answer.scaled && !answer.output) {
    return failure(ErrorCode::missing_field, "there is no answer to check",
                   "give a sum, scaled values or an output");
  }
  std::vector<Checked> results;
  if (answer.sum) results.push_back(check_sum(trace, query, *answer.sum));
  if (answer.scaled) check_scaled(results, trace, query, *answer.scaled);
  if (answer.output) results.push_back(check_output(trace, query, *answer.output));
  return results;
}

}  // namespace exactblend
