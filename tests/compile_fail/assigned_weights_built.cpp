// error: is private|private constructor
// The check is the constructor: there is no way past it.
#include <vector>

#include "exactblend/blend/assigned_weights.hpp"

using namespace exactblend;

Result<AssignedWeights> checked(std::vector<Rational> row) {
  return AssignedWeights::assign(std::move(row));
}

#ifdef EXACTBLEND_MUST_FAIL
AssignedWeights unchecked(std::vector<Rational> row) {
  return AssignedWeights(std::move(row), std::vector<bool>());
}
#endif
