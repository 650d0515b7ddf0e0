#include "verify/value.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "exactblend/number/print.hpp"
#include "exactblend/verify/verify.hpp"

namespace exactblend::verify {
namespace {

constexpr const char* kTooLarge = "its numbers are longer than is computed here";

// What two operands leave to their result.
Value made(Rational result, const Value& a, const Value& b) {
  Value value;
  value.kind = Value::Kind::number;
  value.elsewhere = a.elsewhere || b.elsewhere;
  value.rounded = a.rounded || b.rounded;
  value.number = std::move(result);
  value.digits = a.digits + b.digits;
  if (value.digits > kMaxDigits) {  // the bound grows with every operation, the number need not
    value.digits = value.number.numerator_text().size() + value.number.denominator_text().size();
    if (value.digits > kMaxDigits) return unknown(kTooLarge);
  }
  return value;
}

template <class Operation>
Value each(const Value& a, const Value& b, Operation operation) {
  if (a.parts.size() != b.parts.size()) {
    return unknown("vectors of " + std::to_string(a.parts.size()) + " and " +
                   std::to_string(b.parts.size()) + " components can't be added");
  }
  std::vector<Value> parts;
  parts.reserve(a.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i) {
    parts.push_back(operation(a.parts[i], b.parts[i]));
  }
  Value result = vector(std::move(parts));
  result.elsewhere = result.elsewhere || a.elsewhere || b.elsewhere;
  return result;
}

template <class Operation>
Value each(const Value& a, Operation operation) {
  std::vector<Value> parts;
  parts.reserve(a.parts.size());
  for (const Value& part : a.parts) parts.push_back(operation(part));
  Value result = vector(std::move(parts));
  result.elsewhere = result.elsewhere || a.elsewhere;
  return result;
}

const Value& first_unknown(const Value& a, const Value& b) { return a.is_known() ? b : a; }

// What is made of two values of which one is unknown at least.
Value unknown_with(const Value& a, const Value& b, SymbolPointer symbol) {
  Value value = form(std::move(symbol), first_unknown(a, b).reason());
  value.elsewhere = a.elsewhere || b.elsewhere;
  return value;
}

bool same_shape(const Value& a, const Value& b) {
  return !a.parts.empty() && a.parts.size() == b.parts.size();
}

}  // namespace

Value unknown(std::string reason, SymbolPointer symbol) {
  Value value;
  value.why =
      std::make_shared<const Value::Unknown>(Value::Unknown{std::move(reason), std::move(symbol)});
  return value;
}

Value number(Rational result, std::size_t digits) {
  Value value;
  value.kind = Value::Kind::number;
  value.number = std::move(result);
  value.digits = digits;
  return value;
}

Value vector(std::vector<Value> parts) {
  if (parts.size() == 1) return std::move(parts.front());  // one component is a number
  if (parts.size() > kMaxComponents) return unknown("it has more components than are read here");
  Value value;
  value.kind = Value::Kind::vector;
  for (const Value& part : parts) {
    if (!part.is_known() && !has_form(part)) return part;
    if (!part.is_known() && value.is_known()) {
      value.kind = Value::Kind::unknown;
      value.why = std::make_shared<const Value::Unknown>(Value::Unknown{part.reason(), nullptr});
    }
    value.elsewhere = value.elsewhere || part.elsewhere;
    value.rounded = value.rounded || part.rounded;
  }
  value.parts = std::move(parts);
  return value;
}

Value add(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number()) return made(a.number + b.number, a, b);
  if ((a.is_vector() && b.is_vector()) || same_shape(a, b))
    return each(a, b, [](const Value& x, const Value& y) { return add(x, y); });
  if (!a.is_known() || !b.is_known()) {
    return unknown_with(a, b, add(symbol_of(a), symbol_of(b)));
  }
  return unknown("a number and a vector can't be added");
}

Value subtract(const Value& a, const Value& b) { return add(a, negate(b)); }

