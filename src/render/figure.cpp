#include "exactblend/render/figure.hpp"

#include <algorithm>
#include <array>
#include <cassert>

#include "render/figure_parts.hpp"

namespace exactblend {
namespace {

using namespace draw;

constexpr Hundredths kWide = units(720);
constexpr Hundredths kNarrow = units(340);
constexpr std::array<std::string_view, 7> kPatterns = {
    R"(<path class="eb-hatch" d="M0 8L8 0"/>)",
    R"(<path class="eb-hatch" d="M0 0L8 8"/>)",
    R"(<circle class="eb-dot" cx="4" cy="4" r="1.3"/>)",
    R"(<path class="eb-hatch" d="M4 0V8"/>)",
    R"(<path class="eb-hatch" d="M0 4H8"/>)",
    R"(<path class="eb-hatch" d="M4 0V8M0 4H8"/>)",
    R"(<circle class="eb-hatch" cx="4" cy="4" r="2"/>)"};

std::string query_line(const Problem& problem, std::size_t query) {
  if (problem.queries() < 2) return {};
  std::string text =
      "Query " + std::to_string(query + 1) + " of " + std::to_string(problem.queries());
  if (!problem.labels.queries.empty()) text.append(": ").append(problem.labels.queries[query]);
  return text;
}

std::string source_line(const Plate& plate) {
  if (plate.row == nullptr) {
    return "Scores and values given by the author; the blend by softmax is named, not evaluated.";
  }
  return plate.row->normalized ? "Weights assigned by the author as a ratio; divided and blended "
                                 "exactly by exactblend."
                               : "Weights assigned by the author; blended exactly by exactblend.";
}

Hundredths draw_picture(Plate& plate, const Strip& strip, Hundredths height) {
  switch (plate.problem.components()) {
    case 1: return draw_number_line(plate, strip);
    case 2: return draw_plane(plate, strip, height);
    default:
      return plate.blend == nullptr ? draw_component_lines(plate, strip)
                                    : draw_component_bars(plate, strip);
  }
}

Hundredths draw_foot(Plate& plate, Strip strip) {
  if (plate.left_out) {
    plate.notes.emplace_back(
        "A count in brackets within a number says how many digits are left out there.");
  }
  if (plate.problem.keys() > kDrawnKeys) {
    plate.notes.push_back("Of " + std::to_string(plate.problem.keys()) + " keys the first " +
                          std::to_string(kDrawnKeys) + " are drawn one by one.");
  }
  std::string notes;
  for (const std::string& note : plate.notes) notes.append(notes.empty() ? "" : " ").append(note);
  strip.top = draw_words(plate, strip, "eb-small eb-muted", notes);
  strip.top = draw_words(plate, strip, "eb-small eb-muted", source_line(plate)) + units(8);
  plate.svg.line("eb-boundary", {{strip.left, strip.top}, {strip.right, strip.top}});
  strip.top += units(6);
  return draw_words(plate, strip, "eb-small eb-boundary-text",
                    "boundary: softmax is named, not computed");
}

Hundredths draw_parts(Plate& plate) {
  const bool wide = plate.layout == FigureLayout::wide;
  const Hundredths right = (wide ? kWide : kNarrow) - kMargin;
  Strip whole = {kMargin, right, kMargin};
  if (const std::string query = query_line(plate.problem, plate.query); !query.empty()) {
    plate.svg.text({}, {whole.left, whole.top + kAscent}, Anchor::start,
                   Label(fitted(query, whole.width(), kText)));
    whole.top += units(26);
  }
  whole.top = plate.row != nullptr ? draw_bar(plate, whole) : draw_named_box(plate, whole);
  whole.top += units(18);
  const Strip beside = {whole.left, wide ? units(362) : right, whole.top};
  const TablePlace table = draw_table(plate, beside, whole);
  if (wide && !table.in_broad) {
    const Hundredths height = std::max(table.bottom - whole.top, units(330));
    const Hundredths bottom =
        draw_picture(plate, {units(388), right, whole.top}, std::min(height, units(420)));
    whole.top = std::max(table.bottom, bottom);
  } else {
    whole.top = table.bottom + units(24);
    Strip below = whole;
    if (wide && plate.problem.components() == 2) {  // a plane is not much broader than high
      below.left += units(120);
      below.right -= units(120);
    }
    whole.top = draw_picture(plate, below, wide ? units(400) : units(330));
  }
  whole.top += units(18);
  return draw_foot(plate, whole) + kMargin - units(4);
}

void write_patterns(SvgWriter& out, const Plate& plate) {
  out.raw("<defs>\n");
  for (std::size_t p = 0; p < kPatterns.size(); ++p) {
    const std::string url = "url(#" + std::string(plate.id) + "-p" + std::to_string(p + 1) + ")";
    bool used = false;
    for (std::size_t key = 0; key < plate.drawn_keys() && !used; ++key) {
      used = key_pattern(plate, key) == url;
    }
    if (!used) continue;
    out.start("pattern").attribute("id", std::string(plate.id) + "-p" + std::to_string(p + 1));
    out.raw(" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">");
    out.raw(kPatterns[p]).raw("</pattern>\n");
  }
  out.raw("</defs>\n");
}

void write_title(SvgWriter& out, const Plate& plate) {
  const std::string id(plate.id);
  out.start("title").attribute("id", id + "-title").raw(">");
  const std::string& title = plate.problem.title;
  out.content(title.empty() ? "An exact blend of assigned weights" : title);
  if (const std::string query = query_line(plate.problem, plate.query); !query.empty()) {
    out.content(". " + query);
  }
  out.raw("</title>\n").start("desc").attribute("id", id + "-desc").raw(">");
  out.content(figure_words(plate)).raw("</desc>\n");
}

}  // namespace

std::string figure_svg(const Trace& trace, const FigureOptions& options) {
  const Problem& problem = trace.problem;
  assert(options.query < problem.queries());
  Plate plate = {trace, problem, options.query, options.id, options.layout};
  if (!problem.rows.empty()) {
    plate.row = &problem.rows[options.query];
    plate.blend = &trace.blends.assigned[options.query];
  }
  if (!problem.softmaxes.empty()) plate.softmax = &problem.softmaxes[options.query];
  const Hundredths height = draw_parts(plate);
  const bool wide = options.layout == FigureLayout::wide;
  const Hundredths width = wide ? kWide : kNarrow;

  SvgWriter out;
  if (options.standalone) out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  out.start("svg");
  if (options.standalone) out.raw(" xmlns=\"http://www.w3.org/2000/svg\"");
  std::string classes = wide ? "eb-figure eb-wide" : "eb-figure eb-narrow";
  if (options.highlight) classes.append(" eb-step-").append(name(*options.highlight));
  out.attribute("class", classes).raw(" viewBox=\"0 0 ");
  std::string size;
  append_units(size, width);
  append_units(size += ' ', height);
  out.raw(size).raw("\"");
  if (options.standalone) out.position("width", width).position("height", height);
  const std::string id(options.told_by.empty() ? options.id : options.told_by);
  out.attribute("role", "img").attribute("aria-labelledby", id + "-title " + id + "-desc");
  out.raw(">\n");
  if (options.told_by.empty()) write_title(out, plate);
  if (options.standalone) out.raw("<style>\n").raw(figure_style()).raw("</style>\n");
  write_patterns(out, plate);
  out.rect("eb-paper", {0, 0, width, height});
  out.raw(plate.svg.str()).raw("</svg>\n");
  return out.str();
}

}  // namespace exactblend
