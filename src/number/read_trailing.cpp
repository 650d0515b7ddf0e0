// What is wrong with the text behind a number: the usual mistakes each get their own sentence.

#include <string>

#include "number/read_written.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kSampleDigits = 9;  // longer numbers are not repeated in a sentence

constexpr std::string_view kGroups = "a number in groups of digits";
constexpr std::string_view kGroupsHint = "digits without separators: 1000";

bool is_plain_integer(const Written& written) {
  return written.kind == Written::Kind::decimal && written.decimal_mark == nullptr &&
         !written.percent;
}

// A slash or a fraction behind something that is not an integer.
tl::unexpected<Error> not_an_integer(const Cursor& cursor, const Written& written) {
  if (written.kind == Written::Kind::hexadecimal) {
    return cursor.fail(ErrorCode::decimal_in_fraction, written.begin,
                       "a hexadecimal number inside a fraction",
                       "numerator and denominator are decimal integers: 1/4");
  }
  return cursor.fail(ErrorCode::decimal_in_fraction, written.decimal_mark,
                     "a decimal inside a fraction", std::string(kIntegersHint));
}

// Groups of three digits: 000 in 1 000, 1'000, 1_000, 1,000,000 and 1.000.000. The cursor is at the
// space's next digit or at the mark, the number so far is one to three digits, or three places.
bool looks_like_thousands(const Cursor& cursor, const Written& written) {
  Cursor ahead = cursor;
  if (!is_digit(ahead.peek())) ahead.advance(ahead.rest().starts_with("\u2019") ? 3 : 1);
  const bool first = is_plain_integer(written) && written.whole.size() <= 3;
  const bool second = cursor.peek() == '.' && written.kind == Written::Kind::decimal &&
                      written.whole.size() <= 3 && written.places.size() == 3;
  return (first || second) && ahead.take_digits().size() == 3;
}

// 1,5 or 1,000: what the comma may mean, with the reader's own digits.
tl::unexpected<Error> comma_error(const Cursor& cursor, const Written& written) {
  Cursor ahead = cursor;
  ahead.advance(1);
  const Digits behind = ahead.take_digits();
  const bool close = !behind.empty() && is_digit(cursor.at()[-1]);
  const bool more = ahead.peek() == ',';
  if (!close || written.kind != Written::Kind::decimal || more) {
    if (close && more && looks_like_thousands(cursor, written)) {
      return cursor.fail(ErrorCode::trailing_text, cursor.at(), std::string(kGroups),
                         std::string(kGroupsHint));
    }
    return cursor.fail(ErrorCode::trailing_text, cursor.at(), "a comma after the number",
                       "one number stands here; a vector is written (1, 5/4)");
  }
  if (written.decimal_mark != nullptr) {
    return cursor.fail(ErrorCode::decimal_comma, cursor.at(), "a comma in a decimal",
                       "a decimal has one point and no comma: 1234.5");
  }
  std::string whole(written.whole.text());
  std::string places(behind.text());
  const bool thousands = looks_like_thousands(cursor, written);
  if (whole.size() > kSampleDigits || places.size() > kSampleDigits) {
    whole = "1";
    places = "5";
  }
  std::string right = whole + "." + places + " if a decimal point is meant, (" + whole + "," +
                      places + ") if two components are meant";
  if (thousands) right += ", " + whole + places + " if thousands are meant";
  return cursor.fail(ErrorCode::decimal_comma, cursor.at(), "a comma between digits",
                     std::move(right));
}

}  // namespace

tl::unexpected<Error> trailing_error(const Cursor& cursor, const Written& written,
                                     std::string_view stops) {
  const char* place = cursor.at();
  const char c = cursor.peek();
  const auto trailing = [&](std::string wrong, std::string right) {
    return cursor.fail(ErrorCode::trailing_text, place, std::move(wrong), std::move(right));
  };
  const bool is_list = stops.find(',') != std::string_view::npos;
  const bool is_fraction = written.kind == Written::Kind::fraction;

  if (written.percent) {
    return cursor.fail_at_piece(ErrorCode::trailing_text, place, " after the percent sign",
                                "nothing stands behind the percent sign");
  }
  if (cursor.slash_ahead()) {
    if (!is_fraction) return not_an_integer(cursor, written);
    return cursor.fail(ErrorCode::two_slashes, place, "a second slash",
                       "a fraction has one slash: 1/4");
  }
  if (cursor.fraction_ahead()) {
    if (is_plain_integer(written)) {
      return trailing(cursor.quote(place) + " is a second number, after a tab or a line end",
                      is_list ? "a comma stands between two numbers: 1, 2"
                              : "one number stands here; a mixed number is written 1 1/4");
    }
    if (!is_fraction) return not_an_integer(cursor, written);
    return cursor.fail(ErrorCode::two_fractions, place,
                       cursor.quote(place) + " is a second fraction",
                       is_list ? "a comma stands between two numbers; a mixed number is written "
                                 "1 1/4"
                               : "one number stands here; a mixed number is written 1 1/4");
  }
  if (cursor.sign_ahead()) {
    return trailing(cursor.quote(place) + " after the number",
                    "one number is read, sums are not computed; the sign stands in front: -1 1/4");
  }
  if (c == ',') return comma_error(cursor, written);
  if (cursor.rest().starts_with("...") || cursor.rest().starts_with("…")) {
    return trailing("dots after the number",
                    "digits that repeat for ever stand in brackets: 0.(3)");
  }
  const bool mark = c == '\'' || c == '_' || c == '.' || cursor.rest().starts_with("\u2019");
  if ((is_digit(c) || mark) && looks_like_thousands(cursor, written)) {
    return trailing(std::string(kGroups), std::string(kGroupsHint));
  }
  if (c == '.' && written.decimal_mark != nullptr) {
    return trailing("a second decimal point", "a number has one decimal point");
  }
  if (is_digit(c)) {
    Cursor ahead = cursor;  // 1 1.5/4
    ahead.take_digits();
    const char* point = ahead.at();
    if (ahead.take('.')) {
      ahead.take_digits();
      ahead.skip_space();
      if (ahead.slash_ahead()) {
        return cursor.fail(ErrorCode::decimal_in_fraction, point, "a decimal inside a fraction",
                           std::string(kIntegersHint));
      }
    }
    return trailing(cursor.quote(place) + " is a second number",
                    is_list ? "a comma stands between two numbers: 1, 2"
                            : "one number stands here; a mixed number is written 1 1/4, a vector "
                              "(1, 2)");
  }
  if (c == ':') {
    return trailing("a ratio where one number should stand", "a fraction is written 1/2");
  }
  if (c == '(' && is_plain_integer(written)) {
    return trailing("a bracket after the number",
                    "digits that repeat for ever stand behind a point: 0.(3)");
  }
  if (c == ')' || c == ']') {
    return trailing("a closing bracket without an opening one", "both brackets, or none");
  }
  return cursor.fail_at_piece(ErrorCode::trailing_text, place, " after the number",
                              "nothing stands behind the number");
}

}  // namespace exactblend
