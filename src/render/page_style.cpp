#include "exactblend/render/figure.hpp"
#include "exactblend/render/page.hpp"

namespace exactblend {
namespace {

// Okabe–Ito hues, darkened or lightened until text in them has a contrast of at least 4.5 to its
// ground. Nothing is told by colour alone: badges say their register, links are underlined.
constexpr std::string_view kColours = R"css(:root {
  color-scheme: light dark;
  --eb-page: #ffffff; --eb-ink: #1c1c1e; --eb-soft: #55555c; --eb-rule: #d5d3cc;
  --eb-panel: #f5f4f0; --eb-link: #005a8f; --eb-exact: #00634a; --eb-named: #8f3f00;
}
@media (prefers-color-scheme: dark) {
  :root {
    --eb-page: #16181a; --eb-ink: #ecebe7; --eb-soft: #b3b1ab; --eb-rule: #3b3d42;
    --eb-panel: #212428; --eb-link: #7cc4f0; --eb-exact: #4fd0a8; --eb-named: #f0a860;
  }
}
)css";

constexpr std::string_view kText = R"css(* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 49rem; padding: 1.5rem 1rem 3rem;
  background: var(--eb-page); color: var(--eb-ink);
  font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 1rem 0 0.75rem; text-wrap: balance; }
h2 { font-size: 1.35rem; line-height: 1.3; margin: 0; }
h3 { font-size: 1.1rem; line-height: 1.3; margin: 1.5rem 0 0; }
p { margin: 0.6rem 0; max-width: 40rem; }
a { color: var(--eb-link); text-underline-offset: 0.15em; }
a:focus-visible, summary:focus-visible, .eb-scroll:focus-visible { outline: 3px solid var(--eb-link); outline-offset: 2px; }
section { border-top: 1px solid var(--eb-rule); margin-top: 2.25rem; padding-top: 1.5rem; }
footer { border-top: 1px solid var(--eb-rule); margin-top: 2.5rem; color: var(--eb-soft); font-size: 0.9rem; }
.eb-introduction { font-size: 1.15rem; line-height: 1.5; }
.eb-site { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; font-size: 0.95rem; }
.eb-legend { color: var(--eb-soft); }
.eb-highlight { color: var(--eb-ink); font-weight: 700; outline: 2.5px solid currentColor; outline-offset: 1px; border-radius: 2px; padding: 0 0.3em; margin: 0 0.25em 0 3px; }
.eb-contents ol { display: flex; flex-wrap: wrap; gap: 0.2rem 1.25rem; list-style-position: inside; padding: 0; margin: 0.75rem 0; }
.eb-heading { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; }
.eb-heading h3 { margin-top: 1rem; }
.eb-number { display: inline-block; min-width: 1.1em; color: var(--eb-soft); font-weight: 400; }
.eb-of { margin: 0.1rem 0 0; color: var(--eb-soft); }
.eb-badge { border: 1.5px solid currentColor; border-radius: 0.3em; padding: 0.1em 0.5em; font-size: 0.75rem; font-weight: 700; letter-spacing: 0.06em; line-height: 1.4; }
.eb-exact { color: var(--eb-exact); }
.eb-named { color: var(--eb-named); border-style: dashed; }
.eb-claims { margin: 0.25rem 0 1rem; padding-left: 1.25rem; }
.eb-steps { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0.25rem 1.5rem; margin-top: 1rem; max-width: none; }
.eb-index li { margin: 0.75rem 0; }
.eb-index p { margin: 0.1rem 0; color: var(--eb-soft); }
.eb-more { color: var(--eb-soft); }
)css";

constexpr std::string_view kTables =
    R"css(.eb-given { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; }
.eb-given caption { text-align: left; font-weight: 700; padding-bottom: 0.35rem; }
.eb-given th, .eb-given td { text-align: left; font-weight: 400; padding: 0.25rem 1.1rem 0.25rem 0; border-bottom: 1px solid var(--eb-rule); vertical-align: top; }
.eb-given thead th { color: var(--eb-soft); font-size: 0.9rem; white-space: nowrap; }
.eb-scroll { overflow-x: auto; max-width: 100%; }
.eb-scroll .eb-given { overflow-wrap: normal; }
)css";

// <math> and what is around its pieces become ordinary boxes, so that lines break between pieces; a
// browser that does not do this shows the formula on one line.
constexpr std::string_view kFormulas =
    R"css(.eb-formula { background: var(--eb-panel); border-radius: 0.4rem; padding: 0.6rem 1rem; margin: 0.9rem 0 0.25rem; }
.eb-row { position: relative; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; margin: 0.35rem 0; }
.eb-label { flex: none; max-width: 100%; min-width: 1.5rem; color: var(--eb-soft); font-size: 0.95rem; }
.eb-seen { flex: 1 1 12rem; min-width: 0; max-width: 100%; }
.eb-row .eb-scroll { min-width: 0; }
.eb-words { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
.eb-plain { display: none; }
.eb-math { display: block; font-size: 1.2rem; line-height: 1.9; overflow-wrap: normal; font-family: "Latin Modern Math", "STIX Two Math", "Cambria Math", math, serif; }
.eb-math semantics, .eb-math semantics > mrow { display: inline; }
.eb-math .eb-piece { display: inline math; margin-block: 0.15em; }
.eb-math annotation { display: none; }
.eb-tex { margin: 0 0 1rem; font-size: 0.95rem; color: var(--eb-soft); }
.eb-tex summary, .eb-query summary { cursor: pointer; }
.eb-tex summary { width: fit-content; }
.eb-tex pre { margin: 0.25rem 0; padding: 0.6rem 1rem; background: var(--eb-panel); color: var(--eb-ink); border-radius: 0.4rem; font-size: 0.875rem; line-height: 1.5; white-space: pre-wrap; overflow-wrap: anywhere; user-select: all; }
.eb-query { border: 1px solid var(--eb-rule); border-radius: 0.4rem; padding: 0.5rem 1rem; margin: 0.75rem 0; }
.eb-query summary { font-weight: 700; }
)css";

constexpr std::string_view kFigures = R"css(.eb-figures { margin: 1.25rem 0 0; }
.eb-figures svg { display: block; width: 100%; height: auto; }
.eb-figures figcaption { color: var(--eb-soft); font-size: 0.95rem; margin-top: 0.4rem; }
.eb-if-narrow { display: none; max-width: 24rem; margin: 0 auto; }
@media (max-width: 42rem) {
  .eb-if-wide { display: none; }
  .eb-if-narrow { display: block; }
  .eb-query { padding: 0.5rem; }
}
@media print {
  body { max-width: none; padding: 0; background: none; font-size: 11pt; }
  .eb-if-wide { display: block; }
  .eb-if-narrow, .eb-site, .eb-contents, .eb-steps, .eb-tex { display: none; }
  .eb-query::details-content { content-visibility: visible; display: block; height: auto; }
  section { break-inside: auto; }
  figure, .eb-formula, table { break-inside: avoid; }
  h2, h3, .eb-heading { break-after: avoid; }
}
)css";

}  // namespace

std::string page_style() {
  std::string out;
  for (const std::string_view part :
       {kColours, kText, kTables, kFormulas, figure_style(), kFigures}) {
    out += part;
  }
  return out;
}

}  // namespace exactblend
