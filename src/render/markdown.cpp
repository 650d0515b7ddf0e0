#include "exactblend/render/markdown.hpp"

#include <algorithm>

#include "exactblend/render/escape.hpp"
#include "exactblend/render/formula.hpp"
#include "render/given_table.hpp"
#include "render/latex_rows.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

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

// TeX between dollar signs passes through two readers, so only labels that mean the same to both
// stand in it.
bool is_safe_in_tex(std::string_view label) {
  return !label.empty() && std::all_of(label.begin(), label.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
           c == ',';
  });
}

void append_lines(std::string& out, const std::vector<FormulaLine>& lines) {
  out += "$$\n\\begin{aligned}\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const FormulaLine& line = lines[i];
    if (line.left_out > 0) {
      out.append("& \\text{… ").append(more(line.left_out, "line")).append(" …}");
    } else {
      bool first = true;
      for (const std::string& row : latex_rows(line.formula)) {
        if (!first) out += " \\\\\n";
        out += row;
        if (first && is_safe_in_tex(line.label)) {
          out.append(" && \\text{").append(line.label).append("}");
        }
        first = false;
      }
    }
    out += i + 1 < lines.size() ? " \\\\\n" : "\n";
  }
  out += "\\end{aligned}\n$$\n\n";
}

void append_cells(std::string& out, const std::vector<std::string>& cells, std::size_t columns) {
  out += '|';
  for (std::size_t i = 0; i < columns; ++i) {
    out += ' ';
    if (i < cells.size()) {
      out += cells[i];
      std::erase(out, kSoftBreak);
    }
    out += " |";
  }
  out += '\n';
}

void append_given(std::string& out, const Problem& problem, const Extent& extent) {
  const GivenTable table = given_table(problem, extent, append_markdown);
  append_cells(out, table.header, table.header.size());
  append_cells(out, std::vector<std::string>(table.header.size(), "---"), table.header.size());
  for (const auto& row : table.rows) append_cells(out, row, table.header.size());
  out += '\n';
}

// An author's sentence before or behind the steps.
void append_own(std::string& out, const Problem& problem, SentenceOf of,
                std::string_view sentence) {
  if (!problem.has_sentence(of)) return;
  append_markdown(out, sentence);
  out += "\n\n";
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
  append_own(out, problem, SentenceOf::introduction, trace.introduction);
  append_given(out, problem, extent);
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const Step& step = trace.steps[i];
    append_heading(out, problem, i + 1, step);
    append_markdown(out, step.sentence);
    out += "\n\n";
    append_lines(out, formula_lines(trace, step, Notation::latex, extent));
  }
  append_own(out, problem, SentenceOf::summary, trace.summary);
  for (const std::string& note : problem.notes) {
    out += "> ";
    append_markdown(out, note);
    out += "\n\n";
  }
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace exactblend
