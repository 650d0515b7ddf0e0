// error: ignoring return value
// Weights that were assigned and not looked at were not checked.
#include <vector>

#include "exactblend/blend/assigned_weights.hpp"

#pragma GCC diagnostic error "-Wunused-result"

using namespace exactblend;

bool looked_at(std::vector<Rational> row) {
  return AssignedWeights::assign(std::move(row)).has_value();
}

#ifdef EXACTBLEND_MUST_FAIL
void ignored(std::vector<Rational> row) { AssignedWeights::assign(std::move(row)); }
#endif
