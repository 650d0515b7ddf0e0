// Functions, which are named and not computed, and expressions in words.
#include <utility>

#include "exactblend/verify/verify.hpp"
#include "verify/expression_reader.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

Reader::Maybe Reader::word() {
  const bool call = kind(1) == Kind::open && !token(1).space_before;
  if (!call && (token().classes & kOperand) == 0) return std::nullopt;
  const std::string_view text = tokens_.of(token());
  if (is_word(text, "masked")) {  // a masked key adds nothing
    const bool operand = (at_ > 0 && is_operator(tokens_[at_ - 1].kind)) || is_operator(kind(1));
    if (!operand) return std::nullopt;
    ++at_;
    return number(Rational(0));
  }
  if (is_word(text, "the") && at_ + 1 < size_ && is_word(tokens_.of(token(1)), "fraction")) {
    return spoken_fraction();
  }
  if (is_word(text, "the")) {
    const Mark before = mark();
    if (the_vector()) return spoken_vector();
    back_to(before);
  }
  const std::size_t spoken = spoken_sum(tokens_, at_, variable_);
  if (spoken > 0 && indexed_.empty()) {
    const std::string variable = std::exchange(variable_, std::string());
    at_ += spoken;
    return spoken_sum_of(variable);
  }
  if (is_word(text, "component") || is_word(text, "named")) return component_in_words();
  // Behind \operatorname{softmax} there is always room.
  const bool command = token().start != token().begin;
  if (is_word(text, "softmax") && kind(1) == Kind::open && (command || !token(1).space_before)) {
    return softmax_call();
  }
  if (!call) {
    // "rank = 3" is an option or a name of many letters.
    if ((token().classes & kFunction) == 0 || is_relation(kind(1))) return std::nullopt;
    return named_function();
  }
  const bool adds = is_word(text, "sum");
  ++at_;
  compound_ = true;
  Maybe arguments = bracket();
  if (!arguments) return std::nullopt;
  if (adds && arguments->is_vector()) {
    Value total = number(Rational(0));
    for (const Value& part : arguments->parts) total = add(total, part);
    return total;
  }
  named_ = true;
  SymbolPointer symbol;
  if (is_word(text, "exp") && arguments->is_number()) {
    symbol = power_of_e(arguments->number);
    exponential_ = true;
  }
  return unknown(std::string(text.substr(0, 24)) + " is named here, not computed",
                 std::move(symbol));
}

Reader::Maybe Reader::spoken_sum_of(const std::string& variable) {
  compound_ = true;
  variable_ = variable;
  const std::size_t body = at_;
  ++depth_;
  Maybe value = depth_ < kMaxDepth ? term() : std::nullopt;
  if (value) value = sum_over(body, -1, -1);
  --depth_;
  variable_.clear();
  bound_ = -1;
  return value;
}

Reader::Maybe Reader::named_function() {
  const std::string name(tokens_.of(token()).substr(0, 24));
  ++at_;
  named_ = compound_ = true;
  if (kind() == Kind::word && is_word(tokens_.of(token()), "of") && kind(1) == Kind::name) {
    const Name& of = tokens_.names[token(1).name];
    at_ += 2;
    if (is_word(name, "softmax")) return softmax_in_words(of);
  }
  return unknown(name + " is named here, not computed");
}

// "to the power", which is taken
bool Reader::spoken_power() {
  std::size_t at = at_;
  for (const std::string_view wanted : {"to", "the", "power"}) {
    if (at >= size_ || !is_word(tokens_.of(tokens_[at]), wanted)) return false;
    ++at;
  }
  at_ = at;
  return true;
}

bool Reader::the_vector() {
  if (kind() == Kind::word && is_word(tokens_.of(token()), "the") && kind(1) == Kind::word &&
      is_word(tokens_.of(token(1)), "vector")) {
    at_ += 2;
    return true;
  }
  return false;
}

Reader::Maybe Reader::spoken_fraction() {
  at_ += 2;
  const Maybe above = expression();
  if (!above || !take(Kind::comma) || !take(Kind::divide)) return std::nullopt;
  const Maybe below = expression();
  if (!below || !take(Kind::comma)) return std::nullopt;
  for (const std::string_view wanted : {"end", "of", "fraction"}) {
    if (kind() != Kind::word || !is_word(tokens_.of(token()), wanted)) return std::nullopt;
    ++at_;
  }
  return verify::divide(*above, *below);
}

Reader::Maybe Reader::spoken_vector() {
  if (depth_ >= kMaxDepth) return std::nullopt;
  ++depth_;
  std::vector<Value> parts;
  for (;;) {
    Maybe part = component_of_words();
    if (!part) break;
    parts.push_back(std::move(*part));
    if (kind() != Kind::comma) break;
    const Kind next = kind(1);
    if (next != Kind::number && next != Kind::minus) break;
    ++at_;
  }
  --depth_;
  if (parts.empty()) return std::nullopt;
  return vector(std::move(parts));
}

Reader::Maybe Reader::component_of_words() {
  const bool minus = take(Kind::minus);
  if (kind() != Kind::number) return std::nullopt;
  Value value = read_token(tokens_[at_++]);
  if (kind() == Kind::divide && kind(1) == Kind::number) {
    ++at_;
    value = verify::divide(value, read_token(tokens_[at_++]));
  }
  return minus ? negate(std::move(value)) : std::move(value);
}

}  // namespace exactblend::verify
