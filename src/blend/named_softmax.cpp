#include "exactblend/blend/named_softmax.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "blend/shape.hpp"

namespace exactblend {

void ExponentialSum::add(const Rational& coefficient, const Rational& exponent) {
  if (coefficient.is_zero()) return;
  const auto [term, inserted] = terms_.try_emplace(exponent, coefficient);
  if (inserted) return;
  term->second += coefficient;
  if (term->second.is_zero()) terms_.erase(term);
}

ExponentialSum operator*(const ExponentialSum& a, const ExponentialSum& b) {
  ExponentialSum product;
  for (const auto& [a_exponent, a_coefficient] : a.terms_) {
    for (const auto& [b_exponent, b_coefficient] : b.terms_) {
      product.add(a_coefficient * b_coefficient, a_exponent + b_exponent);
    }
  }
  return product;
}

bool operator==(const NamedNumber& a, const NamedNumber& b) {
  if (a.denominator_ == b.denominator_) return a.numerator_ == b.numerator_;
  return a.numerator_ * b.denominator_ == b.numerator_ * a.denominator_;
}

bool NamedNumber::is_exactly(const Rational& value) const {
  ExponentialSum constant;
  constant.add(value, Rational(0));
  return numerator_ == constant * denominator_;
}

NamedSoftmax::NamedSoftmax(std::vector<Rational> scores, std::vector<bool> masked)
    : scores_(std::move(scores)), masked_(std::move(masked)) {
  for (std::size_t key = 0; key < scores_.size(); ++key) {
    if (!this->masked(key)) denominator_.add(Rational(1), scores_[key]);
  }
}

Result<NamedSoftmax> NamedSoftmax::over(std::vector<Rational> scores, std::vector<bool> masked) {
  if (scores.empty()) {
    return failure(ErrorCode::no_weights, "there are no scores", "give one score for each key");
  }
  if (!masked.empty() && masked.size() != scores.size()) {
    return failure(ErrorCode::wrong_count,
                   counted(scores.size(), "score") + " and " + counted(masked.size(), "mask flag"),
                   "give one flag for each score");
  }
  if (!masked.empty() && std::find(masked.begin(), masked.end(), false) == masked.end()) {
    return failure(ErrorCode::all_masked, "every key is masked",
                   "softmax needs at least one key that is not");
  }
  return NamedSoftmax(std::move(scores), std::move(masked));
}

bool NamedSoftmax::over_single_score() const {
  std::size_t unmasked = 0;
  for (std::size_t key = 0; key < keys(); ++key) unmasked += masked(key) ? 0U : 1U;
  return unmasked == 1;
}

NamedNumber NamedSoftmax::weight(std::size_t key) const {
  ExponentialSum numerator;
  if (!masked(key)) numerator.add(Rational(1), scores_[key]);
  return {std::move(numerator), denominator_};
}

bool operator==(const NamedSoftmax& a, const NamedSoftmax& b) {
  // e^{aⱼ}/Σe^{aᵢ} = e^{bⱼ}/Σe^{bᵢ} for all j says that e^{aⱼ−bⱼ} is the same for all j, and
  // since e^x is injective so is aⱼ−bⱼ; conversely a common shift cancels.
  if (a.keys() != b.keys()) return false;
  std::optional<Rational> shift;
  for (std::size_t key = 0; key < a.keys(); ++key) {
    if (a.masked(key) != b.masked(key)) return false;
    if (a.masked(key)) continue;
    const Rational difference = a.scores_[key] - b.scores_[key];
    if (!shift) shift = difference;
    if (*shift != difference) return false;
  }
  return true;
}

Result<NamedBlend> blend(const NamedSoftmax& weights, const Values& values) {
  if (auto error = count_mismatch(weights.keys(), "score", values.keys())) {
    return tl::unexpected(std::move(*error));
  }
  NamedBlend result;
  result.output.reserve(values.components());
  for (std::size_t i = 0; i < values.components(); ++i) {
    ExponentialSum numerator;
    for (std::size_t key = 0; key < weights.keys(); ++key) {
      if (!weights.masked(key)) numerator.add(values[key][i], weights.scores_[key]);
    }
    result.output.push_back(NamedNumber(std::move(numerator), weights.denominator_));
  }
  return result;
}

}  // namespace exactblend
