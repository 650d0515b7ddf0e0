// The exact value of an expression: a number, a vector of values, or unknown with the reason. What
// is unknown may still be a named form, or a vector of them. Every operation takes any values; what
// is not defined is unknown.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exactblend/number/rational.hpp"
#include "verify/symbol.hpp"

namespace exactblend::verify {

struct Value {
  enum class Kind : unsigned char { number, vector, unknown };
  Kind kind = Kind::unknown;
  bool elsewhere = false;   // depends on a name whose value was given in another section
  bool transposed = false;  // a vector with a T behind it, or a row of a matrix's kind
  bool rounded = false;     // computed from decimals, which may be rounded themselves
  bool percent = false;     // written with a percent sign
  bool masked = false;      // of a key that takes no part: 0 as a weight, nothing as a score
  int places = -1;          // of a decimal or integer as written: digits behind the point
  std::size_t digits = 1;   // at least as many as numerator and denominator have together
  Rational number;
  std::vector<Value> parts;  // of a vector; of an unknown one, if they are numbers and named forms
  struct Unknown {
    std::string reason;
    SymbolPointer symbol;  // if it is a named form
  };
  std::shared_ptr<const Unknown>
      why;  // of an unknown one; values are moved far more often than made

  [[nodiscard]] const std::string& reason() const {
    static const std::string kNone;
    return why ? why->reason : kNone;
  }
  [[nodiscard]] SymbolPointer symbol() const { return why ? why->symbol : nullptr; }
  [[nodiscard]] bool is_number() const { return kind == Kind::number; }
  [[nodiscard]] bool is_vector() const { return kind == Kind::vector; }
  [[nodiscard]] bool is_known() const { return kind != Kind::unknown; }
};

[[nodiscard]] Value unknown(std::string reason, SymbolPointer symbol = nullptr);
[[nodiscard]] Value number(Rational value, std::size_t digits = 1);
// Unknown if a part is, with its parts if all have a form; a vector of one component is that
// number.
[[nodiscard]] Value vector(std::vector<Value> parts);

[[nodiscard]] Value add(const Value& a, const Value& b);
[[nodiscard]] Value subtract(const Value& a, const Value& b);
[[nodiscard]] Value negate(Value value);
[[nodiscard]] Value divide(const Value& a, const Value& b);
[[nodiscard]] Value power(const Value& base, const Value& exponent);
[[nodiscard]] Value square_root(const Value& value);

// Rows and columns of a vector of vectors exchanged; a plain vector is only marked, or no longer
// so.
[[nodiscard]] Value transpose(Value value);

enum class Product {
  // Of two vectors the sum of the products of their components. A vector of vectors is a matrix by
  // its rows: w·V is Σ wⱼ·Vⱼ.
  dot,
  cross,        // of two vectors: unknown
  implied,      // as dot if one is transposed or a matrix; else unknown
  elementwise,  // (1,2)·(3,4) = (3,8)
  outer,        // (1,2)·(3,4) = ((3,4),(6,8))
};
[[nodiscard]] Value multiply(const Value& a, const Value& b, Product product);

// Σ wⱼ·Vⱼ; unknown unless there are as many weights as values.
[[nodiscard]] Value blend(const std::vector<Value>& weights, const std::vector<Value>& values);

// The named form of a number or of an unknown value that has one; else null.
[[nodiscard]] SymbolPointer symbol_of(const Value& value);

// A number, a named form, or a vector of such: it can be compared with another one.
[[nodiscard]] bool has_form(const Value& value);
// A named form as a value: a number, if it is one whatever e is.
[[nodiscard]] Value form(SymbolPointer symbol, std::string reason);
// The named forms of softmax over these scores: numbers, of which nullopt is a masked one, whose
// weight is 0. Cost: quadratic in their count, at most kMaxSymbolTerms.
[[nodiscard]] Value named_softmax(const std::vector<std::optional<Rational>>& scores);

enum class Forms { same, different, unclear };
// Whether both are the same, as symbols. Different ones are different numbers too: e^r for distinct
// rational r are linearly independent over the rationals (Lindemann-Weierstrass).
[[nodiscard]] Forms compare_forms(const Value& a, const Value& b);

// Whether both are known or named forms, of one shape, and the same.
[[nodiscard]] bool same(const Value& a, const Value& b);

// (1,5/4)
[[nodiscard]] std::string to_text(const Value& value);

}  // namespace exactblend::verify
