// Numbers as written, brackets and vectors, fractions of TeX.
#include <algorithm>
#include <iterator>
#include <utility>

#include "exactblend/number/read.hpp"
#include "exactblend/verify/verify.hpp"
#include "number/read_cursor.hpp"
#include "verify/expression_reader.hpp"
#include "verify/spelled_numbers.hpp"

namespace exactblend::verify {

Value Reader::superscript_value(std::string_view sign) {
  if (sign == "\u00B9") return number(Rational(1));
  if (sign == "\u00B2") return number(Rational(2));
  if (sign == "\u00B3") return number(Rational(3));
  const int digit = static_cast<unsigned char>(sign.back()) - 0xB0;
  if (digit < 0 || digit > 9) return unknown("this power is not computed here");
  return number(Rational(digit));
}

namespace {

// Most numbers by far: digits, at most one point among or before them, and no more of them than a
// word holds.
std::optional<Value> plain_number(std::string_view text) {
  std::optional<Value> value;
  if (text.size() > kWordDigits) return value;
  std::int64_t digits = 0;
  std::int64_t unit = 1;
  int places = -1;
  for (const char c : text) {
    if (is_digit(c)) {
      digits = 10 * digits + (c - '0');
      if (places >= 0) {
        ++places;
        unit *= 10;
      }
    } else if (c == '.' && places < 0) {
      places = 0;
    } else {
      return value;
    }
  }
  if (places == 0) return value;  // 2.
  value.emplace();
  value->kind = Value::Kind::number;
  value->number = places < 0 ? Rational(digits) : *Rational::of(digits, unit);
  value->digits = text.size() + 1;
  value->places = std::max(places, 0);
  value->rounded = places > 0;
  return value;
}

}  // namespace

Value Reader::read_token(const Token& token) {
  const std::string_view text = tokens_.of(token);
  has_number_ = true;
  if (auto plain = plain_number(text)) return std::move(*plain);
  if (is_ascii(text[0]) && ((text[0] | 0x20) >= 'a')) {
    const auto spelled = spelled_number(text);
    return spelled ? number(*spelled) : unknown("this is no number");
  }
  if (text.size() > kMaxDigits) return unknown("a number has more digits than are read here");
  std::string digits;
  if (text.find(',') != std::string_view::npos) {  // 1{,}000, 1\,000
    std::copy_if(text.begin(), text.end(), std::back_inserter(digits),
                 [](char c) { return c != '{' && c != ',' && c != '}' && c != '\\'; });
  }
  auto read = read_number(digits.empty() ? text : std::string_view(digits));
  if (!read || read->value.denominator_text().size() > kMaxDigits) {
    return unknown(read ? "a number has more digits than are read here" : read.error().wrong);
  }
  const std::size_t point = text.find('.');
  const bool exponent = text.find_first_of("eE") != std::string_view::npos;
  Value value = number(std::move(read->value), text.size() + 1);
  if (!exponent && text.find('(') == std::string_view::npos && text[0] < '\x7f' && text[0] > 0) {
    value.places = point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
    value.rounded = point != std::string_view::npos;
  }
  return value;
}

Reader::Maybe Reader::written_number() {
  const Token& first = token();
  Maybe value = plain_number(tokens_.of(first));
  if (!value) value = read_token(first);
  has_number_ = true;
  ++at_;
  if (!is_integer(tokens_.of(first)) || at_ >= size_) return value;
  // 2 1/4 with a space, 2½ without or with one
  const Token& next = token();
  const bool vulgar = next.kind == Kind::number && !is_ascii_number(next);
  const bool fraction = next.kind == Kind::number && next.space_before && !next.line_start &&
                        kind(1) == Kind::divide && !token(1).space_before && !token(1).by_word &&
                        kind(2) == Kind::number && !token(2).space_before &&
                        is_integer(tokens_.of(next)) && is_integer(tokens_.of(token(2)));
  if (vulgar) {
    Value part = read_token(next);
    ++at_;
    value = mixed(*value, part);
    return value;
  }
  if (fraction) {
    const Value above = read_token(next);
    const Value below = read_token(token(2));
    const Value part = verify::divide(above, below);
    if (part.is_known() && part.number < Rational(1)) {
      at_ += 3;
      value = mixed(*value, part);
    }
    return value;
  }
  if (next.kind == Kind::fraction && !next.by_word) {
    const Mark before = mark();
    Maybe part = tex_fraction();
    if (part && part->is_number() && tex_fraction_is_plain_ && part->number < Rational(1)) {
      value = mixed(*value, *part);
      return value;
    }
    back_to(before);
  }
  return value;
}

Value Reader::mixed(const Value& whole, const Value& part) {
  ambiguous_ = true;
  simple_ = false;
  return reading_.mixed_is_product ? multiply(whole, part, Product::dot) : add(whole, part);
}

Reader::Maybe Reader::tex_fraction() {
  ++at_;
  const std::size_t first = at_;
  const bool was = compound_;
  compound_ = false;
  Maybe above = kind() == Kind::brace_open ? group() : digit_argument();
  Maybe below;
  if (above) below = kind() == Kind::brace_open ? group() : digit_argument();
  tex_fraction_is_plain_ = !compound_ && at_ - first <= 6;
  compound_ = compound_ || was;
  if (!above || !below) return std::nullopt;
  return verify::divide(*above, *below);
}

Reader::Maybe Reader::group() {
  if (depth_ >= kMaxDepth || kind() != Kind::brace_open || !token().closed) return std::nullopt;
  ++at_;
  Maybe inside = expression();
  if (!inside || !take(Kind::brace_close)) return std::nullopt;
  return inside;
}

Reader::Maybe Reader::labelled_group() {
  ++at_;
  Maybe inside = group();
  const bool label = (kind() == Kind::underscore || kind() == Kind::power) &&
                     kind(1) == Kind::brace_open && token(1).closed;
  if (!inside || !label) return inside;
  ++at_;
  for (int open = 0; at_ < size_; ++at_) {
    open += kind() == Kind::brace_open ? 1 : 0;
    open -= kind() == Kind::brace_close ? 1 : 0;
    if (open == 0) break;
  }
  ++at_;
  return inside;
}

Reader::Maybe Reader::bracket() {
  if (depth_ >= kMaxDepth || !token().closed) return std::nullopt;
  const std::string_view opening = tokens_.of(token());
  ++at_;
  if (opening.size() > 1 && opening[0] == '\\' && opening[1] == 'b') return matrix();
  std::vector<Value> parts;
  Kind separator = Kind::line_end;
  for (;;) {
    skip_line_ends();
    Maybe part = expression();
    if (!part) break;
    parts.push_back(std::move(*part));
    skip_line_ends();
    if (kind() == Kind::close) {
      const std::string_view closing = tokens_.of(token());
      const bool fits = opening == "(" ? closing == ")" : opening == "[" ? closing == "]" : true;
      if (!fits) return std::nullopt;
      ++at_;
      simple_ = false;
      if (parts.size() == 1) {
        parts.front().places = -1;
        return std::move(parts.front());
      }
      return vector(std::move(parts));
    }
    const Kind here = kind();
    if (here != Kind::comma && here != Kind::semicolon) break;
    if (tokens_.of(token()) == "&") break;
    if (separator != Kind::line_end && here != separator) break;
    separator = here;
    ++at_;
  }
  return std::nullopt;
}

Reader::Maybe Reader::matrix() {
  std::vector<Value> rows;
  std::vector<Value> row;
  std::string_view sign;  // & or a comma, the same in all rows
  std::size_t cells = 0;
  for (;;) {
    skip_line_ends();
    Maybe cell = expression();
    if (!cell) return std::nullopt;
    row.push_back(std::move(*cell));
    while (kind() == Kind::line_end && at_ < size_ && tokens_.of(token()) == "\n") ++at_;
    if (kind() == Kind::comma) {
      const std::string_view here = tokens_.of(token());
      if (!sign.empty() && here != sign) return std::nullopt;
      sign = here;
      ++at_;
      continue;
    }
    if (cells != 0 && row.size() != cells) return std::nullopt;
    cells = row.size();
    rows.push_back(vector(std::move(row)));
    row.clear();
    skip_line_ends();
    if (kind() != Kind::close) continue;
    if (!tokens_.of(token()).ends_with("matrix}")) return std::nullopt;
    ++at_;
    simple_ = false;
    const bool one_row = rows.size() == 1 && cells > 1;
    Value value = vector(std::move(rows));
    value.transposed = one_row && sign == "&";
    return value;
  }
}

}  // namespace exactblend::verify
