// read_document and verify on any bytes, in every format (the first byte says which): whatever is
// found stands inside the source, in order, with a place and a reason; every report can be made.
#include <cstddef>
#include <cstdint>

#include "exactblend/io/document.hpp"
#include "exactblend/render/verify.hpp"
#include "require.hpp"

using exactblend::DocumentFormat;
using exactblend::verify::Verdict;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr DocumentFormat kFormats[] = {DocumentFormat::text, DocumentFormat::markdown,
                                         DocumentFormat::latex, DocumentFormat::html,
                                         DocumentFormat::notebook};
  const auto document = exactblend::read_document(text, kFormats[data[0] % 5]);
  if (!document) {
    require(!document.error().wrong.empty() && !document.error().right.empty(),
            "an error says what is wrong and what would be right");
    return 0;
  }
  exactblend::VerifiedFile file{"fuzz"};
  file.findings = exactblend::verify::verify(*document, text);
  std::size_t last = 0;
  for (const auto& claim : file.findings.claims) {
    require(claim.begin >= last && claim.begin <= text.size() && claim.end <= text.size(),
            "claims stand in the source, in order");
    require(claim.line > 0 && claim.column > 0, "a claim has a place");
    require(!claim.text.empty(), "a claim has a text");
    require((claim.verdict == Verdict::is_true) == claim.wrong.empty(),
            "a claim that is not true has a reason");
    last = claim.begin;
  }
  require(!exactblend::verify_text({&file, 1}, true).empty() &&
              !exactblend::verify_json({&file, 1}).empty() &&
              !exactblend::verify_sarif({&file, 1}, true).empty() &&
              !exactblend::verify_junit({&file, 1}).empty() &&
              !exactblend::verify_github({&file, 1}, true).empty(),
          "every report can be made");
  return 0;
}
