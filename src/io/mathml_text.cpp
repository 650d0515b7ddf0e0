#include "io/mathml_text.hpp"

#include <algorithm>
#include <utility>

#include "number/read_cursor.hpp"

namespace exactblend {
namespace {

using verify::MappedText;

std::size_t place_of(const GumboNode& node, std::string_view source) {
  const bool element = node.type == GUMBO_NODE_ELEMENT || node.type == GUMBO_NODE_TEMPLATE;
  const GumboStringPiece& piece = element ? node.v.element.original_tag : node.v.text.original_text;
  if (piece.data == nullptr || piece.data < source.data() ||
      piece.data > source.data() + source.size()) {
    return 0;
  }
  return static_cast<std::size_t>(piece.data - source.data());
}

class MathmlReader {
 public:
  MathmlReader(MappedText& out, std::string_view source, std::vector<MappedText>& annotations)
      : out_(out), source_(source), annotations_(annotations) {}

  void element(const GumboNode& node) {
    if (node.type == GUMBO_NODE_TEXT) {
      append_html_text(out_, node, source_);
      return;
    }
    if (node.type != GUMBO_NODE_ELEMENT) return;
    const std::string name = element_name(node);
    if (name == "mfrac") {
      script(node, "\\frac{", "}{", "}");
    } else if (name == "msub") {
      script(node, "", "_{", "}");
    } else if (name == "msup") {
      script(node, "", "^{", "}");
    } else if (name == "msubsup" || name == "munderover") {
      three(node);
    } else if (name == "munder") {
      script(node, "", "_{", "}");
    } else if (name == "mover") {
      made("\uFFFD", node);  // an accent makes another name of it
    } else if (name == "msqrt") {
      made("\\sqrt{", node);
      children(node);
      made("}", node);
    } else if (name == "mfenced") {
      fenced(node);
    } else if (name == "mtext" && is_plain_sign(node)) {
      // not shown
    } else if (name == "mtext") {
      made(" ", node);
      children(node);
      made(" ", node);
    } else if (name == "mi") {
      separate(node);
      children(node);
    } else if (name == "mspace") {
      made(" ", node);
    } else if (name == "mtable") {
      table(node);
    } else if (name == "mtr" || name == "mlabeledtr") {
      children(node);
      made(in_matrix_ ? "\\\\" : "\n", node);
    } else if (name == "mtd") {
      if (in_matrix_ && !out_.text().ends_with("\\\\") && !out_.text().ends_with("matrix}")) {
        made("&", node);
      }
      children(node);
      made(" ", node);
    } else if (name == "semantics") {
      semantics(node);
    } else if (name == "annotation" || name == "annotation-xml" || name == "mphantom") {
      // not shown
    } else {
      children(node);
    }
  }

 private:
  void made(std::string_view text, const GumboNode& node) {
    out_.append_made(text, place_of(node, source_));
  }

  // Two letters side by side are two names, not a word.
  void separate(const GumboNode& node) {
    if (out_.empty()) return;
    const char last = out_.text().back();
    if (is_letter(last)) made("\u2062", node);
  }

  static std::vector<const GumboNode*> elements(const GumboNode& node) {
    std::vector<const GumboNode*> result;
    const GumboVector& all = node.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      const auto* child = static_cast<const GumboNode*>(all.data[i]);
      if (child->type == GUMBO_NODE_ELEMENT) result.push_back(child);
    }
    return result;
  }

  void children(const GumboNode& node) {
    const GumboVector& all = node.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) element(*static_cast<const GumboNode*>(all.data[i]));
  }

  // A matrix, or lines of a calculation: those hold signs of relation.
  void table(const GumboNode& node) {
    const bool matrix = !in_table_ && !has_relation(node);
    const bool was = std::exchange(in_table_, true);
    if (matrix) made("\\begin{matrix}", node);
    in_matrix_ = matrix;
    children(node);
    in_matrix_ = false;
    if (matrix) made("\\end{matrix}", node);
    in_table_ = was;
  }

  static bool has_relation(const GumboNode& node) {
    if (node.type == GUMBO_NODE_TEXT) {
      const std::string_view text = node.v.text.text;
      return text.find('=') != std::string_view::npos ||
             text.find("\u2248") != std::string_view::npos;
    }
    if (node.type != GUMBO_NODE_ELEMENT) return false;
    const GumboVector& all = node.v.element.children;
    for (unsigned i = 0; i < all.length; ++i) {
      if (has_relation(*static_cast<const GumboNode*>(all.data[i]))) return true;
    }
    return false;
  }

  void script(const GumboNode& node, std::string_view before, std::string_view between,
              std::string_view after) {
    const auto parts = elements(node);
    if (parts.size() != 2) {
      made("\uFFFD", node);
      return;
    }
    made(before, node);
    ++in_script_;
    element(*parts[0]);
    made(between, *parts[1]);
    element(*parts[1]);
    --in_script_;
    made(after, node);
  }

