#include <CLI/CLI.hpp>
#include <algorithm>
#include <map>
#include <memory>

#include "cli.hpp"
#include "help.hpp"
#include "verify_files.hpp"
#include "verify_watch.hpp"

namespace exactblend::cli {
namespace {

struct VerifyOptions {
  std::vector<std::string> files;
  std::string format = "text";
  std::string from;
  std::string output;
  bool show_unread = false;
  bool watch = false;
};

const std::map<std::string, DocumentFormat> kFormats = {
    {"text", DocumentFormat::text},         {"markdown", DocumentFormat::markdown},
    {"latex", DocumentFormat::latex},       {"html", DocumentFormat::html},
    {"notebook", DocumentFormat::notebook},
};

std::string report_text(const VerifyOptions& options, const std::vector<VerifiedFile>& files) {
  if (options.format == "json") return verify_json(files);
  if (options.format == "sarif") return verify_sarif(files, options.show_unread);
  if (options.format == "junit") return verify_junit(files);
  if (options.format == "github") return verify_github(files, options.show_unread);
  return verify_text(files, options.show_unread);
}

// A false claim counts for more than a file that can't be read, as with check.
int verdict_code(const std::vector<VerifiedFile>& files) {
  int code = kDone;
  for (const VerifiedFile& file : files) {
    if (file.findings.count(verify::Verdict::is_false) > 0) return kFalse;
    if (file.error && code != kUnusable) code = exit_code_of(*file.error);
  }
  return code;
}

int show(const VerifyOptions& options, const std::vector<VerifiedFile>& files) {
  for (const VerifiedFile& file : files) {
    if (file.error) report(*file.error);
  }
  return write_output(options.output, report_text(options, files));
}

std::optional<DocumentFormat> format_of(const std::string& name) {
  const auto format = kFormats.find(name);
  return format == kFormats.end() ? std::nullopt : std::optional(format->second);
}

int run(const VerifyOptions& options) {
  if (options.watch) {
    if (std::find(options.files.begin(), options.files.end(), "-") != options.files.end()) {
      return report({ErrorCode::usage, "standard input can't be watched",
                     "name files or folders with --watch"});
    }
    return watch_files(
        options.files, format_of(options.from),
        [&options](const std::vector<VerifiedFile>& files) { return show(options, files); });
  }
  const auto names = find_documents(options.files);
  if (!names) return report(names.error());
  if (names->empty()) {
    return report({ErrorCode::cannot_read, "there is no document in these folders",
                   "a folder with .md, .html, .tex, .ipynb or .txt files"});
  }
  const std::vector<VerifiedFile> files = verify_files(*names, format_of(options.from));
  const int written = show(options, files);
  return written == kDone ? verdict_code(files) : written;
}

}  // namespace

void add_verify(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* command =
      app.add_subcommand("verify", "Find the false arithmetic in anybody's worked example");
  set_help(*command, verify_help());
  command->add_option("FILE", options->files, "Documents, folders of them, or patterns")
      ->required();
  command->add_option("--format", options->format, "text, json, sarif, junit or github")
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json", "sarif", "junit", "github"}));
  command->add_option("--from", options->from, "What the files are, whatever their names say")
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "markdown", "latex", "html", "notebook"}));
  command->add_option("-o,--out", options->output, "Write this file, whole or not at all")
      ->type_name("FILE");
  command->add_flag("--show-unread", options->show_unread, "List what could not be read too");
  command->add_flag("--watch", options->watch, "Verify again whatever changes");
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace exactblend::cli
