#include "exactblend/render/page.hpp"

#include <algorithm>

#include "exactblend/number/print.hpp"
#include "render/html.hpp"
#include "render/notation.hpp"
#include "render/page_parts.hpp"

namespace exactblend {
namespace {

class Lesson {
 public:
  Lesson(const Trace& trace, const PageOptions& options)
      : trace_(trace),
        problem_(trace.problem),
        options_(options),
        extent_(options.full ? Extent{} : kShortened) {}

  std::string page() {
    choose_sections();
    html::begin_document(out_, page_title(problem_), trace_.introduction, options_.stylesheet);
    append_site_links();
    append_header();
    out_ += "<main>\n";
    for (std::size_t i = 0; i < sections_.size(); ++i) {
      if (sections_[i]->kind == StepKind::boundary) append_other_queries();
      append_section(i);
    }
    append_summary();
    append_notes();
    out_ += "</main>\n";
    html::end_document(out_);
    return std::move(out_);
  }

 private:
  // The steps of the first query and the boundary. Scores beside weights are shown at the boundary,
  // which is where they would lead.
  void choose_sections() {
    for (const Step& step : trace_.steps) {
      if (step.query != 0) continue;
      if (step.kind == StepKind::softmax && !problem_.rows.empty()) continue;
      sections_.push_back(&step);
    }
  }

  void append_site_links() {
    if (options_.index.href.empty()) return;
    out_ += "<nav class=\"eb-site\" aria-label=\"Lessons\">\n";
    html::link(out_, options_.index.href, "", options_.index.title);
    if (!options_.previous.href.empty()) {
      html::link(out_, options_.previous.href, "← ", options_.previous.title);
    }
    if (!options_.next.href.empty()) {
      html::link(out_, options_.next.href, "", options_.next.title, " →");
    }
    html::close(out_, "nav");
  }

  void append_header() {
    html::open(out_, "header");
    const std::size_t begin = out_.size();
    out_ += "<h1 id=\"start\">";
    append_markup(out_, page_title(problem_));
    html::close(out_, "h1");
    html::mark_numbers(out_, begin);
    html::paragraph(out_, "eb-introduction", trace_.introduction, trace_.introduction_numbers);
    out_ +=
        "<p class=\"eb-legend\"><span class=\"eb-highlight\">highlighted</span> = computed this "
        "step</p>\n";
    out_ += "<nav class=\"eb-contents\" aria-label=\"Steps\">\n<ol>\n";
    for (const Step* step : sections_) {
      out_ += "<li>";
      html::link(out_, std::string("#") + std::string(name(step->kind)), "", heading(step->kind));
      html::close(out_, "li");
    }
    out_ += "</ol>\n";
    html::close(out_, "nav");
    page::append_given(out_, problem_, extent_);
    html::close(out_, "header");
  }

  void append_heading(const Step& step, std::size_t number) {
    const std::string_view id = name(step.kind);
    out_ += "<div class=\"eb-heading\">";
    const std::size_t begin = out_.size();
    out_.append("<h2 id=\"").append(id).append("-heading\"><span class=\"eb-number\">");
    out_.append(std::to_string(number)).append("</span> ").append(heading(step.kind));
    out_ += "</h2>\n";
    html::mark_numbers(out_, begin);
    append_badge(step.reg);
    html::close(out_, "div");
    if (problem_.queries() > 1 && step.kind != StepKind::boundary) {
      html::element(out_, "p", "eb-of", page::query_name(problem_, step.query));
    }
  }

  void append_badge(Register reg) {
    html::element(out_, "span", reg == Register::exact ? "eb-badge eb-exact" : "eb-badge eb-named",
                  name(reg));
  }

  void append_section(std::size_t index) {
    const Step& step = *sections_[index];
    const std::string_view id = name(step.kind);
    out_.append("<section id=\"").append(id).append("\" aria-labelledby=\"").append(id);
    out_ += "-heading\">\n";
    append_heading(step, index + 1);
    html::paragraph(out_, {}, step.sentence, step.numbers);
    if (step.kind == StepKind::boundary) {
      append_boundary(step);
    } else {
      page::append_formula(out_, trace_, step, extent_);
    }
    const std::string first = "figure-" + std::string(name(sections_.front()->kind));
    page::append_figure(out_, trace_, {0, step.kind, "figure-" + std::string(id), first});
    append_step_links(index);
    html::close(out_, "section");
  }

  void append_boundary(const Step& boundary) {
    if (!problem_.softmaxes.empty()) {
      if (!problem_.rows.empty()) {
        const auto softmax = std::find_if(
            trace_.steps.begin(), trace_.steps.end(),
            [](const Step& step) { return step.kind == StepKind::softmax && step.query == 0; });
        html::element(out_, "h3", {}, "The named softmax");
        html::paragraph(out_, {}, softmax->sentence, softmax->numbers);
        page::append_formula(out_, trace_, *softmax, extent_);
      }
      html::element(out_, "h3", {}, "The named blend, unevaluated");
    }
    page::append_formula(out_, trace_, boundary, extent_);
    out_ +=
        "<p>What is shown here is</p>\n"
        "<ul class=\"eb-claims\">\n"
        "<li>not softmax, which is named and never computed;</li>\n"
        "<li>not learning;</li>\n"
        "<li>not meaning;</li>\n"
        "<li>not what a model should attend to.</li>\n"
        "</ul>\n";
  }

