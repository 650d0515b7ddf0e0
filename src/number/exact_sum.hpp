// ExactSum: a sum of rationals and of products of rationals.
//
//     ExactSum sum;
//     for (j) sum.add_product(weight[j], value[j]);
//     Rational total = sum.value();
//
// Terms gather in a block over common denominators, in machine words while they fit; a block whose
// denominator would outgrow its bound is closed and joins a balanced tree of partial sums. So n
// terms over one denominator cost n multiply-adds, and n terms over different ones cost
// M(N) log² n for N bits of result (M: the integers' multiplication; gcd costs M(N) log N), where a
// running sum would cost n·N.
#pragma once

#include <optional>
#include <vector>

#include "number/rational_parts.hpp"
#include "number/word_sum.hpp"

namespace exactblend {

class ExactSum {
 public:
  void add(const Rational& term) { add_product(Rational(1), term); }
  void add_product(const Rational& a, const Rational& b);
  [[nodiscard]] Rational value() const;

 private:
  struct Fraction {  // denominator > 0
    Integer numerator;
    Integer denominator;
  };
  struct Node {
    Fraction sum;  // in lowest terms
    int level = 0;
  };

  void add_big(Fraction term);
  void close_words();
  void push(Fraction sum);
  static Fraction product(const Rational& a, const Rational& b);
  static Fraction lowest_terms(Fraction sum);
  static Fraction gather(const Fraction& a, const Fraction& b);
  static Fraction join(const Fraction& a, const Fraction& b);

  WordSum words_;                // the open block in machine words
  std::optional<Fraction> big_;  // the open block in integers of any length; not in lowest terms
  // Partial sums like the digits of a binary counter: levels strictly fall from front to back.
  std::vector<Node> tree_;
};

}  // namespace exactblend
