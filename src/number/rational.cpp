#include "exactblend/number/rational.hpp"

#include <cassert>
#include <limits>
#include <numeric>
#include <utility>

#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

constexpr std::int64_t kWordMax = std::numeric_limits<std::int64_t>::max();

bool fits_word(Wide value) { return value <= kWordMax && value >= -Wide{kWordMax}; }

Wide gcd(Wide a, Wide b) {
  auto x = magnitude(a);
  auto y = magnitude(b);
  // Euclid's steps on 128 bits, then the processor's word as soon as both fit it.
  while (y > std::numeric_limits<std::uint64_t>::max()) {
    x %= y;
    std::swap(x, y);
  }
  if (y == 0) return static_cast<Wide>(x);
  return static_cast<Wide>(
      std::gcd(static_cast<std::uint64_t>(x % y), static_cast<std::uint64_t>(y)));
}

}  // namespace

Integer RationalParts::numerator(const Rational& value) {
  return value.big_ != nullptr ? value.big_->numerator : Integer(value.numerator_);
}

Integer RationalParts::denominator(const Rational& value) {
  return value.big_ != nullptr ? value.big_->denominator : Integer(value.denominator_);
}

Rational RationalParts::word(std::int64_t numerator, std::int64_t denominator) {
  Rational result;
  result.numerator_ = numerator;
  result.denominator_ = denominator;
  return result;
}

Rational RationalParts::reduced(Wide numerator, Wide denominator) {
  assert(denominator != 0);
  if (denominator == 1 && fits_word(numerator)) {
    return word(static_cast<std::int64_t>(numerator), 1);
  }
  if (fits_word(numerator) && fits_word(denominator) && denominator > 0) {
    const auto n = static_cast<std::int64_t>(numerator);
    const auto d = static_cast<std::int64_t>(denominator);
    const std::int64_t divisor = std::gcd(n, d);
    return word(n / divisor, d / divisor);
  }
  const Wide divisor = gcd(numerator, denominator);
  numerator /= divisor;
  denominator /= divisor;
  if (denominator < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  return in_lowest_terms(numerator, denominator);
}

Rational RationalParts::in_lowest_terms(Wide numerator, Wide denominator) {
  assert(denominator > 0);
  if (fits_word(numerator) && fits_word(denominator)) {
    return word(static_cast<std::int64_t>(numerator), static_cast<std::int64_t>(denominator));
  }
  Rational result;
  result.big_ = new Rational::Big{to_integer(numerator), to_integer(denominator)};
  return result;
}

Rational RationalParts::reduced(Integer numerator, Integer denominator) {
  assert(!denominator.is_zero());
  const Integer divisor = boost::multiprecision::gcd(numerator, denominator);
  if (divisor != 1) {
    numerator = divide_exact(numerator, divisor);
    denominator = divide_exact(denominator, divisor);
  }
  if (denominator.sign() < 0) {
    numerator = -numerator;
    denominator = -denominator;
  }
  return in_lowest_terms(std::move(numerator), std::move(denominator));
}

Rational RationalParts::in_lowest_terms(Integer numerator, Integer denominator) {
  assert(denominator.sign() > 0);
  std::int64_t n = 0;
  std::int64_t d = 1;
  if (exactblend::fits_word(numerator, n) && exactblend::fits_word(denominator, d)) {
    return word(n, d);
  }
  Rational result;
  result.big_ = new Rational::Big{std::move(numerator), std::move(denominator)};
  return result;
}

Result<Rational> Rational::of(std::int64_t numerator, std::int64_t denominator) {
  if (denominator == 0) {
    return failure(ErrorCode::zero_denominator, "the denominator is 0",
                   "a fraction needs a denominator other than 0");
  }
  return RationalParts::reduced(Wide{numerator}, Wide{denominator});
}

Rational::Rational(const Rational& other)
    : numerator_(other.numerator_),
      denominator_(other.denominator_),
      big_(other.big_ == nullptr ? nullptr : new Big(*other.big_)) {}

Rational::Rational(Rational&& other) noexcept
    : numerator_(std::exchange(other.numerator_, 0)),
      denominator_(std::exchange(other.denominator_, 1)),
      big_(std::exchange(other.big_, nullptr)) {}

Rational& Rational::operator=(const Rational& other) {
  if (this != &other) {
    if (big_ == nullptr && other.big_ == nullptr) {
      numerator_ = other.numerator_;
      denominator_ = other.denominator_;
    } else {
      *this = Rational(other);
    }
  }
  return *this;
}

Rational& Rational::operator=(Rational&& other) noexcept {
  std::swap(numerator_, other.numerator_);
  std::swap(denominator_, other.denominator_);
  std::swap(big_, other.big_);
  return *this;
}

void Rational::enlarge() {
  big_ = new Big{Integer(numerator_), Integer(denominator_)};
  numerator_ = 0;
  denominator_ = 1;
}

void Rational::release() noexcept {
  delete big_;
  big_ = nullptr;
}

// Sums and products of words need no gcd of more than a word, since both factors or terms are in
// lowest terms (the proof for sums is at ExactSum::join). Words multiply within 126 bits and a sum
// of two such products within 127, so nothing below can overflow.

Rational operator+(const Rational& a, const Rational& b) {
  if (a.big_ == nullptr && b.big_ == nullptr) {
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      std::int64_t sum = 0;
      if (!__builtin_add_overflow(a.numerator_, b.numerator_, &sum)) return sum;
    }
    const std::int64_t divisor = std::gcd(a.denominator_, b.denominator_);
    const std::int64_t raise_a = b.denominator_ / divisor;
    const std::int64_t raise_b = a.denominator_ / divisor;
    const Wide numerator = Wide{a.numerator_} * raise_a + Wide{b.numerator_} * raise_b;
    const std::int64_t common = std::gcd(static_cast<std::int64_t>(numerator % divisor), divisor);
    return RationalParts::in_lowest_terms(numerator / common,
                                          Wide{a.denominator_ / common} * raise_a);
  }
  const Integer ad = RationalParts::denominator(a);
  const Integer bd = RationalParts::denominator(b);
  return RationalParts::reduced(RationalParts::numerator(a) * bd + RationalParts::numerator(b) * ad,
                                ad * bd);
}

