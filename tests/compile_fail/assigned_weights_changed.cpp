// error: (assignment of read-only|passing .const|discards qualifiers|no viable overloaded|no member)
// Weights that were checked stay as they were checked.
#include "exactblend/blend/assigned_weights.hpp"

using namespace exactblend;

const Rational& first(AssignedWeights& weights) { return weights[0]; }

#ifdef EXACTBLEND_MUST_FAIL
void spoil(AssignedWeights& weights) { weights[0] = Rational(7); }
#endif
