// error: cannot convert|no viable conversion
// A named number is a symbol: it has no decimal value either.
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

NamedNumber symbol(const NamedSoftmax& softmax) { return softmax.weight(0); }

#ifdef EXACTBLEND_MUST_FAIL
double value(const NamedSoftmax& softmax) { return softmax.weight(0); }
#endif
