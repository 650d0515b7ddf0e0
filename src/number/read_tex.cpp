#include "number/read_written.hpp"

#include <string>

namespace exactblend {
namespace {

tl::unexpected<Error> malformed(const Cursor& cursor, std::string wrong) {
  return cursor.fail(ErrorCode::malformed_tex, cursor.at(), std::move(wrong),
                     "a numerator and a denominator: \\frac{1}{4}");
}

// An integer in braces, or one digit without.
Result<Digits> read_argument(Cursor& cursor, Written& written, std::string_view name) {
  cursor.skip_space();
  if (!cursor.take('{')) {
    if (!is_digit(cursor.peek())) {
      return malformed(cursor, "\\frac without a " + std::string(name));
    }
    const char* digit = cursor.at();
    cursor.advance(1);
    return Digits{digit, cursor.at(), static_cast<std::uint64_t>(*digit - '0')};
  }
  cursor.skip_space();
  const char* sign_place = cursor.at();
  const Sign sign = cursor.take_sign();
  if (sign != Sign::none) {
    if (written.mixed) {
      return cursor.fail(ErrorCode::malformed_tex, sign_place, "a sign inside a mixed number",
                         "the sign stands in front: -2\\frac{1}{2}");
    }
    if (cursor.sign_ahead()) {
      return cursor.fail(ErrorCode::two_signs, cursor.at(), "a second sign",
                         "a number has one sign");
    }
    written.sign_inside = true;
    if (sign == Sign::minus) written.negative_inside = !written.negative_inside;
    cursor.skip_space();
  }
  const char* start = cursor.at();
  if (cursor.fraction_ahead()) {
    return cursor.fail(ErrorCode::two_fractions, start, "a fraction inside a fraction",
                       "numerator and denominator are integers: \\frac{1}{4}");
  }
  const Digits digits = cursor.take_digits();
  const char next = cursor.peek();
  const bool point = next == '.' && (!digits.empty() || is_digit(cursor.peek(1)));
  if (point || ((next == 'e' || next == 'E' || next == 'x' || next == 'X') && !digits.empty())) {
    return cursor.fail(ErrorCode::decimal_in_fraction, cursor.at(), "a decimal inside a fraction",
                       std::string(kIntegersHint));
  }
  if (digits.empty()) return malformed(cursor, "\\frac without a " + std::string(name));
  cursor.skip_space();
  if (!cursor.take('}')) {
    return malformed(cursor,
                     "the " + std::string(name) + " of \\frac is not one integer in braces");
  }
  return digits;
}

}  // namespace

Result<void> read_tex_fraction(Cursor& cursor, Written& written) {
  const char* command = cursor.at();
  const bool style = cursor.peek(1) != 'f';  // \dfrac, \tfrac
  cursor.advance(style ? 6 : 5);
  if (is_letter(cursor.peek())) {
    return cursor.fail(ErrorCode::malformed_tex, command, cursor.quote(command) + " is not read",
                       std::string(kTexHint));
  }
  const Result<Digits> numerator = read_argument(cursor, written, "numerator");
  if (!numerator) return tl::unexpected<Error>(numerator.error());
  const Result<Digits> denominator = read_argument(cursor, written, "denominator");
  if (!denominator) return tl::unexpected<Error>(denominator.error());
  written.numerator = *numerator;
  written.denominator = *denominator;
  return check_denominator(cursor, *denominator);
}

}  // namespace exactblend
