// ExactSum: a sum of rationals and of products of rationals, reduced once at the end.
//
//     ExactSum sum;
//     for (j) sum.add_product(weight[j], value[j]);
//     Rational total = sum.value();
//
// Terms gather in a block over one common denominator, in machine words while they fit; a block
// whose denominator would outgrow its bound is closed and joins a balanced tree of partial sums.
// So n terms over one denominator cost n multiply-adds, and n terms over different ones
// cost M(N) log n for N bits of result (M: the integers' multiplication), where a running sum
// would cost n·N.
#pragma once

#include <vector>

#include "number/rational_parts.hpp"

namespace exactblend {

class ExactSum {
 public:
  void add(const Rational& term);
  void add_product(const Rational& a, const Rational& b);
  [[nodiscard]] Rational value() const;

 private:
  struct Fraction {  // not reduced; denominator > 0
    Integer numerator = 0;
    Integer denominator = 1;
  };
  struct Node {
    Fraction sum;
    int level = 0;
  };

  void add_words(Wide numerator, std::int64_t denominator);
  void add_big(Fraction term);
  void close_words();
  void push(Fraction sum);
  static Fraction join(Fraction a, Fraction b);

  // The open block in machine words: |word_numerator_| < 2^126, 0 < word_denominator_ < 2^62.
  Wide word_numerator_ = 0;
  std::int64_t word_denominator_ = 1;
  // The open block in integers of any length.
  Fraction big_;
  bool big_open_ = false;
  // Partial sums like the digits of a binary counter: levels strictly fall from front to back.
  std::vector<Node> tree_;
};

}  // namespace exactblend
