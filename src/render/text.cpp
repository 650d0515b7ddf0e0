#include "exactblend/render/text.hpp"

#include <algorithm>

#include "exactblend/number/print.hpp"
#include "exactblend/render/escape.hpp"
#include "render/given_table.hpp"
#include "render/layout.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

constexpr std::size_t kIndent = 3;  // of what stands under a step's heading
std::string plain(std::string_view text) {
  std::string out;
  append_plain(out, text);
  return out;
}

class TextTrace {
 public:
  TextTrace(const Trace& trace, const TextStyle& style)
      : trace_(trace),
        problem_(trace.problem),
        style_(style),
        extent_(style.full ? Extent{} : kShortened) {}

  std::string render() {
    write_title();
    write_own(SentenceOf::introduction, trace_.introduction);
    write_given();
    for (std::size_t i = 0; i < trace_.steps.size(); ++i) write_step(i);
    write_own(SentenceOf::summary, trace_.summary);
    write_notes();
    return std::move(out_);
  }

 private:
  void write_title() {
    if (!problem_.title.empty()) write_bold(plain(problem_.title));
  }

  // An author's sentence; the program's own, which only a page shows, repeats what the steps say.
  void write_own(SentenceOf of, const std::string& sentence) {
    if (!problem_.has_sentence(of)) return;
    append_wrapped(out_, plain(sentence), kIndent, style_.width);
    out_ += '\n';
  }

  void write_given() {
    GivenTable table = given_table(problem_, extent_, append_plain);
    table.rows.insert(table.rows.begin(), std::move(table.header));
    append_table(out_, table.rows, kIndent, style_.width);
    out_ += '\n';
  }

  void write_step(std::size_t index) {
    const Step& step = trace_.steps[index];
    if (step.kind == StepKind::boundary) {
      write_rule();
    } else if (problem_.queries() > 1 &&
               (index == 0 || trace_.steps[index - 1].query != step.query)) {
      write_query(step.query);
    }
    write_heading(index, step);
    append_wrapped(out_, plain(step.sentence), kIndent, style_.width);
    out_ += '\n';
    write_formula_block(step);
    out_ += '\n';
  }

  void write_query(std::size_t query) {
    std::string text =
        "Query " + std::to_string(query + 1) + " of " + std::to_string(problem_.queries());
    if (!problem_.labels.queries.empty()) text += ": " + plain(problem_.labels.queries[query]);
    write_bold(text);
  }

  void write_bold(const std::string& text) {
    std::string wrapped;
    append_wrapped(wrapped, text, 0, style_.width);
    wrapped.pop_back();
    out_.append(coloured(wrapped, Colour::bold, style_.colour)).append("\n\n");
  }

  // The boundary is a line across the page: above it EXACT, below it NAMED.
  void write_rule() {
    constexpr std::string_view kName = " boundary ";
    const std::size_t dashes = style_.width > kName.size() ? style_.width - kName.size() : 2;
    std::string rule;
    for (std::size_t i = 0; i < dashes / 2; ++i) rule += "─";
    rule += kName;
    for (std::size_t i = dashes / 2; i < dashes; ++i) rule += "─";
    out_.append(coloured(rule, Colour::named, style_.colour)).append("\n\n");
  }

  void write_heading(std::size_t index, const Step& step) {
    std::string number = std::to_string(index + 1);
    if (number.size() < kIndent) number.append(kIndent - number.size(), ' ');
    number += heading(step.kind);
    const std::string_view badge = name(step.reg);
    const std::size_t used = display_width(number) + badge.size();
    out_ += coloured(number, Colour::bold, style_.colour);
    out_.append(style_.width > used ? style_.width - used : 1, ' ');
    const Colour colour = step.reg == Register::exact ? Colour::exact : Colour::named;
    out_.append(coloured(badge, colour, style_.colour)).append("\n");
  }

  void write_formula_block(const Step& step) {
    const auto sink = text_notation(extent_);
    write_formula(trace_, step, *sink);
    const std::vector<FormulaLine> lines = sink->take();
    std::size_t label_width = 0;
    for (const FormulaLine& line : lines) {
      label_width = std::max(label_width, display_width(plain(line.label)));
    }
    // Labels stand in a column of their own, or if that is too wide above their lines.
    const bool beside = label_width <= style_.width / 3;
    std::vector<std::string> texts;
    const auto write_texts = [&] {
      append_formula_block(out_, texts, kIndent + (beside ? 2 : 4), style_.width);
      texts.clear();
    };
    for (const FormulaLine& line : lines) {
      std::string text;
      if (line.left_out > 0) {
        text = "… " + more(line.left_out, "line") + " …";
      } else if (!beside && !line.label.empty()) {
        write_texts();
        append_wrapped(out_, plain(line.label) + ':', kIndent + 2, style_.width);
      } else if (beside && label_width > 0) {
        text = plain(line.label);
        text.append(label_width - display_width(text) + 2, ' ');
      }
      texts.push_back(text + line.formula);
    }
    write_texts();
  }

  void write_notes() {
    for (const std::string& note : problem_.notes) {
      append_wrapped(out_, "Note: " + plain(note), kIndent, style_.width);
    }
    if (!problem_.notes.empty()) out_ += '\n';
    while (out_.ends_with("\n\n")) out_.pop_back();
  }

  const Trace& trace_;
  const Problem& problem_;
  TextStyle style_;
  Extent extent_;
  std::string out_;
};

std::string part_name(const Checked& answer) {
  switch (answer.step) {
    case StepKind::assign: return "sum";
    case StepKind::scale:
      return answer.key ? "scaled value " + std::to_string(*answer.key + 1) : "scaled values";
    default: return "output";
  }
}

Colour verdict_colour(Verdict verdict) {
  switch (verdict) {
    case Verdict::correct: return Colour::exact;
    case Verdict::other_form: return Colour::bold;
    case Verdict::wrong: return Colour::bad;
    case Verdict::unreadable: return Colour::named;
  }
  return Colour::none;
}

void write_answer(std::string& out, const Checked& answer, const TextStyle& style) {
  constexpr std::size_t kVerdictWidth = 12;
  const std::string_view verdict = name(answer.verdict);
  out += coloured(verdict, verdict_colour(answer.verdict), style.colour);
  out.append(kVerdictWidth - verdict.size(), ' ');
  std::string rest = part_name(answer) + ": " + plain(answer.given);
  std::string wrapped;
  append_wrapped(wrapped, rest, kVerdictWidth, style.width);
  out += wrapped.substr(kVerdictWidth);
  if (!answer.reason.empty()) {
    append_wrapped(out, plain(answer.reason), kVerdictWidth, style.width);
  }
}

}  // namespace

std::string trace_text(const Trace& trace, const TextStyle& style) {
  return TextTrace(trace, style).render();
}

std::string answers_text(const std::vector<Checked>& answers, const TextStyle& style) {
  const auto first_wrong = std::find_if(answers.begin(), answers.end(), [](const Checked& answer) {
    return answer.verdict == Verdict::wrong;
  });
  std::string out;
  if (first_wrong != answers.end() && answers.size() > 1) {
    out += "The first wrong step:\n";
    write_answer(out, *first_wrong, style);
    out += "\nThe other answers:\n";
  }
  for (auto answer = answers.begin(); answer != answers.end(); ++answer) {
    if (answers.size() == 1 || answer != first_wrong) write_answer(out, *answer, style);
  }
  return out;
}

}  // namespace exactblend
