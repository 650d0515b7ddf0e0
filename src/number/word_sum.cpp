#include "number/word_sum.hpp"

#include <numeric>

namespace exactblend {
namespace {

constexpr int kNumeratorBits = 189;

std::uint64_t low_word(WideUnsigned value) { return static_cast<std::uint64_t>(value); }

}  // namespace

bool WordSum::add_product(std::int64_t a, std::int64_t b, std::int64_t c, std::int64_t d) {
  constexpr std::int64_t kFull = std::int64_t{1} << (kNumeratorBits - 128);
  if (high_ >= kFull || high_ < -kFull) return false;
  const std::int64_t first_factor = factor_to(first_, b);
  const std::int64_t second_factor = factor_to(second_, d);
  std::int64_t first = 0;
  if (first_factor == 0 || second_factor == 0 || __builtin_mul_overflow(a, first_factor, &first)) {
    return false;
  }
  const Wide second = Wide{c} * second_factor;
  const auto second_low = static_cast<std::int64_t>(second);
  if (second_low == second) {
    add(Wide{first} * second_low);
  } else {
    add(first * static_cast<Wide>(low_word(static_cast<WideUnsigned>(second))));
    add_shifted(Wide{first} * static_cast<std::int64_t>(second >> 64));
  }
  return true;
}

Rational WordSum::value() const {
  const auto narrow = static_cast<Wide>(low_);
  if (high_ == (narrow < 0 ? -1 : 0)) return RationalParts::reduced(narrow, denominator());
  return RationalParts::reduced(numerator(), to_integer(denominator()));
}

Integer WordSum::numerator() const {
  Integer result = high_;
  result <<= 64;
  result += low_word(low_ >> 64);
  result <<= 64;
  result += low_word(low_);
  return result;
}

// By what a numerator over `denominator` is multiplied to stand over `common`, which is first
// raised, with the sum, to a multiple of the denominator. 0 if there is no room for that.
std::int64_t WordSum::factor_to(std::int64_t& common, std::int64_t denominator) {
  if (common == denominator) return 1;
  if (common % denominator == 0) return common / denominator;
  const std::int64_t divisor = std::gcd(common, denominator);
  const std::int64_t missing = denominator / divisor;
  std::int64_t raised = 0;
  if (__builtin_mul_overflow(common, missing, &raised) || !multiply(missing)) return 0;
  const std::int64_t factor = common / divisor;
  common = raised;
  return factor;
}

// Of the numerator alone. False, with nothing changed, if the product might reach 2^189.
bool WordSum::multiply(std::int64_t factor) {
  if (is_zero()) return true;
  const bool negative = high_ < 0;
  const auto high_flipped = static_cast<std::uint64_t>(negative ? ~high_ : high_);
  const WideUnsigned low_flipped = negative ? ~low_ : low_;
  // −x = ~x + 1, so the flipped bits are |x| or one less; both have room for the same factor but
  // for the one bit that is kept free.
  const int bits =
      high_flipped != 0 ? 128 + bit_length(WideUnsigned{high_flipped}) : bit_length(low_flipped);
  const auto size = static_cast<std::uint64_t>(factor);
  if (bits + 1 + bit_length(WideUnsigned{size}) > kNumeratorBits) return false;
  // Modulo 2^192, where two's complement multiplies like any other number.
  const WideUnsigned lowest = WideUnsigned{low_word(low_)} * size;
  const WideUnsigned middle = WideUnsigned{low_word(low_ >> 64)} * size + (lowest >> 64);
  const auto top = static_cast<std::uint64_t>(high_) * size + low_word(middle >> 64);
  low_ = middle << 64 | low_word(lowest);
  high_ = static_cast<std::int64_t>(top);
  return true;
}

void WordSum::add(Wide term) {
  const auto bits = static_cast<WideUnsigned>(term);
  low_ += bits;
  high_ += (low_ < bits ? 1 : 0) - (term < 0 ? 1 : 0);
}

// Adds term·2^64.
void WordSum::add_shifted(Wide term) {
  const WideUnsigned bits = static_cast<WideUnsigned>(term) << 64;
  low_ += bits;
  high_ += static_cast<std::int64_t>(term >> 64) + (low_ < bits ? 1 : 0);
}

}  // namespace exactblend
