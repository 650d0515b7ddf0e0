// error: invalid initialization|no matching function
// Numbers that nobody checked are not weights.
#include <vector>

#include "exactblend/blend/blend.hpp"

using namespace exactblend;

Result<std::vector<Rational>> checked(const std::vector<Rational>& row, const Values& values) {
  const Result<AssignedWeights> weights = AssignedWeights::assign(row);
  if (!weights) return tl::unexpected<Error>(weights.error());
  return blend(*weights, values);
}

#ifdef EXACTBLEND_MUST_FAIL
Result<std::vector<Rational>> unchecked(const std::vector<Rational>& row, const Values& values) {
  return blend(row, values);
}
#endif