  void append_step_links(std::size_t index) {
    html::open(out_, "p", "eb-steps");
    if (index == 0) {
      html::link(out_, "#start", "↑ ", "Start");
    } else {
      const StepKind before = sections_[index - 1]->kind;
      html::link(out_, "#" + std::string(name(before)), "← ", heading(before));
    }
    if (index + 1 == sections_.size()) {
      html::link(out_, "#summary", "", "Summary", " →");
    } else {
      const StepKind after = sections_[index + 1]->kind;
      html::link(out_, "#" + std::string(name(after)), "", heading(after), " →");
    }
    html::close(out_, "p");
  }

  // Every query but the first, each folded, with its formulas and one figure.
  void append_other_queries() {
    if (problem_.queries() == 1) return;
    out_ += "<section id=\"queries\" aria-labelledby=\"queries-heading\">\n";
    out_ += "<h2 id=\"queries-heading\">The other queries</h2>\n";
    html::element(out_, "p", {}, "The same values, blended by other weights.");
    const std::size_t shown =
        options_.full ? problem_.queries() : std::min(problem_.queries(), kMaxFoldedQueries + 1);
    auto step = trace_.steps.begin();
    for (std::size_t query = 1; query < shown; ++query) {
      while (step->query != query) ++step;
      const std::string id = "query-" + std::to_string(query + 1);
      out_.append("<details class=\"eb-query\" id=\"").append(id).append("\">\n");
      html::element(out_, "summary", {}, page::query_name(problem_, query));
      for (; step->query == query; ++step) {
        out_ += "<div class=\"eb-heading\">";
        html::element(out_, "h3", {}, heading(step->kind));
        append_badge(step->reg);
        html::close(out_, "div");
        html::paragraph(out_, {}, step->sentence, step->numbers);
        page::append_formula(out_, trace_, *step, extent_);
      }
      page::append_figure(out_, trace_, {query, std::nullopt, "figure-" + id, "figure-" + id});
      html::close(out_, "details");
    }
    if (shown < problem_.queries()) {
      html::element(out_, "p", "eb-more", "… " + more(problem_.queries() - shown, "query") + " …");
    }
    html::close(out_, "section");
  }

  void append_summary() {
    out_ += "<section id=\"summary\" aria-labelledby=\"summary-heading\">\n";
    out_ += "<h2 id=\"summary-heading\">Summary</h2>\n";
    html::paragraph(out_, {}, trace_.summary, trace_.summary_numbers);
    html::open(out_, "p", "eb-steps");
    html::link(out_, "#boundary", "← ", heading(StepKind::boundary));
    html::link(out_, "#start", "↑ ", "Start");
    html::close(out_, "p");
    html::close(out_, "section");
  }

  void append_notes() {
    if (problem_.notes.empty()) return;
    out_ += "<section id=\"notes\" aria-labelledby=\"notes-heading\">\n";
    out_ += "<h2 id=\"notes-heading\">Notes</h2>\n";
    for (const std::string& note : problem_.notes) html::element(out_, "p", {}, note);
    html::close(out_, "section");
  }

  const Trace& trace_;
  const Problem& problem_;
  const PageOptions& options_;
  Extent extent_;
  std::vector<const Step*> sections_;
  std::string out_;
};

}  // namespace

std::string page_title(const Problem& problem) {
  return problem.title.empty() ? "An exact blend, step by step" : problem.title;
}

std::string lesson_page(const Trace& trace, const PageOptions& options) {
  return Lesson(trace, options).page();
}

std::string index_page(std::span<const IndexEntry> entries, std::string_view stylesheet) {
  std::string out;
  const std::string title = "Lessons";
  html::begin_document(out, title, "Lessons on the exact blend of assigned weights.", stylesheet);
  out += "<header>\n";
  html::element(out, "h1", {}, title);
  html::element(out, "p", "eb-introduction",
                entries.size() == 1 ? "One blend, worked exactly, step by step."
                                    : std::to_string(entries.size()) +
                                          " blends, each worked exactly, step by step.");
  html::close(out, "header");
  out += "<main>\n<ol class=\"eb-index\">\n";
  for (const IndexEntry& entry : entries) {
    out += "<li>";
    html::link(out, entry.href, "", entry.title);
    html::element(out, "p", {}, entry.summary);
    html::close(out, "li");
  }
  out += "</ol>\n</main>\n";
  html::end_document(out);
  return out;
}

}  // namespace exactblend