  // Signs of plain text inside a fraction or a power, "(" or ")/(", are for those who copy it: its
  // structure says the same.
  [[nodiscard]] bool is_plain_sign(const GumboNode& text) const {
    if (in_script_ == 0) return false;
    MappedText inside;
    std::vector<MappedText> none;
    MathmlReader(inside, source_, none).children(text);
    return !inside.empty() && inside.text().find_first_not_of("()^/ ") == std::string::npos;
  }

  void three(const GumboNode& node) {
    const auto parts = elements(node);
    if (parts.size() != 3) {
      made("\uFFFD", node);
      return;
    }
    element(*parts[0]);
    made("_{", *parts[1]);
    element(*parts[1]);
    made("}^{", *parts[2]);
    element(*parts[2]);
    made("}", node);
  }

  void fenced(const GumboNode& node) {
    made("(", node);
    bool first = true;
    for (const GumboNode* part : elements(node)) {
      if (!first) made(",", *part);
      element(*part);
      first = false;
    }
    made(")", node);
  }

  void semantics(const GumboNode& node) {
    const auto parts = elements(node);
    if (!parts.empty()) element(*parts[0]);
    for (std::size_t i = 1; i < parts.size(); ++i) {
      const GumboAttribute* encoding =
          gumbo_get_attribute(&parts[i]->v.element.attributes, "encoding");
      if (encoding == nullptr || std::string_view(encoding->value) != "application/x-tex") continue;
      MappedText tex;
      const GumboVector& all = parts[i]->v.element.children;
      for (unsigned c = 0; c < all.length; ++c) {
        const auto* child = static_cast<const GumboNode*>(all.data[c]);
        if (child->type == GUMBO_NODE_TEXT || child->type == GUMBO_NODE_WHITESPACE) {
          append_html_text(tex, *child, source_);
        }
      }
      if (!tex.empty()) annotations_.push_back(std::move(tex));
    }
  }

  MappedText& out_;
  std::string_view source_;
  std::vector<MappedText>& annotations_;
  bool in_table_ = false;
  bool in_matrix_ = false;
  int in_script_ = 0;  // fractions, powers and indices around what is read
};

}  // namespace

std::string element_name(const GumboNode& node) {
  const GumboElement& element = node.v.element;
  if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
  GumboStringPiece piece = element.original_tag;
  gumbo_tag_from_original_text(&piece);
  std::string name(piece.data == nullptr ? "" : piece.data, piece.length);
  std::transform(name.begin(), name.end(), name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  });
  if (const std::size_t colon = name.rfind(':'); colon != std::string::npos) {
    name.erase(0, colon + 1);
  }
  return name;
}

namespace {

// Bytes of the character reference at the start of `raw`, which was resolved to the start of
// `text`; 1 where there is none. Old ones may stand without their semicolon: they end where the
// text goes on.
std::size_t reference_size(std::string_view raw, std::string_view text) {
  constexpr std::size_t kLongest = 34;
  if (raw.empty() || raw[0] != '&') return 1;
  const bool ampersand =
      raw.starts_with("&amp") || raw.starts_with("&AMP") || raw.starts_with("&#");
  if (text[0] == '&' && !ampersand) return 1;
  const std::size_t semicolon = raw.find(';');
  if (semicolon < kLongest) return semicolon + 1;
  const std::size_t size = first_character(text).size;
  std::size_t end = 1;
  while (end < raw.size() && end < kLongest && (size >= text.size() || raw[end] != text[size]))
    ++end;
  return end;
}

}  // namespace

void append_html_text(MappedText& out, const GumboNode& node, std::string_view source) {
  const std::string_view text = node.v.text.text;
  const GumboStringPiece& original = node.v.text.original_text;
  const std::string_view raw(original.data == nullptr ? "" : original.data, original.length);
  const std::size_t at = place_of(node, source);
  if (raw == text) {
    out.append(text, at);
    return;
  }
  std::size_t r = 0;
  std::size_t t = 0;
  while (t < text.size()) {
    std::size_t same = 0;
    while (t + same < text.size() && r + same < raw.size() && text[t + same] == raw[r + same] &&
           raw[r + same] != '&') {
      ++same;
    }
    out.append(text.substr(t, same), at + r);
    t += same;
    r += same;
    if (t >= text.size()) break;
    const std::size_t size = first_character(text.substr(t)).size;
    out.append_made(text.substr(t, size), at + std::min(r, raw.size()));
    t += size;
    r = std::min(r + reference_size(raw.substr(std::min(r, raw.size())), text.substr(t - size)),
                 raw.size());
  }
}

void append_mathml(MappedText& out, const GumboNode& math, std::string_view source,
                   std::vector<MappedText>& annotations) {
  MathmlReader(out, source, annotations).element(math);
}

}  // namespace exactblend
