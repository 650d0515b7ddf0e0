#include "exactblend/number/read.hpp"

#include <optional>
#include <utility>

#include "number/rational_parts.hpp"
#include "number/read_written.hpp"

namespace exactblend {
namespace {

// Whether `digits` are an integer as exactblend prints it, of one machine word.
bool is_plain(const Digits& digits) {
  return !digits.empty() && digits.fits_word() && (*digits.begin != '0' || digits.size() == 1);
}

// An integer or a fraction of plain words: nearly all numbers that are read. Three times as fast
// as the general way. Nothing, with the cursor where it was, for whatever else, right or wrong.
std::optional<ReadNumber> read_plain(Cursor& cursor, std::string_view stops) {
  Cursor ahead = cursor;
  const bool negative = ahead.take('-');
  const Digits numerator = ahead.take_digits();
  if (!is_plain(numerator) || (negative && numerator.word == 0)) return {};
  Digits denominator;
  if (ahead.take('/')) {
    denominator = ahead.take_digits();
    if (!is_plain(denominator) || denominator.word == 0) return {};
  }
  ahead.skip_space();
  if (!ahead.at_end() &&
      (ahead.peek() == '\0' || stops.find(ahead.peek()) == std::string_view::npos)) {
    return {};
  }
  cursor = ahead;
  const Wide signed_numerator = negative ? -Wide{numerator.word} : Wide{numerator.word};
  if (denominator.empty()) {
    return ReadNumber{RationalParts::reduced(signed_numerator, Wide{1}), NumberForm::canonical};
  }
  Rational value = RationalParts::reduced(signed_numerator, Wide{denominator.word});
  const auto reduced = static_cast<std::uint64_t>(RationalParts::word_denominator(value));
  const bool canonical = reduced == denominator.word && reduced != 1;
  return ReadNumber{std::move(value), canonical ? NumberForm::canonical : NumberForm::unreduced};
}

}  // namespace

Result<ReadNumber> read_one(Cursor& cursor, std::string_view stops) {
  if (std::optional<ReadNumber> plain = read_plain(cursor, stops)) return std::move(*plain);
  const Result<Written> written = read_written(cursor, stops);
  if (!written) return tl::unexpected<Error>(written.error());
  return evaluate(*written);
}

Result<ReadNumber> read_number(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  if (cursor.at_end()) {
    return cursor.fail(ErrorCode::empty, text.data(), "there is no number",
                       "a number such as 1/4, -2, 0.25 or 25%");
  }
  return read_one(cursor, "");
}

Result<Rational> read_rational(std::string_view text) {
  Result<ReadNumber> number = read_number(text);
  if (!number) return tl::unexpected<Error>(std::move(number.error()));
  return std::move(number->value);
}

}  // namespace exactblend
