// Shared by the tests of verify(): a text of some format, and what is found in it.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exactblend/io/document.hpp"
#include "exactblend/verify/verify.hpp"

namespace exactblend::verify {

inline Findings findings_of(std::string_view text, DocumentFormat format = DocumentFormat::text) {
  const auto document = read_document(text, format);
  EXPECT_TRUE(document) << to_text(document.error());
  return document ? verify(*document, text) : Findings{};
}

// "false 1:3", one for each claim.
inline std::vector<std::string> places(std::string_view text,
                                       DocumentFormat format = DocumentFormat::text) {
  std::vector<std::string> result;
  for (const Claim& claim : findings_of(text, format).claims) {
    result.push_back(std::string(verdict_name(claim.verdict)) + ' ' + std::to_string(claim.line) +
                     ':' + std::to_string(claim.column));
  }
  return result;
}

// The verdict on the last claim of a text.
inline Verdict verdict(std::string_view text, DocumentFormat format = DocumentFormat::text) {
  const Findings findings = findings_of(text, format);
  EXPECT_FALSE(findings.claims.empty()) << text;
  return findings.claims.empty() ? Verdict::unread : findings.claims.back().verdict;
}

}  // namespace exactblend::verify
