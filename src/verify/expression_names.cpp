// Names, their components, and sums over keys.
#include <charconv>
#include <utility>

#include "exactblend/verify/verify.hpp"
#include "verify/expression_reader.hpp"

namespace exactblend::verify {

Reader::Maybe Reader::named_value() {
  Name name = tokens_.names[token().name];
  ++at_;
  if (is_named_output(name)) return named_output(name.index);
  // "w j" of words
  if (name.index.empty() && kind() == Kind::name && token().space_before &&
      tokens_.names[token().name].index.empty() && variable_ == tokens_.names[token().name].base &&
      !variable_.empty()) {
    name.index = variable_;
    ++at_;
  }
  return value_of(name);
}

Value Reader::value_of(Name name) {
  if (name.index.empty() && name.base == variable_ && !variable_.empty()) {
    has_number_ = true;
    return bound_ < 0 ? unknown("not bound") : number(Rational(bound_));
  }
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
  auto definition = scope_.find(name.key());
  if (definition && !name.index.empty() && scope_.is_replaced(name.base, definition->source)) {
    if (auto part = component(name)) return *part;
  }
  if (definition) {
    has_number_ = has_number_ || has_form(definition->value);
    uses_names_ = true;
    Value value = std::move(definition->value);
    value.places = -1;
    // A masked weight is 0, a masked score is no number.
    const bool no_number = value.masked && name.base != "w";
    value.elsewhere = value.elsewhere || no_number || is_mixed(name.base, *definition);
    return value;
  }
  if (!name.index.empty()) {
    if (auto whole = component(name)) return *whole;
  }
  if (name.base == "o" && !name.has_variable()) {
    if (auto output = output_given(false, name.index)) return *output;
  }
  named_ = true;
  Value value = unknown(name.key() + " has no value here");
  if (name.base == "e" && name.index.empty()) {
    value = unknown("a power of e is named here, not computed", power_of_e(Rational(1)));
  }
  return value;
}

bool Reader::is_mixed(const std::string& base, const Scope::Definition& definition) {
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

Reader::Maybe Reader::component(const Name& name) {
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

Reader::Maybe Reader::sum(std::size_t words) {
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

void Reader::limits(int& from, int& to) {
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

void Reader::skip_to_brace() {
  constexpr int kMost = 8;
  for (int i = 0; i < kMost && at_ < size_; ++i) {
    if (tokens_[at_++].kind == Kind::brace_close) return;
  }
}

int Reader::small_integer() {
  const std::string_view text = tokens_.of(token());
  int value = -1;
  std::from_chars(text.data(), text.data() + text.size(), value);
  ++at_;
  return value;
}

std::string Reader::variable_ahead() const {
  constexpr std::size_t kAhead = 4;
  for (std::size_t i = 0; i < kAhead && at_ + i < size_; ++i) {
    if (kind(i) != Kind::name) continue;
    const Name& name = tokens_.names[token(i).name];
    return name.has_variable() ? name.index : std::string();
  }
  return {};
}

Reader::Maybe Reader::whole_family() {
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

Reader::Maybe Reader::sum_over(std::size_t body, int from, int to) {
  const std::size_t end = at_;
  if (from >= 0 && to >= from && static_cast<std::size_t>(to - from) < kMaxComponents) {
    std::vector<int> range;
    for (int key = from; key <= to; ++key) range.push_back(key);
    return sum_of_keys(body, end, range);
  }
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
  if (!contiguous(keys) || (from >= 0 && from != keys.front()) || (to >= 0 && to != keys.back())) {
    return unknown("what this Σ adds is not clear");
  }
  return sum_of_keys(body, end, keys);
}

Reader::Maybe Reader::sum_of_keys(std::size_t body, std::size_t end, const std::vector<int>& keys) {
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

std::vector<int> Reader::keys_of(const std::string& base) const {
  std::vector<int> keys = scope_.indices(base);
  if (!keys.empty()) return keys;
  if (const auto row = scope_.find(base); row && row->value.is_vector()) {
    for (std::size_t i = 0; i < row->value.parts.size(); ++i) {
      keys.push_back(static_cast<int>(i) + 1);
    }
  }
  return keys;
}

}  // namespace exactblend::verify
