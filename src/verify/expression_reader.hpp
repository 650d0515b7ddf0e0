// The reader behind read_side(). One class in five files:
//     expression.cpp           sums, products, powers
//     expression_operand.cpp   numbers, brackets, fractions of TeX
//     expression_names.cpp     names and Σ
//     expression_forms.cpp     named forms: softmax, and the output
//     expression_words.cpp     functions, and what is written in words
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "verify/expression.hpp"

namespace exactblend::verify {

class Reader {
 public:
  Reader(const Tokens& tokens, std::size_t at, const Scope& scope, Reading reading, std::size_t end)
      : tokens_(tokens),
        at_(at),
        size_(std::min(end, tokens.size())),
        scope_(scope),
        reading_(reading) {}

  std::optional<Side> read();

 private:
  using Maybe = std::optional<Value>;

  [[nodiscard]] Kind kind(std::size_t ahead = 0) const {
    return at_ + ahead < size_ ? tokens_[at_ + ahead].kind : Kind::line_end;
  }
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }
  bool take(Kind wanted);

  // Gives up what was read since, for good: what a failed attempt had found out is forgotten too.
  struct Mark {
    std::size_t at;
    bool compound, has_number, ambiguous, named;
  };
  [[nodiscard]] Mark mark() const { return {at_, compound_, has_number_, ambiguous_, named_}; }
  void back_to(const Mark& mark);

  Maybe expression();

  Maybe term();

  // What stands directly behind an operand and is multiplied: 1/4V_1, 1/4(2,0), 2\frac12.
  Maybe implied(Value left);

  [[nodiscard]] bool implied_ahead() const;

  // Of what stands side by side: x yᵀ is a number if x and y are rows, and a matrix if they are
  // columns.
  Product implied_product(const Value& a, const Value& b);

  Product product_of(Kind sign, const Value& a, const Value& b);

  Maybe factor();

  // Powers, percent signs, factorials.
  Maybe behind(Value value);

  Value raised(const Value& value, const Value& exponent) {
    compound_ = true;
    return power(value, exponent);
  }

  [[nodiscard]] bool is_transpose(std::size_t at) const {
    const std::string_view text = tokens_.of(tokens_[at]);
    return text == "T" || text == "\\top" || text == "\\mathsf" || text == "\\intercal";
  }

  static Value superscript_value(std::string_view sign);

  Maybe signed_base();

  Maybe base();

  [[nodiscard]] const Token& token_or_last() const { return tokens_[std::min(at_, size_ - 1)]; }

  [[nodiscard]] bool fraction_ahead() const {  // at the slash
    return kind() == Kind::divide && kind(1) == Kind::number;
  }

  static bool is_integer(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  Value read_token(const Token& token);

  Maybe written_number();

  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
  [[nodiscard]] bool is_ascii_number(const Token& token) const {
    return is_ascii(tokens_.of(token).front());
  }

  Value mixed(const Value& whole, const Value& part);

  Maybe tex_fraction();

  Maybe digit_argument() {
    if (kind() != Kind::number && kind() != Kind::name) return std::nullopt;
    return kind() == Kind::number ? Maybe(read_token(tokens_[at_++])) : named_value();
  }

  Maybe group();

  // \underbrace{1/4·V1}_{key 1}, \boxed{5/4}: what is in the group, whatever its label says.
  Maybe labelled_group();

  // (expression), or a vector: (1, 5/4), (1; 5/4)
  Maybe bracket();

  // \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix}, whose beginning has been read
  Maybe matrix();

  void skip_line_ends() {
    while (kind() == Kind::line_end && at_ < size_) ++at_;
  }

  Maybe named_value();

  Value value_of(Name name);

  // Whether a family of names is used with values from different paragraphs, some of which were
  // given anew: they may belong to different rows.
  bool is_mixed(const std::string& base, const Scope::Definition& definition);

  struct Family {
    std::string base;
    std::size_t source;
    bool again;
    bool mixed;
  };

  // w_2 of w = (1/4, 1/4, 1/2)
  Maybe component(const Name& name);

  // Σ wⱼ·Vⱼ, \sum_{j=1}^{3} w_j V_j, Σ w; `words` tokens say that it is one.
  Maybe sum(std::size_t words);

  // The limits behind Σ, in TeX or as one character.
  void limits(int& from, int& to);

  void skip_to_brace();

  int small_integer();

  // The variable index of the first name behind Σ.
  [[nodiscard]] std::string variable_ahead() const;

  // Σ w of a row that has a name
  Maybe whole_family();

  static bool contiguous(const std::vector<int>& keys) {
    return !keys.empty() && keys.front() <= 1 &&
           keys.back() - keys.front() + 1 == static_cast<int>(keys.size());
  }

  Maybe sum_of_keys(std::size_t body, std::size_t end, const std::vector<int>& keys);

  Maybe sum_over(std::size_t body, int from, int to);

  [[nodiscard]] std::vector<int> keys_of(const std::string& base) const;

  // The row of weights or scores; of the query that the reading supposes, if it does.
  [[nodiscard]] std::vector<Value> row_of(const std::string& base);

  // The named forms of softmax over these scores; unknown if they are not all known exactly.
  Value softmax_of(const std::vector<Value>& scores);

  // softmax(s), softmax(0, 1/2), and one of its components: softmax(s)_1
  Maybe softmax_call();

  Value softmax_in_words(const Name& scores);

  // What the weights and values given blend to: w and V; named: s and V, as named forms.
  [[nodiscard]] Value blend_given(bool named);

  // o, o_1 without a value of their own; none if nothing tells what is blended.
  Maybe output_given(bool named, const std::string& index);

  Maybe component_in_words();

  Maybe named_output(std::string index);

  [[nodiscard]] bool is_named_output(const Name& name) const;

  // softmax(s), exp(1/2): named, not computed. sum(1/4, 3/4): computed. And what is spoken.
  Maybe word();

  Maybe spoken_sum_of(const std::string& variable);

  // softmax of s 1; e to the power …
  Maybe named_function();

  bool spoken_power();

  bool the_vector();

  // the fraction w 1, over 4, end of fraction
  Maybe spoken_fraction();

  // the vector 1 over 2, 0
  Maybe spoken_vector();

  Maybe component_of_words();

  const Tokens& tokens_;
  std::size_t at_;
  std::size_t size_;  // tokens from here on are not read
  const Scope& scope_;
  Reading reading_;
  int depth_ = 0;
  bool compound_ = false;
  bool has_number_ = false;
  bool uses_names_ = false;
  bool ambiguous_ = false;
  bool named_ = false;
  bool of_query_ = false;
  bool exponential_ = false;
  bool simple_ = false;  // what was read last is a number as written
  bool tex_fraction_is_plain_ = false;
  std::vector<Family> families_;
  std::string variable_;              // of the Σ that is being read
  int bound_ = -1;                    // its value
  std::vector<std::string> indexed_;  // names with that index
};

}  // namespace exactblend::verify
