#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <utility>

#include "cli.hpp"
#include "exactblend/lesson/answer.hpp"
#include "exactblend/render/json.hpp"
#include "help.hpp"

namespace exactblend::cli {
namespace {

struct CheckOptions {
  ProblemOptions problem;
  Answer answer;
  std::size_t query = 0;  // from 1; 0: not given
  std::string as = "text";
};

int verdict_code(const std::vector<Checked>& answers) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(answers.begin(), answers.end(),
                       [verdict](const Checked& answer) { return answer.verdict == verdict; });
  };
  if (any(Verdict::wrong)) return kFalse;
  return any(Verdict::unreadable) ? kUnusable : kDone;
}

int check(const CheckOptions& options) {
  auto problem = load_problem(options.problem);
  if (!problem) return report(problem.error());
  const std::size_t queries = problem->queries();
  if (queries > 1 && options.query == 0) {
    return report({ErrorCode::usage, "this problem has " + std::to_string(queries) + " queries",
                   "say which one with --query 1 to --query " + std::to_string(queries)});
  }
  const Trace trace = make_trace(std::move(*problem));
  const std::size_t query = options.query == 0 ? 0 : options.query - 1;
  const auto answers = check_answer(trace, query, options.answer);
  if (!answers) return report(answers.error());
  const int written =
      write_output("", options.as == "json" ? answers_json(*answers)
                                            : answers_text(*answers, text_style(false)));
  return written == kDone ? verdict_code(*answers) : written;
}

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
  const auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Check a learner's or a book's answers against the exact ones");
  set_help(*command, check_help());
  add_problem_options(*command, options->problem);
  command->add_option("--sum", options->answer.sum, "The sum of the weights")->type_name("NUMBER");
  command
      ->add_option("--scaled", options->answer.scaled,
                   "The scaled values, one for each key: \"(1/2,0) (0,3/4) (1/2,1/2)\"")
      ->type_name("VECTORS");
  command->add_option("--output", options->answer.output, "The output: \"(1,5/4)\"")
      ->type_name("VECTOR");
  command->add_option("--query", options->query, "Which query, from 1, where there are several")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->add_option("--as", options->as, "How to show it: text (the default) or json")
      ->type_name("FORM")
      ->check(CLI::IsMember({"text", "json"}));
  command->callback([options, &exit_code] { exit_code = check(*options); });
}

}  // namespace exactblend::cli
