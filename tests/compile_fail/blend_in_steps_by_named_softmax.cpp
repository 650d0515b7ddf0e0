// error: no matching function|could not convert|cannot convert|invalid initialization|no viable conversion
// There are no exact steps of a blend whose weights are named.
#include "exactblend/blend/blend.hpp"
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

Result<Blend> exact(const AssignedWeights& weights, const Values& values) {
  return blend_in_steps(weights, values);
}

#ifdef EXACTBLEND_MUST_FAIL
Result<Blend> named(const NamedSoftmax& weights, const Values& values) {
  return blend_in_steps(weights, values);
}
#endif
