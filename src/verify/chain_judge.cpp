// The verdicts on the links of chains, and on lists of them.
#include <algorithm>
#include <utility>

#include "exactblend/number/read.hpp"
#include "verify/chain_finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

void Finder::judge(Chain& chain, const std::vector<Side>& after) {
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
      if (!names.compound || (names.value.is_known() && !names.value.elsewhere)) continue;
      substitute(names, chain.sides[i + 1]);
      if (auto again = read_side(tokens_, names.begin, scope_)) names = std::move(*again);
    }
  }
  judge_links(chain, !after.empty());
}

bool Finder::all_numbers(const Chain& chain) const {
  if (chain.opaque_left || chain.opaque_right) return false;
  if (!chain.sides.front().compound) return false;
  for (std::size_t i = chain.begin; i < chain.end; ++i) {
    if (kind(i) == Kind::name || kind(i) == Kind::word || kind(i) == Kind::power) return false;
  }
  return true;
}

bool Finder::weak_links_hold(const Chain& chain) const {
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

void Finder::judge_lists(const Chain& chain, const std::vector<Side>& after) {
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

void Finder::judge_links(Chain& chain, bool list_follows) {
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
  read_thousands(chain);
  Context after = chain.opaque_right ? Context::clean : context_after(tokens_, chain.end);
  if (list_follows && after == Context::clean) after = Context::doubtful;

  const std::size_t offset = chain.opaque_left ? 1 : 0;
  std::size_t judged = 0;
  const Side* known = nullptr;
  bool approx_since = false;
  for (std::size_t i = 0; i < chain.sides.size(); ++i) {
    const Side& side = chain.sides[i];
    const bool usable = has_form(side.value) &&
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
                 !has_form(left.value) && i > 1) {
        if (offset == 0 && known == &chain.sides.front()) context = std::max(context, before);
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
  given_anew_ = false;
}

void Finder::read_thousands(Chain& chain) {
  if (chain.opaque_right || chain.sides.size() < 2) return;
  const Side& last = chain.sides.back();
  if (kind(last.begin) != Kind::number || last.end != last.begin + 1) return;
  const auto touches = [this](std::size_t at) {
    return at < tokens_.size() && !tokens_[at].space_before && !tokens_[at].line_start;
  };
  constexpr std::size_t kGroup = 3;
  constexpr std::size_t kMostDigits = 18;
  std::string digits(tokens_.of(tokens_[last.begin]));
  std::size_t at = last.end;
  while (kind(at) == Kind::comma && touches(at) && kind(at + 1) == Kind::number &&
         touches(at + 1) && tokens_.of(tokens_[at + 1]).size() == kGroup &&
         digits.size() < kMostDigits) {
    digits += tokens_.of(tokens_[at + 1]);
    at += 2;
  }
  if (at == last.end) return;
  const auto value = read_rational(digits);
  const Value& left = chain.sides[chain.sides.size() - 2].value;
  if (!value || !left.is_number() || left.number != *value) return;
  chain.sides.back().value = number(*value);
  chain.sides.back().end = chain.end = at;
}

bool Finder::judge_unusable(const Side& left, const Side& right, Context context) {
  if (!left.has_number && !right.has_number) return same_symbols(left, right);
  if (context == Context::unclear) {
    report(Verdict::unread, left.begin, right.end, "what stands beside it may change its meaning");
    return true;
  }
  const std::string& reason = left.value.is_known() ? right.value.reason() : left.value.reason();
  if (same_symbols(left, right)) return true;
  report(Verdict::undecidable, left.begin, right.end, reason);
  return true;
}

bool Finder::same_symbols(const Side& left, const Side& right) {
  if (same(symbol_of(left.value), symbol_of(right.value))) {
    report(Verdict::is_true, left.begin, right.end, {});
    return true;
  }
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

void Finder::look_at_words() {
  if (looked_) return;
  looked_ = true;
  for (const Token& token : tokens_.tokens) {
    const std::string_view text = tokens_.of(token);
    if (token.kind == Kind::word) {
      other_arithmetic_ = other_arithmetic_ || (token.classes & kOtherArithmetic) != 0;
      supposes_ = supposes_ || (token.classes & kSupposing) != 0;
      rescales_ = rescales_ || (token.classes & kRescaling) != 0;
    } else if (text == "\\pmod" || text == "\\bmod" || text == "\\equiv" || text == "\u2261") {
      other_arithmetic_ = true;
    }
  }
}

bool Finder::supposes() {
  look_at_words();
  return supposes_;
}

void Finder::judge_pair(const Side& left, const Side& right, const Link& link, std::size_t begin,
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
  if (result.verdict != Verdict::is_true && (left.of_query || right.of_query) &&
      true_of_some_query(left, right, compare)) {
    result = {};
  }
  if (result.verdict == Verdict::undecidable && same_symbols(left, right)) return;
  if (result.verdict == Verdict::is_false && (left.ambiguous || right.ambiguous)) {
    if (true_otherwise(left, right, compare)) result = {};
  }
  if (result.verdict == Verdict::is_false) {
    // "1640 Equal 1641" is more likely a list of words and numbers than a claim,
    // and "8 == 1" a condition of a program.
    const bool other_sign = tokens_[link.token].by_word || tokens_.of(tokens_[link.token]) == "==";
    const bool spoken = other_sign && !left.compound && !right.compound;
    doubt(left, right, spoken ? Context::doubtful : context, result);
  }
  if (result.verdict == Verdict::is_true && link.kind == Kind::equals) {
    result.wrong = misplaced(left, right);
    if (!result.wrong.empty()) {  // the line is true, and what it says of the name is not
      result.verdict = Verdict::undecidable;
      result.wrong += ", which the factor 0 hides";
    }
  }
  report(result.verdict, begin, end, std::move(result.wrong), std::move(result.right));
}

void Finder::doubt(const Side& left, const Side& right, Context context, Comparison& result) {
  look_at_words();
  const auto be = [&result](Verdict verdict, const char* why) {
    result.verdict = verdict;
    result.wrong = why + result.wrong;
    result.right.clear();
  };
  // A name and a plain value: it may have been meant to get that value.
  const bool assigned = (left.is_name && !right.compound) || (right.is_name && !left.compound);
  if (assigned) {
    be(given_anew_ ? Verdict::unread : Verdict::undecidable, "it may be a new value; before, ");
  } else if (options_.output && (!result.right.empty() || is_near(left.value, right.value))) {
    be(Verdict::undecidable, "it may be rounded; exactly, ");
  } else if (rescales_ && !left.value.is_known() && (left.uses_names || right.uses_names)) {
    be(Verdict::undecidable, "its paragraph may mean other scores; with those given, ");
  } else if (supposes_ && (left.uses_names || right.uses_names)) {
    be(Verdict::undecidable, "its paragraph may suppose other values; with those given, ");
  } else if (std::any_of(tokens_.tokens.begin() + static_cast<std::ptrdiff_t>(left.begin),
                         tokens_.tokens.begin() + static_cast<std::ptrdiff_t>(right.end),
                         [](const Token& token) { return token.bullet; })) {
    be(Verdict::unread, "a line in it may be an item of a list; as it stands, ");
  } else if (other_arithmetic_) {
    be(Verdict::unread, "the words around it may mean another arithmetic; as it stands, ");
  } else if (context == Context::doubtful) {
    be(Verdict::unread, "a word or a list beside it may change its meaning; as it stands, ");
  }
}

std::size_t Finder::start_of_words(std::size_t relation) const {
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

void Finder::report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong,
                    std::string right) {
  if (options_.code && verdict != Verdict::is_true && verdict != Verdict::is_false) return;
  out_.found.push_back(
      {verdict, tokens_[begin].start, tokens_[end - 1].end, std::move(wrong), std::move(right)});
}

}  // namespace exactblend::verify
