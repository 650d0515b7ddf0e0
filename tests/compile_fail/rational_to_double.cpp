// error: cannot convert|no viable conversion
// An exact number never becomes a float unasked.
#include "exactblend/number/rational.hpp"

using namespace exactblend;

int sign(const Rational& value) { return value.sign(); }

#ifdef EXACTBLEND_MUST_FAIL
double rounded(const Rational& value) { return value; }
#endif
