#include "io/html_limits.hpp"

#include <gumbo.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

#include "exactblend/io/document.hpp"

namespace exactblend {
namespace {

template <std::size_t n>
bool is_one_of(std::string_view name, const std::array<std::string_view, n>& names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 14> kVoid = {"area",  "base",   "br",    "col",  "embed",
                                                    "hr",    "img",    "input", "link", "meta",
                                                    "param", "source", "track", "wbr"};
// Their end tags may be left out, and they end at the next of their kind.
constexpr std::array<std::string_view, 12> kSelfEnding = {
    "p", "li", "td", "th", "tr", "tbody", "thead", "dt", "dd", "option", "html", "body"};
constexpr std::array<std::string_view, 14> kFormatting = {
    "a",    "b", "big",   "code",   "em",     "font", "i",
    "nobr", "s", "small", "strike", "strong", "tt",   "u"};

// Words of a tag outside of quotation marks: at least as many as it has attributes. Past the most
// it need not count.
int attributes_at(std::string_view bytes, std::size_t at) {
  int count = 0;
  bool in_word = false;
  char quote = '\0';
  for (; at < bytes.size() && count <= kMaxHtmlAttributes; ++at) {
    const char c = bytes[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
      continue;
    }
    if (c == '>' || c == '<') break;
    if (c == '"' || c == '\'') quote = c;
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '/' || c == '\f';
    if (!space && !in_word) ++count;
    in_word = !space;
  }
  return count;
}

// Whether the name is one of SVG or MathML, where "/>" ends an element; in HTML it does not.
bool is_drawn(const std::string& name) { return gumbo_tag_enum(name.c_str()) == GUMBO_TAG_UNKNOWN; }

tl::unexpected<Error> over(const char* wrong, std::size_t limit) {
  return failure(ErrorCode::over_limit, wrong, "at most " + std::to_string(limit));
}

}  // namespace

Result<void> check_html_limits(std::string_view bytes) {
  std::unordered_map<std::string, int> open;  // by name, since a stray end tag closes nothing
  int depth = 0;
  int formatting = 0;
  std::size_t copies = 0;
  std::size_t at = 0;
  while ((at = bytes.find('<', at)) != std::string_view::npos) {
    const bool ends = at + 1 < bytes.size() && bytes[at + 1] == '/';
    std::size_t name_end = at + (ends ? 2 : 1);
    std::string name;
    constexpr std::size_t kLongestName = 24;
    while (name_end < bytes.size() && name.size() < kLongestName) {
      const char c = bytes[name_end];
      const bool upper = c >= 'A' && c <= 'Z';
      if (!upper && !(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9')) break;
      name += upper ? static_cast<char>(c + ('a' - 'A')) : c;
      ++name_end;
    }
    at = std::max(name_end, at + 1);
    if (name.empty()) continue;
    if (attributes_at(bytes, name_end) > kMaxHtmlAttributes) {
      return over("an element has too many attributes", kMaxHtmlAttributes);
    }
    copies += ends ? 0 : static_cast<std::size_t>(formatting);
    if (copies > kMaxHtmlCopies) {
      return over("formatting that is left open is copied into too many elements", kMaxHtmlCopies);
    }
    if (is_one_of(name, kVoid) || is_one_of(name, kSelfEnding)) continue;
    const std::size_t close = bytes.find_first_of("<>", name_end);
    const bool empty = close != std::string_view::npos && bytes[close] == '>' && close > 0 &&
                       bytes[close - 1] == '/';
    if (empty && is_drawn(name)) continue;
    int& count = open[name];
    // Inside of these no end tag closes what was opened outside, so they count as never closed.
    if (ends && (count == 0 || name == "object" || name == "applet" || name == "marquee")) continue;
    const int step = ends ? -1 : 1;
    count += step;
    depth += step;
    if (is_one_of(name, kFormatting)) formatting += step;
    if (depth > kMaxHtmlDepth) return over("its elements nest too deep", kMaxHtmlDepth);
    if (formatting > kMaxHtmlFormatting) {
      return over("too much of its formatting is left open", kMaxHtmlFormatting);
    }
  }
  return {};
}

}  // namespace exactblend
