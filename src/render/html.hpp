// Writing HTML that is well-formed XML too. What the program itself names (tags, classes, ids)
// needs no escape; all text and every address passes through append_markup().
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "exactblend/lesson/trace.hpp"
#include "exactblend/render/escape.hpp"
#include "exactblend/render/page.hpp"

namespace exactblend::html {

inline void open(std::string& out, std::string_view tag, std::string_view css_class = {}) {
  out.append("<").append(tag);
  if (!css_class.empty()) out.append(" class=\"").append(css_class).append("\"");
  out += '>';
}

inline void close(std::string& out, std::string_view tag) {
  out.append("</").append(tag).append(">\n");
}

// Marks the element that stands whole at `begin`: its attribute data-eb-numbers gets the runs of
// digits in its text, in order. By them verify() knows if one was changed, also in a name, a label
// or a sentence of the author's own. Without digits there is no mark.
void mark_numbers(std::string& out, std::size_t begin);

// An element that holds text and nothing else.
inline void element(std::string& out, std::string_view tag, std::string_view css_class,
                    std::string_view text) {
  const std::size_t begin = out.size();
  open(out, tag, css_class);
  append_markup(out, text);
  close(out, tag);
  mark_numbers(out, begin);
}

// A paragraph, in which each of the numbers carries its value for programs as well, by which
// verify() knows it again: <data class="eb-value" value="1/2">1/2</data>.
void paragraph(std::string& out, std::string_view css_class, std::string_view text,
               std::span<const FilledNumber> numbers);

// before, after: marks around the text, such as arrows.
inline void link(std::string& out, std::string_view href, std::string_view before,
                 std::string_view text, std::string_view after = {}) {
  const std::size_t begin = out.size();
  out += "<a href=\"";
  append_markup(out, href);
  out.append("\">").append(before);
  append_markup(out, text);
  out.append(after).append("</a>\n");
  mark_numbers(out, begin);
}

// The document around a body: from the declaration up to <body>, and from there to the end.
void begin_document(std::string& out, std::string_view title, std::string_view description,
                    std::string_view stylesheet);
void end_document(std::string& out);

}  // namespace exactblend::html
