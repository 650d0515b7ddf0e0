// show --jsonl: one problem a line in, one result or whole trace a line out.
#pragma once

#include <string>

#include "cli.hpp"

namespace exactblend::cli {

// options.file: the lines' source, standard input if empty or "-"; options.normalize and
// options.signed_weights apply to every line. A bad line becomes an error object in its place and
// the rest goes on; the exit code is then kUnusable, or kLimit if all of them only hit a limit.
// Memory does not grow with the number of lines.
[[nodiscard]] int show_json_lines(const ProblemOptions& options, const std::string& output,
                                  bool whole_trace);

}  // namespace exactblend::cli