Value negate(Value value) {
  value.number = -value.number;
  if (const SymbolPointer symbol = value.symbol()) {
    const bool elsewhere = value.elsewhere;
    value = unknown(value.reason(), multiply(symbol, symbol_of(Rational(-1))));
    value.elsewhere = elsewhere;
  }
  for (Value& part : value.parts) part = negate(std::move(part));
  return value;
}

Value divide(const Value& a, const Value& b) {
  if (!a.is_known() || !b.is_known()) {
    if (has_form(a) && !a.parts.empty() && symbol_of(b)) {
      return each(a, [&b](const Value& part) { return divide(part, b); });
    }
    return unknown_with(a, b, multiply(symbol_of(a), inverse(symbol_of(b))));
  }
  if (!b.is_number()) return unknown("nothing can be divided by a vector");
  if (b.number.is_zero()) return unknown("it divides by 0");
  if (a.is_vector()) return each(a, [&b](const Value& part) { return divide(part, b); });
  return made(*exactblend::divide(a.number, b.number), a, b);
}

namespace {

bool is_flat(const Value& value) {
  return std::all_of(value.parts.begin(), value.parts.end(),
                     [](const Value& part) { return part.parts.empty(); });
}

bool is_matrix(const Value& value) {
  return !value.parts.empty() &&
         std::all_of(value.parts.begin(), value.parts.end(),
                     [](const Value& part) { return !part.parts.empty() && is_flat(part); });
}

}  // namespace

Value multiply(const Value& a, const Value& b, Product product) {
  if (a.is_number() && b.is_number()) return made(a.number * b.number, a, b);
  if (!has_form(a) || !has_form(b) || (a.parts.empty() && b.parts.empty())) {
    return unknown_with(a, b, multiply(symbol_of(a), symbol_of(b)));
  }
  if (a.parts.empty()) {
    return each(b, [&a, product](const Value& part) { return multiply(a, part, product); });
  }
  if (b.parts.empty()) return multiply(b, a, product);
  if (product == Product::elementwise && same_shape(a, b) && is_flat(a) == is_flat(b)) {
    return each(
        a, b, [](const Value& x, const Value& y) { return multiply(x, y, Product::elementwise); });
  }
  if (product == Product::outer && is_flat(a) && is_flat(b)) {
    if (a.parts.size() * b.parts.size() > kMaxProducts) {
      return unknown("its matrices are larger than are multiplied here");
    }
    return each(a, [&b](const Value& part) { return multiply(part, b, Product::dot); });
  }
  const bool matrices = (is_flat(a) || is_matrix(a)) && is_matrix(b);
  const bool dot =
      product == Product::dot ||
      (product == Product::implied && (a.transposed || b.transposed || matrices || is_matrix(a)));
  if (!dot || !(matrices || (is_flat(b) && (is_flat(a) || is_matrix(a))))) {
    return unknown("this product of vectors is not one that is computed here");
  }
  const std::size_t rows = is_flat(a) ? 1 : a.parts.size();
  const std::size_t columns = is_flat(b) ? 1 : b.parts[0].parts.size();
  if (rows * columns * b.parts.size() > kMaxProducts) {
    return unknown("its matrices are larger than are multiplied here");
  }
  if (!is_flat(a)) {  // row by row
    return each(a, [&b](const Value& row) { return multiply(row, b, Product::dot); });
  }
  if (a.parts.size() != b.parts.size()) {
    return unknown("vectors of " + std::to_string(a.parts.size()) + " and " +
                   std::to_string(b.parts.size()) + " components have no product");
  }
  Value sum = multiply(a.parts[0], b.parts[0], Product::dot);
  for (std::size_t i = 1; i < a.parts.size(); ++i) {
    sum = add(sum, multiply(a.parts[i], b.parts[i], Product::dot));
  }
  sum.elsewhere = sum.elsewhere || a.elsewhere || b.elsewhere;
  return sum;
}

