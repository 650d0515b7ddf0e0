// What the tests of blend/ share: numbers from what people type, and the oracle's own blend (GMP's
// rationals, joined to ours by digits only).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/blend/blend.hpp"
#include "exactblend/blend/named_softmax.hpp"
#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {

inline Rational number(std::string_view text) { return read_rational(text).value(); }

inline std::vector<Rational> numbers(const std::vector<ReadNumber>& read) {
  std::vector<Rational> result;
  for (const ReadNumber& one : read) result.push_back(one.value);
  return result;
}

// "1/4,1/4,1/2"
inline std::vector<Rational> row(std::string_view text) {
  return numbers(read_vector(text).value());
}

// "(2,0) (0,3) (1,1)"
inline Values values(std::string_view text) {
  const auto read = read_vectors(text).value();
  std::vector<std::vector<Rational>> vectors;
  for (const auto& vector : read) vectors.push_back(numbers(vector));
  return Values::of(vectors).value();
}

inline AssignedWeights weights(std::string_view text, WeightSign sign = WeightSign::nonnegative) {
  return AssignedWeights::assign(row(text), {}, sign).value();
}

inline NamedSoftmax softmax(std::string_view scores, std::vector<bool> masked = {}) {
  return NamedSoftmax::over(row(scores), std::move(masked)).value();
}

inline std::string text(const std::vector<Rational>& vector) {
  return to_text(std::span<const Rational>(vector));
}

namespace oracle {

using Vector = std::vector<mpq_class>;

// By digits, through our reader: the two share no arithmetic.
inline Rational read_back(const mpq_class& value) { return number(value.get_str()); }

inline std::vector<Rational> read_back(const Vector& vector) {
  std::vector<Rational> result;
  for (const mpq_class& value : vector) result.push_back(read_back(value));
  return result;
}

inline Values read_back(const std::vector<Vector>& vectors) {
  std::vector<std::vector<Rational>> result;
  for (const Vector& vector : vectors) result.push_back(read_back(vector));
  return Values::of(result).value();
}

inline mpq_class sum(const Vector& terms) {
  mpq_class result = 0;
  for (const mpq_class& term : terms) result += term;
  return result;
}

inline Vector blend(const Vector& weights, const std::vector<Vector>& values) {
  Vector result(values.front().size());
  for (std::size_t key = 0; key < values.size(); ++key) {
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += weights[key] * values[key][i];
  }
  return result;
}

// "(1,5/4)", by GMP's printing.
inline std::string text(const Vector& vector) {
  std::string result = "(";
  for (const mpq_class& value : vector) {
    if (result.size() > 1) result += ',';
    result += value.get_str();
  }
  return result + ")";
}

}  // namespace oracle
}  // namespace exactblend
