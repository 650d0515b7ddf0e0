// error: no match for|invalid operands
// Comparing a symbol with a number is asked for by name: is_exactly().
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

bool same(const NamedNumber& a, const NamedNumber& b) { return a == b; }

#ifdef EXACTBLEND_MUST_FAIL
bool same(const NamedNumber& a, const Rational& b) { return a == b; }
#endif
