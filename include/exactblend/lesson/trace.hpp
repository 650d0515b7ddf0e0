// The trace: every step of one problem, the single source of all renderings.
//
//     Result<Trace> trace = make_trace(std::move(problem));
//     for (const Step& step : trace->steps) ...     // assign, scale, add, boundary
//
// For each query: softmax (named) if it has scores, normalize if its weights were divided by their
// sum, then assign, scale, add; one boundary ends the trace.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/blend/blend.hpp"
#include "exactblend/blend/named_softmax.hpp"
#include "exactblend/lesson/problem.hpp"

namespace exactblend {

enum class StepKind { softmax, normalize, assign, scale, add, boundary };

// What kind of thing a step makes: EXACT (a rational, known to the last digit) or NAMED (a symbol
// that is not evaluated).
enum class Register { exact, named };

[[nodiscard]] std::string_view name(StepKind kind);     // "assign"
[[nodiscard]] std::string_view heading(StepKind kind);  // "Assign"
[[nodiscard]] std::string_view name(Register reg);      // "EXACT"

// Bytes of an author's sentence, from begin up to end, that the trace has filled with a number or a
// vector. A page marks them, so that they can be verified.
struct FilledNumber {
  std::size_t begin;
  std::size_t end;
};

struct Step {
  StepKind kind;
  Register reg;
  std::size_t query;                        // 0-based; for the boundary, 0
  std::span<const std::string_view> reads;  // names of parts of the trace: "weights", "values" …
  std::span<const std::string_view> makes;
  std::string sentence;                    // plain text: the author's, or one to three sentences
  std::vector<FilledNumber> numbers = {};  // of an author's sentence, in rising order
};

// The results of all queries.
struct Blends {
  std::vector<Blend> assigned;    // [queries], empty if there are only scores
  std::vector<NamedBlend> named;  // [queries], empty if there are no scores
};

// Cost: that of blend_in_steps() and of the named blend, for each query.
[[nodiscard]] Blends blend_queries(const Problem& problem);

struct Trace {
  Problem problem;
  Blends blends;
  std::vector<Step> steps;
  // Plain text, before and behind the steps: the author's, or one or two sentences.
  std::string introduction;
  std::string summary;
  std::vector<FilledNumber> introduction_numbers = {};
  std::vector<FilledNumber> summary_numbers = {};
};

// Cost: that of blend_queries(), and the sentences (at most kMaxFilled bytes and numbers).
[[nodiscard]] Trace make_trace(Problem problem);

}  // namespace exactblend
