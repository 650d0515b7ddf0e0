#include "number/exact_sum.hpp"

#include <utility>

namespace exactblend {
namespace {

// A block of long integers takes terms while its denominator stays below this; about eight limbs,
// where one more multiplication by a word costs less than a level of the tree.
constexpr std::size_t kBlockBits = 512;

}  // namespace

void ExactSum::add_product(const Rational& a, const Rational& b) {
  if (a.is_zero() || b.is_zero()) return;
  if (!RationalParts::is_word(a) || !RationalParts::is_word(b)) return add_big(product(a, b));
  const auto add = [&] {
    return words_.add_product(RationalParts::word_numerator(a), RationalParts::word_denominator(a),
                              RationalParts::word_numerator(b), RationalParts::word_denominator(b));
  };
  if (add()) return;
  close_words();
  static_cast<void>(add());  // into an empty sum
}

void ExactSum::close_words() {
  if (!words_.is_zero()) add_big({words_.numerator(), to_integer(words_.denominator())});
  words_ = WordSum();
}

// One of the factors is not of words.
ExactSum::Fraction ExactSum::product(const Rational& a, const Rational& b) {
  using Parts = RationalParts;
  if (Parts::is_word(a)) return product(b, a);
  const Integer& numerator = Parts::big_numerator(a);
  const Integer& denominator = Parts::big_denominator(a);
  if (Parts::is_word(b)) {
    return {numerator * Parts::word_numerator(b), denominator * Parts::word_denominator(b)};
  }
  return {numerator * Parts::big_numerator(b), denominator * Parts::big_denominator(b)};
}

void ExactSum::add_big(Fraction term) {
  if (!big_) {
    big_ = std::move(term);
    return;
  }
  if (term.denominator == big_->denominator) {
    big_->numerator += term.numerator;
    return;
  }
  const std::size_t block_bits = bit_length(big_->denominator);
  const std::size_t term_bits = bit_length(term.denominator);
  // A denominator longer than a block's bound can still divide the block's own.
  if (block_bits >= term_bits) {
    Integer factor;
    Integer rest;
    boost::multiprecision::divide_qr(big_->denominator, term.denominator, factor, rest);
    if (rest.is_zero()) {
      add_product_to(big_->numerator, term.numerator, factor);
      return;
    }
  }
  if (block_bits + term_bits <= kBlockBits) {
    big_ = gather(*big_, term);
    return;
  }
  push(lowest_terms(*std::exchange(big_, std::move(term))));
}

void ExactSum::push(Fraction sum) {
  int level = 0;
  while (!tree_.empty() && tree_.back().level == level) {
    sum = join(tree_.back().sum, sum);
    tree_.pop_back();
    ++level;
  }
  tree_.push_back({std::move(sum), level});
}

ExactSum::Fraction ExactSum::lowest_terms(Fraction sum) {
  const Integer divisor = boost::multiprecision::gcd(sum.numerator, sum.denominator);
  if (divisor == 1) return sum;
  return {divide_exact(sum.numerator, divisor), divide_exact(sum.denominator, divisor)};
}

// The sum over the least common denominator.
ExactSum::Fraction ExactSum::gather(const Fraction& a, const Fraction& b) {
  const Integer divisor = boost::multiprecision::gcd(a.denominator, b.denominator);
  const Integer raise_a = divide_exact(b.denominator, divisor);
  Integer numerator = a.numerator * raise_a;
  add_product_to(numerator, b.numerator, divide_exact(a.denominator, divisor));
  return {std::move(numerator), a.denominator * raise_a};
}

// The sum of two in lowest terms, in lowest terms, without a gcd as long as the result (Henrici
// 1956; Knuth, The Art of Computer Programming 2, 4.5.1). With g = gcd(b, d), b = g·b' and
// d = g·d':
//
//     a/b + c/d = t/(g·b'·d')    where t = a·d' + c·b'
//
// b' has no factor in common with t, since t ≡ a·d' (mod b') and neither a nor d' has one in common
// with b'; nor has d'. So gcd(t, g·b'·d') = gcd(t, g), and g is short unless denominators are
// alike.
ExactSum::Fraction ExactSum::join(const Fraction& a, const Fraction& b) {
  const Integer divisor = boost::multiprecision::gcd(a.denominator, b.denominator);
  const Integer raise_a = divide_exact(b.denominator, divisor);
  Integer numerator = a.numerator * raise_a;
  add_product_to(numerator, b.numerator, divide_exact(a.denominator, divisor));
  const Integer common = boost::multiprecision::gcd(numerator, divisor);
  if (common == 1) return {std::move(numerator), a.denominator * raise_a};
  return {divide_exact(numerator, common), divide_exact(a.denominator, common) * raise_a};
}

Rational ExactSum::value() const {
  if (tree_.empty() && !big_) return words_.value();
  // The short ones first; the open block may be the longest, if the last term was.
  Fraction sum = lowest_terms({words_.numerator(), to_integer(words_.denominator())});
  for (std::size_t i = tree_.size(); i-- > 0;) sum = join(sum, tree_[i].sum);
  if (big_) sum = join(sum, lowest_terms(*big_));
  return RationalParts::in_lowest_terms(std::move(sum.numerator), std::move(sum.denominator));
}

}  // namespace exactblend
