// Markdown by md4c, which hands over pieces of the text it was given, so that each tells its place.
#include <md4c.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "io/document_readers.hpp"
#include "io/entities.hpp"
#include "io/markdown_formulas.hpp"

namespace exactblend {
namespace {

using verify::Block;
using verify::MappedText;

bool ends_operand(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ')' ||
         c == ']' || c == '}';
}

class MarkdownReader {
 public:
  explicit MarkdownReader(std::string_view bytes) : bytes_(bytes) {}

  Result<verify::Document> read() {
    MD_PARSER parser{};
    parser.flags = MD_FLAG_TABLES | MD_FLAG_LATEXMATHSPANS | MD_FLAG_STRIKETHROUGH;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* self) {
      return static_cast<MarkdownReader*>(self)->enter_block(type, detail);
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* self) {
      return static_cast<MarkdownReader*>(self)->leave_block(type);
    };
    parser.enter_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<MarkdownReader*>(self)->enter_span(type);
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* self) {
      return static_cast<MarkdownReader*>(self)->leave_span(type);
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* self) {
      return static_cast<MarkdownReader*>(self)->text(type, {text, size});
    };
    if (md_parse(bytes_.data(), static_cast<MD_SIZE>(bytes_.size()), &parser, this) != 0) {
      if (error_) return tl::unexpected(std::move(*error_));
      return failure(ErrorCode::over_limit, "there is not enough memory for its Markdown",
                     "a smaller file");
    }
    flush();
    return std::move(document_);
  }

