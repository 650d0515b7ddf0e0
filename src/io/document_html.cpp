// HTML by gumbo, within the limits of html_limits.hpp.
#include <gumbo.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "io/document_readers.hpp"
#include "io/html_limits.hpp"
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

constexpr std::array<std::string_view, 30> kBlocks = {
    "p",       "div",  "li",     "ul",    "ol",      "section",    "article",    "header",
    "footer",  "main", "figure", "table", "tr",      "blockquote", "dl",         "dt",
    "dd",      "form", "nav",    "aside", "details", "summary",    "figcaption", "caption",
    "address", "body", "title",  "desc",  "text",    "svg"};
constexpr std::array<std::string_view, 8> kUnread = {"script", "style",    "template", "noscript",
                                                     "iframe", "textarea", "select",   "head"};

// Memory for a tree, all freed at once: gumbo would free it by recursion, as deep as it nests.
class Arena {
 public:
  void* take(std::size_t size) {
    constexpr std::size_t kLeast = 8U << 10;  // most HTML inside Markdown is a line or two
    constexpr std::size_t kMost = 256U << 10;
    constexpr std::size_t kAligned = alignof(std::max_align_t);
    size = (size + kAligned - 1) / kAligned * kAligned;
    if (size > left_) {
      chunk_ = std::min(std::max(kLeast, 2 * chunk_), kMost);
      left_ = std::max(chunk_, size);
      chunks_.push_back(std::make_unique_for_overwrite<std::byte[]>(left_));
      next_ = chunks_.back().get();
    }
    void* taken = next_;
    next_ += size;
    left_ -= size;
    return taken;
  }

 private:
  std::vector<std::unique_ptr<std::byte[]>> chunks_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t chunk_ = 0;
};

// Self-ending elements and such that are left open count as well here.
constexpr int kMostLevels = 2 * kMaxHtmlDepth;

class HtmlReader {
 public:
  explicit HtmlReader(std::string_view bytes) : bytes_(bytes) {}

  Result<Document> read() {
    GumboOptions options = kGumboDefaultOptions;
    options.max_errors = 0;
    Arena arena;
    options.userdata = &arena;
    options.allocator = [](void* self, std::size_t size) {
      return static_cast<Arena*>(self)->take(size);
    };
    options.deallocator = [](void*, void*) {};
    const GumboOutput* tree = gumbo_parse_with_options(&options, bytes_.data(), bytes_.size());
    if (tree != nullptr) node(*tree->root);
    if (too_deep_) {
      return failure(ErrorCode::over_limit, "its elements nest too deep",
                     "at most " + std::to_string(kMaxHtmlDepth) + " elements inside each other");
    }
    flush();
    return std::move(document_);
  }

 private:
  void node(const GumboNode& node) {
    if (depth_ > kMostLevels) {
      too_deep_ = true;
      return;
    }
    ++depth_;
    visit(node);
    --depth_;
  }

  void visit(const GumboNode& node) {
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
    if (name == "head") return head(element);
    if (is_one_of(name, kUnread)) return;
    const bool marked = mark(element);
    element_inside(element, name);
    if (marked) in_mark_ = false;
  }

