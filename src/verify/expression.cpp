#include "verify/expression_reader.hpp"

#include <algorithm>
#include <utility>

#include "exactblend/verify/verify.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

std::optional<Side> Reader::read() {
  const std::size_t begin = at_;
  auto value = expression();
  std::optional<Side> side;
  if (!value) return side;
  side.emplace();
  side->begin = begin;
  side->end = at_;
  side->value = std::move(*value);
  side->compound = compound_;
  side->has_number = has_number_;
  side->uses_names = uses_names_;
  side->ambiguous = ambiguous_;
  side->named = named_;
  side->of_query = of_query_;
  side->exponential = exponential_;
  side->is_name = tokens_[begin].kind == Kind::name && at_ == begin + 1;
  return side;
}

bool Reader::take(Kind wanted) {
  if (kind() != wanted) return false;
  ++at_;
  return true;
}

void Reader::back_to(const Mark& mark) {
  at_ = mark.at;
  compound_ = mark.compound;
  has_number_ = mark.has_number;
  ambiguous_ = mark.ambiguous;
  named_ = mark.named;
}

Reader::Maybe Reader::expression() {
  Maybe sum;  // the one variable that is returned, so that it is not moved
  if (depth_ >= kMaxDepth) return sum;
  ++depth_;
  sum = term();
  while (sum && (kind() == Kind::plus || kind() == Kind::minus)) {
    const Mark before = mark();
    const bool minus = kind() == Kind::minus;
    ++at_;
    Maybe next = term();
    if (!next) {
      back_to(before);
      break;
    }
    const bool percents = sum->percent && next->percent;
    if (sum->percent != next->percent && sum->is_known() && next->is_known()) {
      sum = unknown("of what a percentage is added or taken is not clear");
    } else {
      sum = minus ? subtract(*sum, *next) : add(*sum, *next);
    }
    sum->percent = percents;
    compound_ = true;
  }
  --depth_;
  return sum;
}

Reader::Maybe Reader::term() {
  Maybe product = factor();
  while (product) {
    const Mark before = mark();
    const Kind operation = kind();
    const bool slash = operation == Kind::divide;
    if (slash || operation == Kind::dot || operation == Kind::star || operation == Kind::cross) {
      const bool simple = slash && simple_ && fraction_ahead();
      ++at_;
      Maybe next = factor();
      if (next && slash && reading_.implied_first) next = implied(std::move(*next));
      if (!next) {
        back_to(before);
        break;
      }
      if (slash) {
        ambiguous_ = ambiguous_ || implied_ahead();
        if (!simple) compound_ = true;
        // a/b/c: (a/b)/c is how it is read, but some mean a/(b/c)
        if (kind() == Kind::divide) {
          back_to(before);
          product.reset();
          return product;
        }
        product = divide(*product, *next);
      } else {
        compound_ = true;
        product = multiply(*product, *next, product_of(operation, *product, *next));
      }
      simple_ = false;
      continue;
    }
    if (!implied_ahead()) break;
    const std::size_t was = at_;
    product = implied(std::move(*product));
    if (at_ == was) break;
  }
  return product;
}

// Which product the sign means, where both are vectors.
Product Reader::product_of(Kind sign, const Value& a, const Value& b) {
  if (!a.is_vector() || !b.is_vector()) return Product::dot;
  if (sign == Kind::cross) return Product::cross;
  ambiguous_ = true;
  return reading_.elementwise ? Product::elementwise : Product::dot;
}

Product Reader::implied_product(const Value& a, const Value& b) {
  const bool vectors = !a.parts.empty() && !b.parts.empty();
  if (!vectors || (!a.transposed && !b.transposed)) return Product::implied;
  ambiguous_ = true;
  return reading_.outer ? Product::outer : Product::dot;
}

Reader::Maybe Reader::implied(Value left) {
  while (implied_ahead()) {
    const Mark before = mark();
    const bool bracket = kind() == Kind::open;
    const bool space = token().space_before && token().start == token().begin;  // not \left
    const std::size_t first = at_;
    Maybe next = factor();
    // "= 5/4 (2)" and "= 5/4 [2,3]" are numbers of formulas and books.
    const bool plain_number = bracket && next && next->is_number() && at_ == first + 3;
    const bool square = bracket && tokens_.of(tokens_[first]) == "[";
    if (!next || (bracket && space && (plain_number || square)) || (square && !next->is_vector())) {
      back_to(before);
      break;
    }
    compound_ = true;
    left = multiply(left, *next, implied_product(left, *next));
  }
  return left;
}

bool Reader::implied_ahead() const {
  if (at_ == 0 || at_ >= size_) return false;
  const Token& next = token();
  const Token& last = tokens_[at_ - 1];
  switch (next.kind) {
    case Kind::open: return last.kind != Kind::percent;
    case Kind::fraction:
    case Kind::root:
    case Kind::group:
    case Kind::sum: return true;
    case Kind::brace_open: return false;
    case Kind::name: {
      if (next.line_start || last.kind == Kind::percent) return false;
      const Name& name = tokens_.names[next.name];
      const bool article = name.index.empty() && next.space_before &&
                           (name.base == "a" || name.base == "A" || name.base == "I");
      if (article && !scope_.find(name.key())) return false;
      if (next.fence_before) return false;
      if (last.kind == Kind::name) {
        if (!next.space_before || !name.index.empty()) return true;
        return scope_.find(name.key()) && scope_.find(tokens_.names[last.name].key());
      }
      return true;
    }
    default: return false;
  }
}

