#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "cli.hpp"
#include "exactblend/version.hpp"

namespace {

constexpr const char* kAbout =
    "exactblend computes the value blend of attention, o = Σⱼ wⱼ·Vⱼ, exactly, by weights that\n"
    "somebody assigned. Softmax is named and never computed.";

constexpr const char* kExamples =
    "Examples:\n"
    "  exactblend                                  the founding example\n"
    "  exactblend show examples/three-queries.json\n"
    "  exactblend show --weights \"1/4,1/4,1/2\" --values \"(2,0) (0,3) (1,1)\"\n"
    "  exactblend check examples/assigned-weights.json --output \"(1,5/4)\"\n"
    "\n"
    "Exit codes: 0 done and true; 1 a claim is false; 2 the input can't be used; 3 a limit was "
    "hit.";

// CLI11 says several things over several lines; the house form is one line.
int usage_error(const CLI::ParseError& error) {
  std::string text = error.what();
  for (char& c : text) {
    if (c == '\n' || c == '\r') c = ' ';
  }
  while (text.ends_with(' ') || text.ends_with('.')) text.pop_back();
  return exactblend::cli::report({exactblend::ErrorCode::usage, text,
                                  "exactblend --help shows what can be given, with examples"});
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app(kAbout, "exactblend");
  app.footer(kExamples);
  app.set_version_flag("--version", std::string("exactblend ") + exactblend::kVersion);
  app.get_formatter()->column_width(26);
  app.require_subcommand(0, 1);

  int exit_code = exactblend::cli::kDone;
  exactblend::cli::add_show(app, exit_code);
  exactblend::cli::add_check(app, exit_code);

  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return exactblend::cli::write_output(
        "", app.get_subcommands().empty() ? app.help() : app.get_subcommands().front()->help());
  } catch (const CLI::CallForVersion&) {
    return exactblend::cli::write_output("",
                                         std::string("exactblend ") + exactblend::kVersion + "\n");
  } catch (const CLI::ParseError& error) {
    return usage_error(error);
  }
  return app.get_subcommands().empty() ? exactblend::cli::welcome() : exit_code;
}
