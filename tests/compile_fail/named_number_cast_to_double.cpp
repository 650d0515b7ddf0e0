// error: invalid .?static_cast|cannot convert|no matching conversion
// Not even a cast turns a named number into a number.
#include "exactblend/blend/named_softmax.hpp"

using namespace exactblend;

const ExponentialSum& above(const NamedNumber& symbol) { return symbol.numerator(); }

#ifdef EXACTBLEND_MUST_FAIL
double value(const NamedNumber& symbol) { return static_cast<double>(symbol); }
#endif
