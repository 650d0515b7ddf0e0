// HTML by gumbo. Its tree is freed by recursion, and formatting that is left open is copied into
// every block that follows, so how deep elements nest and how much formatting is open is bounded
// before it is parsed.
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>

#include "io/document_readers.hpp"
#include "io/mathml_text.hpp"

namespace exactblend {
namespace {

using verify::Block;
using verify::Document;
using verify::MappedText;

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
constexpr std::array<std::string_view, 30> kBlocks = {
    "p",       "div",  "li",     "ul",    "ol",      "section",    "article",    "header",
    "footer",  "main", "figure", "table", "tr",      "blockquote", "dl",         "dt",
    "dd",      "form", "nav",    "aside", "details", "summary",    "figcaption", "caption",
    "address", "body", "title",  "desc",  "text",    "svg"};
constexpr std::array<std::string_view, 8> kUnread = {"script", "style",    "template", "noscript",
                                                     "iframe", "textarea", "select",   "head"};

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

// Whether gumbo may be given it: linear, on the tags as they stand.
Result<void> check_depth(std::string_view bytes) {
  int depth = 0;
  int formatting = 0;
  std::size_t at = 0;
  while ((at = bytes.find('<', at)) != std::string_view::npos) {
    if (bytes.substr(at).starts_with("<!--")) {
      const std::size_t end = bytes.find("-->", at + 4);
      if (end == std::string_view::npos) break;
      at = end + 3;
      continue;
    }
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
    if (!name.empty() && attributes_at(bytes, name_end) > kMaxHtmlAttributes) {
      return failure(ErrorCode::over_limit, "an element has too many attributes",
                     "at most " + std::to_string(kMaxHtmlAttributes));
    }
    if (name.empty() || is_one_of(name, kVoid) || is_one_of(name, kSelfEnding)) continue;
    const std::size_t close = bytes.find_first_of("<>", name_end);
    const bool empty = close != std::string_view::npos && bytes[close] == '>' && close > 0 &&
                       bytes[close - 1] == '/';
    if (empty) continue;
    const int step = ends ? -1 : 1;
    depth = std::max(depth + step, 0);
    if (is_one_of(name, kFormatting)) formatting = std::max(formatting + step, 0);
    if (depth > kMaxHtmlDepth || formatting > kMaxHtmlFormatting) {
      return failure(
          ErrorCode::over_limit,
          depth > kMaxHtmlDepth ? "its elements nest too deep"
                                : "too much of its formatting is left open",
          "at most " + std::to_string(depth > kMaxHtmlDepth ? kMaxHtmlDepth : kMaxHtmlFormatting) +
              (depth > kMaxHtmlDepth ? " elements inside each other"
                                     : " open elements such as <b>"));
    }
  }
  return {};
}

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view bytes) : bytes_(bytes) {}

  Document read() {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    const std::unique_ptr<GumboOutput, void (*)(GumboOutput*)> tree(
        gumbo_parse_with_options(&options, bytes_.data(), bytes_.size()),
        [](GumboOutput* output) { gumbo_destroy_output(&kGumboDefaultOptions, output); });
    if (tree) node(*tree->root);
    flush();
    return std::move(document_);
  }

 private:
  void node(const GumboNode& node) {
    switch (node.type) {
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_WHITESPACE:
      case GUMBO_NODE_CDATA: append_html_text(here(), node, bytes_); break;
      case GUMBO_NODE_ELEMENT: element(node); break;
      default: break;
    }
  }

