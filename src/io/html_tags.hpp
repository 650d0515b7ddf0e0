// The tags of HTML as its tokenizer finds them: outside of comments, of raw text (scripts, styles,
// titles) and of attributes' values.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace exactblend {

struct HtmlTag {
  std::string name;  // in lower case
  std::string_view attributes;
  int attribute_count = 0;
  bool ends = false;       // </name>
  bool self_ends = false;  // <name/>
  bool is_font = false;    // has an attribute color, face or size
  bool text_before = false;
};

class HtmlTags {
 public:
  explicit HtmlTags(std::string_view bytes) : bytes_(bytes) {}

  // The next tag; false at the end. foreign: the text here is inside SVG or MathML, which have
  // CDATA.
  bool next(HtmlTag& tag, bool foreign);

  // Behind the tag <name> that has just been read all is text up to its end tag. Whether it holds
  // what would else be tags.
  bool skip_raw_text(std::string_view name);

 private:
  // Behind a comment that begins at "<!".
  [[nodiscard]] std::size_t behind_comment(std::size_t at, bool foreign) const;
  // Reads attributes up to ">"; false if the tag never ends, so that it is none.
  bool attributes(HtmlTag& tag);
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < bytes_.size() ? bytes_[at_ + ahead] : '\0';
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

}  // namespace exactblend
