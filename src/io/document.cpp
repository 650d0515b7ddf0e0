#include "exactblend/io/document.hpp"

#include <algorithm>
#include <string>

#include "io/document_readers.hpp"
#include "io/utf8_check.hpp"

namespace exactblend {

std::optional<DocumentFormat> document_format(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string end(path.substr(dot));
  std::transform(end.begin(), end.end(), end.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  if (end == ".txt" || end == ".text") return DocumentFormat::text;
  if (end == ".md" || end == ".markdown") return DocumentFormat::markdown;
  if (end == ".tex") return DocumentFormat::latex;
  if (end == ".html" || end == ".htm" || end == ".xhtml") return DocumentFormat::html;
  if (end == ".ipynb") return DocumentFormat::notebook;
  return std::nullopt;
}

Result<verify::Document> read_document(std::string_view bytes, DocumentFormat format) {
  if (const std::size_t wrong = first_not_utf8(bytes); wrong < bytes.size()) {
    const std::string_view before = bytes.substr(0, wrong);
    const std::size_t line_break = before.rfind('\n');
    const std::size_t begin = line_break == std::string_view::npos ? 0 : line_break + 1;
    const auto lines = std::count(before.begin(), before.end(), '\n');
    const auto columns = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(begin),
                                       before.end(), [](char c) { return (c & 0xC0) != 0x80; });
    return failure(ErrorCode::not_utf8, "a byte that is not UTF-8", "save the file as UTF-8",
                   {"", static_cast<int>(lines) + 1, static_cast<int>(columns) + 1});
  }
  Result<verify::Document> document;
  switch (format) {
    case DocumentFormat::text: document = read_text_document(bytes); break;
    case DocumentFormat::latex: document = read_latex_document(bytes); break;
    case DocumentFormat::markdown: document = read_markdown_document(bytes); break;
    case DocumentFormat::html: document = read_html_document(bytes); break;
    case DocumentFormat::notebook: document = read_notebook(bytes); break;
  }
  if (document && format != DocumentFormat::notebook) {
    document->ignored = verify::ignored_ranges(bytes);
  }
  return document;
}

}  // namespace exactblend
