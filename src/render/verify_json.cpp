#include "exactblend/render/verify.hpp"
#include "render/json_writer.hpp"

namespace exactblend {
namespace {

void write_counts(JsonWriter& json, const VerifyCounts& counts) {
  json.begin_object();
  json.key("files");
  json.count(counts.files);
  json.key("found");
  json.count(counts.found);
  for (std::size_t i = 0; i < verify::kVerdicts; ++i) {
    json.key(verify::verdict_name(static_cast<verify::Verdict>(i)));
    json.count(counts.of[i]);
  }
  json.key("ignored");
  json.count(counts.ignored);
  json.end_object();
}

void write_claim(JsonWriter& json, const verify::Claim& claim) {
  json.begin_object();
  json.key("verdict");
  json.word(verify::verdict_name(claim.verdict));
  json.key("line");
  json.count(static_cast<std::size_t>(claim.line));
  json.key("column");
  json.count(static_cast<std::size_t>(claim.column));
  json.key("begin");
  json.count(claim.begin);
  json.key("end");
  json.count(claim.end);
  json.key("claim");
  json.string(claim.text);
  if (!claim.wrong.empty()) {
    json.key("wrong");
    json.string(claim.wrong);
  }
  if (!claim.right.empty()) {
    json.key("right");
    json.string(claim.right);
  }
  json.end_object();
}

}  // namespace

std::string verify_json(std::span<const VerifiedFile> files) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  json.key("schema");
  json.string(kVerifySchema);
  json.key("summary");
  write_counts(json, count_claims(files));
  json.key("files");
  json.begin_array();
  for (const VerifiedFile& file : files) {
    json.begin_object();
    json.key("file");
    json.string(file.name);
    if (file.error) {
      json.key("error");
      json.string(to_text(*file.error));
    }
    json.key("definitions");
    json.count(file.findings.definitions);
    json.key("ignored");
    json.count(file.findings.ignored);
    json.key("claims");
    json.begin_array();
    for (const verify::Claim& claim : file.findings.claims) write_claim(json, claim);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.end_object();
  out += '\n';
  return out;
}

}  // namespace exactblend
