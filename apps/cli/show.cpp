#include <unistd.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <utility>

#include "cli.hpp"
#include "exactblend/render/json.hpp"
#include "exactblend/render/latex.hpp"
#include "exactblend/render/markdown.hpp"
#include "figure.hpp"
#include "help.hpp"
#include "json_lines.hpp"

namespace exactblend::cli {
namespace {

struct ShowOptions {
  ProblemOptions problem;
  std::string as = "text";
  std::string output;
  FigureRequest figure;
  bool full = false;
  bool jsonl = false;
  bool trace = false;
};

bool is_figure(const std::string& as) { return as == "svg" || as == "png" || as == "pdf"; }

int show_figure(const ShowOptions& options) {
  if (options.as != "svg" && options.output.empty() && isatty(STDOUT_FILENO) != 0) {
    return report({ErrorCode::usage, "a " + options.as + " is not for a terminal",
                   "name a file with -o, such as -o figure." + options.as});
  }
  auto problem = load_problem(options.problem);
  if (!problem) return report(problem.error());
  FigureRequest request = options.figure;
  request.as = options.as;
  const auto figure = make_figure(make_trace(std::move(*problem)), request);
  if (!figure) return report(figure.error());
  return write_output(options.output, *figure);
}

int show_one(const ShowOptions& options) {
  if (is_figure(options.as)) return show_figure(options);
  const FigureRequest& figure = options.figure;
  if (!figure.step.empty() || figure.query != 0 || figure.scale) {
    return report({ErrorCode::usage, "--step, --query and --scale are for the figure alone",
                   "add --as svg, --as png or --as pdf"});
  }
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
                                     "How to show it: text (the default), markdown, latex or json; "
                                     "or the figure alone: svg, png or pdf")
                        ->type_name("FORM")
                        ->check(CLI::IsMember(
                            {"text", "markdown", "latex", "json", "svg", "png", "pdf"}));
  show->add_option("-o,--out", options->output,
                   "Write to this file, whole or not at all, instead of standard output")
      ->type_name("FILE");
  CLI::Option* step =
      show->add_option("--step", options->figure.step,
                       "Of a figure: the step that is highlighted, by its number or name")
          ->type_name("STEP");
  CLI::Option* query =
      show->add_option("--query", options->figure.query, "Of a figure: which query, from 1")
          ->type_name("N")
          ->check(CLI::PositiveNumber);
  CLI::Option* scale =
      show->add_option("--scale", options->figure.scale, "Of a png or pdf: how large, at most 40")
          ->type_name("TIMES");
  CLI::Option* full = show->add_flag("--full", options->full,
                                     "Abbreviate no long sum, vector or list (json never does)");
  CLI::Option* jsonl = show->add_flag(
      "--jsonl", options->jsonl,
      "Read one problem a line from FILE or standard input; write one result a line");
  show->add_flag("--trace", options->trace, "With --jsonl: write the whole trace of each problem")
      ->needs(jsonl);
  jsonl->excludes(as)->excludes(full)->excludes(step)->excludes(query)->excludes(scale);
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