  // Of what stands in no page only the title's mark is read.
  void head(const GumboNode& element) {
    const GumboVector& all = element.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      const auto& child = *static_cast<const GumboNode*>(all.data[i]);
      if (child.type != GUMBO_NODE_ELEMENT || element_name(child) != "title") continue;
      if (mark(child)) in_mark_ = false;
    }
  }

  void element_inside(const GumboNode& element, const std::string& name) {
    if (name == "del" || name == "s" || name == "strike") {  // struck out: nobody claims it
      here().append_made(" \uFFFD ", place(element));
    } else if (name == "math") {
      math(element);
    } else if (name == "sub" || name == "sup") {
      here().append_made(name == "sub" ? "_{" : "^{", place(element));
      children(element);
      here().append_made("}", place(element));
    } else if (name == "data" && attribute(element, "class") == "eb-value") {
      value(element);
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

  // <data class="eb-value" value="1/2">1/2</data>: what is shown beside what it shall be. Outside
  // of the sentence it is a claim of its own.
  void value(const GumboNode& element) {
    children(element);
    const std::string_view right = attribute(element, "value");
    if (right.find_first_of("0123456789") == std::string_view::npos) return;
    Block claim;
    append_text_of(claim.text, element);
    if (claim.text.empty()) return;
    claim.text.append_made(" = ", place(element));
    claim.text.append_made(right, place(element));
    later_.push_back(std::move(claim));
  }

  // <p data-eb-numbers="1 4">w1 = 4</p>: the runs of digits that an element shows. Not inside of
  // another such element, since each reads all its text; nor in the copies of formatting elements
  // that HTML makes, which have no text of their own in the source. False if there is none.
  bool mark(const GumboNode& element) {
    constexpr auto kCopied =
        GUMBO_INSERTION_ADOPTION_AGENCY_CLONED | GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT;
    if (in_mark_ || (element.parse_flags & kCopied) != 0) return false;
    const GumboAttribute* digits =
        gumbo_get_attribute(&element.v.element.attributes, "data-eb-numbers");
    if (digits == nullptr) return false;
    in_mark_ = true;
    Block block;
    block.kind = Block::Kind::marked;
    append_pieces_of(block.text, element);
    if (block.text.empty()) block.text.append_made(" ", place(element));
    block.digits = digits->value;
    later_.push_back(std::move(block));
    return true;
  }

  // The texts inside of an element, apart from each other.
  void append_pieces_of(MappedText& text, const GumboNode& element) {
    if (depth_ > kMostLevels) {
      too_deep_ = true;
      return;
    }
    ++depth_;
    const GumboVector& all = element.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      const auto& child = *static_cast<const GumboNode*>(all.data[i]);
      if (child.type == GUMBO_NODE_ELEMENT) {
        append_pieces_of(text, child);
      } else if (child.type == GUMBO_NODE_TEXT || child.type == GUMBO_NODE_CDATA) {
        if (!text.empty()) text.append_made(" ", place(element));
        append_html_text(text, child, bytes_);
      }
    }
    --depth_;
  }

  void append_text_of(MappedText& text, const GumboNode& element) const {
    const GumboVector& all = element.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      const auto& child = *static_cast<const GumboNode*>(all.data[i]);
      if (child.type == GUMBO_NODE_TEXT) append_html_text(text, child, bytes_);
    }
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
      // A column's head of two lines is drawn before the next column's.
      constexpr std::size_t kBack = 3;
      std::size_t row = rows.size();
      for (std::size_t back = 1; back <= std::min(kBack, rows.size()); ++back) {
        if (attribute(*text, "y").empty()) break;
        if (attribute(*text, "y") == attribute(*rows[rows.size() - back].front(), "y")) {
          row = rows.size() - back;
        }
      }
      if (row == rows.size()) rows.emplace_back();
      rows[row].push_back(text);
    }
    constexpr std::size_t kLeastCells = 3;
    for (std::size_t i = 0; i < rows.size();) {
      // Under a head there may be a second one, of fewer cells.
      const std::size_t cells = rows[i].size();
      if (cells < kLeastCells) {
        for (const GumboNode* text : rows[i]) figure_text(*text);
        ++i;
        continue;
      }
      const bool second_head =
          i + 2 < rows.size() && rows[i + 1].size() < cells && rows[i + 2].size() == cells;
      const std::size_t body = second_head ? i + 2 : i + 1;
      std::size_t end = body;
      while (end < rows.size() && rows[end].size() == cells) ++end;
      if (end == i + 1) {
        for (const GumboNode* text : rows[i]) figure_text(*text);
        ++i;
        continue;
      }
      if (second_head) {
        for (const GumboNode* text : rows[i + 1]) figure_text(*text);
      }
      block_.kind = Block::Kind::table;
      block_.drawn = true;
      in_table_ = true;
      for (; i < end; ++i) {
        if (second_head && rows[i].size() != cells) continue;
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
  bool in_mark_ = false;
  int depth_ = 0;
  bool too_deep_ = false;
  std::vector<Block> later_;  // annotations of formulas in the paragraph, and marks
};

}  // namespace

Result<Document> read_html_document(std::string_view bytes) {
  if (auto fits = check_html_limits(bytes); !fits) return tl::unexpected(std::move(fits.error()));
  return HtmlReader(bytes).read();
}

}  // namespace exactblend
