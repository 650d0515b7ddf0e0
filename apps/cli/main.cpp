#include <fmt/core.h>

#include <CLI/CLI.hpp>

#include "cli.hpp"
#include "exactblend/version.hpp"
#include "help.hpp"

namespace {

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
  CLI::App app("", "exactblend");
  exactblend::cli::set_help(app, exactblend::cli::main_help());
  app.set_version_flag("--version", std::string("exactblend ") + exactblend::kVersion);
  app.require_subcommand(0, 1);

  int exit_code = exactblend::cli::kDone;
  exactblend::cli::add_show(app, exit_code);
  exactblend::cli::add_check(app, exit_code);
  exactblend::cli::add_lesson(app, exit_code);
  exactblend::cli::add_blend(app, exit_code);
  exactblend::cli::add_verify(app, exit_code);

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
