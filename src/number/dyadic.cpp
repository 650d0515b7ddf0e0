#include "exactblend/number/dyadic.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "exactblend/number/float_format.hpp"
#include "number/integer.hpp"
#include "number/rational_parts.hpp"

namespace exactblend {
namespace {

constexpr std::int64_t kWordBits = 64;

std::int64_t bits_of(std::span<const std::uint64_t> magnitude) {
  if (magnitude.empty()) return 0;
  return kWordBits * static_cast<std::int64_t>(magnitude.size()) -
         std::countl_zero(magnitude.back());
}

// The 64 bits from bit `low` up; bits below 0 are 0.
std::uint64_t word_at(std::span<const std::uint64_t> magnitude, std::int64_t low) {
  if (low <= -kWordBits) return 0;
  if (low < 0) return magnitude[0] << -low;
  const auto index = static_cast<std::size_t>(low / kWordBits);
  const auto shift = static_cast<int>(low % kWordBits);
  if (index >= magnitude.size()) return 0;
  std::uint64_t word = magnitude[index] >> shift;
  if (shift != 0 && index + 1 < magnitude.size()) {
    word |= magnitude[index + 1] << (kWordBits - shift);
  }
  return word;
}

std::strong_ordering compare_magnitudes(const Dyadic& a, const Dyadic& b) {
  const auto x = a.magnitude();
  const auto y = b.magnitude();
  std::int64_t below_x = bits_of(x);
  std::int64_t below_y = bits_of(y);
  if (const auto order = below_x + a.exponent() <=> below_y + b.exponent(); order != 0) {
    return order;
  }
  while (below_x > 0 || below_y > 0) {
    below_x -= kWordBits;
    below_y -= kWordBits;
    const auto order = word_at(x, below_x) <=> word_at(y, below_y);
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace

Dyadic::Words::Words(const Words& other) { *this = other; }

Dyadic::Words::Words(Words&& other) noexcept { *this = std::move(other); }

Dyadic::Words& Dyadic::Words::operator=(const Words& other) {
  if (this == &other) return *this;
  resize(other.size_);
  std::copy_n(other.data(), size_, data());
  return *this;
}

Dyadic::Words& Dyadic::Words::operator=(Words&& other) noexcept {
  std::swap(few_, other.few_);
  std::swap(many_, other.many_);
  std::swap(size_, other.size_);
  std::swap(room_, other.room_);
  return *this;
}

void Dyadic::Words::resize(std::size_t size) {
  if (size > room_) {
    many_ = std::make_unique_for_overwrite<std::uint64_t[]>(size);
    room_ = static_cast<std::uint32_t>(size);
  }
  size_ = static_cast<std::uint32_t>(size);
}

bool Dyadic::Words::operator==(const Words& other) const {
  return std::equal(data(), data() + size_, other.data(), other.data() + other.size_);
}

Result<Dyadic> Dyadic::of(bool negative, std::span<const std::uint64_t> magnitude, int exponent) {
  Dyadic value;
  if (auto assigned = value.assign(negative, magnitude, exponent); !assigned) {
    return tl::unexpected(assigned.error());
  }
  return value;
}

Result<void> Dyadic::assign(bool negative, std::span<const std::uint64_t> magnitude, int exponent) {
  if (exponent > kMaxDyadicExponent || exponent < -kMaxDyadicExponent) {
    const std::string limit = std::to_string(kMaxDyadicExponent);
    return failure(ErrorCode::over_limit,
                   "a dyadic has the exponent " + std::to_string(exponent) + " of two",
                   "it must lie between -" + limit + " and " + limit);
  }
  while (!magnitude.empty() && magnitude.back() == 0)
    magnitude = magnitude.first(magnitude.size() - 1);
  if (magnitude.empty()) {
    magnitude_.resize(0);
    exponent_ = 0;
    negative_ = false;
    return {};
  }
  while (magnitude.front() == 0) {
    magnitude = magnitude.subspan(1);
    exponent += static_cast<int>(kWordBits);
  }
  const int shift = std::countr_zero(magnitude.front());
  negative_ = negative;
  exponent_ = exponent + shift;
  const auto words =
      static_cast<std::size_t>((bits_of(magnitude) - shift + kWordBits - 1) / kWordBits);
  magnitude_.resize(words);  // never more than this number's own, if the magnitude is that
  std::uint64_t* out = magnitude_.data();
  for (std::size_t i = 0; i < words; ++i) {
    const std::uint64_t above = i + 1 < magnitude.size() ? magnitude[i + 1] : 0;
    out[i] = magnitude[i] >> shift | (shift == 0 ? 0 : above << (kWordBits - shift));
  }
  return {};
}

Result<Dyadic> Dyadic::of_float(FloatType type, std::uint64_t bits) {
  const DecodedFloat decoded = decode(type, bits);
  if (decoded.kind != FloatKind::finite) {
    return failure(ErrorCode::not_finite,
                   std::string(decoded.kind == FloatKind::nan ? "NaN" : "an infinity") +
                       " of type " + std::string(name(type)) + " is no number",
                   "only a finite float is a dyadic");
  }
  return of(decoded.negative, {&decoded.significand, 1}, decoded.exponent);
}

Dyadic Dyadic::operator-() const {
  Dyadic value = *this;
  value.negative_ = !negative_ && !is_zero();
  return value;
}

std::strong_ordering operator<=>(const Dyadic& a, const Dyadic& b) {
  if (const auto order = a.sign() <=> b.sign(); order != 0) return order;
  if (a.sign() == 0) return std::strong_ordering::equal;
  return a.sign() > 0 ? compare_magnitudes(a, b) : compare_magnitudes(b, a);
}

Rational to_rational(const Dyadic& value) {
  if (value.is_zero()) return Rational();
  Integer numerator = from_words(value.magnitude());
  if (value.sign() < 0) numerator = -numerator;
  Integer denominator = 1;
  // The magnitude is odd, so this is in lowest terms.
  if (value.exponent() >= 0) {
    numerator <<= static_cast<unsigned>(value.exponent());
  } else {
    denominator <<= static_cast<unsigned>(-value.exponent());
  }
  return RationalParts::in_lowest_terms(std::move(numerator), std::move(denominator));
}

}  // namespace exactblend
