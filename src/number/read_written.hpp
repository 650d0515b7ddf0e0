// A number as it was written, before anything is computed: which form, which digits.
//
// Reading is three steps, a file each:
//     read_written.cpp, read_tex.cpp   text -> Written, or what is wrong with the text
//     read_value.cpp                   Written -> its exact value and its NumberForm; can't fail
//     read_trailing.cpp                what is wrong with the text behind a number
// read_number.cpp joins them.
#pragma once

#include <string_view>

#include "exactblend/number/read.hpp"
#include "number/read_cursor.hpp"

namespace exactblend {

inline constexpr std::string_view kTexHint = "of TeX, \\frac{1}{4}, \\dfrac, \\tfrac and \\% are";

inline constexpr std::string_view kIntegersHint =
    "numerator and denominator are integers: 117/2700 for 1.17/27";

struct Written {
  enum class Kind : unsigned char { decimal, fraction, hexadecimal };

  const char* begin = nullptr;  // of the first character, its sign or digit
  Kind kind = Kind::decimal;
  bool negative = false;     // the sign in front
  bool sign_inside = false;  // 3/-4, 3/+4
  bool negative_inside = false;
  bool mixed = false;  // `whole` stands before the fraction
  bool percent = false;

  // decimal: whole.places(repeat) · 10^exponent, an integer if decimal_mark is null
  // hexadecimal: whole.places · 2^exponent, in hexadecimal digits without `word`
  Digits whole;
  Digits places;
  Digits repeat;
  int exponent = 0;
  const char* decimal_mark = nullptr;  // the point or the e that makes it a decimal

  // fraction; the denominator is not 0
  Digits numerator;
  Digits denominator;
};

// One number, and the white space around it. What follows it must be the end of the text or one of
// the characters in `stops`.
[[nodiscard]] Result<Written> read_written(Cursor& cursor, std::string_view stops);

// The fraction at a backslash: \frac{1}{2}, \frac12. Fills numerator and denominator.
[[nodiscard]] Result<void> read_tex_fraction(Cursor& cursor, Written& written);

// Error: zero_denominator.
[[nodiscard]] Result<void> check_denominator(const Cursor& cursor, const Digits& denominator);

// Why the text at the cursor can't follow the number; `stops` as above.
[[nodiscard]] tl::unexpected<Error> trailing_error(const Cursor& cursor, const Written& written,
                                                   std::string_view stops);

[[nodiscard]] ReadNumber evaluate(const Written& written);

// read_written and evaluate, with a short way for the usual integers and fractions.
[[nodiscard]] Result<ReadNumber> read_one(Cursor& cursor, std::string_view stops);

}  // namespace exactblend
