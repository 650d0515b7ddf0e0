// Answers drawn at random, and the slips that explain them, against GMP's rationals.
#include <algorithm>
#include <map>
#include <optional>

#include "lesson/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

using oracle::Vector;

struct Drawn {
  gen::Problem problem;
  Trace trace;
  Vector output;
  std::vector<Vector> scaled;
};

// Small numbers, so that slips coincide with one another and with the right answer often.
Drawn draw() {
  const auto keys = *rc::gen::inRange<std::size_t>(1, 5);
  const auto components = *rc::gen::inRange<std::size_t>(1, 4);
  gen::Problem problem = *gen::problem({keys, components, 1, 1, *rc::gen::arbitrary<bool>()});
  ProblemDraft made;
  made.signed_weights = true;
  DraftRow& row = made.weights.emplace_back();
  for (const mpq_class& weight : problem.weights) {
    row.entries.push_back({oracle::read_back(weight)});
  }
  for (const Vector& value : problem.values) made.values.push_back({oracle::read_back(value)});
  std::vector<Vector> scaled;
  for (std::size_t key = 0; key < keys; ++key) {
    Vector& one = scaled.emplace_back();
    for (const mpq_class& component : problem.values[key]) {
      one.push_back(problem.weights[key] * component);
    }
  }
  Vector output = oracle::blend(problem.weights, problem.values);
  return {std::move(problem), trace(std::move(made)), std::move(output), std::move(scaled)};
}

mpq_class added_straight(const Vector& terms, bool pass_over_zeros) {
  mpz_class above = 0;
  mpz_class below = 0;
  for (const mpq_class& term : terms) {
    if (pass_over_zeros && term == 0) continue;
    above += term.get_num();
    below += term.get_den();
  }
  return below == 0 ? mpq_class(0) : oracle::fraction(above, below);
}

// Each slip in the order in which they are looked for, with what it would give.
using Candidates = std::vector<std::pair<Slip, Vector>>;

Vector negated(Vector vector) {
  for (mpq_class& component : vector) component = -component;
  return vector;
}

Candidates output_slips(const Drawn& drawn) {
  const Vector& exact = drawn.output;
  const std::size_t keys = drawn.scaled.size();
  Vector total(exact.size());
  for (const Vector& value : drawn.problem.values) {
    for (std::size_t i = 0; i < exact.size(); ++i) total[i] += value[i];
  }
  Vector mean = total;
  for (mpq_class& component : mean) component /= keys;
  Candidates all = {{Slip::sign, negated(exact)}};
  all.emplace_back(Slip::weights_not_applied, total);
  all.emplace_back(Slip::plain_mean, mean);
  for (const Vector& scaled : drawn.scaled) {
    Vector rest = exact;
    for (std::size_t i = 0; i < exact.size(); ++i) rest[i] -= scaled[i];
    all.emplace_back(Slip::weight_left_out, rest);
  }
  for (const bool pass_over_zeros : {false, true}) {
    Vector straight;
    for (std::size_t i = 0; i < exact.size(); ++i) {
      Vector terms;
      for (const Vector& scaled : drawn.scaled) terms.push_back(scaled[i]);
      straight.push_back(added_straight(terms, pass_over_zeros));
    }
    all.emplace_back(Slip::denominators_added, straight);
  }
  return all;
}

bool explains(const Vector& given, const Vector& exact, const Vector& slip) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != exact[i] && given[i] != slip[i]) return false;
  }
  return true;
}

bool swapped(const Vector& given, const Vector& exact) {
  for (std::size_t i = 0; i < exact.size(); ++i) {
    for (std::size_t j = i + 1; j < exact.size(); ++j) {
      Vector other = exact;
      std::swap(other[i], other[j]);
      if (given == other) return true;
    }
  }
  return false;
}

