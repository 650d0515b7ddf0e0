#include "io/html_tags.hpp"

#include <algorithm>

namespace exactblend {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

std::size_t behind(std::string_view text, std::string_view what, std::size_t at) {
  const std::size_t found = text.find(what, at);
  return found == std::string_view::npos ? text.size() : found + what.size();
}

}  // namespace

std::size_t HtmlTags::behind_comment(std::size_t at, bool foreign) const {
  const std::string_view rest = bytes_.substr(at);
  if (foreign && rest.starts_with("<![CDATA[")) return behind(bytes_, "]]>", at);
  if (!rest.starts_with("<!--")) return behind(bytes_, ">", at);  // a doctype, or a wrong comment
  if (rest.starts_with("<!-->")) return at + 5;
  if (rest.starts_with("<!--->")) return at + 6;
  // Either end, whichever comes first; a dash of the beginning is no part of it.
  for (std::size_t end = at + 4; (end = bytes_.find("--", end)) != std::string_view::npos; ++end) {
    if (bytes_.substr(end, 3) == "-->") return end + 3;
    if (bytes_.substr(end, 4) == "--!>") return end + 4;
  }
  return bytes_.size();
}

bool HtmlTags::attributes(HtmlTag& tag) {
  const std::size_t begin = at_;
  for (;;) {
    bool slash = false;
    while (at_ < bytes_.size() && (is_space(peek()) || peek() == '/')) {
      slash = peek() == '/';
      ++at_;
    }
    if (at_ >= bytes_.size()) return false;
    if (peek() == '>') {
      tag.self_ends = slash;
      tag.attributes = bytes_.substr(begin, at_ - begin);
      ++at_;
      return true;
    }
    ++tag.attribute_count;
    const std::size_t name = at_;
    ++at_;  // even "=" is a name's first character
    while (at_ < bytes_.size() && !is_space(peek()) && peek() != '/' && peek() != '>' &&
           peek() != '=') {
      ++at_;
    }
    for (const std::string_view font : {"color", "face", "size"}) {
      const std::string_view here = bytes_.substr(name, at_ - name);
      tag.is_font = tag.is_font || (here.size() == font.size() &&
                                    std::equal(here.begin(), here.end(), font.begin(),
                                               [](char a, char b) { return lower(a) == b; }));
    }
    std::size_t sign = 0;
    while (is_space(peek(sign))) ++sign;
    if (peek(sign) != '=') continue;
    at_ += sign + 1;
    while (at_ < bytes_.size() && is_space(peek())) ++at_;
    if (peek() == '"' || peek() == '\'') {
      at_ = std::min(bytes_.find(peek(), at_ + 1), bytes_.size() - 1) + 1;
    } else {
      while (at_ < bytes_.size() && !is_space(peek()) && peek() != '>') ++at_;
    }
  }
}

bool HtmlTags::next(HtmlTag& tag, bool foreign) {
  const std::size_t before = at_;
  while ((at_ = std::min(bytes_.find('<', at_), bytes_.size())) < bytes_.size()) {
    const std::size_t begin = at_;
    const bool ends = peek(1) == '/';
    if (peek(1) == '!' || peek(1) == '?') {
      at_ = behind_comment(at_, foreign);
    } else if (is_letter(peek(ends ? 2 : 1))) {
      tag = {};
      tag.ends = ends;
      tag.text_before = begin > before;
      at_ += ends ? 2 : 1;
      while (at_ < bytes_.size() && !is_space(peek()) && peek() != '/' && peek() != '>') {
        tag.name += lower(bytes_[at_++]);
      }
      if (attributes(tag)) return true;
    } else if (ends) {
      at_ = behind(bytes_, ">", at_);  // </ > is a comment
    } else {
      ++at_;
    }
  }
  return false;
}

bool HtmlTags::skip_raw_text(std::string_view name) {
  const std::size_t begin = at_;
  while ((at_ = bytes_.find("</", at_)) != std::string_view::npos) {
    const std::string_view rest = bytes_.substr(at_ + 2);
    const bool fits =
        rest.size() > name.size() && std::equal(name.begin(), name.end(), rest.begin(),
                                                [](char a, char b) { return a == lower(b); });
    const char after = fits ? rest[name.size()] : 'x';
    if (is_space(after) || after == '/' || after == '>') break;
    at_ += 2;
  }
  at_ = std::min(at_, bytes_.size());
  return bytes_.substr(begin, at_ - begin).find('<') != std::string_view::npos;
}

}  // namespace exactblend
