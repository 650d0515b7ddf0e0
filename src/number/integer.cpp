#include "number/integer.hpp"

#include <iterator>
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

Integer from_words(std::span<const std::uint64_t> words) {
  Integer value;
  if (!words.empty()) {
    boost::multiprecision::import_bits(value, words.begin(), words.end(), 64, false);
  }
  return value;
}

std::vector<std::uint64_t> to_words(const Integer& value) {
  std::vector<std::uint64_t> words;
  if (value.is_zero()) return words;
  words.reserve((bit_length(value) + 63) / 64);
  boost::multiprecision::export_bits(value, std::back_inserter(words), 64, false);  // of |value|
  return words;
}

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

Integer from_words(std::span<const std::uint64_t> words) {
  Integer value;
  mpz_import(value.backend().data(), words.size(), -1, sizeof(std::uint64_t), 0, 0, words.data());
  return value;
}

std::vector<std::uint64_t> to_words(const Integer& value) {
  std::vector<std::uint64_t> words((bit_length(value) + 63) / 64);
  mpz_export(words.data(), nullptr, -1, sizeof(std::uint64_t), 0, 0, value.backend().data());
  return words;
}

#endif

}  // namespace exactblend