std::optional<Slip> expected(const Vector& given, const Vector& exact, const Candidates& slips) {
  if (explains(given, exact, slips.front().second)) return Slip::sign;
  if (swapped(given, exact)) return Slip::components_swapped;
  for (const auto& [slip, vector] : slips) {
    if (explains(given, exact, vector)) return slip;
  }
  return std::nullopt;
}

// Each component right, or what some slip gives, or anything.
Vector draw_answer(const Vector& exact, const Candidates& slips) {
  Vector answer = exact;
  const Vector& one = (*rc::gen::elementOf(slips)).second;
  const bool mixed = *rc::gen::inRange(0, 3) == 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    switch (*rc::gen::inRange(0, 4)) {
      case 0: break;
      case 1: answer[i] = mixed ? *gen::fraction() : one[i]; break;
      default: answer[i] = mixed ? (*rc::gen::elementOf(slips)).second[i] : one[i];
    }
  }
  if (*rc::gen::inRange(0, 6) == 0 && exact.size() > 1) {
    answer = exact;
    std::swap(answer[0], answer[1]);
  }
  return answer;
}

Checked check(const Trace& trace, const Answer& answer, std::size_t at = 0) {
  return check_answer(trace, 0, answer).value().at(at);
}

RC_GTEST_PROP(AnswerProperty, a_slip_of_the_output_is_the_first_that_explains_it_exactly, ()) {
  const Drawn drawn = draw();
  const Candidates slips = output_slips(drawn);
  const Vector given = draw_answer(drawn.output, slips);
  RC_LOG() << oracle::text(given) << std::endl;
  const Checked checked = check(drawn.trace, {{}, {}, oracle::text(given)});
  if (given == drawn.output) {
    RC_ASSERT(checked.verdict == Verdict::correct);
    RC_ASSERT(!checked.slip.has_value());
    return;
  }
  RC_ASSERT(checked.verdict == Verdict::wrong);
  RC_ASSERT(checked.slip == expected(given, drawn.output, slips));
  RC_ASSERT(checked.exact == oracle::text(drawn.output));
}

RC_GTEST_PROP(AnswerProperty, a_slip_of_a_scaled_value_is_the_first_that_gives_it_exactly, ()) {
  const Drawn drawn = draw();
  const auto key = *rc::gen::inRange<std::size_t>(0, drawn.scaled.size());
  const Vector& exact = drawn.scaled[key];
  const Vector& value = drawn.problem.values[key];
  Candidates slips = {{Slip::sign, negated(exact)}, {Slip::weights_not_applied, value}};
  for (std::size_t other = 0; other < drawn.scaled.size(); ++other) {
    if (other == key) continue;
    Vector scaled;
    for (const mpq_class& component : value) {
      scaled.push_back(drawn.problem.weights[other] * component);
    }
    slips.emplace_back(Slip::other_weight, scaled);
  }
  for (std::size_t other = 0; other < drawn.scaled.size(); ++other) {
    if (other != key) slips.emplace_back(Slip::other_key, drawn.scaled[other]);
  }
  const Vector given = draw_answer(exact, slips);
  std::string all;
  for (std::size_t i = 0; i < drawn.scaled.size(); ++i) {
    all += oracle::text(i == key ? given : drawn.scaled[i]) + ' ';
  }
  const Checked checked = check(drawn.trace, {{}, all, {}}, key);
  RC_ASSERT(checked.given == oracle::text(given));
  if (given == exact) {
    RC_ASSERT(checked.verdict == Verdict::correct);
    return;
  }
  std::optional<Slip> slip;
  if (explains(given, exact, slips.front().second)) {
    slip = Slip::sign;
  } else if (swapped(given, exact)) {
    slip = Slip::components_swapped;
  } else {
    for (const auto& [which, vector] : slips) {
      if (which == Slip::sign || given != vector) continue;
      slip = which;
      break;
    }
  }
  RC_ASSERT(checked.verdict == Verdict::wrong);
  RC_ASSERT(checked.slip == slip);
}

