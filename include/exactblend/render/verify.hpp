// What verify() found in some files: as lines like a compiler's, JSON, SARIF, JUnit, or annotations
// of GitHub's. docs/verify.md describes each.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "exactblend/number/result.hpp"
#include "exactblend/verify/verify.hpp"

namespace exactblend {

inline constexpr std::string_view kVerifySchema = "exactblend/verify/1";

struct VerifiedFile {
  std::string name;
  verify::Findings findings = {};
  std::optional<Error> error = std::nullopt;  // it could not be read
};

struct VerifyCounts {
  std::size_t files = 0;
  std::size_t found = 0;
  std::size_t of[verify::kVerdicts] = {};
  std::size_t ignored = 0;
  [[nodiscard]] std::size_t operator[](verify::Verdict verdict) const {
    return of[static_cast<std::size_t>(verdict)];
  }
};

[[nodiscard]] VerifyCounts count_claims(std::span<const VerifiedFile> files);

// "is false: the left side is 1; …": what a report says behind a claim. Empty for a true one.
[[nodiscard]] std::string claim_remark(const verify::Claim& claim);

// file:line:column: the claim is false: …   One line for each claim that is false or undecidable,
// with show_unread also for the unread ones; then the summary. Unreadable files are left out.
[[nodiscard]] std::string verify_text(std::span<const VerifiedFile> files, bool show_unread);

// All claims; schema kVerifySchema.
[[nodiscard]] std::string verify_json(std::span<const VerifiedFile> files);

// SARIF 2.1.0, for code review: false claims are errors, undecidable ones notes, and with
// show_unread unread ones notes too.
[[nodiscard]] std::string verify_sarif(std::span<const VerifiedFile> files, bool show_unread);

// JUnit XML: a suite for each file, a case for each claim; undecidable and unread ones are skipped.
[[nodiscard]] std::string verify_junit(std::span<const VerifiedFile> files);

// ::error file=…,line=…,col=…::…   then the summary.
[[nodiscard]] std::string verify_github(std::span<const VerifiedFile> files, bool show_unread);

}  // namespace exactblend
