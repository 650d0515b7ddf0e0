// error: could not convert|no viable conversion
// A blend by a named softmax is symbols: it never becomes a vector of numbers.
#include "exactblend/blend/blend.hpp"
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

Result<NamedBlend> symbols(const NamedSoftmax& weights, const Values& values) {
  return blend(weights, values);
}

#ifdef EXACTBLEND_MUST_FAIL
Result<std::vector<Rational>> numbers(const NamedSoftmax& weights, const Values& values) {
  return blend(weights, values);
}
#endif