Value blend(const std::vector<Value>& weights, const std::vector<Value>& values) {
  if (weights.empty() || weights.size() != values.size()) {
    return unknown("there are not as many weights as values");
  }
  Value total = multiply(weights[0], values[0], Product::dot);
  for (std::size_t i = 1; i < weights.size(); ++i) {
    total = add(total, multiply(weights[i], values[i], Product::dot));
  }
  return total;
}

Value transpose(Value value) {
  if (!is_matrix(value)) {
    value.transposed = !value.transposed;
    return value;
  }
  std::vector<Value> columns;
  for (std::size_t c = 0; c < value.parts[0].parts.size(); ++c) {
    std::vector<Value> column;
    for (const Value& row : value.parts) {
      if (row.parts.size() != value.parts[0].parts.size()) {
        return unknown("its rows are of different lengths");
      }
      column.push_back(row.parts[c]);
    }
    columns.push_back(vector(std::move(column)));
  }
  Value result = vector(std::move(columns));
  result.transposed = true;
  result.elsewhere = value.elsewhere;
  return result;
}

Value power(const Value& base, const Value& exponent) {
  if (!base.is_known() || !exponent.is_known()) {
    return unknown_with(base, exponent,
                        exponent.is_number() ? power(base.symbol(), exponent.number) : nullptr);
  }
  if (!base.is_number() || !exponent.is_number() || !exponent.number.is_integer()) {
    return unknown("a power with such an exponent is a symbol here");
  }
  const Rational size = abs(exponent.number);
  if (size > Rational(kMaxExponent)) return unknown(kTooLarge);
  int count = std::atoi(size.numerator_text().c_str());
  if (exponent.number.sign() < 0 && base.number.is_zero()) return unknown("it divides by 0");
  Value square = base;
  Value result = number(Rational(1));
  while (count > 0 && square.is_known() && result.is_known()) {
    if (count % 2 == 1) result = multiply(result, square, Product::dot);
    count /= 2;
    if (count > 0) square = multiply(square, square, Product::dot);
  }
  if (!square.is_known()) return square;
  result.elsewhere = base.elsewhere || exponent.elsewhere;
  return exponent.number.sign() < 0 ? divide(number(Rational(1)), result) : result;
}

namespace {

// The root of a square below 10^18; -1 if it is none.
std::int64_t exact_root(const std::string& digits) {
  constexpr std::size_t kMost = 18;
  if (digits.size() > kMost) return -1;
  const std::int64_t square = std::atoll(digits.c_str());
  std::int64_t low = 0;
  std::int64_t high = 1'000'000'000;
  while (low < high) {
    const std::int64_t middle = low + (high - low) / 2;
    if (middle * middle < square) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low * low == square ? low : -1;
}

}  // namespace

Value square_root(const Value& value) {
  if (!value.is_known()) return value;
  if (!value.is_number() || value.number.sign() < 0) return unknown("this root is a symbol here");
  const std::int64_t above = exact_root(value.number.numerator_text());
  const std::int64_t below = exact_root(value.number.denominator_text());
  if (above < 0 || below < 0) return unknown("this root is no fraction, so it is a symbol here");
  Value root = number(*Rational::of(above, below), value.digits);
  root.elsewhere = value.elsewhere;
  return root;
}

bool same(const Value& a, const Value& b) {
  if (a.kind != b.kind) return false;
  if (!a.is_known()) return compare_forms(a, b) == Forms::same;
  if (a.is_number()) return a.number == b.number;
  return std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(),
                    [](const Value& x, const Value& y) { return same(x, y); });
}

std::string to_text(const Value& value) {
  if (value.is_number()) return exactblend::to_text(value.number);
  if (const SymbolPointer symbol = value.symbol()) return to_text(symbol);
  std::string text = "(";
  for (const Value& part : value.parts) {
    if (text.size() > 1) text += ',';
    text += to_text(part);
  }
  return text + ')';
}

}  // namespace exactblend::verify
