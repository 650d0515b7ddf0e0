#include "exactblend/render/markdown.hpp"

#include "exactblend/render/escape.hpp"
#include "exactblend/render/formula.hpp"
#include "render/latex_rows.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

constexpr Extent kShortened = {8, 12};

void append_heading(std::string& out, const Problem& problem, std::size_t number,
                    const Step& step) {
  out.append("## ").append(std::to_string(number)).append(". ").append(heading(step.kind));
  if (problem.queries() > 1 && step.kind != StepKind::boundary) {
    out.append(", query ").append(std::to_string(step.query + 1));
    if (!problem.labels.queries.empty()) {
      out += " (";
      append_markdown(out, problem.labels.queries[step.query]);
      out += ')';
    }
  }
  out.append(" — ").append(name(step.reg)).append("\n\n");
}

void append_lines(std::string& out, const std::vector<FormulaLine>& lines) {
  out += "$$\n\\begin{aligned}\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const FormulaLine& line = lines[i];
    if (line.left_out > 0) {
      out.append("& \\text{… ").append(std::to_string(line.left_out)).append(" more lines …}");
    } else {
      bool first = true;
      for (const std::string& row : latex_rows(line.formula)) {
        if (!first) out += " \\\\\n";
        out += row;
        first = false;
      }
    }
    out += i + 1 < lines.size() ? " \\\\\n" : "\n";
  }
  out += "\\end{aligned}\n$$\n\n";
}

// The keys by name, since TeX in Markdown can't carry any text safely.
void append_keys(std::string& out, const Trace& trace, const Extent& extent) {
  const Problem& problem = trace.problem;
  const bool labels = !problem.labels.keys.empty();
  out +=
      labels ? "| key | name | value |\n| --- | --- | --- |\n" : "| key | value |\n| --- | --- |\n";
  const std::size_t keys = problem.keys();
  const std::size_t head = keys > extent.lines ? extent.lines - 1 : keys;
  const auto row = [&](std::size_t key) {
    out.append("| ").append(std::to_string(key + 1)).append(" | ");
    if (labels) {
      append_markdown(out, problem.labels.keys[key]);
      out += " | ";
    }
    std::string value = vector_text(problem.values[key], extent);
    std::erase(value, kSoftBreak);
    out.append(value).append(" |\n");
  };
  for (std::size_t key = 0; key < head; ++key) row(key);
  if (head < keys) {
    out.append("| … | ").append(std::to_string(keys - head - 1)).append(" more keys |");
    out += labels ? " |\n" : "\n";
    row(keys - 1);
  }
  out += '\n';
}

}  // namespace

std::string trace_markdown(const Trace& trace, bool full) {
  const Problem& problem = trace.problem;
  const Extent extent = full ? Extent{} : kShortened;
  std::string out;
  if (!problem.title.empty()) {
    out += "# ";
    append_markdown(out, problem.title);
    out += "\n\n";
  }
  append_keys(out, trace, extent);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    append_heading(out, problem, i + 1, step);
    append_markdown(out, step.sentence);
    out += "\n\n";
    append_lines(out, formula_lines(trace, step, Notation::latex, extent));
  }
  for (const std::string& note : problem.notes) {
    out += "> ";
    append_markdown(out, note);
    out += "\n\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace exactblend
