// Finds and judges the claims of one text: chains of equalities, lists of them, and definitions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "exactblend/verify/document.hpp"
#include "exactblend/verify/verify.hpp"
#include "verify/compare.hpp"
#include "verify/expression.hpp"
#include "verify/scope.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {

// A claim by its bytes in the text it was found in.
struct Found {
  Verdict verdict = Verdict::unread;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string wrong = {};
  std::string right = {};
};

// Numbers in a row, as they stand in the text: 1/4, 1/4 and 1/2; or those of w1 = 1/4, w2 = 3/4.
struct Row {
  std::size_t begin = 0;  // tokens
  std::size_t end = 0;
  std::vector<Value> items;
  std::string base = {};  // the family of names that got them
};

struct TextFindings {
  std::vector<Found> found;
  std::size_t definitions = 0;
};

struct FinderOptions {
  bool code = false;    // "=" assigns: only claims between numbers alone are taken
  bool figure = false;  // names have their values from elsewhere
  bool output = false;  // of a program, whose numbers may be rounded
};

// text: of which the tokens are. origin: byte of the source, for definitions.
[[nodiscard]] TextFindings find_chains(const Tokens& tokens, Scope& scope, std::size_t origin,
                                       FinderOptions options, std::vector<Row>& rows);

// Claims in words: "they sum to 1", "multiplying … gives …", "attention weights 0.4, 0.6".
void find_spoken(const Tokens& tokens, const Scope& scope, const std::vector<Row>& rows,
                 std::vector<Found>& found);

// The verdict "false" is only for what stands between words that leave it as it is.
enum class Context { clean, doubtful, unclear };
[[nodiscard]] Context context_before(const Tokens& tokens, std::size_t begin, bool compound);
[[nodiscard]] Context context_after(const Tokens& tokens, std::size_t end);

// Whether the line that ends at this token was ended on purpose: it is short.
[[nodiscard]] bool is_hard_end(const Tokens& tokens, std::size_t line_end);

// The rows of two and more numbers that stand in the text as such and begin at tokens [begin, end).
// None of them may go on across `begin`.
[[nodiscard]] std::vector<Row> written_rows(const Tokens& tokens, const Scope& scope,
                                            std::size_t begin, std::size_t end);

}  // namespace exactblend::verify
