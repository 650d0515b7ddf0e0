// Which English words leave a claim beside them as it is, and which change what it says.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "verify/token.hpp"

namespace exactblend::verify {

// Whether the text is this word, given in lower case; upper case letters count as lower ones.
[[nodiscard]] bool is_word(std::string_view text, std::string_view word);

// What is known of a word, together: bits.
enum WordClass : std::uint16_t {
  kNeutralBefore = 1 << 0,    // so, hence: a claim behind it means what it says
  kChanging = 1 << 1,         // twice, half, of: a claim behind it may say something else
  kNeutralAfter = 1 << 2,     // likewise, before it
  kLabel = 1 << 3,            // numbers things: "step 3", "component 1"
  kOtherArithmetic = 1 << 4,  // its paragraph may count otherwise: modulo, binary, rounded
  kSupposing = 1 << 5,        // its paragraph may suppose other values than those given: if
  kRescaling = 1 << 6,        // its paragraph may mean other scores than those given: scaled
  kFunction = 1 << 7,         // softmax, exp, log: named, never computed
  kOperand = 1 << 8,          // an expression may begin with it, without a bracket behind it
  kSaying = 1 << 9,           // a claim in words may stand around it: "sum to"
};
struct WordEntry {
  std::uint16_t classes = 0;
  Kind kind = Kind::word;  // plus, minus, times, over, equals, gives: that of what they stand for
};
// Cost: one look-up, and none of most words.
[[nodiscard]] WordEntry word_entry(std::string_view word);

enum class Effect {
  none,     // so, hence, "the weights": what stands beside it means what it says
  unknown,  // any other word: "1/2 + 1/2 = 1 hour"
  changes,  // "twice 1/2", "half of 1/2", "1 less than 2"
};
[[nodiscard]] Effect effect_before(const Token& word);
[[nodiscard]] Effect effect_after(const Token& word);

// How many tokens "sum over all keys j of" takes at `at`, and its variable; 0 if it isn't there.
[[nodiscard]] std::size_t spoken_sum(const Tokens& tokens, std::size_t at, std::string& variable);

}  // namespace exactblend::verify
