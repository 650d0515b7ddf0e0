#include "number/exact_sum.hpp"

#include <numeric>
#include <utility>

namespace exactblend {
namespace {

constexpr int kWordNumeratorBits = 126;
constexpr int kWordDenominatorBits = 62;
// A block of long integers takes terms while its denominator stays below this; about eight limbs,
// where one more multiplication by a word costs less than a level of the tree.
constexpr std::size_t kBlockBits = 512;

bool product_fits(WideUnsigned a, WideUnsigned b, int bits) {
  return bit_length(a) + bit_length(b) <= bits;
}

}  // namespace

void ExactSum::add(const Rational& term) { add_product(term, Rational(1)); }

void ExactSum::add_product(const Rational& a, const Rational& b) {
  if (a.is_zero() || b.is_zero()) return;
  if (RationalParts::is_word(a) && RationalParts::is_word(b)) {
    const Wide numerator =
        Wide{RationalParts::word_numerator(a)} * RationalParts::word_numerator(b);
    const Wide denominator =
        Wide{RationalParts::word_denominator(a)} * RationalParts::word_denominator(b);
    if (bit_length(magnitude(denominator)) <= kWordDenominatorBits &&
        bit_length(magnitude(numerator)) < kWordNumeratorBits) {
      add_words(numerator, static_cast<std::int64_t>(denominator));
      return;
    }
  }
  add_big({RationalParts::numerator(a) * RationalParts::numerator(b),
           RationalParts::denominator(a) * RationalParts::denominator(b)});
}

void ExactSum::add_words(Wide numerator, std::int64_t denominator) {
  if (denominator != word_denominator_) {
    if (word_denominator_ % denominator == 0) {
      const Wide factor = word_denominator_ / denominator;
      if (!product_fits(magnitude(numerator), magnitude(factor), kWordNumeratorBits - 1)) {
        return add_big({to_integer(numerator), Integer(denominator)});
      }
      numerator *= factor;
    } else {
      const std::int64_t divisor = std::gcd(word_denominator_, denominator);
      const Wide raise_block = denominator / divisor;
      const Wide raise_term = word_denominator_ / divisor;
      if (!product_fits(magnitude(raise_block), magnitude(Wide{word_denominator_}),
                        kWordDenominatorBits) ||
          !product_fits(magnitude(word_numerator_), magnitude(raise_block),
                        kWordNumeratorBits - 1) ||
          !product_fits(magnitude(numerator), magnitude(raise_term), kWordNumeratorBits - 1)) {
        close_words();
        word_numerator_ = numerator;
        word_denominator_ = denominator;
        return;
      }
      word_numerator_ *= raise_block;
      word_denominator_ *= static_cast<std::int64_t>(raise_block);
      numerator *= raise_term;
    }
  }
  // Both are below 2^126, so the sum is below 2^127 and can't overflow.
  word_numerator_ += numerator;
  if (bit_length(magnitude(word_numerator_)) >= kWordNumeratorBits) close_words();
}

void ExactSum::close_words() {
  if (word_numerator_ != 0) {
    add_big({to_integer(word_numerator_), Integer(word_denominator_)});
  }
  word_numerator_ = 0;
  word_denominator_ = 1;
}

void ExactSum::add_big(Fraction term) {
  if (!big_open_) {
    big_ = std::move(term);
    big_open_ = true;
    return;
  }
  if (term.denominator == big_.denominator) {
    big_.numerator += term.numerator;
    return;
  }
  // A denominator longer than a block's bound can still divide the block's own.
  if (bit_length(big_.denominator) >= bit_length(term.denominator)) {
    Integer factor;
    Integer rest;
    boost::multiprecision::divide_qr(big_.denominator, term.denominator, factor, rest);
    if (rest.is_zero()) {
      big_.numerator += term.numerator * factor;
      return;
    }
  }
  if (bit_length(big_.denominator) + bit_length(term.denominator) <= kBlockBits) {
    big_ = join(std::move(big_), std::move(term));
    return;
  }
  push(std::exchange(big_, std::move(term)));
}

void ExactSum::push(Fraction sum) {
  int level = 0;
  while (!tree_.empty() && tree_.back().level == level) {
    sum = join(std::move(tree_.back().sum), std::move(sum));
    tree_.pop_back();
    ++level;
  }
  tree_.push_back({std::move(sum), level});
}

ExactSum::Fraction ExactSum::join(Fraction a, Fraction b) {
  if (a.denominator == b.denominator) {
    a.numerator += b.numerator;
    return a;
  }
  const Integer divisor = boost::multiprecision::gcd(a.denominator, b.denominator);
  const Integer raise_b = divisor == 1 ? a.denominator : a.denominator / divisor;
  if (divisor != 1) b.denominator /= divisor;  // now what the sum's denominator lacks of b's
  a.numerator = a.numerator * b.denominator + b.numerator * raise_b;
  a.denominator *= b.denominator;
  return a;
}

Rational ExactSum::value() const {
  if (tree_.empty() && !big_open_) {
    return RationalParts::reduced(word_numerator_, Wide{word_denominator_});
  }
  Fraction sum{to_integer(word_numerator_), Integer(word_denominator_)};
  if (big_open_) sum = join(std::move(sum), big_);
  for (std::size_t i = tree_.size(); i-- > 0;) sum = join(std::move(sum), tree_[i].sum);
  return RationalParts::reduced(std::move(sum.numerator), std::move(sum.denominator));
}

}  // namespace exactblend
