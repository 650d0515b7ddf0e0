// Floats by GMP's rationals: what bits mean and how a rational rounds, written apart from the
// library, from the tables of IEEE 754 and of the OCP 8-bit specification.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "exactblend/number/dyadic.hpp"
#include "exactblend/number/float_format.hpp"
#include "number/oracle.hpp"

namespace exactblend::oracle {

inline mpq_class power_of_two(long exponent) {
  const mpz_class power = mpz_class(1) << static_cast<unsigned long>(std::labs(exponent));
  return exponent >= 0 ? mpq_class(power) : mpq_class(mpz_class(1), power);
}

struct Format {
  int bits;
  int fraction;  // bits
  int bias;
};

inline Format oracle_format(FloatType type) {
  switch (type) {
    case FloatType::f64: return {64, 52, 1023};
    case FloatType::f32: return {32, 23, 127};
    case FloatType::f16: return {16, 10, 15};
    case FloatType::bf16: return {16, 7, 127};
    case FloatType::e4m3: return {8, 3, 7};
    case FloatType::e5m2: return {8, 2, 15};
  }
  return {};
}

// The greatest finite float.
inline mpq_class greatest(FloatType type) {
  if (type == FloatType::e4m3) return 448;
  const Format f = oracle_format(type);
  return (2 - power_of_two(-f.fraction)) * power_of_two(f.bias);
}

// The value of the bits, which are finite.
inline mpq_class value_of(FloatType type, std::uint64_t bits) {
  const Format f = oracle_format(type);
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << f.fraction) - 1);
  const int width = f.bits - 1 - f.fraction;
  const auto field = static_cast<int>((bits >> f.fraction) & ((std::uint64_t{1} << width) - 1));
  mpq_class value = mpz_class(std::to_string(fraction)) * power_of_two(-f.fraction);
  if (field != 0) value += 1;
  value *= power_of_two((field == 0 ? 1 : field) - f.bias);
  return ((bits >> (f.bits - 1)) & 1) != 0 ? mpq_class(-value) : value;
}

inline std::uint64_t sign_bit(FloatType type) {
  return std::uint64_t{1} << (oracle_format(type).bits - 1);
}
inline std::uint64_t infinity_bits(FloatType type) {
  switch (type) {
    case FloatType::f64: return 0x7ff0'0000'0000'0000;
    case FloatType::f32: return 0x7f80'0000;
    case FloatType::f16: return 0x7c00;
    case FloatType::bf16: return 0x7f80;
    case FloatType::e4m3: return 0x7f;  // NaN: there is no infinity
    case FloatType::e5m2: return 0x7c;
  }
  return 0;
}
inline bool is_finite(FloatType type, std::uint64_t bits) {
  return (bits & (sign_bit(type) - 1)) < infinity_bits(type);
}

// The bits nearest to x, ties to even: by bisection over all floats of the type, which are in the
// order of their bits. The float after the greatest one is 2^(bias+1), or 480 for e4m3.
inline std::uint64_t rounded(FloatType type, const mpq_class& x) {
  if (sgn(x) == 0) return 0;
  const mpq_class size = abs(x);
  const std::uint64_t sign = sgn(x) < 0 ? sign_bit(type) : 0;
  std::uint64_t low = 0;                     // value(low) <= size
  std::uint64_t high = infinity_bits(type);  // as a float of the format: the one that overflows
  if (value_of(type, high) <= size) return sign | high;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (value_of(type, middle) <= size ? low : high) = middle;
  }
  const mpq_class below = size - value_of(type, low);
  const mpq_class above = value_of(type, high) - size;
  if (below == above) return sign | ((low & 1) == 0 ? low : high);
  return sign | (below < above ? low : high);
}

// x, whose denominator is a power of two.
inline Dyadic dyadic(const mpq_class& x) {
  const mpz_class size = abs(x.get_num());
  std::vector<std::uint64_t> words((mpz_sizeinbase(size.get_mpz_t(), 2) + 63) / 64 + 1);
  mpz_export(words.data(), nullptr, -1, 8, 0, 0, size.get_mpz_t());
  const auto exponent = static_cast<int>(mpz_sizeinbase(x.get_den().get_mpz_t(), 2)) - 1;
  return *Dyadic::of(sgn(x) < 0, words, -exponent);
}

inline mpq_class value_of(const Dyadic& value) {
  mpz_class size;
  mpz_import(size.get_mpz_t(), value.magnitude().size(), -1, 8, 0, 0, value.magnitude().data());
  mpq_class result = size * power_of_two(value.exponent());
  return value.sign() < 0 ? mpq_class(-result) : result;
}

}  // namespace exactblend::oracle
