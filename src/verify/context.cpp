// What stands before and behind a claim, and whether it may change what the claim says.
#include "verify/finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

constexpr std::size_t kShortLine = 48;  // bytes; paragraphs are seldom wrapped so early

Context of(Effect effect) {
  switch (effect) {
    case Effect::none: return Context::clean;
    case Effect::unknown: return Context::doubtful;
    case Effect::changes: break;
  }
  return Context::unclear;
}

bool touches(const Tokens& tokens, std::size_t i) {
  return i < tokens.size() && !tokens[i].space_before && !tokens[i].fence_before &&
         !tokens[i].line_start;
}

// Whether the line before this end of a line is a formula of its own.
bool ends_formula(const Tokens& tokens, std::size_t line_end) {
  constexpr std::size_t kMost = 64;
  for (std::size_t i = line_end; i > 0 && line_end - i < kMost; --i) {
    const Kind kind = tokens[i - 1].kind;
    if (kind == Kind::line_end) return false;
    if (kind == Kind::equals || kind == Kind::approx) return true;
    if (kind == Kind::word) return false;
  }
  return false;
}

// Whether the line of a formula goes on in the next one, where what stands there is multiplied. The
// left side of a new claim, "b = …", is none: its author left the sign of a line's end out.
bool goes_on(const Tokens& tokens, std::size_t line_end) {
  const auto kind = [&tokens](std::size_t at) {
    return at < tokens.size() ? tokens[at].kind : Kind::stop;
  };
  if (!tokens[line_end].soft) return false;
  const Kind next = kind(line_end + 1);
  if (next == Kind::name) return !is_relation(kind(line_end + 2));
  return next == Kind::open || next == Kind::fraction || next == Kind::root ||
         next == Kind::number || next == Kind::sum;
}

}  // namespace

bool is_hard_end(const Tokens& tokens, std::size_t line_end) {
  const Token& end = tokens[line_end];
  if (end.soft) return false;
  if (tokens.of(end) != "\n") return true;
  std::size_t begin = line_end;
  while (begin > 0 && tokens[begin - 1].kind != Kind::line_end &&
         end.begin - tokens[begin - 1].begin < kShortLine) {
    --begin;
  }
  return end.begin - tokens[begin].begin < kShortLine &&
         (begin == 0 || tokens[begin - 1].kind == Kind::line_end);
}

Context context_before(const Tokens& tokens, std::size_t begin, bool compound) {
  if (begin == 0) return Context::clean;
  std::size_t before = begin - 1;
  if (tokens[before].kind == Kind::line_end) {
    if (before == 0 || is_hard_end(tokens, before) ||
        (ends_formula(tokens, before) && !goes_on(tokens, before))) {
      return Context::clean;
    }
    --before;
  }
  const Token& last = tokens[before];
  const bool touched = touches(tokens, begin);
  switch (last.kind) {
    case Kind::line_end:
    case Kind::semicolon:
    case Kind::open:
    case Kind::relation:
    case Kind::bang: return Context::clean;
    case Kind::brace_open: {  // \prod_{i=1}
      const bool limit = before > 0 && (tokens[before - 1].kind == Kind::underscore ||
                                        tokens[before - 1].kind == Kind::power);
      return limit ? Context::unclear : Context::clean;
    }
    case Kind::equals:
    case Kind::approx: return Context::clean;
    case Kind::stop: {
      const bool ratio = tokens.of(last) == ":" && before > 0 &&
                         tokens[before - 1].kind == Kind::number && last.space_before;
      const bool point = tokens.of(last).size() == 1;
      return ratio || (point && touched) ? Context::unclear : Context::clean;
    }
    case Kind::comma: {
      const bool decimal = touched && before > 0 && tokens[before - 1].kind == Kind::number &&
                           tokens[begin].kind == Kind::number;
      return decimal ? Context::unclear : Context::clean;
    }
    case Kind::gives: return Context::clean;
    case Kind::word: {
      if (touched) return Context::unclear;
      const Effect effect = effect_before(last);
      // "step 3 = …"
      const std::size_t digits =
          tokens[begin].kind == Kind::open && begin + 1 < tokens.size() ? begin + 1 : begin;
      const bool integer =
          tokens.of(tokens[digits]).find_first_not_of("0123456789") == std::string_view::npos &&
          !(digits + 1 < tokens.size() && tokens[digits + 1].kind == Kind::divide);
      const bool label = effect == Effect::unknown || (last.classes & kLabel) != 0;
      if (label && integer && !compound && !tokens[begin].fence_before) return Context::unclear;
      return of(effect);
    }
    case Kind::name: {
      const bool article = tokens.of(last) == "a" || tokens.of(last) == "I";
      return article && !touched ? Context::doubtful : Context::unclear;
    }
    case Kind::close: return touched || !compound ? Context::unclear : Context::doubtful;
    case Kind::power: return tokens.of(last) == "**" ? Context::clean : Context::unclear;
    case Kind::plus:
    case Kind::minus:
    case Kind::star:
      return last.line_start && tokens[begin].space_before ? Context::clean : Context::unclear;
    case Kind::opaque: {
      const bool after_number = before > 0 && (tokens[before - 1].kind == Kind::number ||
                                               tokens[before - 1].kind == Kind::name ||
                                               tokens[before - 1].kind == Kind::close);
      const bool comment = tokens.of(last) == "#" || (tokens.of(last) == "//" && !after_number);
      // "\\det A = -2" says nothing of A.
      const bool command = tokens.of(last).starts_with('\\') && tokens.of(last) != "\\therefore" &&
                           tokens.of(last) != "\\because";
      if (touched || command) return Context::unclear;
      return comment ? Context::clean : Context::doubtful;
    }
    default: return Context::unclear;
  }
}

