// Chains of equalities in a text: a = b = c, and what they define.
#include <algorithm>
#include <optional>
#include <utility>

#include "verify/finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

struct Link {
  Kind kind;          // equals or approx
  std::size_t token;  // of the relation
  bool weak = false;  // "is", "gives"
};

struct Chain {
  std::vector<Side> sides;  // the first may be text that is no expression: then end == begin
  std::vector<Link> links;
  bool opaque_left = false;
  bool opaque_right = false;  // the last relation is followed by something else
  std::size_t begin = 0;      // tokens
  std::size_t end = 0;
};

class Finder {
 public:
  Finder(const Tokens& tokens, Scope& scope, std::size_t origin, FinderOptions options,
         std::vector<Row>& rows)
      : tokens_(tokens), scope_(scope), origin_(origin), options_(options), rows_(rows) {}

  TextFindings run() {
    for (const Token& token : tokens_.tokens) {
      const std::string_view text = tokens_.of(token);
      if (token.kind == Kind::word) {
        other_arithmetic_ = other_arithmetic_ || is_other_arithmetic(text);
        supposes_ = supposes_ || is_supposing(text);
      } else if (text == "\\pmod" || text == "\\bmod" || text == "\\equiv" || text == "\u2261") {
        other_arithmetic_ = true;
      }
    }
    std::size_t at = 0;
    while (at < tokens_.size()) at = step(at);
    return std::move(out_);
  }

 private:
  [[nodiscard]] Kind kind(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : Kind::line_end;
  }
  [[nodiscard]] static bool is_equality(Kind kind) {
    return kind == Kind::equals || kind == Kind::approx;
  }

  std::size_t step(std::size_t at) {
    if (is_equality(tokens_[at].kind)) {
      Chain chain;
      chain.opaque_left = true;
      chain.begin = at;
      return finish(std::move(chain), at);
    }
    const std::size_t begin = without_bullet(at);
    auto side = read_side(tokens_, begin, scope_);
    if (!side) {
      if (tokens_[at].kind != Kind::comma) list_.clear();
      return at + 1;
    }
    const Kind next = kind(side->end);
    if (is_equality(next) || (next == Kind::gives && side->compound)) {
      Chain chain;
      chain.begin = begin;
      const std::size_t relation = side->end;
      chain.sides.push_back(std::move(*side));
      return finish(std::move(chain), relation);
    }
    const std::size_t end = side->end;
    const bool goes_on = at > 0 && tokens_[at - 1].kind == Kind::comma && !list_.empty();
    if (!goes_on) list_.clear();
    list_.push_back(std::move(*side));
    if (kind(end) != Kind::comma) list_.clear();
    return end;
  }

  // "- 1/2 = …" at the start of a line is an item of a list.
  [[nodiscard]] std::size_t without_bullet(std::size_t at) const {
    const Token& token = tokens_[at];
    const bool sign = token.kind == Kind::minus || token.kind == Kind::plus;
    const bool bullet =
        sign && token.line_start && at + 1 < tokens_.size() && tokens_[at + 1].space_before;
    return bullet ? at + 1 : at;
  }

  // Reads what follows the first relation, then judges.
  std::size_t finish(Chain chain, std::size_t relation) {
    std::size_t at = relation;
    while (is_relation(kind(at)) && kind(at) != Kind::relation) {
      const auto [link, next] = read_link(at);
      auto side = read_side(tokens_, next, scope_);
      if (!side && next < tokens_.size() && is_word(tokens_.of(tokens_[next]), "masked")) {
        at = next + 1;  // w3 = masked: there is no number to compare
        break;
      }
      if (!side) {
        // "1 is the sum", or nothing at all: then nothing is claimed either
        chain.opaque_right = !link.weak && next < tokens_.size();
        at = next;
        break;
      }
      const bool stops = kind(side->end) == Kind::gives && !side->compound;
      at = side->end;
      chain.links.push_back(link);
      chain.sides.push_back(std::move(*side));
      if (stops) break;  // "x = 2 gives 3x = 6": the next claim follows
    }
    chain.end = at;
    const std::size_t known = chain.sides.size();
    if ((chain.links.empty() && !chain.opaque_right) || (chain.opaque_left && known == 0)) {
      list_.clear();
      return std::max(at, relation + 1);
    }
    std::vector<Side> after;
    if (!chain.opaque_right && chain.links.size() == 1) after = list_after(at);
    judge(chain, after);
    list_.clear();
    return std::max(at, relation + 1);
  }

