// error: no match for|invalid operands|no viable
// A named weight can't scale a value: the product would be neither exact nor named.
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

Rational product(const Rational& weight, const Rational& value) { return weight * value; }

#ifdef EXACTBLEND_MUST_FAIL
Rational product(const NamedSoftmax& softmax, const Rational& value) {
  return softmax.weight(0) * value;
}
#endif
