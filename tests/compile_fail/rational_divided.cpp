// error: no match for|invalid operands
// A division can fail, so it is not an operator: see divide().
#include "exactblend/number/rational.hpp"

using namespace exactblend;

Result<Rational> quotient(const Rational& a, const Rational& b) { return divide(a, b); }

#ifdef EXACTBLEND_MUST_FAIL
Rational unchecked(const Rational& a, const Rational& b) { return a / b; }
#endif
