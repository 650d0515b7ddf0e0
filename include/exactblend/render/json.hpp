// The trace, its results, answers and errors as JSON (docs/trace.md, schema/trace-1.schema.json).
//
// Numbers are strings ("5/4"), since a JSON number would be a decimal. Nothing is left out of a
// long sum. Strings are UTF-8.
#pragma once

#include <string>
#include <vector>

#include "exactblend/lesson/answer.hpp"
#include "exactblend/lesson/trace.hpp"

namespace exactblend {

inline constexpr std::string_view kTraceSchema = "exactblend/trace/1";

enum class JsonLayout {
  indented,  // for people
  one_line,  // for JSON lines
};

// The whole trace; ends with a line break.
[[nodiscard]] std::string trace_json(const Trace& trace, JsonLayout layout);

// Only sum, scaled values and output, or the named blend; one line, appended to `out`.
void append_result_json(std::string& out, const Problem& problem, const Blends& blends);

// The verdicts on an answer; ends with a line break.
[[nodiscard]] std::string answers_json(const std::vector<Checked>& answers);

// {"line": 3, "error": {…}} on one line. line counts from 1.
void append_error_json(std::string& out, std::size_t line, const Error& error);

}  // namespace exactblend
