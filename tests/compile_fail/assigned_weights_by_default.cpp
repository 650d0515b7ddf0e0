// error: no matching|no default constructor
// There are no weights without a row.
#include "exactblend/blend/assigned_weights.hpp"

using namespace exactblend;

AssignedWeights copied(const AssignedWeights& weights) { return weights; }

#ifdef EXACTBLEND_MUST_FAIL
AssignedWeights weights;
#endif
