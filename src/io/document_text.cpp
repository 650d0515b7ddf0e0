// Plain text: paragraphs between empty lines, and headings as people type them.
#include <algorithm>

#include "io/document_readers.hpp"

namespace exactblend {
namespace {

using verify::Block;

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

// "====", "----" under a line
char underline(std::string_view line) {
  line = without_return(line);
  if (line.size() < 3 || (line[0] != '=' && line[0] != '-')) return '\0';
  return line.find_first_not_of(line[0]) == std::string_view::npos ? line[0] : '\0';
}

int hashes(std::string_view line) {
  std::size_t count = 0;
  while (count < line.size() && line[count] == '#') ++count;
  const bool heading = count > 0 && count <= 6 && count < line.size() && line[count] == ' ';
  return heading ? static_cast<int>(count) : 0;
}

}  // namespace

verify::Document read_text_document(std::string_view bytes) {
  verify::Document document;
  Block paragraph;
  const auto flush = [&] {
    if (!paragraph.text.empty()) document.blocks.push_back(std::move(paragraph));
    paragraph = {};
  };
  const auto heading = [&](std::string_view line, std::size_t at, int level) {
    flush();
    Block block;
    block.kind = Block::Kind::heading;
    block.level = level;
    block.text.append(line, at);
    document.blocks.push_back(std::move(block));
  };
  std::size_t at = 0;
  while (at < bytes.size()) {
    const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
    const std::string_view line = bytes.substr(at, end - at);
    const std::size_t next = std::min(end + 1, bytes.size());
    const std::size_t next_end = std::min(bytes.find('\n', next), bytes.size());
    const char under = is_blank(line) ? '\0' : underline(bytes.substr(next, next_end - next));
    if (is_blank(line)) {
      flush();
    } else if (const int level = hashes(line); level > 0) {
      heading(line, at, level);
    } else if (under != '\0' && underline(line) == '\0') {
      heading(line, at, under == '=' ? 1 : 2);
      at = std::min(next_end + 1, bytes.size());
      continue;
    } else {
      paragraph.text.append(bytes.substr(at, next - at), at);
    }
    at = next;
  }
  flush();
  return document;
}

}  // namespace exactblend
