// error: is private|private constructor
// Values exist only with a full vector for each key.
#include <vector>

#include "exactblend/blend/values.hpp"

using namespace exactblend;

Result<Values> checked(const std::vector<std::vector<Rational>>& vectors) {
  return Values::of(vectors);
}

#ifdef EXACTBLEND_MUST_FAIL
Values unchecked(std::vector<Rational> entries) { return Values(std::move(entries), 3); }
#endif
