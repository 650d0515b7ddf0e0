// What the commands share: exit codes, the problem's options, and writing where it was asked for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/lesson/problem.hpp"
#include "exactblend/render/text.hpp"

namespace CLI {
class App;
}

namespace exactblend::cli {

// docs/exit-codes.md
inline constexpr int kDone = 0;      // done, and what was claimed is true
inline constexpr int kFalse = 1;     // a claim is false
inline constexpr int kUnusable = 2;  // the input can't be used
inline constexpr int kLimit = 3;     // a limit was hit

// Where a problem comes from: a file, standard input, or the command line itself.
struct ProblemOptions {
  std::string file;
  std::string title;
  std::vector<std::string> weights;  // each adds rows
  std::vector<std::string> scores;
  std::string values;
  bool normalize = false;
  bool signed_weights = false;
};

void add_problem_options(CLI::App& command, ProblemOptions& options);
// All of them but the file.
void add_inline_problem_options(CLI::App& command, ProblemOptions& options);

[[nodiscard]] Result<Problem> load_problem(const ProblemOptions& options);

[[nodiscard]] int exit_code_of(const Error& error);

// Prints "exactblend: file:line:column: …" on standard error; returns the exit code for it.
int report(const Error& error);

// Writes to the file, or to standard output if `path` is empty; returns an exit code. A closed
// pipe ends quietly.
[[nodiscard]] int write_output(const std::string& path, std::string_view bytes);

// Colour and width for standard output as it is: plain and 80 columns unless it is a terminal.
// to_file: the text goes to a file instead.
[[nodiscard]] TextStyle text_style(bool to_file);

void add_show(CLI::App& app, int& exit_code);
void add_check(CLI::App& app, int& exit_code);
void add_lesson(CLI::App& app, int& exit_code);
void add_blend(CLI::App& app, int& exit_code);
void add_verify(CLI::App& app, int& exit_code);

// The founding example and what to try next.
[[nodiscard]] int welcome();

}  // namespace exactblend::cli