 private:
  int enter_block(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        flush();
        block_.kind = Block::Kind::heading;
        block_.level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_CODE: {
        flush();
        const MD_ATTRIBUTE& lang = static_cast<MD_BLOCK_CODE_DETAIL*>(detail)->lang;
        if (is_program({lang.text, lang.size})) block_.kind = Block::Kind::code;
        break;
      }
      case MD_BLOCK_HTML:
        flush();
        html_ = MappedText();
        html_block_ = true;
        break;
      case MD_BLOCK_TABLE:
        flush();
        block_.kind = Block::Kind::table;
        break;
      case MD_BLOCK_TR: block_.rows.emplace_back(); break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD: block_.rows.back().emplace_back(); break;
      case MD_BLOCK_THEAD:
      case MD_BLOCK_TBODY: break;
      default: flush();
    }
    return 0;
  }

  int leave_block(MD_BLOCKTYPE type) {
    switch (type) {
      case MD_BLOCK_TR:
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
      case MD_BLOCK_THEAD:
      case MD_BLOCK_TBODY: return 0;
      case MD_BLOCK_HTML: return read_html();
      default: flush(); return 0;
    }
  }

  // A block in a programming language; without a name it may be anything.
  static bool is_program(std::string_view language) {
    constexpr std::array<std::string_view, 9> kText = {
        "", "text", "txt", "plain", "plaintext", "math", "tex", "latex", "markdown"};
    return std::find(kText.begin(), kText.end(), language) == kText.end();
  }

  MappedText& here() {
    return block_.kind == Block::Kind::table && !block_.rows.empty() && !block_.rows.back().empty()
               ? block_.rows.back().back()
               : block_.text;
  }

  int enter_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_EM || type == MD_SPAN_STRONG) {
      // "20*32 = 640 and 3*4": stars between operands are signs of multiplication.
      const bool sign = last_ > 0 && last_ < bytes_.size() && bytes_[last_] == '*' &&
                        ends_operand(bytes_[last_ - 1]);
      signs_.push_back(sign);
      if (sign) star(type);
    } else if (type == MD_SPAN_DEL) {
      here().append_made(" \uFFFD ", last_);
      ++struck_out_;
    } else if (type == MD_SPAN_CODE || type == MD_SPAN_LATEXMATH) {
      here().append_made("$", last_);
    } else if (type == MD_SPAN_LATEXMATH_DISPLAY) {
      here().append_made("$$", last_);
    }
    return 0;
  }

  int leave_span(MD_SPANTYPE type) {
    if (type == MD_SPAN_EM || type == MD_SPAN_STRONG) {
      if (!signs_.empty() && signs_.back()) star(type);
      if (!signs_.empty()) signs_.pop_back();
    } else if (type == MD_SPAN_DEL) {
      --struck_out_;
    } else if (type == MD_SPAN_CODE || type == MD_SPAN_LATEXMATH) {
      here().append_made("$", last_);
    } else if (type == MD_SPAN_LATEXMATH_DISPLAY) {
      here().append_made("$$", last_);
    }
    return 0;
  }

  void star(MD_SPANTYPE type) {
    const std::size_t size = type == MD_SPAN_STRONG ? 2 : 1;
    here().append(bytes_.substr(last_, size), last_);
    last_ = std::min(last_ + size, bytes_.size());
  }

  int text(MD_TEXTTYPE type, std::string_view text) {
    const bool inside =
        text.data() >= bytes_.data() && text.data() <= bytes_.data() + bytes_.size();
    const std::size_t at = inside ? static_cast<std::size_t>(text.data() - bytes_.data()) : last_;
    if (inside) last_ = at + text.size();
    if (struck_out_ > 0) return 0;  // nobody claims it any more
    if (type == MD_TEXT_HTML) {
      html(text, at, inside);
    } else if (type == MD_TEXT_ENTITY) {
      here().append_made(entity_text(text), at);
    } else if (type == MD_TEXT_BR || type == MD_TEXT_SOFTBR) {
      here().append_made("\n", last_);
    } else if (inside) {
      here().append(text, at);
    } else {
      // A line's end in a formula is handed over as a space.
      const bool line = type == MD_TEXT_LATEXMATH && text == " " && at < bytes_.size() &&
                        (bytes_[at] == '\n' || bytes_[at] == '\r');
      here().append_made(line ? "\n" : text, at);
    }
    return 0;
  }

  // Tags inside a paragraph. Those of a block of HTML are read as a document of their own.
  void html(std::string_view text, std::size_t at, bool inside) {
    if (!html_block_) {
      here().append_made(tag_text(text), at);
    } else if (inside) {
      html_.append(text, at);
    } else {
      html_.append_made(text, at);
    }
  }

  static std::string_view tag_text(std::string_view tag) {
    if (tag == "<sub>") return "_{";
    if (tag == "<sup>") return "^{";
    if (tag == "</sub>" || tag == "</sup>") return "}";
    if (tag.starts_with("<br")) return "\n";
    return {};
  }

  int read_html() {
    auto inner = read_html_document(html_.text());
    html_block_ = false;
    if (!inner) {
      error_ = std::move(inner.error());
      return -1;  // md4c goes on after others but negative ones
    }
    for (Block& block : inner->blocks) {
      block.text = block.text.through(html_);
      for (auto& row : block.rows) {
        for (MappedText& cell : row) cell = cell.through(html_);
      }
      document_.blocks.push_back(std::move(block));
    }
    return 0;
  }

  void flush() {
    if (!block_.text.empty() || !block_.rows.empty() || block_.kind == Block::Kind::heading) {
      document_.blocks.push_back(std::move(block_));
    }
    block_ = {};
  }

  std::string_view bytes_;
  verify::Document document_;
  Block block_;
  MappedText html_;
  bool html_block_ = false;
  std::size_t last_ = 0;     // behind the last piece of text
  int struck_out_ = 0;       // open spans of ~~such text~~
  std::vector<bool> signs_;  // of the open emphases: whether its stars are signs
  std::optional<Error> error_;
};

}  // namespace

Result<verify::Document> read_markdown_document(std::string_view bytes) {
  const auto joined = with_joined_formulas(bytes);
  return MarkdownReader(joined ? std::string_view(*joined) : bytes).read();
}

}  // namespace exactblend
