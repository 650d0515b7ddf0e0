// The style of figures. Colours are those of Okabe and Ito (jfly.uni-koeln.de/color), which people
// with colour vision deficiencies can tell apart; for lines on white paper the light ones are
// darkened. A literal stands before each var(), for renderers that know no custom properties.
#include "exactblend/render/figure.hpp"

namespace exactblend {

std::string_view figure_style() {
  return R"css(.eb-figure {
  --eb-ink: #1b1b1b; --eb-muted: #55585c; --eb-line: #9a9da1; --eb-paper: #ffffff;
  --eb-accent: #1b1b1b; --eb-hull: #8a8d91; --eb-k1: #0072b2; --eb-k2: #d55e00;
  --eb-k3: #009e73; --eb-k4: #cc79a7; --eb-k5: #e69f00; --eb-k6: #56b4e9; --eb-k7: #f0e442;
  --eb-l1: #0072b2; --eb-l2: #c85800; --eb-l3: #008a64; --eb-l4: #b8578c; --eb-l5: #a87400;
  --eb-l6: #2f86bd; --eb-l7: #857a00;
}
@media (prefers-color-scheme: dark) {
  .eb-figure {
    --eb-ink: #f0f0ee; --eb-muted: #b4b7ba; --eb-line: #75787c; --eb-paper: #16181a;
    --eb-accent: #f0f0ee; --eb-hull: #9a9da1; --eb-k1: #3d9bd6; --eb-k2: #f07f2e;
    --eb-k3: #1fb58a; --eb-k4: #cc79a7; --eb-k5: #e69f00; --eb-k6: #56b4e9; --eb-k7: #f0e442;
    --eb-l1: #4aa3dc; --eb-l2: #f07f2e; --eb-l3: #2cc197; --eb-l4: #dd8fbb; --eb-l5: #e69f00;
    --eb-l6: #56b4e9; --eb-l7: #f0e442;
  }
}
@media print {
  .eb-figure {
    --eb-ink: #000000; --eb-muted: #333333; --eb-line: #9a9da1; --eb-paper: #ffffff;
    --eb-accent: #000000; --eb-hull: #8a8d91; --eb-k1: #0072b2; --eb-k2: #d55e00;
    --eb-k3: #009e73; --eb-k4: #cc79a7; --eb-k5: #e69f00; --eb-k6: #56b4e9; --eb-k7: #f0e442;
    --eb-l1: #0072b2; --eb-l2: #c85800; --eb-l3: #008a64; --eb-l4: #b8578c; --eb-l5: #a87400;
    --eb-l6: #2f86bd; --eb-l7: #857a00;
    break-inside: avoid;
  }
}
.eb-figure { display: block; width: 100%; height: auto; color-scheme: light dark; }
.eb-figure.eb-wide { max-width: 60rem; }
.eb-figure.eb-narrow { max-width: 28rem; }
.eb-figure text {
  fill: #1b1b1b; fill: var(--eb-ink);
  font: 13px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  font-variant-numeric: tabular-nums;
}
.eb-figure .eb-small { font-size: 12px; }
.eb-figure .eb-muted, .eb-figure .eb-head { fill: #55585c; fill: var(--eb-muted); }
.eb-figure .eb-i { font-style: italic; }
.eb-figure .eb-sub { font-size: 10px; }
.eb-figure .eb-halo {
  paint-order: stroke; stroke: #ffffff; stroke: var(--eb-paper); stroke-width: 3px;
  stroke-linejoin: round;
}
.eb-paper { fill: #ffffff; fill: var(--eb-paper); }
.eb-frame { fill: none; stroke: none; }
.eb-seg { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 0.8px; fill-opacity: 0.3; }
.eb-seg.eb-thin { stroke-width: 0.2px; }
.eb-pattern { stroke: none; }
.eb-hatch {
  fill: none; stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 1px; stroke-opacity: 0.22;
}
.eb-dot { fill: #1b1b1b; fill: var(--eb-ink); fill-opacity: 0.25; }
.eb-rest { fill: #9a9da1; fill: var(--eb-line); }
.eb-leader, .eb-tick { stroke: #55585c; stroke: var(--eb-muted); stroke-width: 0.7px; }
.eb-axis { stroke: #9a9da1; stroke: var(--eb-line); stroke-width: 0.9px; }
.eb-rule, .eb-rule-strong { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 0.6px; }
.eb-rule-strong { stroke-width: 1.2px; }
.eb-plot { fill: none; stroke: #9a9da1; stroke: var(--eb-line); stroke-width: 0.6px; }
.eb-guide {
  stroke: #55585c; stroke: var(--eb-muted); stroke-width: 0.8px; stroke-dasharray: 2 3;
}
.eb-hull {
  fill: #8a8d91; fill: var(--eb-hull); fill-opacity: 0.13; stroke: #8a8d91;
  stroke: var(--eb-hull); stroke-width: 0.9px; stroke-linejoin: round;
}
.eb-hull-line { stroke: #8a8d91; stroke: var(--eb-hull); stroke-width: 5px; stroke-opacity: 0.4; }
.eb-named-box {
  fill: none; stroke: #55585c; stroke: var(--eb-muted); stroke-width: 1px; stroke-dasharray: 5 4;
}
.eb-point { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 0.9px; }
.eb-arrow { fill: none; stroke-width: 2px; }
.eb-arrow.eb-tip { stroke-width: 0.5px; }
.eb-rest-line { stroke: #55585c; stroke: var(--eb-muted); stroke-dasharray: 4 3; }
.eb-resultant { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 1.3px; }
.eb-resultant.eb-tip { fill: #1b1b1b; fill: var(--eb-ink); stroke-width: 0.5px; }
.eb-ring { fill: none; stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 1.4px; }
.eb-output { fill: #1b1b1b; fill: var(--eb-ink); }
.eb-mark { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 2.2px; }
.eb-boundary { stroke: #1b1b1b; stroke: var(--eb-ink); stroke-width: 1px; stroke-dasharray: 7 5; }
.eb-seg.eb-k1, .eb-point.eb-k1 { fill: #0072b2; fill: var(--eb-k1); }
.eb-arrow.eb-k1 { stroke: #0072b2; stroke: var(--eb-l1); }
.eb-arrow.eb-tip.eb-k1 { fill: #0072b2; fill: var(--eb-l1); }
.eb-seg.eb-k2, .eb-point.eb-k2 { fill: #d55e00; fill: var(--eb-k2); }
.eb-arrow.eb-k2 { stroke: #c85800; stroke: var(--eb-l2); }
.eb-arrow.eb-tip.eb-k2 { fill: #c85800; fill: var(--eb-l2); }
.eb-seg.eb-k3, .eb-point.eb-k3 { fill: #009e73; fill: var(--eb-k3); }
.eb-arrow.eb-k3 { stroke: #008a64; stroke: var(--eb-l3); }
.eb-arrow.eb-tip.eb-k3 { fill: #008a64; fill: var(--eb-l3); }
.eb-seg.eb-k4, .eb-point.eb-k4 { fill: #cc79a7; fill: var(--eb-k4); }
.eb-arrow.eb-k4 { stroke: #b8578c; stroke: var(--eb-l4); }
.eb-arrow.eb-tip.eb-k4 { fill: #b8578c; fill: var(--eb-l4); }
.eb-seg.eb-k5, .eb-point.eb-k5 { fill: #e69f00; fill: var(--eb-k5); }
.eb-arrow.eb-k5 { stroke: #a87400; stroke: var(--eb-l5); }
.eb-arrow.eb-tip.eb-k5 { fill: #a87400; fill: var(--eb-l5); }
.eb-seg.eb-k6, .eb-point.eb-k6 { fill: #56b4e9; fill: var(--eb-k6); }
.eb-arrow.eb-k6 { stroke: #2f86bd; stroke: var(--eb-l6); }
.eb-arrow.eb-tip.eb-k6 { fill: #2f86bd; fill: var(--eb-l6); }
.eb-seg.eb-k7, .eb-point.eb-k7 { fill: #f0e442; fill: var(--eb-k7); }
.eb-arrow.eb-k7 { stroke: #857a00; stroke: var(--eb-l7); }
.eb-arrow.eb-tip.eb-k7 { fill: #857a00; fill: var(--eb-l7); }
.eb-point.eb-hollow { fill: #ffffff; fill: var(--eb-paper); }
.eb-step-softmax .eb-bar .eb-frame,
.eb-step-normalize .eb-bar .eb-frame,
.eb-step-assign .eb-bar .eb-frame,
.eb-step-scale .eb-frame-scaled,
.eb-step-add .eb-frame-output {
  stroke: #1b1b1b; stroke: var(--eb-accent); stroke-width: 2.4px;
}
.eb-step-softmax .eb-weight-text,
.eb-step-normalize .eb-weight-text,
.eb-step-assign .eb-weight-text,
.eb-step-scale .eb-scaled-text,
.eb-step-add .eb-output-text,
.eb-step-boundary .eb-boundary-text {
  font-weight: 700;
}
.eb-step-scale .eb-arrow { stroke-width: 4px; }
.eb-step-scale .eb-arrow.eb-tip { stroke-width: 3px; }
.eb-step-scale .eb-part { stroke-width: 2.2px; }
.eb-step-add .eb-resultant { stroke-width: 3.2px; }
.eb-step-add .eb-ring { stroke-width: 3.2px; }
.eb-step-add .eb-mark { stroke-width: 4.4px; }
.eb-step-boundary .eb-boundary { stroke-width: 3.2px; }
)css";
}

}  // namespace exactblend
