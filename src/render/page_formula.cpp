#include <algorithm>

#include "render/html.hpp"
#include "render/latex_rows.hpp"
#include "render/notation.hpp"
#include "render/page_parts.hpp"

namespace exactblend::page {
namespace {

// At 320 pixels a page has room for about so many digits. What can't be broken and is longer
// scrolls in a region of its own, which the keyboard must be able to reach.
constexpr std::size_t kUnbrokenDigits = 24;

// Characters of the longest run of text in the markup between two places where a line may be
// broken.
bool is_wide(std::string_view mathml) {
  constexpr std::string_view kPiece = "<mrow class=\"eb-piece\">";
  constexpr std::string_view kAnnotation = "<annotation";
  mathml = mathml.substr(0, mathml.find(kAnnotation));
  std::size_t run = 0;
  bool in_tag = false;
  for (std::size_t i = 0; i < mathml.size(); ++i) {
    if (mathml[i] == '<') {
      in_tag = true;
      if (mathml.substr(i).starts_with(kPiece)) run = 0;
    } else if (mathml[i] == '>') {
      in_tag = false;
    } else if (!in_tag && ++run > kUnbrokenDigits) {
      return true;
    }
  }
  return false;
}

// labelled: some line of the formula has a label, and this one is aligned with it.
void append_line(std::string& out, const FormulaLine& seen, const FormulaLine& heard,
                 bool labelled) {
  if (seen.left_out > 0) {
    html::element(out, "p", "eb-more", "… " + more(seen.left_out, "line") + " …");
    return;
  }
  html::open(out, "div", "eb-row");
  if (labelled) html::element(out, "span", "eb-label", seen.label);
  html::element(out, "span", "eb-words", heard.formula);
  const std::size_t begin = out.size();
  out +=
      is_wide(seen.formula)
          ? "<div class=\"eb-scroll\" tabindex=\"0\" role=\"group\" aria-label=\"A wide formula\">"
            "<div aria-hidden=\"true\">"
          : "<div class=\"eb-seen\"><div aria-hidden=\"true\">";
  out.append(seen.formula).append("</div></div>");
  html::mark_numbers(out, begin);
  html::close(out, "div");
}

void append_tex(std::string& out, const std::vector<FormulaLine>& lines) {
  const std::size_t begin = out.size();
  out +=
      "<details class=\"eb-tex\"><summary>TeX to copy</summary>\n"
      "<pre><code>\\begin{aligned}\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const FormulaLine& line = lines[i];
    if (line.left_out > 0) {
      out.append("&amp; \\text{… ").append(more(line.left_out, "line")).append(" …}");
    } else {
      bool first = true;
      for (const std::string& row : latex_rows(line.formula)) {
        if (!first) out += " \\\\\n";
        append_markup(out, row);
        first = false;
      }
    }
    out += i + 1 < lines.size() ? " \\\\\n" : "\n";
  }
  out += "\\end{aligned}</code></pre></details>\n";
  html::mark_numbers(out, begin);
}

}  // namespace

void append_formula(std::string& out, const Trace& trace, const Step& step, const Extent& extent) {
  const auto seen = formula_lines(trace, step, Notation::mathml, extent);
  const auto heard = formula_lines(trace, step, Notation::words, extent);
  html::open(out, "div", "eb-formula");
  const bool labelled =
      std::any_of(seen.begin(), seen.end(), [](const auto& line) { return !line.label.empty(); });
  for (std::size_t i = 0; i < seen.size(); ++i) append_line(out, seen[i], heard[i], labelled);
  html::close(out, "div");
  append_tex(out, formula_lines(trace, step, Notation::latex, extent));
}

}  // namespace exactblend::page
