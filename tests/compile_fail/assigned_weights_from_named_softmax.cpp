// error: no matching|could not convert|cannot convert|no viable conversion
// What softmax would assign was not assigned.
#include "exactblend/blend/assigned_weights.hpp"
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

Result<NamedSoftmax> named(std::vector<Rational> scores) {
  return NamedSoftmax::over(std::move(scores));
}

#ifdef EXACTBLEND_MUST_FAIL
Result<AssignedWeights> assigned(const NamedSoftmax& softmax) {
  return AssignedWeights::assign(softmax);
}
#endif