  void children(const GumboNode& parent) {
    const GumboVector& all = parent.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) node(*static_cast<const GumboNode*>(all.data[i]));
  }

  [[nodiscard]] std::size_t place(const GumboNode& node) const {
    const GumboStringPiece& tag = node.v.element.original_tag;
    if (tag.data == nullptr) return here_is();
    return static_cast<std::size_t>(tag.data - bytes_.data());
  }
  [[nodiscard]] std::size_t here_is() const { return block_.text.source_of(0); }

  void element(const GumboNode& element) {
    const std::string name = element_name(element);
    if (is_one_of(name, kUnread)) return;
    if (name == "math") {
      math(element);
    } else if (name == "sub" || name == "sup") {
      here().append_made(name == "sub" ? "_{" : "^{", place(element));
      children(element);
      here().append_made("}", place(element));
    } else if (name == "br") {
      here().append_made("\n", place(element));
    } else if (name == "pre" && !in_table_) {
      flush();
      if (is_coloured(element)) block_.kind = Block::Kind::code;
      in_pre_ = true;
      children(element);
      in_pre_ = false;
      flush();
    } else if (name == "code" || name == "kbd" || name == "samp") {
      code(element);
    } else if (name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6') {
      flush();
      block_.kind = Block::Kind::heading;
      block_.level = name[1] - '0';
      children(element);
      flush();
    } else if (name == "svg" && !in_table_) {
      svg(element);
    } else if (name == "tspan" && is_lowered(element)) {
      here().append_made("_{", place(element));
      children(element);
      here().append_made("}", place(element));
    } else if (name == "table" && !in_table_) {
      table(element);
    } else if ((name == "td" || name == "th") && in_table_) {
      if (block_.rows.empty()) block_.rows.emplace_back();
      block_.rows.back().emplace_back();
      children(element);
    } else if (name == "tr" && in_table_) {
      block_.rows.emplace_back();
      children(element);
    } else if (is_one_of(name, kBlocks) && !in_table_) {
      flush();
      children(element);
      flush();
    } else {
      children(element);
    }
  }

  static std::string_view attribute(const GumboNode& element, const char* name) {
    const GumboAttribute* found = gumbo_get_attribute(&element.v.element.attributes, name);
    return found == nullptr ? std::string_view() : std::string_view(found->value);
  }

  // A subscript of a drawing: <tspan dy="3">1</tspan>
  static bool is_lowered(const GumboNode& tspan) {
    const std::string_view dy = attribute(tspan, "dy");
    if (dy.empty() || dy[0] < '1' || dy[0] > '9' || tspan.v.element.children.length != 1) {
      return false;
    }
    const auto& child = *static_cast<const GumboNode*>(tspan.v.element.children.data[0]);
    if (child.type != GUMBO_NODE_TEXT) return false;
    const std::string_view text = child.v.text.text;
    return !text.empty() && text.size() < 4 && std::all_of(text.begin(), text.end(), [](char c) {
      return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
    });
  }

  // Texts on one line are a row; rows of as many, three or more, one under another, are a table.
  void svg(const GumboNode& element) {
    flush();
    std::vector<const GumboNode*> texts;
    texts_of(element, texts);
    std::vector<std::vector<const GumboNode*>> rows;
    for (const GumboNode* text : texts) {
      const bool goes_on = !rows.empty() && !attribute(*text, "y").empty() &&
                           attribute(*text, "y") == attribute(*rows.back().front(), "y");
      if (!goes_on) rows.emplace_back();
      rows.back().push_back(text);
    }
    constexpr std::size_t kLeastCells = 3;
    for (std::size_t i = 0; i < rows.size();) {
      std::size_t end = i;
      while (end < rows.size() && rows[end].size() == rows[i].size()) ++end;
      if (end - i < 2 || rows[i].size() < kLeastCells) {
        for (const GumboNode* text : rows[i]) figure_text(*text);
        ++i;
        continue;
      }
      block_.kind = Block::Kind::table;
      in_table_ = true;
      for (; i < end; ++i) {
        block_.rows.emplace_back();
        for (const GumboNode* text : rows[i]) {
          block_.rows.back().emplace_back();
          children(*text);
        }
      }
      in_table_ = false;
      flush();
    }
  }

  void figure_text(const GumboNode& text) {
    block_.kind = Block::Kind::figure;
    children(text);
    flush();
  }

  static void texts_of(const GumboNode& element, std::vector<const GumboNode*>& texts) {
    const GumboVector& all = element.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      const auto& child = *static_cast<const GumboNode*>(all.data[i]);
      if (child.type != GUMBO_NODE_ELEMENT) continue;
      const std::string name = element_name(child);
      if (name == "text" || name == "title" || name == "desc") {
        texts.push_back(&child);
      } else if (!is_one_of(name, kUnread)) {
        texts_of(child, texts);
      }
    }
  }

  void table(const GumboNode& element) {
    flush();
    in_table_ = true;
    block_.kind = Block::Kind::table;
    children(element);
    in_table_ = false;
    flush();
  }

  // Whether its text is coloured as a program's is: with classes of its own, or in pieces that have
  // them.
  static bool is_coloured(const GumboNode& pre) {
    if (!attribute(pre, "class").empty()) return true;
    const GumboVector& all = pre.v.element.children;
    constexpr unsigned kAhead = 8;
    for (unsigned i = 0; i < std::min(all.length, kAhead); ++i) {
      const auto& child = *static_cast<const GumboNode*>(all.data[i]);
      if (child.type != GUMBO_NODE_ELEMENT) continue;
      if (!attribute(child, "class").empty()) return true;
      if (element_name(child) == "code") return is_coloured(child);
    }
    return false;
  }

  // A program, if its class tells a language: <code class="language-python">.
  void code(const GumboNode& element) {
    const GumboAttribute* attribute = gumbo_get_attribute(&element.v.element.attributes, "class");
    const std::string_view given = attribute == nullptr ? "" : attribute->value;
    const bool program = given.find("language-") != std::string_view::npos &&
                         given.find("language-text") == std::string_view::npos &&
                         given.find("language-math") == std::string_view::npos &&
                         given.find("language-plain") == std::string_view::npos;
    if (in_pre_) {
      children(element);
    } else if (program && !in_table_) {
      flush();
      block_.kind = Block::Kind::code;
      children(element);
      flush();
    } else {
      here().append_made("$", place(element));
      children(element);
      here().append_made("$", place(element));
    }
  }

  void math(const GumboNode& element) {
    const GumboAttribute* display = gumbo_get_attribute(&element.v.element.attributes, "display");
    const bool block =
        display != nullptr && std::string_view(display->value) == "block" && !in_table_;
    std::vector<MappedText> annotations;
    if (block) {
      flush();
    } else {
      here().append_made("$", place(element));
    }
    append_mathml(here(), element, bytes_, annotations);
    if (block) {
      flush();
    } else {
      here().append_made("$", place(element));
    }
    for (MappedText& annotation : annotations) {
      Block tex;
      tex.text = std::move(annotation);
      later_.push_back(std::move(tex));
    }
    if (block) flush();
  }

  MappedText& here() {
    if (in_table_ && !block_.rows.empty() && !block_.rows.back().empty()) {
      return block_.rows.back().back();
    }
    return block_.text;
  }

  void flush() {
    const bool blank =
        block_.text.text().find_first_not_of(" \t\r\n") == std::string::npos && block_.rows.empty();
    if (!blank) {
      if (block_.kind == Block::Kind::table && !block_.text.empty()) {
        Block caption;
        caption.text = std::move(block_.text);
        block_.text = {};
        if (caption.text.text().find_first_not_of(" \t\r\n") != std::string::npos) {
          document_.blocks.push_back(std::move(caption));
        }
      }
      document_.blocks.push_back(std::move(block_));
    } else if (block_.kind == Block::Kind::heading) {
      document_.blocks.push_back(std::move(block_));
    }
    block_ = {};
    for (Block& tex : later_) document_.blocks.push_back(std::move(tex));
    later_.clear();
  }

  std::string_view bytes_;
  Document document_;
  Block block_;
  bool in_table_ = false;
  bool in_pre_ = false;
  std::vector<Block> later_;  // annotations of formulas in the paragraph
};

}  // namespace

Result<Document> read_html_document(std::string_view bytes) {
  if (auto fits = check_depth(bytes); !fits) return tl::unexpected(std::move(fits.error()));
  return HtmlReader(bytes).read();
}

}  // namespace exactblend
