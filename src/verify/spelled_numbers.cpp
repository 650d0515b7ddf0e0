#include "verify/spelled_numbers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "verify/words.hpp"

namespace exactblend::verify {
namespace {

constexpr std::array<std::string_view, 20> kCounts = {
    "zero",     "one",     "two",     "three",     "four",     "five",    "six",
    "seven",    "eight",   "nine",    "ten",       "eleven",   "twelve",  "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr std::array<std::string_view, 10> kTens = {
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"};

struct Unit {
  std::string_view one;
  std::string_view many;
  int parts;
};
constexpr std::array<Unit, 14> kUnits = {{{"half", "halves", 2},
                                          {"third", "thirds", 3},
                                          {"quarter", "quarters", 4},
                                          {"fourth", "fourths", 4},
                                          {"fifth", "fifths", 5},
                                          {"sixth", "sixths", 6},
                                          {"seventh", "sevenths", 7},
                                          {"eighth", "eighths", 8},
                                          {"ninth", "ninths", 9},
                                          {"tenth", "tenths", 10},
                                          {"eleventh", "elevenths", 11},
                                          {"twelfth", "twelfths", 12},
                                          {"twentieth", "twentieths", 20},
                                          {"hundredth", "hundredths", 100}}};

int count_of(std::string_view word) {
  for (std::size_t i = 0; i < kCounts.size(); ++i) {
    if (is_word(word, kCounts[i])) return static_cast<int>(i);
  }
  for (std::size_t i = 2; i < kTens.size(); ++i) {
    if (is_word(word, kTens[i])) return static_cast<int>(10 * i);
  }
  return is_word(word, "a") ? 1 : -1;
}

// twenty-five; -1 if it is none
int compound_count(std::string_view tens, std::string_view ones) {
  const int high = count_of(tens);
  const int low = count_of(ones);
  const bool digit = low > 0 && low < 10 && !is_word(ones, "a");
  return high >= 20 && digit ? high + low : -1;
}

int parts_of(std::string_view word) {
  for (const Unit& unit : kUnits) {
    if (is_word(word, unit.one) || is_word(word, unit.many)) return unit.parts;
  }
  return 0;
}

// A number of a claim: tokens [begin, end).
struct Operand {
  std::size_t begin;
  std::size_t end;
  bool spelled;
};

class Claim {
 public:
  explicit Claim(const Tokens& tokens) : tokens_(tokens) {}

  // The numbers of the claim that begins at `at`; none if there is none.
  std::vector<Operand> read(std::size_t at) {
    std::vector<Operand> numbers;
    if (!leaves_it_alone(at)) return {};
    constexpr std::size_t kMost = 32;
    bool related = false;
    bool spelled = false;
    while (numbers.size() < kMost) {
      const auto one = operand(at);
      if (!one) return {};
      numbers.push_back(*one);
      spelled = spelled || one->spelled;
      at = one->end;
      if (related) {
        return spelled && ends(at) ? numbers : std::vector<Operand>();
      }
      if (is_sign(at)) {
        ++at;
      } else if (numbers.size() > 1 && relation(at)) {
        related = true;
      } else {
        return {};
      }
    }
    return {};
  }

 private:
  [[nodiscard]] std::string_view text(std::size_t at) const {
    return at < tokens_.size() ? tokens_.of(tokens_[at]) : std::string_view();
  }
  [[nodiscard]] Kind kind(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : Kind::stop;
  }
  [[nodiscard]] bool is_sign(std::size_t at) const {
    const Kind here = kind(at);
    return at < tokens_.size() && tokens_[at].by_word &&
           (here == Kind::plus || here == Kind::minus || here == Kind::dot);
  }
  // equals, is equal to, is exactly, makes
  bool relation(std::size_t& at) const {
    const bool first = at < tokens_.size() && tokens_[at].by_word &&
                       (kind(at) == Kind::equals || kind(at) == Kind::gives);
    if (!first) return false;
    ++at;
    if (kind(at) == Kind::equals && tokens_[at].by_word) ++at;
    if (is_word(text(at), "to")) ++at;
    if (is_word(text(at), "exactly")) ++at;
    return true;
  }

  [[nodiscard]] std::optional<Operand> operand(std::size_t at) const {
    if (kind(at) == Kind::number) {
      const bool fraction =
          kind(at + 1) == Kind::divide && !tokens_[at + 1].by_word && kind(at + 2) == Kind::number;
      return Operand{at, at + (fraction ? 3 : 1), false};
    }
    if (kind(at) != Kind::word && kind(at) != Kind::name) return std::nullopt;
    if (text(at).find('-') != std::string_view::npos) {  // one-half, twenty-five
      const auto number = spelled_number(text(at));
      if (!number) return std::nullopt;
      const bool parts = number->is_integer() && parts_of(text(at + 1)) > 0;
      return Operand{at, at + (parts ? 2 : 1), true};
    }
    if (is_word(text(at), "half")) return Operand{at, at + 1, true};
    const int count = count_of(text(at));
    if (count < 0) return std::nullopt;
    if (parts_of(text(at + 1)) > 0) return Operand{at, at + 2, true};
    if (kind(at) == Kind::name) return std::nullopt;  // a
    return Operand{at, at + 1, true};
  }

  // Whether what stands before is no part of the first number: "two and one half plus …"
  [[nodiscard]] bool leaves_it_alone(std::size_t at) const {
    if (at == 0) return true;
    const Kind before = kind(at - 1);
    if (before == Kind::stop || before == Kind::line_end || before == Kind::semicolon) return true;
    if (before == Kind::open) return true;
    const bool clause = at > 2 && kind(at - 2) == Kind::comma && is_word(text(at - 1), "and");
    if (clause) return count_of(text(at - 3)) < 0 && parts_of(text(at - 3)) == 0;
    if (before == Kind::comma || is_word(text(at - 1), "and")) {
      return at > 1 && kind(at - 2) == Kind::word && effect_before(tokens_[at - 2]) == Effect::none;
    }
    return before == Kind::word && effect_before(tokens_[at - 1]) == Effect::none;
  }

  // "… equals one half of it", "… equals one and a half", "… is one thousand"
  [[nodiscard]] bool ends(std::size_t at) const {
    const Kind after = kind(at);
    if (after == Kind::stop || after == Kind::line_end || after == Kind::semicolon ||
        after == Kind::close) {
      return after != Kind::line_end || at + 1 >= tokens_.size() || kind(at + 1) != Kind::word ||
             effect_after(tokens_[at + 1]) == Effect::none;
    }
    if (after == Kind::comma) return true;
    return kind(at) == Kind::word && !is_word(text(at), "and") &&
           effect_after(tokens_[at]) == Effect::none;
  }

  const Tokens& tokens_;
};

}  // namespace

std::optional<Rational> spelled_number(std::string_view text) {
  if (is_word(text, "half")) return *Rational::of(1, 2);
  constexpr std::size_t kMost = 3;
  std::array<std::string_view, kMost + 1> words;  // and an empty one
  std::size_t size = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(" -\n\t\r"), text.size());
    if (end > 0) {
      if (size == kMost) return std::nullopt;
      words[size++] = text.substr(0, end);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::size_t next = 1;
  int count = count_of(words[0]);
  if (const int both = compound_count(words[0], words[1]); both > 0) {
    count = both;
    next = 2;
  }
  if (count < 0) return std::nullopt;
  if (next == size) return Rational(count);
  const int parts = next + 1 == size ? parts_of(words[next]) : 0;
  if (parts == 0) return std::nullopt;
  return *Rational::of(count, parts);
}

void join_spelled_numbers(Tokens& tokens) {
  std::vector<Token>& all = tokens.tokens;
  // Each such claim has a word of arithmetic between two numbers.
  const bool any = std::any_of(all.begin(), all.end(), [](const Token& token) {
    return token.by_word &&
           (token.kind == Kind::plus || token.kind == Kind::minus || token.kind == Kind::dot);
  });
  if (!any) return;
  std::vector<Operand> spelled;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Kind kind = all[i].kind;
    if (kind != Kind::word && kind != Kind::name && kind != Kind::number) continue;
    const std::vector<Operand> numbers = Claim(tokens).read(i);
    if (numbers.empty()) continue;
    for (const Operand& number : numbers) {
      if (number.spelled) spelled.push_back(number);
    }
    i = numbers.back().end - 1;
  }
  std::size_t kept = 0;
  auto next = spelled.begin();
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[kept] = all[i];
    if (next != spelled.end() && next->begin == i) {
      all[kept].kind = Kind::number;
      all[kept].end = all[next->end - 1].end;
      i = next->end - 1;
      ++next;
    }
    ++kept;
  }
  all.resize(kept);
}

}  // namespace exactblend::verify
