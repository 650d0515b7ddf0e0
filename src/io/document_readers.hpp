// One reader for each format, for io/document.cpp.
#pragma once

#include "exactblend/io/document.hpp"

namespace exactblend {

// Paragraphs are separated by empty lines. Lines "# …" and underlined ones open sections.
[[nodiscard]] verify::Document read_text_document(std::string_view bytes);

[[nodiscard]] verify::Document read_latex_document(std::string_view bytes);

// Error: over_limit, of HTML in it.
[[nodiscard]] Result<verify::Document> read_markdown_document(std::string_view bytes);

// Error: over_limit.
[[nodiscard]] Result<verify::Document> read_html_document(std::string_view bytes);

// Errors: syntax, over_limit.
[[nodiscard]] Result<verify::Document> read_notebook(std::string_view bytes);

}  // namespace exactblend
