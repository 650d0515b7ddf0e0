#include <CLI/CLI.hpp>
#include <utility>

#include "cli.hpp"
#include "exactblend/io/file.hpp"
#include "exactblend/io/problem_json.hpp"

namespace exactblend::cli {
namespace {

Error from(Error error, std::string_view source) {
  error.place.source = source;
  return error;
}

// Adds the rows of each text; errors name the option and the column in it.
Result<void> add_rows(std::vector<DraftRow>& rows, const std::vector<std::string>& texts,
                      std::string_view option) {
  for (const std::string& text : texts) {
    auto read = draft_rows(text, {0, 1, option});
    if (!read) return tl::unexpected(std::move(read.error()));
    for (DraftRow& row : *read) rows.push_back(std::move(row));
  }
  return {};
}

Result<ProblemDraft> draft_from_options(const ProblemOptions& options) {
  ProblemDraft draft;
  if (auto added = add_rows(draft.weights, options.weights, "--weights"); !added) {
    return tl::unexpected(std::move(added.error()));
  }
  if (auto added = add_rows(draft.scores, options.scores, "--scores"); !added) {
    return tl::unexpected(std::move(added.error()));
  }
  if (!options.values.empty()) {
    auto values = draft_values(options.values, {0, 1, "--values"});
    if (!values) return tl::unexpected(std::move(values.error()));
    draft.values = std::move(*values);
  }
  return draft;
}

}  // namespace

void add_problem_options(CLI::App& command, ProblemOptions& options) {
  command.add_option("FILE", options.file, "A problem file (JSON), or - for standard input");
  add_inline_problem_options(command, options);
}

void add_inline_problem_options(CLI::App& command, ProblemOptions& options) {
  command
      .add_option("--weights", options.weights,
                  "Assigned weights, one for each key: \"1/4,1/4,1/2\", or as a ratio \"1:1:2\"; "
                  "several rows as \"(1/4,3/4) (1,0)\"")
      ->type_name("ROWS")
      ->expected(1)
      ->allow_extra_args(false)  // else [1/4,3/4] would be taken apart at its comma
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--values", options.values, "The values: \"(2,0) (0,3) (1,1)\"")
      ->type_name("VECTORS");
  command
      .add_option("--scores", options.scores,
                  "Scores that softmax would turn into weights; softmax is named, not computed")
      ->type_name("ROWS")
      ->expected(1)
      ->allow_extra_args(false)  // else [1/4,3/4] would be taken apart at its comma
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("--normalize", options.normalize,
                   "Divide each row of weights by its exact sum, and show it as a step");
  command.add_flag("--signed", options.signed_weights,
                   "Allow negative weights: an affine blend, outside the hull of the values");
}

Result<Problem> load_problem(const ProblemOptions& options) {
  const bool inline_problem =
      !options.weights.empty() || !options.scores.empty() || !options.values.empty();
  if (options.file.empty() && !inline_problem) {
    return failure(ErrorCode::usage, "there is no problem",
                   "give a problem file, or --weights and --values");
  }
  if (!options.file.empty() && inline_problem) {
    return failure(ErrorCode::usage, "there are two problems, a file and one on the command line",
                   "give either the file or --weights, --scores and --values");
  }
  const std::string source = options.file == "-" ? "standard input" : options.file;
  Result<ProblemDraft> draft = [&]() -> Result<ProblemDraft> {
    if (inline_problem) return draft_from_options(options);
    auto text = read_file(options.file);
    if (!text) return tl::unexpected(std::move(text.error()));
    auto read = read_problem_json(*text);
    if (!read) return tl::unexpected(from(std::move(read.error()), source));
    return read;
  }();
  if (!draft) return tl::unexpected(std::move(draft.error()));
  if (!options.title.empty()) draft->title = options.title;
  draft->normalize = draft->normalize || options.normalize;
  draft->signed_weights = draft->signed_weights || options.signed_weights;
  auto problem = make_problem(std::move(*draft));
  if (!problem && !inline_problem) {
    return tl::unexpected(from(std::move(problem.error()), source));
  }
  return problem;
}

}  // namespace exactblend::cli
