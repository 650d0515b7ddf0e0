#include "exactblend/render/escape.hpp"
#include "exactblend/render/verify.hpp"

namespace exactblend {
VerifyCounts count_claims(std::span<const VerifiedFile> files) {
  VerifyCounts counts;
  counts.files = files.size();
  for (const VerifiedFile& file : files) {
    counts.found += file.findings.claims.size();
    counts.ignored += file.findings.ignored;
    for (const verify::Claim& claim : file.findings.claims) {
      ++counts.of[static_cast<std::size_t>(claim.verdict)];
    }
  }
  return counts;
}

std::string claim_remark(const verify::Claim& claim) {
  std::string remark;
  switch (claim.verdict) {
    case verify::Verdict::is_true: return remark;
    case verify::Verdict::is_false: remark = "is false"; break;
    case verify::Verdict::undecidable: remark = "can't be decided"; break;
    case verify::Verdict::unread: remark = "is unread"; break;
  }
  if (!claim.wrong.empty()) remark += ": " + claim.wrong;
  if (!claim.right.empty()) remark += "; " + claim.right;
  return remark;
}

namespace {

std::string count_of(std::size_t number, const std::string& one, const std::string& many) {
  return std::to_string(number) + ' ' + (number == 1 ? one : many);
}

std::string summary(const VerifyCounts& counts) {
  std::string text = count_of(counts.found, "claim", "claims") + " found";
  if (counts.files != 1) text += " in " + count_of(counts.files, "file", "files");
  text += ": ";
  for (std::size_t i = 0; i < verify::kVerdicts; ++i) {
    if (i > 0) text += ", ";
    text += std::to_string(counts.of[i]);
    text += ' ';
    text += verify::verdict_name(static_cast<verify::Verdict>(i));
  }
  if (counts.ignored > 0) text += "; " + std::to_string(counts.ignored) + " more ignored as marked";
  return text + '\n';
}

bool is_shown(const verify::Claim& claim, bool show_unread) {
  return claim.verdict == verify::Verdict::is_false ||
         claim.verdict == verify::Verdict::undecidable ||
         (show_unread && claim.verdict == verify::Verdict::unread);
}

}  // namespace

std::string verify_text(std::span<const VerifiedFile> files, bool show_unread) {
  std::string out;
  for (const VerifiedFile& file : files) {
    for (const verify::Claim& claim : file.findings.claims) {
      if (!is_shown(claim, show_unread)) continue;
      append_plain(out, file.name);
      out += ':' + std::to_string(claim.line) + ':' + std::to_string(claim.column) + ": ";
      append_plain(out, claim.text + ' ' + claim_remark(claim));
      out += '\n';
    }
  }
  return out + summary(count_claims(files));
}

std::string verify_github(std::span<const VerifiedFile> files, bool show_unread) {
  std::string out;
  for (const VerifiedFile& file : files) {
    for (const verify::Claim& claim : file.findings.claims) {
      if (!is_shown(claim, show_unread)) continue;
      out += claim.verdict == verify::Verdict::is_false ? "::error file=" : "::notice file=";
      append_workflow(out, file.name, true);
      out += ",line=" + std::to_string(claim.line) + ",col=" + std::to_string(claim.column) +
             ",title=exactblend verify::";
      append_workflow(out, claim.text + ' ' + claim_remark(claim), false);
      out += '\n';
    }
    if (file.error) {
      out += "::error file=";
      append_workflow(out, file.name, true);
      out += ",title=exactblend verify::";
      append_workflow(out, to_text(*file.error), false);
      out += '\n';
    }
  }
  return out + summary(count_claims(files));
}

}  // namespace exactblend
