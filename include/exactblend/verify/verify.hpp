// The arithmetic claims of a document, each recomputed exactly.
//
//     Findings findings = verify(document, source);
//     findings.count(Verdict::is_false);
//     findings.claims[0].text;     // "1/2 + 0 + 1/2 = 5/4"
//     findings.claims[0].wrong;    // "the left side is 1"
//
// What counts as a claim, and the grammar: docs/verify.md. A claim is called false only where every
// way to read it is false; what can't be read is counted as unread. Cost: linear in the source, for
// any source, thanks to the limits below; nothing recurses deeper than kMaxDepth.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/verify/document.hpp"

namespace exactblend::verify {

inline constexpr int kMaxDepth = 32;            // brackets inside brackets, in one expression
inline constexpr int kMaxExponent = 1'000;      // |n| in 2^n
inline constexpr std::size_t kMaxDigits = 600;  // of a number, above and below the slash together
inline constexpr std::size_t kMaxComponents = 512;  // of a vector, and terms of a Σ
inline constexpr std::size_t kMaxProducts = 4'096;  // of numbers, in one product of matrices
// What is looked up of names and rows in a document, counted in numbers: so many at least, and so
// many for each of its bytes. Beyond, names have no known values.
inline constexpr std::size_t kMaxLookups = 1'000'000;
inline constexpr std::size_t kMaxLookupsPerByte = 4;
inline constexpr std::size_t kMaxShownBytes = 160;  // of a claim in a report

enum class Verdict {
  is_true,
  is_false,
  undecidable,  // read, but its value is not known: a symbol, a root, a name without a value
  unread,       // has a relation between numbers, and can't be read for sure
};
inline constexpr std::size_t kVerdicts = 4;

// "true", "false", "undecidable", "unread".
[[nodiscard]] constexpr std::string_view verdict_name(Verdict verdict) {
  constexpr std::string_view kNames[kVerdicts] = {"true", "false", "undecidable", "unread"};
  return kNames[static_cast<std::size_t>(verdict)];
}

struct Claim {
  Verdict verdict = Verdict::unread;
  std::size_t begin = 0;  // bytes of the source
  std::size_t end = 0;
  int line = 0;  // from 1, of its first character
  int column = 0;
  std::string text;   // as it stands in the document, on one line, shortened to kMaxShownBytes
  std::string wrong;  // what is wrong, or why it can't be decided or read; empty if it is true
  std::string right;  // what would be right; may be empty
};

struct Findings {
  std::vector<Claim> claims;    // in the order of the source
  std::size_t definitions = 0;  // names that were given a value
  std::size_t ignored = 0;      // claims under a mark "exactblend: ignore"

  [[nodiscard]] std::size_t count(Verdict verdict) const {
    std::size_t number = 0;
    for (const Claim& claim : claims) number += claim.verdict == verdict ? 1U : 0U;
    return number;
  }
};

// source: the bytes that the document's places refer to.
[[nodiscard]] Findings verify(const Document& document, std::string_view source);

}  // namespace exactblend::verify
