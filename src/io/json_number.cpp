#include "io/json_number.hpp"

#include <algorithm>

namespace exactblend {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Behind the digits that stand at `place`.
std::size_t skip_digits(std::string_view text, std::size_t place) {
  while (place < text.size() && is_digit(text[place])) ++place;
  return place;
}

// Behind the string whose opening quotation mark stands at `place`.
std::size_t skip_string(std::string_view text, std::size_t place) {
  for (++place; place < text.size(); ++place) {
    if (text[place] == '"') return place + 1;
    if (text[place] == '\\') ++place;
  }
  return text.size();
}

}  // namespace

std::size_t json_number_size(std::string_view text) {
  const auto at = [text](std::size_t place) { return place < text.size() ? text[place] : '\0'; };
  const std::size_t first = at(0) == '-' ? 1 : 0;
  if (!is_digit(at(first))) return 0;
  std::size_t size = at(first) == '0' ? first + 1 : skip_digits(text, first);
  if (at(size) == '.' && is_digit(at(size + 1))) size = skip_digits(text, size + 1);
  if (at(size) == 'e' || at(size) == 'E') {
    const bool sign = at(size + 1) == '+' || at(size + 1) == '-';
    const std::size_t digits = size + (sign ? 2 : 1);
    if (is_digit(at(digits))) size = skip_digits(text, digits);
  }
  return size;
}

std::string with_blank_numbers(std::string_view text) {
  std::string result(text);
  for (std::size_t place = 0; place < text.size();) {
    if (text[place] == '"') {
      place = skip_string(text, place);
      continue;
    }
    // What is not JSON stays so: where one number was, there is one still.
    const std::size_t size = json_number_size(text.substr(place));
    if (size > 0) {
      std::fill_n(result.begin() + static_cast<std::ptrdiff_t>(place), size, ' ');
      result[place] = '0';
    }
    place += std::max<std::size_t>(size, 1);
  }
  return result;
}

}  // namespace exactblend
