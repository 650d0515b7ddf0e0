// Reading somebody's document for verify(): the text of its paragraphs, formulas, tables and cells,
// with the places where it stands.
//
//     auto document = read_document(bytes, DocumentFormat::markdown);
//     verify::verify(*document, bytes);
//
// Nothing in a document is fetched, run or included. Cost: linear, within the limits below.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "exactblend/number/result.hpp"
#include "exactblend/verify/document.hpp"

namespace exactblend {

inline constexpr int kMaxHtmlDepth = 400;                 // elements inside elements
inline constexpr int kMaxHtmlFormatting = 40;             // of <b>, <i>, <a>, … open at once
inline constexpr std::size_t kMaxHtmlCopies = 1'000'000;  // of open formatting, in later elements
inline constexpr int kMaxHtmlAttributes = 200;            // of one element
inline constexpr int kMaxNotebookDepth = 64;              // of its JSON

enum class DocumentFormat {
  text,
  markdown,  // CommonMark with GitHub's tables, $…$, and HTML inside
  latex,
  html,      // MathML and TeX inside
  notebook,  // of Jupyter
};

// By the end of the name: .txt, .md .markdown, .tex, .html .htm .xhtml, .ipynb; nothing for others.
[[nodiscard]] std::optional<DocumentFormat> document_format(std::string_view path);

// Errors: not_utf8, over_limit, syntax (a notebook that is no JSON).
[[nodiscard]] Result<verify::Document> read_document(std::string_view bytes, DocumentFormat format);

}  // namespace exactblend
