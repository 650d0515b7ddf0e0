// rapidcheck generators of integers and fractions whose sizes gather at the borders of words.
#pragma once

#include "number/oracle.hpp"
//
#include <rapidcheck/gtest.h>

#include <ostream>
#include <string>

// How rapidcheck shows a counterexample; GMP's own operator<< would need libgmpxx.
inline void showValue(const mpz_class& value, std::ostream& out) { out << value.get_str(); }
inline void showValue(const mpq_class& value, std::ostream& out) { out << value.get_str(); }

namespace exactblend::gen {

inline rc::Gen<mpz_class> integer() {
  return rc::gen::exec([]() -> mpz_class {
    mpz_class value;
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
      case 1: return *rc::gen::inRange<long>(-30, 31);
      case 2: return *rc::gen::arbitrary<long>();
      case 3:  // beside a power of two
        value = mpz_class(1) << *rc::gen::element(31U, 32U, 62U, 63U, 64U, 126U, 127U, 128U);
        value += *rc::gen::inRange<long>(-3, 4);
        break;
      default:  // up to 500 bits
        for (int limbs = *rc::gen::inRange(1, 9); limbs > 0; --limbs) {
          value = (value << 62) + *rc::gen::inRange<long>(0, 1L << 62);
        }
    }
    if (*rc::gen::arbitrary<bool>()) value = -value;
    return value;
  });
}

inline rc::Gen<mpq_class> fraction() {
  return rc::gen::map(
      rc::gen::pair(
          integer(),
          rc::gen::suchThat(integer(), [](const mpz_class& value) { return sgn(value) != 0; })),
      [](const std::pair<mpz_class, mpz_class>& parts) {
        return oracle::fraction(parts.first, parts.second);
      });
}

// Between `least` and `most` decimal digits.
inline rc::Gen<std::string> digits(int least, int most) {
  return rc::gen::mapcat(rc::gen::inRange(least, most + 1), [](int count) {
    return rc::gen::container<std::string>(static_cast<std::size_t>(count),
                                           rc::gen::inRange('0', static_cast<char>('9' + 1)));
  });
}

}  // namespace exactblend::gen
