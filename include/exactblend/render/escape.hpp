// The one place where text from outside becomes part of a rendering.
//
// Every renderer passes titles, labels, notes and sentences through one of these, and nothing else
// escapes. Input is any bytes; malformed UTF-8 becomes U+FFFD, so that output is always UTF-8.
// Each appends to `out`; cost linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace exactblend {

// One line for a terminal: control characters (escape sequences among them) become U+FFFD, line
// breaks and tabs become spaces.
void append_plain(std::string& out, std::string_view text);

// The inside of a JSON string, without its quotes.
void append_json(std::string& out, std::string_view text);

// Text of a Markdown (GFM) paragraph, heading or table cell, on one line: nothing in it is markup.
// (Web addresses are left as they are, of which a viewer may make links of its own accord.)
void append_markdown(std::string& out, std::string_view text);

// Text of a LaTeX paragraph under pdflatex. Letters that its default fonts lack are written as
// their code point, U+4E2D.
void append_latex_text(std::string& out, std::string_view text);

// Text of an element or of a quoted attribute, in HTML, SVG and MathML alike, on one line: nothing in
// it is markup, and what XML 1.0 does not allow becomes U+FFFD.
void append_markup(std::string& out, std::string_view text);

// A path as a relative reference of a URI (RFC 3986): what may not stand there is written %20.
void append_uri(std::string& out, std::string_view path);

// A message of a workflow command of GitHub's runners, on one line, or with `property` a value such
// as a file's name, in which colons and commas are signs too.
void append_workflow(std::string& out, std::string_view text, bool property);

// Columns that the text takes on a terminal: wide East Asian characters and emoji count two,
// combining marks none.
[[nodiscard]] std::size_t display_width(std::string_view text);

}  // namespace exactblend
