#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "help.hpp"
#include "json_lines.hpp"

namespace exactblend::cli {
namespace {

struct ShowOptions {
  ProblemOptions problem;
  std::string as = "text";
  std::string output;
  bool full = false;
  bool jsonl = false;
  bool trace = false;
};

int show_one(const ShowOptions& options) {
  auto problem = load_problem(options.problem);
  if (!problem) return report(problem.error());
  const Trace trace = make_trace(std::move(*problem));
  std::string text;
  if (options.as == "json") {
    text = trace_json(trace, JsonLayout::indented);
  } else if (options.as == "latex") {
    text = trace_latex(trace, options.full);
  } else if (options.as == "markdown") {
    text = trace_markdown(trace, options.full);
  } else {
    TextStyle style = text_style(!options.output.empty());
    style.full = options.full;
    text = trace_text(trace, style);
  }
  return write_output(options.output, text);
}

}  // namespace

void add_show(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<ShowOptions>();
  CLI::App* show = app.add_subcommand("show", "Show every step of a blend");
  set_help(*show, show_help());
  add_problem_options(*show, options->problem);
  show->add_option("--title", options->problem.title, "A title for the problem")->type_name("TEXT");
  CLI::Option* as = show->add_option("--as", options->as,
                                     "How to show it: text (the default), markdown, latex or json")
                        ->type_name("FORM")
                        ->check(CLI::IsMember({"text", "markdown", "latex", "json"}));
  show->add_option("-o,--out", options->output,
                   "Write to this file, whole or not at all, instead of standard output")
      ->type_name("FILE");
  CLI::Option* full = show->add_flag("--full", options->full,
                                     "Abbreviate no long sum, vector or list (json never does)");
  CLI::Option* jsonl = show->add_flag(
      "--jsonl", options->jsonl,
      "Read one problem a line from FILE or standard input; write one result a line");
  show->add_flag("--trace", options->trace, "With --jsonl: write the whole trace of each problem")
      ->needs(jsonl);
  jsonl->excludes(as)->excludes(full);
  show->callback([options, &exit_code] {
    if (!options->jsonl) {
      exit_code = show_one(*options);
    } else if (!options->problem.weights.empty() || !options->problem.values.empty() ||
               !options->problem.scores.empty() || !options->problem.title.empty()) {
      exit_code = report({ErrorCode::usage, "--jsonl takes its problems from lines",
                          "leave out --weights, --scores, --values and --title"});
    } else {
      exit_code = show_json_lines(options->problem, options->output, options->trace);
    }
  });
}

}  // namespace exactblend::cli
