#include "number/read_written.hpp"

#include <cstddef>
#include <string>

namespace exactblend {
namespace {

constexpr std::string_view kExamples = "a number such as 1/4, -2, 0.25 or 25% is needed";

template <class T>
tl::unexpected<Error> forward(const Result<T>& failed) {
  return tl::unexpected<Error>(failed.error());
}

// The text at the cursor is not the start of a number.
tl::unexpected<Error> no_number(const Cursor& cursor, std::string_view stops) {
  const char* place = cursor.at();
  const char c = cursor.peek();
  if (cursor.at_end() || (c != '\0' && stops.find(c) != std::string_view::npos)) {
    return cursor.fail(ErrorCode::not_a_number, place, "a number is missing here",
                       std::string(kExamples));
  }
  if (cursor.sign_ahead()) {
    return cursor.fail(ErrorCode::two_signs, place, "a second sign", "a number has one sign");
  }
  if (cursor.slash_ahead()) {
    return cursor.fail(ErrorCode::not_a_number, place, "a fraction without a numerator",
                       "a numerator stands before the slash: 1/4");
  }
  if (c == '\\') {
    return cursor.fail(ErrorCode::malformed_tex, place, cursor.quote(place) + " is not read",
                       std::string(kTexHint));
  }
  if (c == '(' || c == '[') {
    return cursor.fail(ErrorCode::not_a_number, place, "a bracket where a number should stand",
                       std::string(kExamples));
  }
  return cursor.fail_at_piece(ErrorCode::not_a_number, place, " is not a number",
                              std::string(kExamples));
}

// The exponent behind `e` or `p`, which is taken already.
Result<int> read_exponent(Cursor& cursor, int limit) {
  const char* place = cursor.at();
  const Sign sign = cursor.take_sign();
  if (sign != Sign::none && cursor.sign_ahead()) {
    return cursor.fail(ErrorCode::two_signs, cursor.at(), "a second sign in the exponent",
                       "an exponent has one sign: 1e-3");
  }
  const Digits digits = cursor.take_digits();
  if (digits.empty()) {
    return cursor.fail(ErrorCode::exponent_without_digits, cursor.at(),
                       "an exponent without digits", "digits follow the exponent's letter: 3e-2");
  }
  int exponent = 0;
  for (const char digit : digits.text()) {  // leading zeros may be many
    exponent = exponent * 10 + (digit - '0');
    if (exponent > limit) {
      return cursor.fail(ErrorCode::over_limit, place, "the exponent is over the limit",
                         "exponents from -" + std::to_string(limit) + " to " +
                             std::to_string(limit) + " are read");
    }
  }
  return sign == Sign::minus ? -exponent : exponent;
}

// The digits in (3); the cursor is at the bracket.
Result<Digits> read_repeat(Cursor& cursor) {
  const char* open = cursor.at();
  cursor.advance(1);
  const Digits digits = cursor.take_digits();
  if (!cursor.take(')')) {
    return cursor.fail(ErrorCode::unclosed_repeat, open,
                       "the repeating digits " + cursor.quote(open) + " are not closed",
                       "digits only, then a closing bracket: 0.(3)");
  }
  if (digits.empty()) {
    return cursor.fail(ErrorCode::empty_repeat, open, "no repeating digits in the brackets",
                       "the digits that repeat: 0.(3)");
  }
  return digits;
}

// From the point on: .25, .1(6), .5e-3; the whole digits, if any, are taken.
Result<void> read_decimal(Cursor& cursor, Written& written, std::string_view stops) {
  const char* point = cursor.at();
  if (cursor.take('.')) {
    written.decimal_mark = point;
    written.places = cursor.take_digits();
    if (cursor.peek() == '(') {
      const Result<Digits> repeat = read_repeat(cursor);
      if (!repeat) return forward(repeat);
      written.repeat = *repeat;
    }
    if (written.whole.empty() && written.places.empty() && written.repeat.empty()) {
      cursor.move_to(point);
      return no_number(cursor, stops);
    }
  }
  if (cursor.peek() == 'e' || cursor.peek() == 'E') {
    if (written.decimal_mark == nullptr) written.decimal_mark = cursor.at();
    cursor.advance(1);
    const Result<int> exponent = read_exponent(cursor, kMaxExponent);
    if (!exponent) return forward(exponent);
    written.exponent = *exponent;
  }
  return {};
}

Digits take_hex_digits(Cursor& cursor) {
  const char* begin = cursor.at();
  for (char c = cursor.peek(); is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
       c = cursor.peek()) {
    cursor.advance(1);
  }
  return {begin, cursor.at(), 0};
}

bool hex_ahead(const Cursor& cursor) {
  return cursor.peek() == '0' && (cursor.peek(1) == 'x' || cursor.peek(1) == 'X');
}

Result<void> read_hexadecimal(Cursor& cursor, Written& written) {
  written.kind = Written::Kind::hexadecimal;
  cursor.advance(2);
  written.whole = take_hex_digits(cursor);
  if (cursor.take('.')) written.places = take_hex_digits(cursor);
  if (written.whole.empty() && written.places.empty()) {
    return cursor.fail_at_piece(ErrorCode::not_a_number, written.begin,
                                " has no hexadecimal digits", "digits follow 0x: 0x1.8p-3");
  }
  if (cursor.take('p') || cursor.take('P')) {
    const Result<int> exponent = read_exponent(cursor, kMaxBinaryExponent);
    if (!exponent) return forward(exponent);
    written.exponent = *exponent;
  }
  return {};
}

// The denominator; the slash is taken.
Result<void> read_denominator(Cursor& cursor, Written& written, std::string_view stops) {
  cursor.skip_space();
  const char* sign_place = cursor.at();
  const Sign sign = cursor.take_sign();
  if (sign != Sign::none) {
    if (written.mixed) {
      return cursor.fail(ErrorCode::trailing_text, sign_place, "a sign inside a mixed number",
                         "the sign stands in front: -1 1/4");
    }
    written.sign_inside = true;
    written.negative_inside = sign == Sign::minus;
    cursor.skip_space();
  }
  if (cursor.slash_ahead()) {
    return cursor.fail(ErrorCode::two_slashes, cursor.at(), "a second slash",
                       "a fraction has one slash: 1/4");
  }
  if (cursor.vulgar_fraction().numerator != 0 || cursor.tex_fraction_ahead()) {
    return cursor.fail(ErrorCode::two_fractions, cursor.at(), "a fraction inside a fraction",
                       "numerator and denominator are integers: 1/4");
  }
  if (hex_ahead(cursor)) {
    return cursor.fail(ErrorCode::decimal_in_fraction, cursor.at(),
                       "a hexadecimal number inside a fraction",
                       "numerator and denominator are decimal integers: 1/4");
  }
  written.denominator = cursor.take_digits();
  const char next = cursor.peek();
  const bool exponent =
      (next == 'e' || next == 'E') &&
      (is_digit(cursor.peek(1)) || cursor.peek(1) == '-' || cursor.peek(1) == '+');
  if ((next == '.' && (!written.denominator.empty() || is_digit(cursor.peek(1)))) ||
      (exponent && !written.denominator.empty())) {
    return cursor.fail(ErrorCode::decimal_in_fraction, cursor.at(), "a decimal inside a fraction",
                       std::string(kIntegersHint));
  }
  if (written.denominator.empty()) {
    if (cursor.at_end() || (next != '\0' && stops.find(next) != std::string_view::npos)) {
      return cursor.fail(ErrorCode::not_a_number, cursor.at(), "the denominator is missing",
                         "a denominator stands behind the slash: 1/4");
    }
    return no_number(cursor, stops);
  }
  return check_denominator(cursor, written.denominator);
}

// A tab or a line end separates columns and lines of numbers: 1 and 1/4 there are not 1 1/4.
bool keeps_numbers_apart(const char* begin, const char* end) {
  const std::string_view space(begin, static_cast<std::size_t>(end - begin));
  return space.find_first_of("\t\r\n") != std::string_view::npos;
}

// The fraction that follows the whole number, if one does: 1/4, 1 1/4, 2½, 2\frac{1}{2}. There may
// be no whole number before the last two.
Result<void> read_behind_whole(Cursor& cursor, Written& written, std::string_view stops) {
  const char* end_of_whole = cursor.at();
  cursor.skip_space();
  if (cursor.take_slash()) {
    written.kind = Written::Kind::fraction;
    written.numerator = written.whole;
    written.whole = {};
    return read_denominator(cursor, written, stops);
  }
  if (keeps_numbers_apart(end_of_whole, cursor.at())) return {};
  const VulgarFraction vulgar = cursor.vulgar_fraction();
  if (vulgar.numerator != 0) {
    cursor.advance(first_character(cursor.rest()).size);
    written.kind = Written::Kind::fraction;
    written.mixed = !written.whole.empty();
    written.numerator.word = vulgar.numerator;
    written.denominator.word = vulgar.denominator;
    return {};
  }
  if (cursor.peek() == '\\' && cursor.tex_fraction_ahead()) {
    written.kind = Written::Kind::fraction;
    written.mixed = !written.whole.empty();
    return read_tex_fraction(cursor, written);
  }
  if (is_digit(cursor.peek())) {
    Cursor ahead = cursor;
    const Digits numerator = ahead.take_digits();
    ahead.skip_space();
    if (ahead.take_slash()) {
      cursor = ahead;
      written.kind = Written::Kind::fraction;
      written.mixed = true;
      written.numerator = numerator;
      return read_denominator(cursor, written, stops);
    }
  }
  return {};
}

Result<void> read_magnitude(Cursor& cursor, Written& written, std::string_view stops) {
  const char c = cursor.peek();
  if (is_digit(c)) {
    if (c == '0' && hex_ahead(cursor)) return read_hexadecimal(cursor, written);
    written.whole = cursor.take_digits();
    const char next = cursor.peek();
    if (next == '.' || next == 'e' || next == 'E') return read_decimal(cursor, written, stops);
    return read_behind_whole(cursor, written, stops);
  }
  if (c == '.') return read_decimal(cursor, written, stops);
  if (cursor.vulgar_fraction().numerator != 0 || cursor.tex_fraction_ahead()) {
    return read_behind_whole(cursor, written, stops);
  }
  return no_number(cursor, stops);
}

std::size_t digit_count(const Written& written) {
  return written.whole.size() + written.places.size() + written.repeat.size() +
         written.numerator.size() + written.denominator.size();
}

}  // namespace

Result<void> check_denominator(const Cursor& cursor, const Digits& denominator) {
  const bool zero = denominator.fits_word()
                        ? denominator.word == 0
                        : denominator.text().find_first_not_of('0') == std::string_view::npos;
  if (!zero) return {};
  return cursor.fail(ErrorCode::zero_denominator, denominator.begin, "the denominator is 0",
                     "a fraction needs a denominator other than 0");
}

Result<Written> read_written(Cursor& cursor, std::string_view stops) {
  Written written;
  cursor.skip_space();
  written.begin = cursor.at();
  const Sign sign = cursor.take_sign();
  if (sign != Sign::none) {
    written.negative = sign == Sign::minus;
    cursor.skip_space();
  }
  const Result<void> magnitude = read_magnitude(cursor, written, stops);
  if (!magnitude) return forward(magnitude);
  cursor.skip_space();
  if (cursor.peek() == '\\' && cursor.peek(1) == '%') cursor.advance(1);
  if (cursor.take('%')) {
    written.percent = true;
    cursor.skip_space();
  }
  if (!cursor.at_end() &&
      (cursor.peek() == '\0' || stops.find(cursor.peek()) == std::string_view::npos)) {
    return trailing_error(cursor, written, stops);
  }
  if (digit_count(written) > static_cast<std::size_t>(kMaxDigits)) {
    return cursor.fail(ErrorCode::over_limit, written.begin,
                       "the number has " + std::to_string(digit_count(written)) + " digits",
                       "numbers of up to " + std::to_string(kMaxDigits) + " digits are read");
  }
  return written;
}

}  // namespace exactblend