  // =, ≈, and the words that go with them: is equal to, is approximately
  [[nodiscard]] std::pair<Link, std::size_t> read_link(std::size_t at) const {
    Link link{kind(at) == Kind::approx ? Kind::approx : Kind::equals, at};
    link.weak = kind(at) == Kind::gives;
    std::size_t next = at + 1;
    if (link.weak && kind(next) == Kind::equals && tokens_[next].by_word) {
      link.weak = false;
      ++next;
    }
    if (tokens_[at].by_word && next < tokens_.size() && is_word(tokens_.of(tokens_[next]), "to") &&
        !link.weak) {
      ++next;
    }
    if (tokens_[at].by_word && next < tokens_.size() &&
        is_word(tokens_.of(tokens_[next]), "approximately")) {
      link.kind = Kind::approx;
      link.weak = false;
      ++next;
    }
    if (tokens_[at].by_word && next < tokens_.size() &&
        is_word(tokens_.of(tokens_[next]), "exactly")) {
      ++next;
    }
    return {link, next};
  }

  // ", b, c" behind a chain; none if one of them begins a chain itself.
  [[nodiscard]] std::vector<Side> list_after(std::size_t at) const {
    std::vector<Side> list;
    constexpr std::size_t kMost = 16;
    while (kind(at) == Kind::comma && list.size() < kMost) {
      auto side = read_side(tokens_, at + 1, scope_);
      if (!side || is_relation(kind(side->end))) break;
      at = side->end;
      list.push_back(std::move(*side));
    }
    return list;
  }

  void judge(Chain& chain, const std::vector<Side>& after) {
    if (options_.code && !all_numbers(chain)) return;
    if (!weak_links_hold(chain)) return;
    if (!list_.empty() && !after.empty()) {
      judge_lists(chain, after);
      return;
    }
    if (define_row(chain, after)) return;
    define_names(chain);
    if (!chain.opaque_left && chain.links.size() == chain.sides.size() - 1) {
      for (std::size_t i = 0; i + 1 < chain.sides.size(); ++i) {
        if (chain.links[i].kind != Kind::equals) continue;
        Side& names = chain.sides[i];
        if (names.value.is_known() && !names.value.elsewhere) continue;
        substitute(names, chain.sides[i + 1]);
        if (auto again = read_side(tokens_, names.begin, scope_)) names = std::move(*again);
      }
    }
    judge_links(chain, !after.empty());
  }

  // In a program names are assigned to; and a number that follows "==" is compared.
  [[nodiscard]] bool all_numbers(const Chain& chain) const {
    if (chain.opaque_left || chain.opaque_right) return false;
    if (!chain.sides.front().compound) return false;
    for (std::size_t i = chain.begin; i < chain.end; ++i) {
      if (kind(i) == Kind::name || kind(i) == Kind::word || kind(i) == Kind::power) return false;
    }
    return true;
  }

  // "is" and "gives" claim something only between a computation and a value, or a name and a
  // computation that ends the sentence.
  [[nodiscard]] bool weak_links_hold(const Chain& chain) const {
    for (std::size_t i = 0; i < chain.links.size(); ++i) {
      if (!chain.links[i].weak) continue;
      const std::size_t left = chain.opaque_left ? i : i + 1;
      if (chain.opaque_left && i == 0) return false;
      const Side& a = chain.sides[left - 1];
      const Side& b = chain.sides[left];
      if (!a.compound || b.compound || !a.has_number || !b.has_number) return false;
      if (context_after(tokens_, b.end) != Context::clean) return false;
      if (context_before(tokens_, a.begin, true) == Context::unclear) return false;
    }
    return true;
  }

