// Reads the longest expression that begins at a token, and computes it on the way.
//
//   expression: term { (+|−) term }
//   term:       factor { (·|*|×|/| ) factor }
//   factor:     {−|+} base [^ exponent] [%]
//   base:       number | mixed number | name | (expression) | vector | \frac{}{} | √ | Σ term |
//   f(…)
//
// Recursive descent; deeper than kMaxDepth nothing is read. An expression that can't be finished is
// given up as far as its last whole operand, so that "1/2 - as shown" ends before the minus.
#pragma once

#include <optional>

#include "verify/scope.hpp"
#include "verify/token.hpp"
#include "verify/value.hpp"

namespace exactblend::verify {

// Where an expression can be read in two ways, the usual one is tried first.
struct Reading {
  bool mixed_is_product = false;  // 2 1/4, 2\frac14: 2 times 1/4 instead of 2 and 1/4
  bool elementwise = false;       // (1,2)·(3,4) = (3,8) instead of 11
  bool outer = false;          // x yᵀ: the matrix of all products, of columns; else of rows x·y
  bool implied_first = false;  // 1/2x: 1/(2x) instead of (1/2)x
  int query = -1;              // of the output and of softmax: whose row of a table is meant
};

inline constexpr Reading kOtherReadings[] = {
    {.mixed_is_product = true},
    {.implied_first = true},
    {.mixed_is_product = true, .implied_first = true},
    {.elementwise = true},
    {.outer = true},
};

inline constexpr std::size_t kMaxQueries = 16;  // that are tried for what is said of none

inline constexpr std::size_t kAllTokens = static_cast<std::size_t>(-1);

struct Side {
  Value value;
  std::size_t begin = 0;  // tokens
  std::size_t end = 0;
  bool compound = false;     // something is computed in it; 1/4 and (1,-1/2) are not
  bool has_number = false;   // a digit stands in it, or a name with a value
  bool uses_names = false;   // a name with a value stands in it
  bool is_name = false;      // one name alone, or a call of one
  bool ambiguous = false;    // another Reading may give another value
  bool of_query = false;     // another query may be meant, whose row has other values
  bool exponential = false;  // exp or softmax is called in it, so its e is Euler's number
  bool named = false;        // holds a function or a symbol that is not computed
};

// The expression at tokens[at], before tokens[end]; none if no expression begins there.
[[nodiscard]] std::optional<Side> read_side(const Tokens& tokens, std::size_t at,
                                            const Scope& scope, Reading reading = {},
                                            std::size_t end = kAllTokens);

}  // namespace exactblend::verify
