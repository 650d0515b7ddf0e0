#include "exactblend/render/escape.hpp"
#include "exactblend/render/verify.hpp"

namespace exactblend {
namespace {

void attribute(std::string& out, std::string_view name, std::string_view value) {
  out += ' ';
  out += name;
  out += "=\"";
  append_markup(out, value);
  out += '"';
}

void write_case(std::string& out, const std::string& file, const verify::Claim& claim) {
  out += "    <testcase";
  attribute(out, "classname", file);
  attribute(out, "name",
            std::to_string(claim.line) + ':' + std::to_string(claim.column) + ' ' + claim.text);
  if (claim.verdict == verify::Verdict::is_true) {
    out += "/>\n";
    return;
  }
  const bool failed = claim.verdict == verify::Verdict::is_false;
  out += failed ? "><failure" : "><skipped";
  attribute(out, "message", claim_remark(claim));
  out += "/></testcase>\n";
}

}  // namespace

std::string verify_junit(std::span<const VerifiedFile> files) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"exactblend verify\">\n";
  for (const VerifiedFile& file : files) {
    const VerifyCounts counts = count_claims({&file, 1});
    out += "  <testsuite";
    attribute(out, "name", file.name);
    attribute(out, "tests", std::to_string(counts.found + (file.error ? 1 : 0)));
    attribute(out, "failures", std::to_string(counts[verify::Verdict::is_false]));
    attribute(out, "errors", file.error ? "1" : "0");
    attribute(
        out, "skipped",
        std::to_string(counts[verify::Verdict::undecidable] + counts[verify::Verdict::unread]));
    out += ">\n";
    if (file.error) {
      out += "    <testcase";
      attribute(out, "classname", file.name);
      attribute(out, "name", "can be read");
      out += "><error";
      attribute(out, "message", to_text(*file.error));
      out += "/></testcase>\n";
    }
    for (const verify::Claim& claim : file.findings.claims) write_case(out, file.name, claim);
    out += "  </testsuite>\n";
  }
  return out + "</testsuites>\n";
}

}  // namespace exactblend
