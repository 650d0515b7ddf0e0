#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <utility>

#include "cli.hpp"
#include "exactblend/lesson/trace.hpp"
#include "exactblend/render/page.hpp"
#include "help.hpp"
#include "site.hpp"

namespace exactblend::cli {
namespace {

struct LessonOptions {
  ProblemOptions problem;
  std::vector<std::string> files;
  std::string output;
  bool full = false;
};

// Every problem is read before anything is written, and every one that can't be used is reported.
int write_lessons(const LessonOptions& options) {
  std::vector<SiteLesson> lessons;
  int exit_code = kDone;
  for (const std::string& file : options.files) {
    ProblemOptions one = options.problem;
    one.file = file;
    auto problem = load_problem(one);
    if (problem) {
      lessons.push_back({file, std::move(*problem)});
    } else {
      const int code = report(problem.error());
      if (exit_code != kUnusable) exit_code = code;
    }
  }
  if (exit_code != kDone) return exit_code;
  const auto counts = write_site(std::move(lessons), options.output, options.full);
  if (!counts) return report(counts.error());
  return write_output("", options.output + ": " + std::to_string(counts->pages) +
                              (counts->pages == 1 ? " lesson, " : " lessons, ") +
                              std::to_string(counts->written) +
                              (counts->written == 1 ? " file written\n" : " files written\n"));
}

bool names_folder(const std::string& output) {
  return output.ends_with('/') || std::filesystem::is_directory(output);
}

int lesson(const LessonOptions& options) {
  if (options.files.size() > 1 && options.output.empty()) {
    return report({ErrorCode::usage, "several lessons are a site, and there is no folder for it",
                   "name one with -o, such as -o site/"});
  }
  if (!options.files.empty() && (options.files.size() > 1 || names_folder(options.output))) {
    return write_lessons(options);
  }
  ProblemOptions one = options.problem;
  if (!options.files.empty()) one.file = options.files.front();
  auto problem = load_problem(one);
  if (!problem) return report(problem.error());
  return write_output(options.output,
                      lesson_page(make_trace(std::move(*problem)), {.full = options.full}));
}

}  // namespace

void add_lesson(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<LessonOptions>();
  CLI::App* command =
      app.add_subcommand("lesson", "Make a lesson's page, or a site of several lessons");
  set_help(*command, lesson_help());
  command->add_option("FILE", options->files, "Problem files (JSON), or - for standard input");
  add_inline_problem_options(*command, options->problem);
  command->add_option("--title", options->problem.title, "A title for the lesson")
      ->type_name("TEXT");
  command->add_option("-o,--out", options->output, "Write this file, or the site into this folder")
      ->type_name("PATH");
  command->add_flag("--full", options->full, "Abbreviate no long sum, vector or list");
  command->callback([options, &exit_code] { exit_code = lesson(*options); });
}

}  // namespace exactblend::cli
