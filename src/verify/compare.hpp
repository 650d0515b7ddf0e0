// Two sides of a claim, compared.
#pragma once

#include <string>

#include "exactblend/verify/verify.hpp"
#include "verify/expression.hpp"

namespace exactblend::verify {

struct Comparison {
  Verdict verdict = Verdict::is_true;
  std::string wrong = {};
  std::string right = {};
};

// left = right, exactly.
[[nodiscard]] Comparison compare_equal(const Side& left, const Side& right);

// left ≈ right: one of them is a decimal, or a vector of decimals, and is the other one rounded to
// nearest at its own last digit. Halfway between two such, either is right.
[[nodiscard]] Comparison compare_rounded(const Side& left, const Side& right);

// Whether they differ by no more than programs round.
[[nodiscard]] bool is_near(const Value& a, const Value& b);

// The value rounded to so many digits behind the point, as a decimal.
[[nodiscard]] std::string rounded_text(const Rational& value, int places);

// As a decimal if it has a short one, else as a fraction.
[[nodiscard]] std::string short_text(const Value& value, bool decimal);

}  // namespace exactblend::verify