Rational operator-(const Rational& a, const Rational& b) { return a + -b; }

Rational operator*(const Rational& a, const Rational& b) {
  if (a.big_ == nullptr && b.big_ == nullptr) {
    const std::int64_t left = std::gcd(a.numerator_, b.denominator_);
    const std::int64_t right = std::gcd(b.numerator_, a.denominator_);
    return RationalParts::in_lowest_terms(Wide{a.numerator_ / left} * (b.numerator_ / right),
                                          Wide{a.denominator_ / right} * (b.denominator_ / left));
  }
  return RationalParts::reduced(RationalParts::numerator(a) * RationalParts::numerator(b),
                                RationalParts::denominator(a) * RationalParts::denominator(b));
}

Rational Rational::operator-() const {
  Rational result = *this;
  if (result.big_ != nullptr) {
    result.big_->numerator = -result.big_->numerator;
  } else {
    result.numerator_ = -result.numerator_;  // the invariant excludes INT64_MIN
  }
  return result;
}

bool operator==(const Rational& a, const Rational& b) {
  if (a.big_ == nullptr || b.big_ == nullptr) {  // one form per value: forms that differ, differ
    return a.big_ == b.big_ && a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  }
  return a.big_->numerator == b.big_->numerator && a.big_->denominator == b.big_->denominator;
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  if (a.big_ == nullptr && b.big_ == nullptr) {
    return Wide{a.numerator_} * b.denominator_ <=> Wide{b.numerator_} * a.denominator_;
  }
  const int order = (RationalParts::numerator(a) * RationalParts::denominator(b))
                        .compare(RationalParts::numerator(b) * RationalParts::denominator(a));
  return order <=> 0;
}

int Rational::sign() const {
  if (big_ != nullptr) return big_->numerator.sign();
  return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
}

bool Rational::is_integer() const {
  return big_ != nullptr ? big_->denominator == 1 : denominator_ == 1;
}

std::string Rational::numerator_text() const {
  return big_ != nullptr ? big_->numerator.str() : std::to_string(numerator_);
}

std::string Rational::denominator_text() const {
  return big_ != nullptr ? big_->denominator.str() : std::to_string(denominator_);
}

Rational abs(const Rational& value) { return value.sign() < 0 ? -value : value; }

Result<Rational> divide(const Rational& a, const Rational& b) {
  if (b.is_zero()) {
    return failure(ErrorCode::division_by_zero, "division by 0", "a divisor other than 0");
  }
  if (RationalParts::is_word(a) && RationalParts::is_word(b)) {
    return RationalParts::reduced(
        Wide{RationalParts::word_numerator(a)} * RationalParts::word_denominator(b),
        Wide{RationalParts::word_denominator(a)} * RationalParts::word_numerator(b));
  }
  return RationalParts::reduced(RationalParts::numerator(a) * RationalParts::denominator(b),
                                RationalParts::denominator(a) * RationalParts::numerator(b));
}

}  // namespace exactblend
