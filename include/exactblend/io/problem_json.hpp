// Reading a problem file (docs/problem-format.md, schema/problem-1.schema.json).
//
//     Result<ProblemDraft> draft = read_problem_json(text);
//
// A JSON number is read as its text: 0.1 is 1/10. Every error has its line and column. Unknown and
// repeated fields are refused, so that a misspelt field is not silently without effect.
#pragma once

#include <string_view>

#include "exactblend/lesson/problem.hpp"

namespace exactblend {

inline constexpr std::string_view kProblemSchema = "exactblend/problem/1";

// Errors: syntax, not_utf8, unknown_field, duplicate_field, wrong_type, unsupported_schema,
// conflicting_fields, over_limit, and those of reading numbers. The draft's own checks are
// make_problem()'s. Cost: linear in the text.
[[nodiscard]] Result<ProblemDraft> read_problem_json(std::string_view text);

}  // namespace exactblend
