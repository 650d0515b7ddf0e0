#include "lesson/slip.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "number/exact_sum.hpp"
#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

using Vector = std::span<const Rational>;

std::string key_name(std::size_t key) { return "key " + std::to_string(key + 1); }

bool equal(Vector a, Vector b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

// The diagnosis, if each component of `given` is right or what the slip gives: component(i). The
// sentence says in which components, unless all are what it gives. The caller knows that at least
// one is wrong.
template <class Component>
std::optional<Diagnosis> explained(Vector given, Vector exact, Slip slip, std::string sentence,
                                   Component component) {
  constexpr std::size_t kListed = 3;
  std::string wrong;
  std::size_t count = 0;
  bool all = true;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const bool is_slip = given[i] == component(i);
    all = all && is_slip;
    if (given[i] == exact[i]) continue;
    if (!is_slip) return std::nullopt;
    if (++count <= kListed) wrong.append(count == 1 ? " " : ", ").append(std::to_string(i + 1));
  }
  if (all) return Diagnosis{slip, std::move(sentence)};
  std::string where = count == 1 ? "in component" : "in components";
  if (count <= kListed) {
    where += wrong;
  } else {
    where = "in " + std::to_string(count) + " of " + std::to_string(given.size()) + " components";
  }
  return Diagnosis{slip, where + ": " + sentence};
}

std::optional<Diagnosis> diagnose_sign(Vector given, Vector exact) {
  return explained(given, exact, Slip::sign, "the size is right and the sign is not",
                   [&](std::size_t i) { return -exact[i]; });
}

std::optional<Diagnosis> diagnose_swap(Vector given, Vector exact) {
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (given[i] != exact[i]) wrong.push_back(i);
  }
  if (wrong.size() != 2) return std::nullopt;
  if (given[wrong[0]] != exact[wrong[1]] || given[wrong[1]] != exact[wrong[0]]) return std::nullopt;
  return Diagnosis{Slip::components_swapped, "components " + std::to_string(wrong[0] + 1) +
                                                 " and " + std::to_string(wrong[1] + 1) +
                                                 " are swapped"};
}

// (n₁ + n₂ + …)/(d₁ + d₂ + …), with zero terms as 0/1 or passed over.
Rational fractions_added_straight(std::span<const Rational> terms, bool pass_over_zeros) {
  Integer numerators = 0;
  Integer denominators = 0;
  for (const Rational& term : terms) {
    if (pass_over_zeros && term.is_zero()) continue;
    numerators += RationalParts::numerator(term);
    denominators += RationalParts::denominator(term);
  }
  if (denominators.is_zero()) return {};
  return RationalParts::reduced(std::move(numerators), std::move(denominators));
}

constexpr const char* kDenominatorsAdded =
    "numerators and denominators were added separately; fractions need a common denominator first";

std::vector<Rational> column(const Blend& blend, std::size_t component) {
  std::vector<Rational> terms;
  terms.reserve(blend.scaled.size());
  for (const auto& scaled : blend.scaled) terms.push_back(scaled[component]);
  return terms;
}

std::vector<Rational> sum_of_values(const Values& values) {
  std::vector<ExactSum> sums(values.components());
  for (std::size_t key = 0; key < values.keys(); ++key) {
    for (std::size_t i = 0; i < values.components(); ++i) sums[i].add(values[key][i]);
  }
  std::vector<Rational> result;
  result.reserve(sums.size());
  for (const ExactSum& sum : sums) result.push_back(sum.value());
  return result;
}

}  // namespace

std::optional<Diagnosis> diagnose_sum(const AssignedWeights& weights, const Rational& given) {
  for (std::size_t key = 0; key < weights.keys(); ++key) {
    if (!weights[key].is_zero() && given == Rational(1) - weights[key]) {
      return Diagnosis{Slip::weight_left_out, "the weight of " + key_name(key) + " is left out"};
    }
  }
  for (const bool pass_over_zeros : {false, true}) {
    if (given == fractions_added_straight(weights.row(), pass_over_zeros)) {
      return Diagnosis{Slip::denominators_added, kDenominatorsAdded};
    }
  }
  if (given == Rational(-1)) {
    return Diagnosis{Slip::sign, "the size is right and the sign is not"};
  }
  return std::nullopt;
}

std::optional<Diagnosis> diagnose_scaled(const Trace& trace, std::size_t query, std::size_t key,
                                         Vector given) {
  const Values& values = trace.problem.values;
  const AssignedWeights& weights = trace.problem.rows[query].weights;
  const auto& scaled = trace.blends.assigned[query].scaled;
  const Vector exact = scaled[key];

  if (auto sign = diagnose_sign(given, exact)) return sign;
  if (auto swap = diagnose_swap(given, exact)) return swap;
  if (equal(given, values[key])) {
    return Diagnosis{Slip::weights_not_applied, "this is the value itself: the weight of " +
                                                    key_name(key) + " was not applied"};
  }
  for (std::size_t other = 0; other < scaled.size(); ++other) {
    if (other != key && equal(given, scale(weights[other], values[key]))) {
      return Diagnosis{Slip::other_weight, "the weight of " + key_name(other) +
                                               " was used instead of that of " + key_name(key)};
    }
  }
  for (std::size_t other = 0; other < scaled.size(); ++other) {
    if (other != key && equal(given, scaled[other])) {
      return Diagnosis{Slip::other_key, "this is the scaled value of " + key_name(other)};
    }
  }
  return std::nullopt;
}

std::optional<Diagnosis> diagnose_output(const Trace& trace, std::size_t query, Vector given) {
  const Values& values = trace.problem.values;
  const Blend& blend = trace.blends.assigned[query];
  const Vector exact = blend.output;

  if (auto sign = diagnose_sign(given, exact)) return sign;
  if (auto swap = diagnose_swap(given, exact)) return swap;

  const std::vector<Rational> total = sum_of_values(values);
  if (auto sum = explained(given, exact, Slip::weights_not_applied,
                           "this is the plain sum of the values: the weights were not applied",
                           [&](std::size_t i) { return total[i]; })) {
    return sum;
  }
  const Rational share = *Rational::of(1, static_cast<std::int64_t>(values.keys()));
  if (auto mean = explained(given, exact, Slip::plain_mean,
                            "this is the plain mean of the values: the weights were not applied",
                            [&](std::size_t i) { return total[i] * share; })) {
    return mean;
  }
  for (std::size_t key = 0; key < values.keys(); ++key) {
    if (auto left_out =
            explained(given, exact, Slip::weight_left_out,
                      "the scaled value of " + key_name(key) + " is left out of the sum",
                      [&](std::size_t i) { return exact[i] - blend.scaled[key][i]; })) {
      return left_out;
    }
  }
  for (const bool pass_over_zeros : {false, true}) {
    if (auto straight = explained(
            given, exact, Slip::denominators_added, kDenominatorsAdded, [&](std::size_t i) {
              return fractions_added_straight(column(blend, i), pass_over_zeros);
            })) {
      return straight;
    }
  }
  return std::nullopt;
}

}  // namespace exactblend
