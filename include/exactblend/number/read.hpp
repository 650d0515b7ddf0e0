// Reading what people type: one number, one vector, a list of either.
//
//     read_number("2\\frac{1}{2}")->value        // 5/2
//     read_vector("(1, 5/4)")                    // 1, 5/4
//     read_vectors("(2,0) (0,3) (1,1)")          // three vectors
//     read_number("1.17/27").error()             // column 2: a decimal inside a fraction; ...
//
// The forms are listed in docs/numbers.md. Nothing is guessed: what could mean two things is
// refused with the reason and its column in the given text; the error's source and line are left
// unknown. The text must be UTF-8: any other byte is refused as not_utf8, or as what it interrupts.
// Cost: linear in the text, plus the conversion of its digits; integers and fractions of up to 18
// digits allocate nothing.
#pragma once

#include <string_view>
#include <vector>

#include "exactblend/number/rational.hpp"

namespace exactblend {

// Limits, checked before anything is computed: 1e999999999 costs nothing.
inline constexpr int kMaxDigits = 10'000;          // all digits of one number but the exponent's
inline constexpr int kMaxExponent = 10'000;        // |n| in 3e-n
inline constexpr int kMaxBinaryExponent = 20'000;  // |n| in 0x1.8p-n
inline constexpr int kMaxComponents = 1'000'000;   // numbers in one text

// How a number was written. Only `canonical` is the form that exactblend prints.
enum class NumberForm {
  canonical,   // an integer, or a fraction in lowest terms: 5/4, \frac{5}{4}, ½
  unreduced,   // 10/8, 4/1, 5/-4, -0
  decimal,     // 1.25, 3e-2, 0.(3)
  percent,     // 125%
  mixed,       // 1 1/4, 2½
  hexadecimal  // 0x1.8p-3
};

struct ReadNumber {
  Rational value;
  NumberForm form;
};

[[nodiscard]] Result<ReadNumber> read_number(std::string_view text);
[[nodiscard]] Result<Rational> read_rational(std::string_view text);

// (1, 5/4)  [1,5/4]  (1;5/4)  1, 5/4   A single number is a vector of one component.
[[nodiscard]] Result<std::vector<ReadNumber>> read_vector(std::string_view text);

// Vectors in brackets, one after another: (2,0) (0,3), (1,1). Without brackets, 2, 0, 1 is three
// vectors of one component each.
[[nodiscard]] Result<std::vector<std::vector<ReadNumber>>> read_vectors(std::string_view text);

// One entry of a row of weights, ratios or scores.
struct ReadEntry {
  Rational value;       // 0 if masked
  bool masked = false;  // written as the word "masked"
  int column = 0;       // of its first character
};

struct ReadRow {
  std::vector<ReadEntry> entries;
  bool is_ratio = false;  // written with colons: 1:1:2
};

// Rows of weights: 1/4,1/4,1/2 is one row, so is 1:1:2; (1/4,3/4) (1,0) is two rows.
[[nodiscard]] Result<std::vector<ReadRow>> read_rows(std::string_view text);

}  // namespace exactblend