namespace {

// Whether what behind() reads may begin so.
bool goes_on(Kind kind) {
  return kind == Kind::superscript || kind == Kind::power || kind == Kind::underscore ||
         kind == Kind::percent || kind == Kind::bang || kind == Kind::word;
}

}  // namespace

Reader::Maybe Reader::factor() {
  Maybe value;
  bool minus = false;
  for (int signs = 0; kind() == Kind::minus || kind() == Kind::plus; ++signs) {
    if (signs > 1) return value;
    minus = minus != (kind() == Kind::minus);
    ++at_;
  }
  value = base();
  if (value && goes_on(kind())) value = behind(std::move(*value));
  if (value && minus) value = negate(std::move(*value));
  return value;
}

Reader::Maybe Reader::behind(Value value) {
  for (int count = 0; count < kMaxDepth; ++count) {
    switch (kind()) {
      case Kind::superscript: {
        const std::string_view sign = tokens_.of(token());
        ++at_;
        if (sign == "\u1D40") {
          value = transpose(std::move(value));
        } else {
          value = raised(value, superscript_value(sign));
        }
        break;
      }
      case Kind::power: {
        const Mark before = mark();
        ++at_;
        const bool braces = kind() == Kind::brace_open;
        const std::size_t inside = at_ + (braces ? 1 : 0);
        // w^{(2)} is another w: of a layer, a head, a sample. In x^(2), as people type, it is a
        // power.
        if (braces && tokens_[before.at - 1].kind == Kind::name && kind(1) == Kind::open &&
            kind(2) == Kind::number && kind(3) == Kind::close && kind(4) == Kind::brace_close) {
          constexpr std::size_t kLabel = 5;
          at_ += kLabel;
          named_ = true;
          value = unknown("a number in brackets up there is a label");
          break;
        }
        if (inside < size_ && is_transpose(inside)) {
          at_ = inside + 1;
          if (braces && !take(Kind::brace_close)) {
            back_to(before);
            return value;
          }
          value = transpose(std::move(value));
          break;
        }
        Maybe exponent = braces ? group() : signed_base();
        if (!exponent) {
          named_ = true;
          back_to(before);
          return std::nullopt;
        }
        if (kind() == Kind::power || kind() == Kind::superscript) return std::nullopt;
        value = raised(value, *exponent);
        break;
      }
      case Kind::underscore: {  // softmax(s)_{1}
        if (value.is_known()) return std::nullopt;
        ++at_;
        const Maybe index = kind() == Kind::brace_open ? group() : base();
        if (!index) return std::nullopt;
        break;
      }
      case Kind::percent:
        if (kind(1) == Kind::number || kind(1) == Kind::open) return std::nullopt;
        ++at_;
        {
          const int places = value.places;
          value = verify::divide(value, number(Rational(100)));
          if (places >= 0) value.places = places + 2;
          value.percent = true;
        }
        break;
      case Kind::bang:
        if (token().space_before || at_ + 1 >= size_ ||
            !(is_relation(kind(1)) || is_operator(kind(1)))) {
          return value;
        }
        ++at_;
        value = unknown("a factorial is not computed here");
        named_ = true;
        break;
      case Kind::word:
        if (!spoken_power()) return value;
        {
          Maybe exponent = kind() == Kind::name ? named_value() : component_of_words();
          if (!exponent) return std::nullopt;
          value = raised(value, *exponent);
        }
        break;
      default: return value;
    }
  }
  return std::nullopt;
}

Reader::Maybe Reader::signed_base() {
  const bool minus = take(Kind::minus);
  Maybe value = base();
  if (value && minus) value = negate(std::move(*value));
  return value;
}

Reader::Maybe Reader::base() {
  const Kind here = kind();
  simple_ = here == Kind::number;
  switch (here) {
    case Kind::number: return written_number();
    case Kind::name: return named_value();
    case Kind::open: return bracket();
    case Kind::fraction: return tex_fraction();
    case Kind::root: {
      ++at_;
      compound_ = true;
      if (tokens_.of(token_or_last()) == "[") return std::nullopt;
      Maybe inside = kind() == Kind::brace_open ? group() : base();
      if (!inside) return std::nullopt;
      return square_root(*inside);
    }
    case Kind::sum: return sum(1);
    case Kind::group: return labelled_group();
    case Kind::dots:
      ++at_;
      named_ = compound_ = true;
      return unknown("the dots stand for something that isn't shown");
    case Kind::word: return word();
    default: return std::nullopt;
  }
}

namespace {

bool may_begin(const Tokens& tokens, std::size_t at) {
  switch (tokens[at].kind) {
    case Kind::word: {
      const bool call = at + 1 < tokens.size() && tokens[at + 1].kind == Kind::open;
      return call || (tokens[at].classes & kOperand) != 0;
    }
    case Kind::number:
    case Kind::name:
    case Kind::plus:
    case Kind::minus:
    case Kind::open:
    case Kind::sum:
    case Kind::fraction:
    case Kind::root:
    case Kind::group:
    case Kind::dots: return true;
    default: return false;
  }
}

}  // namespace

std::optional<Side> read_side(const Tokens& tokens, std::size_t at, const Scope& scope,
                              Reading reading, std::size_t end) {
  if (at >= tokens.size() || !may_begin(tokens, at)) return std::nullopt;
  return Reader(tokens, at, scope, reading, end).read();
}

}  // namespace exactblend::verify
