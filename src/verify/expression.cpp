#include "verify/expression.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "exactblend/number/read.hpp"
#include "exactblend/verify/verify.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

class Reader {
 public:
  Reader(const Tokens& tokens, std::size_t at, const Scope& scope, Reading reading, std::size_t end)
      : tokens_(tokens),
        at_(at),
        size_(std::min(end, tokens.size())),
        scope_(scope),
        reading_(reading) {}

  std::optional<Side> read() {
    Side side;
    side.begin = at_;
    auto value = expression();
    if (!value) return std::nullopt;
    side.end = at_;
    side.value = std::move(*value);
    side.compound = compound_;
    side.has_number = has_number_;
    side.uses_names = uses_names_;
    side.ambiguous = ambiguous_;
    side.named = named_;
    side.is_name = tokens_[side.begin].kind == Kind::name && side.end == side.begin + 1;
    return side;
  }

 private:
  using Maybe = std::optional<Value>;

  [[nodiscard]] Kind kind(std::size_t ahead = 0) const {
    return at_ + ahead < size_ ? tokens_[at_ + ahead].kind : Kind::line_end;
  }
  [[nodiscard]] const Token& token(std::size_t ahead = 0) const { return tokens_[at_ + ahead]; }
  bool take(Kind wanted) {
    if (kind() != wanted) return false;
    ++at_;
    return true;
  }

  // Gives up what was read since, for good: what a failed attempt had found out is forgotten too.
  struct Mark {
    std::size_t at;
    bool compound, has_number, ambiguous, named;
  };
  [[nodiscard]] Mark mark() const { return {at_, compound_, has_number_, ambiguous_, named_}; }
  void back_to(const Mark& mark) {
    at_ = mark.at;
    compound_ = mark.compound;
    has_number_ = mark.has_number;
    ambiguous_ = mark.ambiguous;
    named_ = mark.named;
  }

