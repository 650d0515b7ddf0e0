// One line of text in a drawing: plain pieces, and symbols such as V with an index below the line.
//
//     Label().symbol("V", "1").plain(" = ").plain(text)
//
// It is escaped as it is made, and knows its width (render/text_width.hpp).
#pragma once

#include <string>
#include <string_view>

#include "exactblend/render/escape.hpp"
#include "render/text_width.hpp"

namespace exactblend::draw {

class Label {
 public:
  Label() = default;
  explicit Label(std::string_view text) { plain(text); }

  Label& plain(std::string_view text) {
    if (text.empty()) return *this;
    ems_ += text_ems(text);
    if (!lowered_) {
      append_markup(markup_, text);
      return *this;
    }
    // Spaces stand outside the piece, since some renderers drop those at its ends.
    const std::size_t begin = text.find_first_not_of(' ');
    if (begin == std::string_view::npos) return *this;
    const std::size_t end = text.find_last_not_of(' ') + 1;
    markup_ += text.substr(0, begin);
    markup_ += "<tspan dy=\"-3\">";
    append_markup(markup_, text.substr(begin, end - begin));
    markup_ += "</tspan>";
    markup_ += text.substr(end);
    lowered_ = false;
    return *this;
  }

  // A letter in italics and its index, which may be empty.
  Label& symbol(std::string_view letter, std::string_view index) {
    markup_ += lowered_ ? "<tspan class=\"eb-i\" dy=\"-3\">" : "<tspan class=\"eb-i\">";
    append_markup(markup_, letter);
    markup_ += "</tspan>";
    lowered_ = false;
    ems_ += text_ems(letter);
    return below(index);
  }
  Label& below(std::string_view index) {
    if (index.empty()) return *this;
    markup_ += "<tspan class=\"eb-sub\" dy=\"3\">";
    append_markup(markup_, index);
    markup_ += "</tspan>";
    lowered_ = true;
    ems_ += text_ems(index);  // smaller than the rest; counted as if it were not
    return *this;
  }

  // The separator must not be empty: it brings what follows back to the line.
  Label& append(std::string_view separator, const Label& other) {
    plain(separator);
    markup_ += other.markup_;
    ems_ += other.ems_;
    lowered_ = other.lowered_;
    return *this;
  }

  [[nodiscard]] bool empty() const { return markup_.empty(); }
  [[nodiscard]] const std::string& markup() const { return markup_; }
  [[nodiscard]] Hundredths width(int size) const { return width_of(ems_, size); }

 private:
  std::string markup_;
  std::int64_t ems_ = 0;
  bool lowered_ = false;  // whether the last piece stands below the line
};

}  // namespace exactblend::draw
