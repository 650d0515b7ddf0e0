#include "number/integer.hpp"

#include <limits>

namespace exactblend {

Integer to_integer(Wide value) {
  const WideUnsigned size = magnitude(value);
  Integer result = static_cast<std::uint64_t>(size >> 64);
  result <<= 64;
  result += static_cast<std::uint64_t>(size);
  if (value < 0) result = -result;
  return result;
}

bool fits_word(const Integer& value, std::int64_t& out) {
  constexpr std::int64_t kLimit = std::numeric_limits<std::int64_t>::max();
  if (value > kLimit || value < -kLimit) return false;
  out = value.convert_to<std::int64_t>();
  return true;
}

namespace {

// Halves the digits until they fit a word: cost M(n) log n with the backend's multiplication.
Integer join_digits(std::string_view digits) {
  if (digits.size() <= 18) {
    std::uint64_t word = 0;
    for (const char digit : digits) word = word * 10 + static_cast<std::uint64_t>(digit - '0');
    return Integer(word);
  }
  const std::size_t low = digits.size() / 2;
  return join_digits(digits.substr(0, digits.size() - low)) *
             power_of(10, static_cast<unsigned>(low)) +
         join_digits(digits.substr(digits.size() - low));
}

}  // namespace

Integer from_digits(std::string_view digits) { return join_digits(digits); }

Integer power_of(unsigned base, unsigned exponent) {
  return boost::multiprecision::pow(Integer(base), exponent);
}

#if defined(__wasm__)

std::size_t bit_length(const Integer& value) {
  return value.is_zero() ? 0 : boost::multiprecision::msb(boost::multiprecision::abs(value)) + 1;
}

Integer divide_exact(const Integer& value, const Integer& divisor) { return value / divisor; }

void add_product_to(Integer& sum, const Integer& a, const Integer& b) { sum += a * b; }

#else

std::size_t bit_length(const Integer& value) {
  return value.is_zero() ? 0 : mpz_sizeinbase(value.backend().data(), 2);
}

Integer divide_exact(const Integer& value, const Integer& divisor) {
  Integer quotient;
  mpz_divexact(quotient.backend().data(), value.backend().data(), divisor.backend().data());
  return quotient;
}

void add_product_to(Integer& sum, const Integer& a, const Integer& b) {
  mpz_addmul(sum.backend().data(), a.backend().data(), b.backend().data());
}

#endif

}  // namespace exactblend
