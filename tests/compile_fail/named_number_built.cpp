// error: is private|private constructor|no matching
// Only a NamedSoftmax makes named numbers, so their denominators are never 0.
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

ExponentialSum term() {
  ExponentialSum sum;
  sum.add(Rational(1), Rational(0));
  return sum;
}

#ifdef EXACTBLEND_MUST_FAIL
NamedNumber one_over_nothing() { return NamedNumber(term(), ExponentialSum()); }
#endif
