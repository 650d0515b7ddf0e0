// error: invalid initialization|no matching function|could not convert|no viable conversion
// scale() takes a number, and a named weight is none.
#include "exactblend/blend/blend.hpp"
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

std::vector<Rational> scaled(const AssignedWeights& weights, const Values& values) {
  return scale(weights[0], values[0]);
}

#ifdef EXACTBLEND_MUST_FAIL
std::vector<Rational> scaled(const NamedSoftmax& softmax, const Values& values) {
  return scale(softmax.weight(0), values[0]);
}
#endif
