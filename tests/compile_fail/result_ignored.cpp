// error: ignoring return value
// A result that can fail can't be passed over in silence.
#include "exactblend/blend/blend.hpp"

#pragma GCC diagnostic error "-Wunused-result"

using namespace exactblend;

bool looked_at(const AssignedWeights& weights, const Values& values) {
  return blend(weights, values).has_value();
}

#ifdef EXACTBLEND_MUST_FAIL
void ignored(const AssignedWeights& weights, const Values& values) { blend(weights, values); }
#endif
