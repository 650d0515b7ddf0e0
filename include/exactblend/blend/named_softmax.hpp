// Softmax, named and never computed.
//
//     auto softmax = NamedSoftmax::over({2, 0, 1});
//     NamedBlend output = *blend(*softmax, *values);
//
// softmax over rational scores assigns wⱼ = e^{sⱼ}/Σᵢ e^{sᵢ}. That is a symbol here: it can be
// printed and compared, and nothing turns it into a number. Comparison is exact: for distinct
// rationals r the numbers e^r are linearly independent over the rationals (Lindemann–Weierstrass),
// so two sums Σ cᵣ·e^r are equal only if their coefficients are, exponent by exponent.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "exactblend/blend/values.hpp"
#include "exactblend/number/rational.hpp"

namespace exactblend {

// Σᵣ cᵣ·e^r with rational coefficients and exponents, like exponents collected, no zero
// coefficient kept: two of them are equal exactly if their terms are.
class ExponentialSum {
 public:
  void add(const Rational& coefficient, const Rational& exponent);
  // exponent → coefficient, exponents rising
  [[nodiscard]] const std::map<Rational, Rational>& terms() const { return terms_; }
  friend bool operator==(const ExponentialSum&, const ExponentialSum&) = default;
  friend ExponentialSum operator*(const ExponentialSum& a, const ExponentialSum& b);

 private:
  std::map<Rational, Rational> terms_;
};

class NamedSoftmax;
struct NamedBlend;

// numerator/denominator as a symbol; the denominator is a sum of e^s with positive coefficients,
// hence not 0.
class NamedNumber {
 public:
  [[nodiscard]] const ExponentialSum& numerator() const { return numerator_; }
  [[nodiscard]] const ExponentialSum& denominator() const { return denominator_; }

  // Exact, by cross multiplication. Cost: the product of the numbers of terms.
  friend bool operator==(const NamedNumber& a, const NamedNumber& b);
  // Whether the symbol stands for exactly this rational.
  [[nodiscard]] bool is_exactly(const Rational& value) const;

 private:
  friend class NamedSoftmax;
  friend Result<NamedBlend> blend(const NamedSoftmax& weights, const Values& values);
  NamedNumber(ExponentialSum numerator, ExponentialSum denominator)
      : numerator_(std::move(numerator)), denominator_(std::move(denominator)) {}

  ExponentialSum numerator_;
  ExponentialSum denominator_;
};

// A blend by named weights: one symbol for each component.
struct NamedBlend {
  std::vector<NamedNumber> output;  // [components]
  friend bool operator==(const NamedBlend&, const NamedBlend&) = default;
};

class NamedSoftmax {
 public:
  // scores: one for each key. masked: empty, or one flag per key; a masked key takes no part and
  // its weight is 0. Errors: no_weights, wrong_count (of flags), all_masked.
  [[nodiscard]] static Result<NamedSoftmax> over(std::vector<Rational> scores,
                                                 std::vector<bool> masked = {});

  [[nodiscard]] std::size_t keys() const { return scores_.size(); }
  [[nodiscard]] std::span<const Rational> scores() const { return scores_; }
  [[nodiscard]] bool masked(std::size_t key) const { return !masked_.empty() && masked_[key]; }

  // Whether all keys but one are masked, so that the weight of that one is exactly 1.
  [[nodiscard]] bool over_single_score() const;

  // wⱼ as a symbol. Over a single score it is exactly 1.
  [[nodiscard]] NamedNumber weight(std::size_t key) const;

  // Whether all weights are equal: adding one number to all scores changes none of them.
  friend bool operator==(const NamedSoftmax& a, const NamedSoftmax& b);

  // Σⱼ vⱼ·e^{sⱼ} / Σᵢ e^{sᵢ} for each component. Error: wrong_count.
  friend Result<NamedBlend> blend(const NamedSoftmax& weights, const Values& values);

 private:
  NamedSoftmax(std::vector<Rational> scores, std::vector<bool> masked);

  std::vector<Rational> scores_;
  std::vector<bool> masked_;
  ExponentialSum denominator_;
};

[[nodiscard]] Result<NamedBlend> blend(const NamedSoftmax& weights, const Values& values);

}  // namespace exactblend
