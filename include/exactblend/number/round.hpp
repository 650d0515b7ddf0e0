// Rounding an exact number to a float: once, to nearest, ties to even, directly to the type asked
// for and never through another.
//
//     round_to(FloatType::bf16, *Dyadic::of_float(FloatType::f32, 0x3f808001))   // 0x3f81
//     round_to(FloatType::e4m3, Rational(464))                                   // 0x7e, 448
//     round_to(FloatType::e4m3, Rational(465))                                   // 0x7f, NaN
//
// All return the bits of the float.
//
//  - A zero gives +0. A number that is not 0 keeps its sign, also where it rounds to 0.
//  - Subnormals are full citizens: nothing is flushed to 0.
//  - Overflow: the number is rounded as if exponents had no end; a result beyond the greatest
//    finite float is ±infinity. e4m3 has no infinity and gives NaN with the number's sign (the
//    non-saturating mode of the OCP 8-bit specification, 2023, section 5.2.1). So ±infinity begins
//    at the greatest float plus half an ulp, since its significand is odd; and NaN of e4m3 begins
//    above 464, since 464 is a tie between 448, which is even, and 480.
#pragma once

#include <cstdint>
#include <span>

#include "exactblend/number/dyadic.hpp"
#include "exactblend/number/float_format.hpp"

namespace exactblend {

// ±magnitude·2^exponent: words of 64 bits, the least first, leading zeros allowed. Cost: linear in
// the words at worst, mostly constant. Allocates nothing.
[[nodiscard]] std::uint64_t round_to(FloatType type, bool negative,
                                     std::span<const std::uint64_t> magnitude, int exponent);
[[nodiscard]] std::uint64_t round_to(FloatType type, const Dyadic& value);
[[nodiscard]] std::uint64_t round_to(FloatType type, const Rational& value);

// a/b, rounded once. Error: division_by_zero.
[[nodiscard]] Result<std::uint64_t> round_quotient(FloatType type, const Dyadic& a,
                                                   const Dyadic& b);

// The float back from its parts: what decode gives returns its bits, but for the payload of a NaN.
// Parts that are no float of this type are rounded, and infinity is NaN in e4m3.
[[nodiscard]] std::uint64_t encode(FloatType type, const DecodedFloat& value);

}  // namespace exactblend
