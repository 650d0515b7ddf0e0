#include "exactblend/render/verify.hpp"
#include "exactblend/version.hpp"
#include "render/json_writer.hpp"

namespace exactblend {
namespace {

struct Rule {
  verify::Verdict verdict;
  std::string_view id;
  std::string_view level;
  std::string_view description;
};
constexpr Rule kRules[] = {
    {verify::Verdict::is_false, "false-claim", "error", "An arithmetic claim is false."},
    {verify::Verdict::undecidable, "undecidable-claim", "note",
     "An arithmetic claim depends on a value that is not computed."},
    {verify::Verdict::unread, "unread-claim", "note",
     "What may be an arithmetic claim can't be read."},
};

void write_text(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name);
  json.begin_object();
  json.key("text");
  json.string(text);
  json.end_object();
}

void write_tool(JsonWriter& json) {
  json.key("tool");
  json.begin_object();
  json.key("driver");
  json.begin_object();
  json.key("name");
  json.word("exactblend");
  json.key("version");
  json.string(kVersion);
  json.key("rules");
  json.begin_array();
  for (const Rule& rule : kRules) {
    json.begin_object();
    json.key("id");
    json.word(rule.id);
    write_text(json, "shortDescription", rule.description);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  json.end_object();
}

void write_location(JsonWriter& json, const std::string& file, const verify::Claim& claim) {
  json.key("locations");
  json.begin_array();
  json.begin_object();
  json.key("physicalLocation");
  json.begin_object();
  json.key("artifactLocation");
  json.begin_object();
  json.key("uri");
  std::string uri;
  append_uri(uri, file);
  json.string(uri);
  json.end_object();
  json.key("region");
  json.begin_object();
  json.key("startLine");
  json.count(static_cast<std::size_t>(claim.line));
  json.key("startColumn");
  json.count(static_cast<std::size_t>(claim.column));
  json.key("byteOffset");
  json.count(claim.begin);
  json.key("byteLength");
  json.count(claim.end > claim.begin ? claim.end - claim.begin : 0);
  json.end_object();
  json.end_object();
  json.end_object();
  json.end_array();
}

}  // namespace

std::string verify_sarif(std::span<const VerifiedFile> files, bool show_unread) {
  std::string out;
  JsonWriter json(out, JsonLayout::indented);
  json.begin_object();
  json.key("version");
  json.string("2.1.0");
  json.key("runs");
  json.begin_array();
  json.begin_object();
  write_tool(json);
  json.key("columnKind");
  json.word("unicodeCodePoints");
  json.key("results");
  json.begin_array();
  for (const VerifiedFile& file : files) {
    for (const verify::Claim& claim : file.findings.claims) {
      for (const Rule& rule : kRules) {
        if (rule.verdict != claim.verdict) continue;
        if (rule.verdict == verify::Verdict::unread && !show_unread) continue;
        json.begin_object();
        json.key("ruleId");
        json.word(rule.id);
        json.key("level");
        json.word(rule.level);
        write_text(json, "message", claim.text + ' ' + claim_remark(claim));
        write_location(json, file.name, claim);
        json.end_object();
      }
    }
  }
  json.end_array();
  json.end_object();
  json.end_array();
  json.end_object();
  out += '\n';
  return out;
}

}  // namespace exactblend
