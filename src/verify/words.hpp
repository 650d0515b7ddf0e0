// Which English words leave a claim beside them as it is, and which change what it says.
#pragma once

#include <string>
#include <string_view>

#include "verify/token.hpp"

namespace exactblend::verify {

// Whether the text is this word, given in lower case; upper case letters count as lower ones.
[[nodiscard]] bool is_word(std::string_view text, std::string_view word);

enum class Effect {
  none,     // so, hence, "the weights": what stands beside it means what it says
  unknown,  // any other word: "1/2 + 1/2 = 1 hour"
  changes,  // "twice 1/2", "half of 1/2", "1 less than 2"
};
[[nodiscard]] Effect effect_before(std::string_view word);
[[nodiscard]] Effect effect_after(std::string_view word);

// Whether a paragraph with this word may count otherwise: modulo, binary, rounded.
[[nodiscard]] bool is_other_arithmetic(std::string_view word);

// Whether a paragraph with this word may suppose other values than those given: if, instead.
[[nodiscard]] bool is_supposing(std::string_view word);

// Whether a paragraph with this word may mean other scores than those given: scaled ones.
[[nodiscard]] bool is_rescaling(std::string_view word);

// Whether the word numbers things: "step 3", "component 1".
[[nodiscard]] bool is_label(std::string_view word);

// softmax, exp, log: the value of such a thing is named, never computed.
[[nodiscard]] bool is_function(std::string_view word);

// How many tokens "sum over all keys j of" takes at `at`, and its variable; 0 if it isn't there.
[[nodiscard]] std::size_t spoken_sum(const Tokens& tokens, std::size_t at, std::string& variable);

}  // namespace exactblend::verify
