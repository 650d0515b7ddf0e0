// Integers of any length, for this layer's own use: GMP natively, Boost's cpp_int in WebAssembly.
//
// Both come through Boost.Multiprecision so that one code serves both. Expression templates are
// off: `auto` then names a value and never an expression that dangles.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#if defined(__wasm__)
#include <boost/multiprecision/cpp_int.hpp>
#else
#include <boost/multiprecision/gmp.hpp>
#endif

namespace exactblend {

#if defined(__wasm__)
using Integer = boost::multiprecision::number<boost::multiprecision::cpp_int_backend<>,
                                              boost::multiprecision::et_off>;
#else
using Integer =
    boost::multiprecision::number<boost::multiprecision::gmp_int, boost::multiprecision::et_off>;
#endif

__extension__ using Wide = __int128;
__extension__ using WideUnsigned = unsigned __int128;

[[nodiscard]] Integer to_integer(Wide value);

// True and `out` set if |value| < 2^63.
[[nodiscard]] bool fits_word(const Integer& value, std::int64_t& out);

// Decimal digits only (no sign), at least one. Subquadratic.
[[nodiscard]] Integer from_digits(std::string_view digits);

[[nodiscard]] Integer power_of(unsigned base, unsigned exponent);

// Bits of |value|; 0 for 0.
[[nodiscard]] std::size_t bit_length(const Integer& value);

// value/divisor, where the division leaves no rest; GMP then needs about half the time.
[[nodiscard]] Integer divide_exact(const Integer& value, const Integer& divisor);

// Words of 64 bits, the least first; |value|, none for 0.
[[nodiscard]] Integer from_words(std::span<const std::uint64_t> words);
[[nodiscard]] std::vector<std::uint64_t> to_words(const Integer& value);

// sum += a·b, without a product in between that would have to be allocated.
void add_product_to(Integer& sum, const Integer& a, const Integer& b);

[[nodiscard]] constexpr int bit_length(WideUnsigned value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  if (high != 0) return 128 - __builtin_clzll(high);
  return low == 0 ? 0 : 64 - __builtin_clzll(low);
}

[[nodiscard]] constexpr WideUnsigned magnitude(Wide value) {
  return value < 0 ? WideUnsigned{0} - static_cast<WideUnsigned>(value)
                   : static_cast<WideUnsigned>(value);
}

}  // namespace exactblend
