// Rational: an exact fraction of any size, always canonical (lowest terms, positive denominator).
//
//     Rational quarter = *Rational::of(1, 4);
//     Rational half = quarter + quarter;           // 1/2, exactly
//     to_text(half * Rational(5));                 // "5/2"
//
// No operation rounds and none can overflow: a numerator or denominator that outgrows 64 bits moves
// to integers of any length (GMP natively, Boost's cpp_int in WebAssembly). There is no conversion
// to or from floating point here and no operator/, since a division can fail: see divide().
#pragma once

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>

#include "exactblend/number/result.hpp"

namespace exactblend {

class Rational {
 public:
  constexpr Rational() noexcept = default;  // 0
  // Any integer of up to 64 bits with a sign, or 32 without. A float does not convert.
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool> && sizeof(Integer) <= sizeof(std::int64_t) &&
           (std::signed_integral<Integer> ||
            sizeof(Integer) < sizeof(std::int64_t))) constexpr Rational(Integer integer)
      : numerator_(integer) {  // NOLINT: implicit by design
    if (numerator_ == INT64_MIN) enlarge();
  }

  // numerator/denominator in lowest terms. Error: zero_denominator.
  [[nodiscard]] static Result<Rational> of(std::int64_t numerator, std::int64_t denominator);

  Rational(const Rational& other);
  Rational(Rational&& other) noexcept;
  Rational& operator=(const Rational& other);
  Rational& operator=(Rational&& other) noexcept;
  constexpr ~Rational() {
    if (big_ != nullptr) release();
  }

  // Exact. Cost: a few machine operations while numerator and denominator fit 63 bits, otherwise
  // that of the integers' multiplication and gcd.
  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b);
  friend Rational operator*(const Rational& a, const Rational& b);
  Rational operator-() const;
  Rational& operator+=(const Rational& other) { return *this = *this + other; }
  Rational& operator-=(const Rational& other) { return *this = *this - other; }
  Rational& operator*=(const Rational& other) { return *this = *this * other; }

  friend bool operator==(const Rational& a, const Rational& b);
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  [[nodiscard]] int sign() const;  // -1, 0 or 1
  [[nodiscard]] bool is_zero() const { return big_ == nullptr && numerator_ == 0; }
  [[nodiscard]] bool is_integer() const;

  // Decimal digits, the numerator with its sign. Cost: linear for 64 bits, else subquadratic.
  [[nodiscard]] std::string numerator_text() const;
  [[nodiscard]] std::string denominator_text() const;

 private:
  struct Big;                  // two integers of any length
  friend class RationalParts;  // the library's own access to them (src/number/rational_parts.hpp)
  void enlarge();
  void release() noexcept;

  // Invariant: either big_ is null and the value is numerator_/denominator_ in lowest terms with
  // denominator_ > 0 and numerator_ > INT64_MIN; or big_ holds a value that does not fit so. The
  // representation of a value is therefore unique.
  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  Big* big_ = nullptr;
};

[[nodiscard]] Rational abs(const Rational& value);

// a/b exactly. Error: division_by_zero.
[[nodiscard]] Result<Rational> divide(const Rational& a, const Rational& b);

}  // namespace exactblend
