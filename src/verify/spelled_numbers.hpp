// Numbers written as words: "one half plus three quarters equals five quarters". Words such as
// "one" and "third" mean other things too, so they are numbers only in a whole claim of such a
// kind: two and more numbers with words of arithmetic between, a word of equality, and a number.
#pragma once

#include <optional>
#include <string_view>

#include "exactblend/number/rational.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {

// Makes one token of each number of such a claim. Cost: linear.
void join_spelled_numbers(Tokens& tokens);

// Of such a token: "three quarters", "one-half", "a third", "twenty-five", "nine twentieths".
[[nodiscard]] std::optional<Rational> spelled_number(std::string_view text);

}  // namespace exactblend::verify
