// error: no matching|could not convert|cannot convert|no viable conversion
// Nor can a row be assigned weight by weight from symbols.
#include "exactblend/blend/assigned_weights.hpp"
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

Result<AssignedWeights> assigned(const Rational& a, const Rational& b) {
  return AssignedWeights::assign({a, b});
}

#ifdef EXACTBLEND_MUST_FAIL
Result<AssignedWeights> assigned(const NamedSoftmax& softmax) {
  return AssignedWeights::assign({softmax.weight(0), softmax.weight(1)});
}
#endif
