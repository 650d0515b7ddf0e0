// Chains of equalities in a text: a = b = c, and what they define.
#include <algorithm>
#include <optional>
#include <utility>

#include "verify/chain_finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

TextFindings Finder::run() {
  // No expression goes on behind a stop, so nothing before the last stop in front of a relation has
  // to be read: in prose that is most.
  std::size_t at = 0;
  std::size_t read_up_to = 0;  // behind the relation that was looked for last
  while (at < tokens_.size()) {
    if (at >= read_up_to) {
      std::size_t relation = at;
      while (relation < tokens_.size() && !is_equality(kind(relation)) &&
             kind(relation) != Kind::gives) {
        if (kind(relation) == Kind::stop) {
          list_.clear();
          at = relation + 1;
        }
        ++relation;
      }
      if (relation == tokens_.size()) break;
      read_up_to = relation + 1;
    }
    at = step(at);
  }
  return std::move(out_);
}

std::size_t Finder::step(std::size_t at) {
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
    if (tokens_[begin].fence_before) list_.clear();
    Chain chain;
    chain.begin = begin;
    chain.sides.reserve(4);  // most chains have no more
    chain.links.reserve(4);
    const std::size_t relation = side->end;
    chain.sides.push_back(std::move(*side));
    return finish(std::move(chain), relation);
  }
  const std::size_t end = side->end;
  const bool goes_on = at > 0 && tokens_[at - 1].kind == Kind::comma && !list_.empty() &&
                       !tokens_[begin].fence_before;  // "$a$, $b = c$" is no list of two
  if (!goes_on) list_.clear();
  list_.push_back(std::move(*side));
  if (kind(end) != Kind::comma) list_.clear();
  return end;
}

std::size_t Finder::without_bullet(std::size_t at) const {
  const Token& token = tokens_[at];
  const bool sign = token.kind == Kind::minus || token.kind == Kind::plus;
  const bool bullet =
      sign && token.line_start && at + 1 < tokens_.size() && tokens_[at + 1].space_before;
  return bullet ? at + 1 : at;
}

std::size_t Finder::finish(Chain chain, std::size_t relation) {
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
  // a, b = 1, 2: no list begins inside of this one.
  if (!after.empty() && after.size() == list_.size()) at = after.back().end;
  list_.clear();
  return std::max(at, relation + 1);
}

std::pair<Link, std::size_t> Finder::read_link(std::size_t at) const {
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

std::vector<Side> Finder::list_after(std::size_t at) const {
  std::vector<Side> list;
  constexpr std::size_t kMost = 16;
  while (kind(at) == Kind::comma && list.size() < kMost && at + 1 < tokens_.size() &&
         !tokens_[at + 1].fence_before) {
    auto side = read_side(tokens_, at + 1, scope_);
    if (!side || is_relation(kind(side->end))) break;
    at = side->end;
    list.push_back(std::move(*side));
  }
  return list;
}

TextFindings find_chains(const Tokens& tokens, Scope& scope, std::size_t origin,
                         FinderOptions options, std::vector<Row>& rows) {
  return Finder(tokens, scope, origin, options, rows).run();
}

}  // namespace exactblend::verify
