// error: conversion from .double. to|no viable conversion|could not convert
// A float never becomes an exact number unasked.
#include "exactblend/number/rational.hpp"

using namespace exactblend;

Rational three() { return 3; }

#ifdef EXACTBLEND_MUST_FAIL
Rational tenth() { return 0.1; }
#endif
