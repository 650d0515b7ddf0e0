// error: could not convert 'symbol'|no viable conversion
// A named number is a symbol: it does not convert to an exact number.
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

bool is_half(const NamedNumber& symbol, const Rational& half) { return symbol.is_exactly(half); }

#ifdef EXACTBLEND_MUST_FAIL
Rational value(const NamedNumber& symbol) { return symbol; }
#endif
