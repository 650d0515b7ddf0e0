// error: no matching
// Not even when it is spelt out.
#include "exactblend/number/rational.hpp"

using namespace exactblend;

Rational three() { return Rational(3); }

#ifdef EXACTBLEND_MUST_FAIL
Rational tenth() { return Rational(0.1F); }
#endif