  Maybe expression() {
    if (depth_ >= kMaxDepth) return std::nullopt;
    ++depth_;
    Maybe sum = term();
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

  Maybe term() {
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
            return std::nullopt;
          }
          product = divide(*product, *next);
        } else {
          compound_ = true;
          product =
              multiply(*product, *next, operation == Kind::cross ? Product::cross : Product::dot);
        }
        simple_ = false;
        continue;
      }
      const std::size_t was = at_;
      product = implied(std::move(*product));
      if (at_ == was) break;
    }
    return product;
  }

  // What stands directly behind an operand and is multiplied: 1/4V_1, 1/4(2,0), 2\frac12.
  Maybe implied(Value left) {
    while (implied_ahead()) {
      const Mark before = mark();
      const bool bracket = kind() == Kind::open;
      const bool space = token().space_before;
      const std::size_t first = at_;
      Maybe next = factor();
      // "= 5/4 (2)" and "= 5/4 [2,3]" are numbers of formulas and books.
      const bool plain_number = bracket && next && next->is_number() && at_ == first + 3;
      const bool square = bracket && tokens_.of(tokens_[first]) == "[";
      if (!next || (bracket && space && (plain_number || square)) ||
          (square && !next->is_vector())) {
        back_to(before);
        break;
      }
      compound_ = true;
      left = multiply(left, *next, Product::implied);
    }
    return left;
  }

  [[nodiscard]] bool implied_ahead() const {
    if (at_ == 0 || at_ >= size_) return false;
    const Token& next = token();
    const Token& last = tokens_[at_ - 1];
    switch (next.kind) {
      case Kind::open: return last.kind != Kind::percent;
      case Kind::fraction:
      case Kind::root:
      case Kind::sum: return true;
      case Kind::brace_open: return false;
      case Kind::name: {
        if (next.line_start || last.kind == Kind::percent) return false;
        const Name& name = tokens_.names[next.name];
        const bool article = name.index.empty() && next.space_before &&
                             (name.base == "a" || name.base == "A" || name.base == "I");
        if (article && !scope_.find(name.key())) return false;
        if (last.kind == Kind::name) {
          return !next.space_before || !name.index.empty() || next.fence_before;
        }
        return true;
      }
      default: return false;
    }
  }

  Maybe factor() {
    bool minus = false;
    for (int signs = 0; kind() == Kind::minus || kind() == Kind::plus; ++signs) {
      if (signs > 1) return std::nullopt;
      minus = minus != (kind() == Kind::minus);
      ++at_;
    }
    Maybe value = base();
    if (!value) return std::nullopt;
    value = behind(std::move(*value));
    if (!value) return std::nullopt;
    return minus ? negate(std::move(*value)) : std::move(*value);
  }

  // Powers, percent signs, factorials.
  Maybe behind(Value value) {
    for (int count = 0; count < kMaxDepth; ++count) {
      switch (kind()) {
        case Kind::superscript: {
          const std::string_view sign = tokens_.of(token());
          ++at_;
          if (sign == "\u1D40") {
            value.transposed = true;
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
          if (inside < size_ && is_transpose(inside)) {
            at_ = inside + 1;
            if (braces && !take(Kind::brace_close)) {
              back_to(before);
              return value;
            }
            value.transposed = true;
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
        default: return value;
      }
    }
    return std::nullopt;
  }

  Value raised(const Value& value, const Value& exponent) {
    compound_ = true;
    return power(value, exponent);
  }

  [[nodiscard]] bool is_transpose(std::size_t at) const {
    const std::string_view text = tokens_.of(tokens_[at]);
    return text == "T" || text == "\\top" || text == "\\mathsf" || text == "\\intercal";
  }

  static Value superscript_value(std::string_view sign) {
    if (sign == "\u00B9") return number(Rational(1));
    if (sign == "\u00B2") return number(Rational(2));
    if (sign == "\u00B3") return number(Rational(3));
    const int digit = static_cast<unsigned char>(sign.back()) - 0xB0;
    if (digit < 0 || digit > 9) return unknown("this power is not computed here");
    return number(Rational(digit));
  }

  Maybe signed_base() {
    const bool minus = take(Kind::minus);
    Maybe value = base();
    if (value && minus) value = negate(std::move(*value));
    return value;
  }

  Maybe base() {
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
      case Kind::dots:
        ++at_;
        named_ = compound_ = true;
        return unknown("the dots stand for something that isn't shown");
      case Kind::word: return word();
      default: return std::nullopt;
    }
  }

  [[nodiscard]] const Token& token_or_last() const { return tokens_[std::min(at_, size_ - 1)]; }

  [[nodiscard]] bool fraction_ahead() const {  // at the slash
    return kind() == Kind::divide && kind(1) == Kind::number;
  }

  static bool is_integer(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  }

  Value read_token(const Token& token) {
    const std::string_view text = tokens_.of(token);
    has_number_ = true;
    if (text.size() > kMaxDigits) return unknown("a number has more digits than are read here");
    auto read = read_number(text);
    if (!read || read->value.denominator_text().size() > kMaxDigits) {
      return unknown(read ? "a number has more digits than are read here" : read.error().wrong);
    }
    const std::size_t point = text.find('.');
    const bool exponent = text.find_first_of("eE") != std::string_view::npos;
    Value value = number(std::move(read->value), text.size() + 1);
    if (!exponent && text.find('(') == std::string_view::npos && text[0] < '\x7f' && text[0] > 0) {
      value.places =
          point == std::string_view::npos ? 0 : static_cast<int>(text.size() - point - 1);
      value.rounded = point != std::string_view::npos;
    }
    return value;
  }

  Maybe written_number() {
    const Token& first = token();
    Value value = read_token(first);
    ++at_;
    if (!is_integer(tokens_.of(first)) || at_ >= size_) return value;
    // 2 1/4 with a space, 2½ without or with one
    const Token& next = token();
    const bool vulgar = next.kind == Kind::number && !is_ascii_number(next);
    const bool fraction = next.kind == Kind::number && next.space_before && !next.line_start &&
                          kind(1) == Kind::divide && !token(1).space_before && !token(1).by_word &&
                          kind(2) == Kind::number && !token(2).space_before &&
                          is_integer(tokens_.of(next)) && is_integer(tokens_.of(token(2)));
    if (vulgar) {
      Value part = read_token(next);
      ++at_;
      return mixed(value, part);
    }
    if (fraction) {
      const Value above = read_token(next);
      const Value below = read_token(token(2));
      const Value part = verify::divide(above, below);
      if (part.is_known() && part.number < Rational(1)) {
        at_ += 3;
        return mixed(value, part);
      }
      return value;
    }
    if (next.kind == Kind::fraction && !next.by_word) {
      const Mark before = mark();
      Maybe part = tex_fraction();
      if (part && part->is_number() && tex_fraction_is_plain_ && part->number < Rational(1)) {
        return mixed(value, *part);
      }
      back_to(before);
    }
    return value;
  }

  static bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
  [[nodiscard]] bool is_ascii_number(const Token& token) const {
    return is_ascii(tokens_.of(token).front());
  }

  Value mixed(const Value& whole, const Value& part) {
    ambiguous_ = true;
    simple_ = false;
    return reading_.mixed_is_product ? multiply(whole, part, Product::dot) : add(whole, part);
  }

  Maybe tex_fraction() {
    ++at_;
    const std::size_t first = at_;
    const bool was = compound_;
    compound_ = false;
    Maybe above = kind() == Kind::brace_open ? group() : digit_argument();
    Maybe below;
    if (above) below = kind() == Kind::brace_open ? group() : digit_argument();
    tex_fraction_is_plain_ = !compound_ && at_ - first <= 6;
    compound_ = compound_ || was;
    if (!above || !below) return std::nullopt;
    return verify::divide(*above, *below);
  }

  Maybe digit_argument() {
    if (kind() != Kind::number && kind() != Kind::name) return std::nullopt;
    return kind() == Kind::number ? Maybe(read_token(tokens_[at_++])) : named_value();
  }

  Maybe group() {
    if (depth_ >= kMaxDepth || kind() != Kind::brace_open || !token().closed) return std::nullopt;
    ++at_;
    Maybe inside = expression();
    if (!inside || !take(Kind::brace_close)) return std::nullopt;
    return inside;
  }

  // (expression), or a vector: (1, 5/4), (1; 5/4)
  Maybe bracket() {
    if (depth_ >= kMaxDepth || !token().closed) return std::nullopt;
    const std::string_view opening = tokens_.of(token());
    ++at_;
    std::vector<Value> parts;
    Kind separator = Kind::line_end;
    for (;;) {
      skip_line_ends();
      Maybe part = expression();
      if (!part) break;
      parts.push_back(std::move(*part));
      const bool row = opening.size() > 1 && kind() == Kind::line_end;
      skip_line_ends();
      if (kind() == Kind::close) {
        const std::string_view closing = tokens_.of(token());
        const bool fits = opening == "("   ? closing == ")"
                          : opening == "[" ? closing == "]"
                                           : closing.size() == opening.size() - 2 ||
                                                 closing.size() > 2 || closing.size() == 1;
        if (!fits) return std::nullopt;
        ++at_;
        simple_ = false;
        if (parts.size() == 1 && opening.size() == 1) {
          parts.front().places = -1;
          return std::move(parts.front());
        }
        return vector(std::move(parts));
      }
      const Kind here = row ? Kind::line_end : kind();
      if (!row && here != Kind::comma && here != Kind::semicolon) break;
      if (separator != Kind::line_end && here != separator) break;
      separator = here;
      if (!row) ++at_;
    }
    return std::nullopt;
  }

  void skip_line_ends() {
    while (kind() == Kind::line_end && at_ < size_) ++at_;
  }

  Maybe named_value() {
    const Token& here = token();
    Name name = tokens_.names[here.name];
    ++at_;
    // "w 1" of words
    if (name.index.empty() && kind() == Kind::number && token().space_before &&
        !here.fence_before && is_integer(tokens_.of(token())) && spoken_index()) {
      name.index = tokens_.of(token());
      ++at_;
    } else if (name.index.empty() && kind() == Kind::name && token().space_before &&
               tokens_.names[token().name].index.empty() &&
               variable_ == tokens_.names[token().name].base && !variable_.empty()) {
      name.index = variable_;
      ++at_;
    }
    return value_of(name);
  }

  // Whether the number here is spoken as an index: a word of arithmetic follows.
  [[nodiscard]] bool spoken_index() const {
    if (at_ + 1 >= size_) return false;
    const Token& next = tokens_[at_ + 1];
    const bool in_fraction = next.kind == Kind::comma && at_ + 2 < size_ &&
                             tokens_[at_ + 2].kind == Kind::divide && tokens_[at_ + 2].by_word;
    return in_fraction || (next.by_word && next.kind != Kind::divide && next.kind != Kind::gives);
  }

  Value value_of(Name name) {
    if (name.has_variable() && (name.index == variable_ || !scope_.find(name.key()))) {
      if (name.index != variable_) {
        named_ = true;
        return unknown("the " + name.index + " of " + name.base + "_" + name.index +
                       " stands for any key");
      }
      indexed_.push_back(name.base);
      if (bound_ < 0) return unknown("not bound");
      name.index = std::to_string(bound_);
    }
    if (auto definition = scope_.find(name.key())) {
      has_number_ = has_number_ || definition->value.is_known();
      uses_names_ = true;
      Value value = std::move(definition->value);
      value.places = -1;
      value.elsewhere = value.elsewhere || is_mixed(name.base, *definition);
      return value;
    }
    if (!name.index.empty()) {
      if (auto whole = component(name)) return *whole;
    }
    named_ = true;
    return unknown(name.key() + " has no value here");
  }

  // Whether a family of names is used with values from different paragraphs, some of which were
  // given anew: they may belong to different rows.
  bool is_mixed(const std::string& base, const Scope::Definition& definition) {
    for (Family& family : families_) {
      if (family.base != base) continue;
      family.again = family.again || definition.again;
      family.mixed = family.mixed || family.source != definition.source;
      return family.again && family.mixed;
    }
    constexpr std::size_t kMost = 8;
    if (families_.size() < kMost) {
      families_.push_back({base, definition.source, definition.again, false});
    }
    return false;
  }

  struct Family {
    std::string base;
    std::size_t source;
    bool again;
    bool mixed;
  };

  // w_2 of w = (1/4, 1/4, 1/2)
  Maybe component(const Name& name) {
    const auto definition = scope_.find(name.base);
    if (!definition || !definition->value.is_vector()) return std::nullopt;
    std::size_t index = 0;
    const char* end = name.index.data() + name.index.size();
    if (std::from_chars(name.index.data(), end, index).ptr != end || index == 0 ||
        index > definition->value.parts.size()) {
      return std::nullopt;
    }
    has_number_ = uses_names_ = true;
    Value value = definition->value.parts[index - 1];
    value.elsewhere = value.elsewhere || definition->value.elsewhere;
    value.places = -1;
    return value;
  }

  // Σ wⱼ·Vⱼ, \sum_{j=1}^{3} w_j V_j, Σ w; `words` tokens say that it is one.
  Maybe sum(std::size_t words) {
    if (!variable_.empty() || depth_ >= kMaxDepth) return std::nullopt;
    at_ += words;
    compound_ = true;
    int from = -1;
    int to = -1;
    limits(from, to);
    if (variable_.empty()) variable_ = variable_ahead();
    const std::size_t body = at_;
    ++depth_;
    indexed_.clear();
    Maybe value = variable_.empty() ? whole_family() : term();
    if (value && !variable_.empty()) value = sum_over(body, from, to);
    --depth_;
    variable_.clear();
    bound_ = -1;
    return value;
  }

  // The limits behind Σ, in TeX or as one character.
  void limits(int& from, int& to) {
    if (kind() == Kind::underscore && !token().space_before) {
      ++at_;
      const bool braces = take(Kind::brace_open);
      if (kind() == Kind::name) {
        variable_ = tokens_.names[token().name].base;
        ++at_;
        if (braces && take(Kind::equals) && kind() == Kind::number) from = small_integer();
      }
      if (braces) {
        skip_to_brace();
      }
    } else if (kind() == Kind::opaque && tokens_.of(token()) == "\u2C7C") {
      variable_ = "j";
      ++at_;
    } else if (kind() == Kind::opaque && tokens_.of(token()) == "\u1D62") {
      variable_ = "i";
      ++at_;
    }
    if (kind() == Kind::power) {
      ++at_;
      const bool braces = take(Kind::brace_open);
      if (kind() == Kind::number) {
        to = small_integer();
      } else if (kind() == Kind::name) {
        ++at_;
      }
      if (braces) skip_to_brace();
    }
  }

  void skip_to_brace() {
    constexpr int kMost = 8;
    for (int i = 0; i < kMost && at_ < size_; ++i) {
      if (tokens_[at_++].kind == Kind::brace_close) return;
    }
  }

  int small_integer() {
    const std::string_view text = tokens_.of(token());
    int value = -1;
    std::from_chars(text.data(), text.data() + text.size(), value);
    ++at_;
    return value;
  }

  // The variable index of the first name behind Σ.
  [[nodiscard]] std::string variable_ahead() const {
    constexpr std::size_t kAhead = 4;
    for (std::size_t i = 0; i < kAhead && at_ + i < size_; ++i) {
      if (kind(i) != Kind::name) continue;
      const Name& name = tokens_.names[token(i).name];
      return name.has_variable() ? name.index : std::string();
    }
    return {};
  }

  // Σ w of a row that has a name
  Maybe whole_family() {
    if (kind() != Kind::name) return std::nullopt;
    const Name name = tokens_.names[token().name];
    ++at_;
    if (!name.index.empty()) return unknown("what this Σ adds is not clear");
    if (const auto row = scope_.find(name.base); row && row->value.is_vector()) {
      has_number_ = uses_names_ = true;
      Value total = number(Rational(0));
      for (const Value& part : row->value.parts) total = add(total, part);
      total.elsewhere = total.elsewhere || row->value.elsewhere;
      return total;
    }
    const std::vector<int> keys = scope_.indices(name.base);
    if (keys.empty()) named_ = true;
    if (!contiguous(keys)) return unknown("what this Σ adds is not clear");
    Value total;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const auto one = scope_.find(name.base + std::to_string(keys[i]));
      total = i == 0 ? one->value : add(total, one->value);
    }
    has_number_ = uses_names_ = true;
    return total;
  }

  static bool contiguous(const std::vector<int>& keys) {
    return !keys.empty() && keys.front() <= 1 &&
           keys.back() - keys.front() + 1 == static_cast<int>(keys.size());
  }

  Maybe sum_over(std::size_t body, int from, int to) {
    const std::size_t end = at_;
    if (indexed_.empty()) return unknown("what this Σ adds is not clear");
    const std::vector<std::string> bases = indexed_;
    std::vector<int> keys = keys_of(bases.front());
    for (const std::string& base : bases) {
      if (keys_of(base) != keys) return unknown("what this Σ adds is not clear");
    }
    if (keys.empty()) {
      named_ = true;
      return unknown(bases.front() + "_" + variable_ + " has no values here");
    }
    if (!contiguous(keys) || (from >= 0 && from != keys.front()) ||
        (to >= 0 && to != keys.back())) {
      return unknown("what this Σ adds is not clear");
    }
    Value total;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      bound_ = keys[i];
      at_ = body;
      indexed_.clear();
      Maybe one = term();
      if (!one || at_ != end) return std::nullopt;
      total = i == 0 ? std::move(*one) : add(total, *one);
    }
    return total;
  }

  [[nodiscard]] std::vector<int> keys_of(const std::string& base) const {
    std::vector<int> keys = scope_.indices(base);
    if (!keys.empty()) return keys;
    if (const auto row = scope_.find(base); row && row->value.is_vector()) {
      for (std::size_t i = 0; i < row->value.parts.size(); ++i) {
        keys.push_back(static_cast<int>(i) + 1);
      }
    }
    return keys;
  }

  // softmax(s), exp(1/2): named, not computed. sum(1/4, 3/4): computed. And what is spoken.
  Maybe word() {
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
    if (kind(1) != Kind::open || token(1).space_before) {
      if (!is_function(text)) return std::nullopt;
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
    return unknown(std::string(text.substr(0, 24)) + " is named here, not computed");
  }

  Maybe spoken_sum_of(const std::string& variable) {
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

  // softmax of s 1; e to the power …
  Maybe named_function() {
    const std::string name(tokens_.of(token()).substr(0, 24));
    ++at_;
    named_ = compound_ = true;
    return unknown(name + " is named here, not computed");
  }

  bool the_vector() {
    if (kind() == Kind::word && is_word(tokens_.of(token()), "the") && kind(1) == Kind::word &&
        is_word(tokens_.of(token(1)), "vector")) {
      at_ += 2;
      return true;
    }
    return false;
  }

  // the fraction w 1, over 4, end of fraction
  Maybe spoken_fraction() {
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

  // the vector 1 over 2, 0
  Maybe spoken_vector() {
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

  Maybe component_of_words() {
    const bool minus = take(Kind::minus);
    if (kind() != Kind::number) return std::nullopt;
    Value value = read_token(tokens_[at_++]);
    if (kind() == Kind::divide && kind(1) == Kind::number) {
      ++at_;
      value = verify::divide(value, read_token(tokens_[at_++]));
    }
    return minus ? negate(std::move(value)) : std::move(value);
  }

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
  bool simple_ = false;  // what was read last is a number as written
  bool tex_fraction_is_plain_ = false;
  std::vector<Family> families_;
  std::string variable_;              // of the Σ that is being read
  int bound_ = -1;                    // its value
  std::vector<std::string> indexed_;  // names with that index
};

}  // namespace

namespace {

bool may_begin(Kind kind) {
  switch (kind) {
    case Kind::number:
    case Kind::name:
    case Kind::word:
    case Kind::plus:
    case Kind::minus:
    case Kind::open:
    case Kind::sum:
    case Kind::fraction:
    case Kind::root:
    case Kind::dots: return true;
    default: return false;
  }
}

}  // namespace

std::optional<Side> read_side(const Tokens& tokens, std::size_t at, const Scope& scope,
                              Reading reading, std::size_t end) {
  if (at >= tokens.size() || !may_begin(tokens[at].kind)) return std::nullopt;
  return Reader(tokens, at, scope, reading, end).read();
}

}  // namespace exactblend::verify
