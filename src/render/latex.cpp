#include "exactblend/render/latex.hpp"

#include "exactblend/render/escape.hpp"
#include "exactblend/render/formula.hpp"
#include "render/latex_rows.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

void append_step_heading(std::string& out, const Problem& problem, const Step& step) {
  out += "\\paragraph{";
  out += heading(step.kind);
  if (problem.queries() > 1 && step.kind != StepKind::boundary) {
    out.append(", query ").append(std::to_string(step.query + 1));
    if (!problem.labels.queries.empty()) {
      out += " (";
      append_latex_text(out, problem.labels.queries[step.query]);
      out += ')';
    }
  }
  out.append(" [").append(name(step.reg)).append("].}\n");
}

// Aligned at the first equals sign; the label stands at the right, as a tag would.
void append_lines(std::string& out, const std::vector<FormulaLine>& lines) {
  out += "\\begin{align*}\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const FormulaLine& line = lines[i];
    out += "  ";
    if (line.left_out > 0) {
      out.append("& \\text{\\dots{} ").append(more(line.left_out, "line")).append(" \\dots{}}");
    } else {
      bool first = true;
      for (const std::string& row : latex_rows(line.formula)) {
        if (!first) out += " \\\\\n  ";
        out += row;
        if (first && !line.label.empty()) {
          out += " && \\text{";
          append_latex_text(out, line.label);
          out += '}';
        }
        first = false;
      }
    }
    out += i + 1 < lines.size() ? " \\\\\n" : "\n";
  }
  out += "\\end{align*}\n";
}

// An author's sentence before or behind the steps.
void append_own(std::string& out, const Problem& problem, SentenceOf of,
                std::string_view sentence) {
  if (!problem.has_sentence(of)) return;
  out += "\\par\\noindent ";
  append_latex_text(out, sentence);
  out += '\n';
}

}  // namespace

std::string trace_latex(const Trace& trace, bool full) {
  const Problem& problem = trace.problem;
  std::string out =
      "\\documentclass{article}\n"
      "\\usepackage[utf8]{inputenc}\n"
      "\\usepackage{amsmath}\n"
      "\\allowdisplaybreaks\n"
      "\\begin{document}\n"
      "% From here to the closing mark, this pastes into a paper that loads amsmath.\n";
  if (!problem.title.empty()) {
    out += "\\subsection*{";
    append_latex_text(out, problem.title);
    out += "}\n";
  }
  append_own(out, problem, SentenceOf::introduction, trace.introduction);
  for (const Step& step : trace.steps) {
    append_step_heading(out, problem, step);
    append_latex_text(out, step.sentence);
    out += '\n';
    append_lines(out, formula_lines(trace, step, Notation::latex, full ? Extent{} : kShortened));
  }
  append_own(out, problem, SentenceOf::summary, trace.summary);
  for (const std::string& note : problem.notes) {
    out += "\\par\\noindent Note: ";
    append_latex_text(out, note);
    out += '\n';
  }
  out += "% The closing mark.\n\\end{document}\n";
  return out;
}

}  // namespace exactblend