  // w1, w2 = 1/4, 3/4
  void judge_lists(const Chain& chain, const std::vector<Side>& after) {
    std::vector<Side> left = list_;
    if (chain.opaque_left || chain.opaque_right || chain.links.size() != 1) return;
    left.push_back(chain.sides[0]);
    std::vector<Side> right = {chain.sides[1]};
    right.insert(right.end(), after.begin(), after.end());
    const std::size_t end = right.back().end;
    for (std::size_t i = left.front().begin + 1; i + 1 < end; ++i) {
      if (kind(i) != Kind::comma || kind(i - 1) != Kind::number || kind(i + 1) != Kind::number) {
        continue;
      }
      if (tokens_[i].space_before || tokens_[i + 1].space_before) continue;
      report(Verdict::unread, left.front().begin, end, "its commas may be decimal points");
      return;
    }
    if (left.size() != right.size()) {
      report(Verdict::unread, left.front().begin, end, "its lists are of different lengths");
      return;
    }
    const bool names =
        std::all_of(left.begin(), left.end(), [](const Side& side) { return side.is_name; });
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (names) {
        if (right[i].value.is_known()) define(left[i], right[i]);
      } else {
        judge_pair(left[i], right[i], chain.links[0], left.front().begin, end, Context::clean);
      }
    }
  }

  // w = 1/4, 1/4, 1/2
  bool define_row(const Chain& chain, const std::vector<Side>& after) {
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
    scope_.define(name_of(name).key(), vector(items), false, origin_);
    ++out_.definitions;
    rows_.push_back({chain.sides[1].begin, after.back().end, std::move(items), {}});
    return true;
  }

  [[nodiscard]] bool plain_name(const Side& side) const { return kind(side.begin) == Kind::name; }
  [[nodiscard]] const Name& name_of(const Side& side) const {
    return tokens_.names[tokens_[side.begin].name];
  }

  void define(const Side& name, const Side& value) {
    const bool computed = value.compound;
    Value given = value.value;
    given.places = -1;
    scope_.define(name_of(name).key(), given, computed, origin_);
    if (!given.is_known()) return;
    ++out_.definitions;
    const std::string& base = name_of(name).base;
    const bool goes_on = !rows_.empty() && rows_.back().base == base &&
                         name_of(name).index != "1" && !name_of(name).index.empty();
    if (name_of(name).index.empty()) return;
    if (!goes_on) rows_.push_back({name.begin, name.begin, {}, base});
    rows_.back().end = value.end;
    rows_.back().items.push_back(std::move(given));
  }

  // A name at the left of a value gets it, unless it has the very same already. A name that was
  // computed and is now said to be another number is a contradiction, which is only reported.
  void define_names(Chain& chain) {
    if (chain.opaque_left || chain.links.empty()) return;
    const bool before_list = !list_.empty() && list_.back().is_name;
    if (before_list || context_before_name(chain) == Context::unclear) return;
    const Side* value = nullptr;
    std::size_t approximate = 0;
    for (const Side& side : chain.sides) {
      if (!(side.is_name && plain_name(side)) && side.value.is_known() && value == nullptr) {
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
      const bool was_known = old && old->value.is_known() && !old->value.elsewhere;
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
      define(side, *value);
      side.value = value->value;
      side.value.places = -1;
      defined_here_.push_back(i);
    }
  }

  // w1 + w2 = 1/4 + 3/4, w1·V1 = 1/4·(2,0): a line that puts values in the places of names that
  // have none. Which value goes with which name is likely, not sure: nothing is false by it.
  void substitute(const Side& names, const Side& values) {
    if (!names.compound || !values.compound || !values.value.is_known()) return;
    const std::vector<Piece> left = pieces(names);
    const std::vector<Piece> right = pieces(values);
    if (left.size() != right.size()) return;
    std::vector<std::pair<std::string, Value>> given;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (i > 0 && left[i].before != right[i].before) return;
      if (kind(left[i].begin) != Kind::name) return;
      const Name& name = tokens_.names[tokens_[left[i].begin].name];
      std::string key = name.key();
      const std::size_t size = left[i].end - left[i].begin;
      if (size == 2 && kind(left[i].begin + 1) == Kind::number && name.index.empty()) {
        key += tokens_.of(tokens_[left[i].begin + 1]);  // "w 1"
      } else if (size != 1) {
        return;
      }
      auto value = read_side(tokens_, right[i].begin, scope_, {}, right[i].end);
      if (!value || value->end != right[i].end || value->compound || !value->value.is_known()) {
        return;
      }
      given.emplace_back(std::move(key), std::move(value->value));
    }
    // A w_4 beside given w_1 to w_3 is a slip, not a name to be given a value.
    for (const auto& [key, value] : given) {
      if (!scope_.find(key) && !scope_.indices(base_of(key)).empty()) return;
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

  static std::string base_of(const std::string& key) {
    return key.substr(0, key.find_last_not_of("0123456789") + 1);
  }

  struct Piece {
    Kind before;  // the operator in front of it
    std::size_t begin;
    std::size_t end;
  };

  // What + and · separate, outside of brackets.
  [[nodiscard]] std::vector<Piece> pieces(const Side& side) const {
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

  [[nodiscard]] Context context_before_name(const Chain& chain) const {
    const Context context = context_before(tokens_, chain.sides.front().begin, true);
    if (context != Context::unclear) return context;
    // "key w1 = 1/4" names it all the same; what touches it does not.
    const std::size_t begin = chain.sides.front().begin;
    const Token& last = tokens_[begin - 1];
    return last.kind == Kind::word && tokens_[begin].space_before ? Context::doubtful
                                                                  : Context::unclear;
  }

  void judge_links(Chain& chain, bool list_follows) {
    const bool comma_before = !list_.empty();
    Context before = Context::clean;
    if (chain.opaque_left) {
      before = Context::unclear;
    } else {
      before = context_before(tokens_, chain.sides.front().begin, chain.sides.front().compound);
      if (comma_before && !chain.sides.front().compound && !chain.sides.front().is_name) {
        before = Context::unclear;
      }
    }
    Context after = chain.opaque_right ? Context::clean : context_after(tokens_, chain.end);
    if (list_follows && after == Context::clean) after = Context::doubtful;

    const std::size_t offset = chain.opaque_left ? 1 : 0;
    std::size_t judged = 0;
    const Side* known = nullptr;
    bool approx_since = false;
    for (std::size_t i = 0; i < chain.sides.size(); ++i) {
      const Side& side = chain.sides[i];
      const bool usable = side.value.is_known() &&
                          !(i == 0 && offset == 0 && before == Context::unclear) &&
                          !(i + 1 == chain.sides.size() && after == Context::unclear);
      const bool label = i == 1 && offset == 0 && before == Context::unclear &&
                         !chain.sides[0].compound && chain.sides.size() > 2;
      if (i > 0 && !label) {
        const Link& link = chain.links[i - 1 + offset];
        const bool first_defines = defines(i - 1) || defines(i);
        Context context = Context::clean;
        if (i == 1 && offset == 0) context = before;
        if (i + 1 == chain.sides.size()) context = std::max(context, after);
        const Side& left = chain.sides[i - 1];
        if (first_defines && known == nullptr) {
          // w1 = 1/4 defines w1, and claims nothing that could be false
        } else if (first_defines && defines(i - 1) && i - 1 == 0) {
          // o = Σ … : the value came from here
        } else if (link.kind == Kind::equals && !approx_since && known != nullptr && usable &&
                   !left.value.is_known() && i > 1) {
          judge_pair(*known, side, link, known->begin, side.end, context);
          ++judged;
        } else if (!usable || (i == 1 && offset == 0 && before == Context::unclear)) {
          judged += judge_unusable(left, side, context) ? 1U : 0U;
        } else {
          judge_pair(left, side, link, left.begin, side.end, context);
          ++judged;
        }
        approx_since = link.kind == Kind::approx;
      }
      if (usable) known = &side;
    }
    if (judged == 0 && (chain.opaque_left || chain.opaque_right) && has_numbers(chain) &&
        !options_.code) {
      const std::size_t begin = chain.opaque_left ? start_of_words(chain.begin) : chain.begin;
      report(Verdict::unread, begin, std::max(chain.end, chain.begin + 1),
             chain.opaque_left ? "its left side is no expression that can be read"
                               : "its right side is no expression that can be read");
    }
    defined_here_.clear();
  }

  [[nodiscard]] bool defines(std::size_t side) const {
    return std::find(defined_here_.begin(), defined_here_.end(), side) != defined_here_.end();
  }

  static bool has_numbers(const Chain& chain) {
    return std::any_of(chain.sides.begin(), chain.sides.end(),
                       [](const Side& side) { return side.has_number; });
  }

  // A link that has numbers but is not judged; true if it was reported.
  bool judge_unusable(const Side& left, const Side& right, Context context) {
    if (!left.has_number && !right.has_number) return same_symbols(left, right);
    const bool names_only = (left.is_name && !left.value.is_known() && !left.named) ||
                            (right.is_name && !right.value.is_known() && !right.named);
    if (context == Context::unclear) {
      report(Verdict::unread, left.begin, right.end,
             "what stands beside it may change its meaning");
      return true;
    }
    const std::string& reason = left.value.is_known() ? right.value.reason : left.value.reason;
    static_cast<void>(names_only);
    if (same_symbols(left, right)) return true;
    report(Verdict::undecidable, left.begin, right.end, reason);
    return true;
  }

  // softmax(1, 2) = softmax(1,2): the same symbol is the same number.
  bool same_symbols(const Side& left, const Side& right) {
    if (!left.named || !right.named || left.end - left.begin != right.end - right.begin) {
      return false;
    }
    if (!left.compound && !right.compound) return false;
    bool digits = false;
    for (std::size_t i = 0; i < left.end - left.begin; ++i) {
      const std::string_view a = tokens_.of(tokens_[left.begin + i]);
      if (a != tokens_.of(tokens_[right.begin + i])) return false;
      digits = digits || tokens_[left.begin + i].kind == Kind::number;
    }
    if (!digits) return false;
    report(Verdict::is_true, left.begin, right.end, {});
    return true;
  }

  void judge_pair(const Side& left, const Side& right, const Link& link, std::size_t begin,
                  std::size_t end, Context context) {
    if (!left.has_number && !right.has_number) return;
    if (context == Context::unclear) {
      report(Verdict::unread, begin, end, "what stands beside it may change its meaning");
      return;
    }
    const auto compare = [&link](const Side& a, const Side& b) {
      return link.kind == Kind::approx ? compare_rounded(a, b) : compare_equal(a, b);
    };
    Comparison result = compare(left, right);
    if (result.verdict == Verdict::undecidable && same_symbols(left, right)) return;
    if (result.verdict == Verdict::is_false && (left.ambiguous || right.ambiguous)) {
      if (true_otherwise(left, right, compare)) result = {};
    }
    // A name and a plain value: it may have been meant to get that value.
    const bool assigned = (left.is_name && !right.compound) || (right.is_name && !left.compound);
    if (result.verdict == Verdict::is_false && assigned) {
      report(Verdict::undecidable, begin, end, "it may be a new value; before, " + result.wrong);
      return;
    }
    // "1640 Equal 1641" is more likely a list of words and numbers than a claim.
    const bool spoken = tokens_[link.token].by_word && !left.compound && !right.compound;
    if (result.verdict == Verdict::is_false && spoken) context = Context::doubtful;
    if (result.verdict == Verdict::is_false && supposes_ && (left.uses_names || right.uses_names)) {
      report(Verdict::undecidable, begin, end,
             "its paragraph may suppose other values; with those given, " + result.wrong);
      return;
    }
    if (result.verdict == Verdict::is_false && other_arithmetic_) {
      report(Verdict::unread, begin, end,
             "the words around it may mean another arithmetic; as it stands, " + result.wrong);
      return;
    }
    if (result.verdict == Verdict::is_false && context == Context::doubtful) {
      report(Verdict::unread, begin, end,
             "a word or a list beside it may change its meaning; as it stands, " + result.wrong);
      return;
    }
    report(result.verdict, begin, end, std::move(result.wrong), std::move(result.right));
  }

  template <class Compare>
  [[nodiscard]] bool true_otherwise(const Side& left, const Side& right, Compare compare) const {
    for (const Reading reading :
         {Reading{true, false}, Reading{false, true}, Reading{true, true}}) {
      const auto a = read_side(tokens_, left.begin, scope_, reading);
      const auto b = read_side(tokens_, right.begin, scope_, reading);
      for (const Side* one : {&left, a ? &*a : &left}) {
        for (const Side* other : {&right, b ? &*b : &right}) {
          if (compare(*one, *other).verdict == Verdict::is_true) return true;
        }
      }
    }
    return false;
  }

  // Back to where the clause began that a relation ends: "the weights sum".
  [[nodiscard]] std::size_t start_of_words(std::size_t relation) const {
    constexpr std::size_t kMost = 6;
    std::size_t begin = relation;
    while (begin > 0 && relation - begin < kMost) {
      const Kind before = tokens_[begin - 1].kind;
      if (before != Kind::word && before != Kind::name && before != Kind::opaque &&
          before != Kind::number && before != Kind::open && before != Kind::close) {
        break;
      }
      --begin;
    }
    return begin;
  }

  void report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong,
              std::string right = {}) {
    if (options_.code && verdict != Verdict::is_true && verdict != Verdict::is_false) return;
    out_.found.push_back(
        {verdict, tokens_[begin].start, tokens_[end - 1].end, std::move(wrong), std::move(right)});
  }

  const Tokens& tokens_;
  Scope& scope_;
  std::size_t origin_;
  FinderOptions options_;
  std::vector<Row>& rows_;
  bool other_arithmetic_ = false;  // words of the paragraph say so
  bool supposes_ = false;
  std::vector<Side> list_;  // expressions before this one, with commas between
  std::vector<std::size_t> defined_here_;
  TextFindings out_;
};

}  // namespace

TextFindings find_chains(const Tokens& tokens, Scope& scope, std::size_t origin,
                         FinderOptions options, std::vector<Row>& rows) {
  return Finder(tokens, scope, origin, options, rows).run();
}

}  // namespace exactblend::verify