Context context_after(const Tokens& tokens, std::size_t end) {
  if (end >= tokens.size()) return Context::clean;
  const Token& next = tokens[end];
  const bool touched = touches(tokens, end);
  const auto follows = [&](Kind kind) {
    return end + 1 < tokens.size() && tokens[end + 1].kind == kind;
  };
  switch (next.kind) {
    case Kind::line_end: {
      // A word in the next line of a paragraph may belong to it too.
      if (is_hard_end(tokens, end) || end + 1 >= tokens.size()) return Context::clean;
      if (goes_on(tokens, end)) return Context::unclear;
      if (tokens[end + 1].kind != Kind::word) return Context::clean;
      return of(effect_after(tokens[end + 1]));
    }
    case Kind::semicolon:
    case Kind::close:
    case Kind::brace_close:
    case Kind::relation: return Context::clean;
    case Kind::bang: return touched ? Context::doubtful : Context::clean;  // 3! may be 6
    case Kind::stop:
      return tokens.of(next) == ":" && follows(Kind::number) ? Context::doubtful : Context::clean;
    case Kind::comma: {
      const bool decimal = touched && tokens[end - 1].kind == Kind::number &&
                           follows(Kind::number) && touches(tokens, end + 1);
      return decimal ? Context::unclear : Context::clean;
    }
    case Kind::open: return touched ? Context::unclear : Context::clean;
    case Kind::equals:
    case Kind::approx:
    case Kind::gives: return Context::clean;
    case Kind::word: {
      if (touched) return Context::unclear;
      return of(effect_after(next));
    }
    case Kind::name: {
      const std::string_view text = tokens.of(next);
      return !touched && (text == "a" || text == "I") ? Context::clean : Context::unclear;
    }
    case Kind::minus:
    case Kind::plus:
    case Kind::star: {
      const bool dash = !touched && end + 1 < tokens.size() && tokens[end + 1].kind == Kind::word &&
                        tokens[end + 1].space_before && next.kind == Kind::minus && !next.by_word;
      const bool emphasis = touched && next.kind == Kind::star && !touches(tokens, end + 1);
      return dash || emphasis ? Context::clean : Context::unclear;
    }
    case Kind::power:
      return tokens.of(next) == "**" && !touches(tokens, end + 1) ? Context::clean
                                                                  : Context::unclear;
    case Kind::dots: return Context::unclear;
    case Kind::opaque: return touched ? Context::unclear : Context::doubtful;
    default: return Context::unclear;
  }
}

}  // namespace exactblend::verify
