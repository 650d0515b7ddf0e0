// What the chains of a text define: V1 = (2,0); w = 1/4, 3/4; w1·V1 = 1/4·(2,0).
#include <algorithm>
#include <utility>

#include "verify/chain_finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

bool Finder::define_row(const Chain& chain, const std::vector<Side>& after) {
  if (after.empty() || chain.opaque_left || chain.links.size() != 1) return false;
  const Side& name = chain.sides[0];
  if (!name.is_name || !plain_name(name) || !name_of(name).index.empty()) return false;
  std::vector<Value> items;
  const auto add = [&items](const Side& side) {
    if (side.compound || !side.value.is_known()) return false;
    items.push_back(side.value);
    return true;
  };
  if (!add(chain.sides[1])) return false;
  for (const Side& side : after) {
    if (!add(side)) return false;
  }
  const Kind behind = kind(after.back().end);  // "x = 1, 2 are the roots" is no row
  if (behind == Kind::word || behind == Kind::gives) return false;
  scope_.define(name_of(name).key(), vector(items), false, origin_);
  ++out_.definitions;
  rows_.push_back({chain.sides[1].begin, after.back().end, std::move(items), {}});
  return true;
}

void Finder::define(const Side& name, const Side& value) {
  const bool computed = value.compound;
  Value given = value.value;
  given.places = -1;
  scope_.define(name_of(name).key(), given, computed, origin_);
  if (!has_form(given)) return;
  ++out_.definitions;
  const std::string& base = name_of(name).base;
  const bool goes_on = !rows_.empty() && rows_.back().base == base && name_of(name).index != "1" &&
                       !name_of(name).index.empty();
  if (name_of(name).index.empty()) return;
  if (!goes_on) rows_.push_back({name.begin, name.begin, {}, base});
  rows_.back().end = value.end;
  rows_.back().items.push_back(std::move(given));
}

void Finder::define_names(Chain& chain) {
  if (chain.opaque_left || chain.links.empty()) return;
  const bool before_list = !list_.empty() && list_.back().is_name;
  if (before_list || context_before_name(chain) == Context::unclear) return;
  const Side* value = nullptr;
  std::size_t approximate = 0;
  for (const Side& side : chain.sides) {
    if (!(side.is_name && plain_name(side)) && has_form(side.value) && value == nullptr) {
      value = &side;
    }
  }
  for (const Link& link : chain.links) approximate += link.kind == Kind::approx ? 1U : 0U;
  if (approximate > 0) return;
  const bool dirty_end =
      !chain.opaque_right && context_after(tokens_, chain.sides.back().end) == Context::unclear;
  for (std::size_t i = 0; i < chain.sides.size(); ++i) {
    Side& side = chain.sides[i];
    if (!side.is_name || !plain_name(side)) continue;
    const auto old = scope_.find(name_of(side).key());
    const bool was_known = old && has_form(old->value) && !old->value.elsewhere;
    if (value == nullptr || (dirty_end && value == &chain.sides.back())) {
      const bool symbol = chain.opaque_right || dirty_end ||
                          std::any_of(chain.sides.begin(), chain.sides.end(), [](const Side& s) {
                            return !s.is_name && (s.compound || s.named);
                          });
      if (old && i == 0 && symbol) {
        scope_.define(name_of(side).key(), unknown(name_of(side).key() + " has no value here"),
                      false, origin_);
        side.value = unknown(name_of(side).key() + " has no value here");
        side.has_number = false;
      }
      continue;
    }
    if (was_known && same(old->value, value->value)) continue;
    if (was_known && i > 0) continue;  // b = x: a claim about x
    if (was_known && options_.figure && !value->compound) {
      side.value.elsewhere = true;
      continue;
    }
    if (was_known && old->computed && !value->compound && chain.sides.size() == 2) {
      side.value.elsewhere = true;  // compare() then calls it undecidable
      continue;
    }
    // The output that weights and values make is one to compare with.
    const bool output = !old && side.value.is_known();
    // So is w1 that had another value in this section: it may be a slip, and doubt() never calls it
    // false. A letter without a number is given values too often, as where an equation is solved.
    const bool again = was_known && old->section == scope_.section() && !value->compound &&
                       !name_of(side).index.empty() && chain.sides.size() == 2 && !supposes();
    define(side, *value);
    given_anew_ = again;
    if (output || again) continue;
    side.value = value->value;
    side.value.places = -1;
    defined_here_.push_back(i);
  }
}

void Finder::substitute(const Side& names, const Side& values) {
  if (!names.compound || !values.compound || !values.value.is_known()) return;
  const std::vector<Piece> left = pieces(names);
  const std::vector<Piece> right = pieces(values);
  if (left.size() != right.size()) return;
  std::vector<std::pair<std::string, Value>> given;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (i > 0 && left[i].before != right[i].before) return;
    if (is_same_text(left[i], right[i])) continue;  // the 1/4 of 1/4·V1 = 1/4·(2,0)
    if (kind(left[i].begin) != Kind::name) return;
    const Name& name = tokens_.names[tokens_[left[i].begin].name];
    std::string key = name.key();
    if (left[i].end != left[i].begin + 1) return;
    auto value = read_side(tokens_, right[i].begin, scope_, {}, right[i].end);
    if (!value || value->end != right[i].end || value->compound || !value->value.is_known()) {
      return;
    }
    given.emplace_back(std::move(key), std::move(value->value));
  }
  // A w_4 beside given w_1 to w_3 is a slip, not a name to be given a value.
  for (const auto& [key, value] : given) {
    if (scope_.find(key)) continue;
    const std::string base = base_of(key);
    for (const int index : scope_.indices(base)) {
      if (!scope_.find(base + std::to_string(index))->value.elsewhere) return;
    }
  }
  for (auto& [key, value] : given) {
    const auto old = scope_.find(key);
    if (old && old->value.is_known() && !old->value.elsewhere) continue;
    value.places = -1;
    value.elsewhere = true;
    scope_.define(key, std::move(value), false, origin_);
    ++out_.definitions;
  }
}

