#include "exactblend/verify/document.hpp"

#include <algorithm>

namespace exactblend::verify {

void MappedText::append(std::string_view bytes, std::size_t source) {
  if (bytes.empty()) return;
  const bool goes_on = !pieces_.empty() && !pieces_.back().made &&
                       pieces_.back().source + (text_.size() - pieces_.back().text) == source;
  if (!goes_on) pieces_.push_back({text_.size(), source, false});
  text_ += bytes;
}

void MappedText::append_made(std::string_view text, std::size_t source) {
  if (text.empty()) return;
  pieces_.push_back({text_.size(), source, true});
  text_ += text;
}

const MappedText::Piece& MappedText::piece_at(std::size_t offset) const {
  const auto after =
      std::upper_bound(pieces_.begin(), pieces_.end(), offset,
                       [](std::size_t at, const Piece& piece) { return at < piece.text; });
  return *(after - 1);
}

std::size_t MappedText::source_of(std::size_t offset) const {
  if (pieces_.empty()) return 0;
  const Piece& piece = piece_at(offset);
  return piece.made ? piece.source : piece.source + (offset - piece.text);
}

std::size_t MappedText::source_end_of(std::size_t offset) const {
  return offset == 0 ? source_of(0) : source_of(offset - 1) + 1;
}

MappedText MappedText::through(const MappedText& outer) const {
  MappedText mapped;
  for (std::size_t i = 0; i < pieces_.size(); ++i) {
    const std::size_t end = i + 1 < pieces_.size() ? pieces_[i + 1].text : text_.size();
    std::size_t at = pieces_[i].text;
    const std::string_view all = text_;
    if (pieces_[i].made) {
      mapped.append_made(all.substr(at, end - at), outer.source_of(pieces_[i].source));
      continue;
    }
    while (at < end) {
      const std::size_t inner = pieces_[i].source + (at - pieces_[i].text);
      const Piece& piece = outer.piece_at(inner);
      const bool last = &piece == &outer.pieces_.back();
      const std::size_t piece_end = last ? outer.text_.size() : (&piece + 1)->text;
      const std::size_t size = std::min(end - at, std::max<std::size_t>(piece_end - inner, 1));
      const std::size_t source = outer.source_of(inner);
      if (piece.made) {
        mapped.append_made(all.substr(at, size), source);
      } else {
        mapped.append(all.substr(at, size), source);
      }
      at += size;
    }
  }
  return mapped;
}

namespace {

constexpr std::string_view kMark = "exactblend: ignore";

bool is_comment_sign(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '<' || c == '!' || c == '-' || c == '>' ||
         c == '%' || c == '#' || c == '/' || c == '*' || c == '(' || c == ')' || c == '[' ||
         c == ']' || c == ':' || c == '"';
}

bool is_empty_line(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  return std::min(text.find('\n', at), text.size());
}

}  // namespace

std::vector<SourceRange> ignored_ranges(std::string_view text) {
  std::vector<SourceRange> ranges;
  std::size_t at = 0;
  while ((at = text.find(kMark, at)) != std::string_view::npos) {
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
    std::size_t end = line_end(text, at);
    const std::string_view left = text.substr(begin, at - begin);
    const std::string_view right = text.substr(at + kMark.size(), end - at - kMark.size());
    if (std::all_of(left.begin(), left.end(), is_comment_sign) &&
        std::all_of(right.begin(), right.end(), is_comment_sign)) {
      bool text_seen = false;
      while (end < text.size()) {
        const std::size_t next = line_end(text, end + 1);
        const bool empty = is_empty_line(text.substr(end + 1, next - end - 1));
        if (empty && text_seen) break;
        text_seen = text_seen || !empty;
        end = next;
      }
    }
    ranges.push_back({begin, end});
    at = end;
  }
  return ranges;
}

}  // namespace exactblend::verify