RC_GTEST_PROP(AnswerProperty, a_slip_of_the_sum_is_the_first_that_gives_it_exactly, ()) {
  const Drawn drawn = draw();
  const Vector& weights = drawn.problem.weights;
  std::vector<std::pair<Slip, mpq_class>> slips;
  for (const mpq_class& weight : weights) {
    if (weight != 0) slips.emplace_back(Slip::weight_left_out, 1 - weight);
  }
  slips.emplace_back(Slip::denominators_added, added_straight(weights, false));
  slips.emplace_back(Slip::denominators_added, added_straight(weights, true));
  slips.emplace_back(Slip::sign, -1);
  const mpq_class given =
      *rc::gen::inRange(0, 3) == 0 ? *gen::fraction() : (*rc::gen::elementOf(slips)).second;
  const Checked checked = check(drawn.trace, {given.get_str(), {}, {}});
  const auto first = std::find_if(slips.begin(), slips.end(),
                                  [&](const auto& slip) { return slip.second == given; });
  if (given == 1) {
    RC_ASSERT(checked.verdict == Verdict::correct);
  } else {
    RC_ASSERT(checked.verdict == Verdict::wrong);
    RC_ASSERT(checked.slip ==
              (first == slips.end() ? std::nullopt : std::optional<Slip>(first->first)));
  }
}

RC_GTEST_PROP(AnswerProperty, the_exact_answer_is_correct_to_every_part, ()) {
  const Drawn drawn = draw();
  std::string scaled;
  for (const Vector& vector : drawn.scaled) scaled += oracle::text(vector) + ' ';
  const auto checked =
      check_answer(drawn.trace, 0, {"1", scaled, oracle::text(drawn.output)}).value();
  RC_ASSERT(checked.size() == drawn.scaled.size() + 2U);
  for (const Checked& one : checked) {
    RC_ASSERT(one.verdict == Verdict::correct);
    RC_ASSERT(one.given == one.exact);
  }
}

RC_GTEST_PROP(AnswerProperty, the_exact_output_not_in_lowest_terms_is_another_form, ()) {
  const Drawn drawn = draw();
  const auto factor = *rc::gen::inRange<unsigned long>(2, 50);
  std::string given = "(";
  for (const mpq_class& component : drawn.output) {
    if (given.size() > 1) given += ',';
    given += mpz_class(component.get_num() * factor).get_str() + "/" +
             mpz_class(component.get_den() * factor).get_str();
  }
  const Checked checked = check(drawn.trace, {{}, {}, given + ")"});
  RC_ASSERT(checked.verdict == Verdict::other_form);
  RC_ASSERT(checked.reason.ends_with("write " + drawn.output.front().get_str()));
}

RC_GTEST_PROP(AnswerProperty, a_decimal_of_the_same_value_is_another_form, ()) {
  const std::string whole = *gen::digits(1, 20);
  const std::string places = *gen::digits(1, 20);
  const mpz_class ten = oracle::power(10, places.size());
  const mpq_class value = oracle::fraction(mpz_class(whole + places, 10), ten);
  const Checked checked = check_number(whole + "." + places, oracle::read_back(value));
  RC_ASSERT(checked.verdict == Verdict::other_form);
  RC_ASSERT(checked.reason == "the same value, as a decimal; write " + value.get_str());
  const mpq_class beside = value + oracle::fraction(1, ten * 10);
  RC_ASSERT(check_number(whole + "." + places, oracle::read_back(beside)).verdict ==
            Verdict::wrong);
}

RC_GTEST_PROP(AnswerProperty, a_number_is_right_exactly_if_it_has_the_value, ()) {
  const mpq_class exact = *gen::fraction();
  const mpq_class given = *rc::gen::arbitrary<bool>() ? exact : *gen::fraction();
  const Checked checked = check_number(given.get_str(), oracle::read_back(exact));
  RC_ASSERT(checked.verdict == (given == exact ? Verdict::correct : Verdict::wrong));
  RC_ASSERT(checked.exact == exact.get_str());
}

}  // namespace
}  // namespace exactblend