std::string Finder::misplaced(const Side& names, const Side& values) const {
  if (!names.uses_names || !names.compound || !values.compound) return {};
  if (!may_hide(values)) return {};
  const std::vector<Piece> left = pieces(names);
  const std::vector<Piece> right = pieces(values);
  if (left.size() != right.size()) return {};
  // Of a term. Two factors that differ may be the same ones in another order, and a weight may be
  // one of another query's row, but a single vector in the place of another one is neither.
  std::string other;
  bool zero = false;
  int vectors = 0;
  int numbers = 0;
  const auto hidden = [&] { return zero && (vectors == 1 || (vectors == 0 && numbers == 1)); };
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (i > 0 && left[i].before != right[i].before) return {};
    if (left[i].before == Kind::plus) {
      if (hidden() && !other.empty()) return other;
      other.clear();
      zero = false;
      vectors = numbers = 0;
    }
    if (right[i].end == right[i].begin + 1 &&
        is_word(tokens_.of(tokens_[right[i].begin]), "masked")) {
      zero = true;
      continue;
    }
    const auto a = read_side(tokens_, left[i].begin, scope_, {}, left[i].end);
    const auto b = read_side(tokens_, right[i].begin, scope_, {}, right[i].end);
    if (!a || !b || a->end != left[i].end || b->end != right[i].end) return {};
    if (!a->value.is_known() || !b->value.is_known()) return {};
    zero = zero || (b->value.is_number() && b->value.number.is_zero());
    if (same(a->value, b->value)) continue;
    const bool of_vectors = a->value.is_vector() && b->value.is_vector();
    ++(of_vectors ? vectors : numbers);
    const bool replaces = a->is_name && kind(a->begin) == Kind::name && !a->value.elsewhere &&
                          !b->uses_names && a->value.kind == b->value.kind;
    if (replaces && (of_vectors || vectors == 0)) {
      other = name_of(*a).key() + " is " + to_text(a->value) + ", not " + to_text(b->value);
    }
  }
  return hidden() ? other : std::string();
}

// Whether a factor may be 0: few lines have one, so few are read again. Components of vectors hide
// nothing.
bool Finder::may_hide(const Side& values) const {
  int depth = 0;
  bool in_vector = false;
  for (std::size_t i = values.begin; i < values.end; ++i) {
    if (kind(i) == Kind::open && depth++ == 0) {
      std::size_t at = i + 1;
      while (at < values.end &&
             (kind(at) == Kind::number || kind(at) == Kind::minus || kind(at) == Kind::divide)) {
        ++at;
      }
      in_vector = kind(at) == Kind::comma;
    }
    if (kind(i) == Kind::close && --depth == 0) in_vector = false;
    const std::string_view text = tokens_.of(tokens_[i]);
    if (!in_vector && (text.starts_with('0') || is_word(text, "masked"))) return true;
  }
  return false;
}

bool Finder::is_same_text(const Piece& a, const Piece& b) const {
  if (a.end - a.begin != b.end - b.begin) return false;
  for (std::size_t i = 0; i < a.end - a.begin; ++i) {
    if (tokens_.of(tokens_[a.begin + i]) != tokens_.of(tokens_[b.begin + i])) return false;
  }
  return true;
}

std::vector<Finder::Piece> Finder::pieces(const Side& side) const {
  std::vector<Piece> all = {{Kind::plus, side.begin, side.begin}};
  int depth = 0;
  for (std::size_t i = side.begin; i < side.end; ++i) {
    const Kind here = kind(i);
    if (here == Kind::open || here == Kind::brace_open) ++depth;
    if (here == Kind::close || here == Kind::brace_close) --depth;
    const bool splits =
        here == Kind::plus || here == Kind::dot || here == Kind::star || here == Kind::cross;
    if (depth == 0 && splits) {
      all.back().end = i;
      all.push_back({here == Kind::plus ? here : Kind::dot, i + 1, i + 1});
    }
  }
  all.back().end = side.end;
  return all;
}

Context Finder::context_before_name(const Chain& chain) const {
  const Context context = context_before(tokens_, chain.sides.front().begin, true);
  if (context != Context::unclear) return context;
  // "key w1 = 1/4" names it all the same; what touches it does not.
  const std::size_t begin = chain.sides.front().begin;
  const Token& last = tokens_[begin - 1];
  return last.kind == Kind::word && tokens_[begin].space_before ? Context::doubtful
                                                                : Context::unclear;
}

}  // namespace exactblend::verify
