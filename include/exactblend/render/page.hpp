// A lesson as a page: HTML with the figure, the formulas in MathML and the boundary, every number
// of it from the trace. It needs no script and no network, and is well-formed XML as well.
//
//     std::string html = lesson_page(trace);                       // one file, style included
//     std::string html = lesson_page(trace, {.stylesheet = "style.css", .next = {"b.html", "B"}});
//
// Text from outside passes through append_markup(). The same trace gives the same bytes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

// Queries beyond the first are folded; of more than this, the rest is counted.
inline constexpr std::size_t kMaxFoldedQueries = 24;

struct PageLink {
  std::string href;  // empty: there is no such page
  std::string title;
};

struct PageOptions {
  bool full = false;            // no sum, vector or list is abbreviated
  std::string stylesheet = {};  // its address; empty: the style stands in the page
  PageLink index = {};          // of the site that the lesson is part of
  PageLink previous = {};
  PageLink next = {};
};

// The first query is worked in full, the others are folded. Cost: linear in what is shown.
[[nodiscard]] std::string lesson_page(const Trace& trace, const PageOptions& options = {});

struct IndexEntry {
  std::string href;
  std::string title;
  std::string summary;
};

// The lessons of a site, in order.
[[nodiscard]] std::string index_page(std::span<const IndexEntry> entries,
                                     std::string_view stylesheet);

// The CSS of both, the figure's included.
[[nodiscard]] std::string page_style();

// What a page is called whose problem has no title.
[[nodiscard]] std::string page_title(const Problem& problem);

}  // namespace exactblend
