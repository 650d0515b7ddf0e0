#include "io/html_limits.hpp"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "exactblend/io/document.hpp"
#include "io/html_tags.hpp"
#include "io/html_traits.hpp"

namespace exactblend {
namespace {

enum class Markup : unsigned char { html, svg, mathml };

// Whether HTML stands in that element of SVG or MathML.
bool holds_html(Markup markup, const HtmlTag& tag) {
  const std::string_view name = tag.name;
  if (markup == Markup::svg) return name == "foreignobject" || name == "desc" || name == "title";
  if (name == "annotation-xml") {
    return tag.attributes.find("html") != std::string_view::npos ||
           tag.attributes.find("HTML") != std::string_view::npos;
  }
  return name == "mi" || name == "mo" || name == "mn" || name == "ms" || name == "mtext";
}

class OpenElements {
 public:
  HtmlCost run(std::string_view bytes) {
    HtmlTags tags(bytes);
    HtmlTag tag;
    while (!over() && tags.next(tag, is_foreign())) {
      if (tag.text_before) copy_formatting();
      tag.ends ? end(tag) : begin(tag, tags);
      count();
    }
    copy_formatting();
    count();
    return cost_;
  }

 private:
  struct Element {
    std::string name;
    unsigned traits;
    Markup markup = Markup::html;
    [[nodiscard]] bool foreign() const { return markup != Markup::html; }
  };
  struct Formatting {
    std::string name;
    std::size_t attributes;  // their hash
    bool open;               // in elements_, else to be copied
    bool mark;               // none, but where an element begins into which nothing is copied
  };

  [[nodiscard]] bool over() const {
    return cost_.depth > kMaxHtmlDepth || cost_.formatting > kMaxHtmlFormatting ||
           cost_.attributes > kMaxHtmlAttributes || cost_.copies > kMaxHtmlCopies;
  }

  // Whether a tag here is one of SVG or MathML.
  [[nodiscard]] bool is_foreign() const {
    return !elements_.empty() && elements_.back().foreign() &&
           (elements_.back().traits & kIntegration) == 0;
  }

  void count() {
    int waiting = 0;
    int formatting = 0;
    for (auto one = formatting_.rbegin(); one != formatting_.rend() && !one->mark; ++one) {
      waiting += one->open ? 0 : 1;
      ++formatting;
    }
    cost_.depth = std::max(cost_.depth, static_cast<int>(elements_.size()) + waiting + kept_);
    cost_.formatting = std::max(cost_.formatting, formatting);
  }

  // Formatting that is waiting is open again where text or something inside of a line follows.
  void copy_formatting() {
    std::size_t first = formatting_.size();
    while (first > 0 && !formatting_[first - 1].mark) --first;
    for (std::size_t i = first; i < formatting_.size(); ++i) {
      if (formatting_[i].open) continue;
      formatting_[i].open = true;
      elements_.push_back({formatting_[i].name, kFormatting});
      ++cost_.copies;
    }
  }

  void begin(const HtmlTag& tag, HtmlTags& tags) {
    const unsigned traits = html_traits(tag.name);
    cost_.attributes = std::max(cost_.attributes, tag.attribute_count);
    if (tag.name == "frameset" || tag.name == "isindex" || tag.name == "template") {
      ++kept_;
      frames_ = frames_ || tag.name == "frameset";
      return;
    }
    if (is_foreign()) {
      if ((traits & kBreaksOut) == 0 && !(tag.name == "font" && tag.is_font)) {
        if (!tag.self_ends) push_foreign(tag, elements_.back().markup);
        return;
      }
      while (is_foreign()) pop();
    }
    if ((traits & kRoot) != 0) {
      root_attributes_ += tag.attribute_count;
      cost_.attributes = std::max(cost_.attributes, root_attributes_);
      return;
    }
    if (is_open("select") && !begins_in_select(tag.name, traits)) return;
    if (tag.name == "svg" || tag.name == "math") {
      copy_formatting();
      if (!tag.self_ends) push_foreign(tag, tag.name == "svg" ? Markup::svg : Markup::mathml);
      return;
    }
    if ((traits & kTablePart) != 0) {
      table_part(tag.name);
      return;
    }
    if (tag.name == "table" && in_rows()) pop_through("table", 0);
    if (tag.name == "form" && is_open("form") && kept_ == 0) return;
    if (tag.name == "li" || tag.name == "dd" || tag.name == "dt") end_item(tag.name == "li");
    if ((traits & kEndsParagraph) != 0) end_paragraph();
    if ((traits & kHeading) != 0 && !elements_.empty() &&
        (elements_.back().traits & kHeading) != 0) {
      pop();
    }
    if (tag.name == "option" && !elements_.empty() && elements_.back().name == "option") pop();
    if (tag.name == "button") pop_through("button", kScope);
    if (tag.name == "a" || tag.name == "nobr") end_formatting(tag.name);
    if ((traits & kSpecial) == 0 || (traits & kInline) != 0) copy_formatting();
    if ((traits & kVoid) != 0) return;
    elements_.push_back({tag.name, traits});
    if ((traits & kFormatting) != 0) begin_formatting(tag);
    if ((traits & kMark) != 0) formatting_.push_back({tag.name, 0, true, true});
    if ((traits & kRaw) != 0) raw_text(tag.name, tags);
  }

  void push_foreign(const HtmlTag& tag, Markup markup) {
    const unsigned traits = holds_html(markup, tag) ? kSpecial | kScope | kIntegration : 0U;
    elements_.push_back({tag.name, traits, markup});
  }

  // Among frames most elements are none, and what follows is no raw text. In SVG and MathML it is
  // not always one: tags in it, if they are tags, are counted as over the limit.
  void raw_text(std::string_view name, HtmlTags& tags) {
    if (frames_) return;
    const bool tags_inside = tags.skip_raw_text(name);
    const bool foreign = std::any_of(elements_.begin(), elements_.end(),
                                     [](const Element& element) { return element.foreign(); });
    if (foreign && tags_inside) cost_.depth = kMaxHtmlDepth + 1;
  }

  // Inside of <select> there are only few elements, and some end it. False: the tag is none.
  bool begins_in_select(const std::string& name, unsigned traits) {
    const bool ends_it = name == "input" || name == "keygen" || name == "textarea" ||
                         ((name == "table" || (traits & kTablePart) != 0) && is_open("table"));
    if (ends_it || name == "select") pop_through("select", 0);
    return ends_it || name == "option" || name == "optgroup" || name == "script";
  }

  void begin_formatting(const HtmlTag& tag) {
    constexpr int kMostAlike = 3;
    const std::size_t attributes = std::hash<std::string_view>()(tag.attributes);
    int alike = 0;
    std::size_t earliest = 0;
    for (std::size_t i = formatting_.size(); i > 0 && !formatting_[i - 1].mark; --i) {
      const Formatting& one = formatting_[i - 1];
      if (one.name != tag.name || one.attributes != attributes) continue;
      ++alike;
      earliest = i - 1;
    }
    if (alike >= kMostAlike) {
      formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(earliest));
    }
    formatting_.push_back({tag.name, attributes, true, false});
  }

  // Between rows and cells of the innermost table, where a new table ends it.
  [[nodiscard]] bool in_rows() const {
    for (auto one = elements_.rbegin(); one != elements_.rend(); ++one) {
      if (one->name == "table") return true;
      if ((one->traits & (kCell | kMark)) != 0) return false;
    }
    return false;
  }

  [[nodiscard]] bool is_open(std::string_view name) const {
    return std::any_of(elements_.begin(), elements_.end(), [name](const Element& element) {
      return element.name == name && !element.foreign();
    });
  }

  // A cell, a row, … begins in the innermost table, and ends what is open there.
  void table_part(const std::string& name) {
    std::size_t table = elements_.size();
    while (table > 0 && elements_[table - 1].name != "table") {
      --table;
    }
    if (table == 0) return;  // outside of tables they are none
    while (elements_.size() > table) pop();
    const unsigned traits = html_traits(name);
    if (name == "tr" || (traits & kCell) != 0) {
      if (name != "caption") elements_.push_back({"tbody", html_traits("tbody")});
      if (name != "tr" && name != "caption") elements_.push_back({"tr", html_traits("tr")});
    }
    elements_.push_back({name, traits});
    if ((traits & kMark) != 0) formatting_.push_back({name, 0, true, true});
  }

  void end_paragraph() {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      const Element& element = elements_[i - 1];
      if (element.name == "p" && !element.foreign()) {
        while (elements_.size() >= i) pop();
        return;
      }
      if ((element.traits & kScope) != 0 || element.name == "button") return;
    }
  }

  void end_item(bool of_list) {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      const Element& element = elements_[i - 1];
      const bool item =
          of_list ? element.name == "li" : (element.name == "dd" || element.name == "dt");
      if (item && !element.foreign()) {
        while (elements_.size() >= i) pop();
        return;
      }
      const bool inner = element.name == "address" || element.name == "div" || element.name == "p";
      if ((element.traits & (kSpecial | kItemEnd)) != 0 && !inner) return;
    }
  }

  void end(const HtmlTag& tag) {
    const std::string& name = tag.name;
    const unsigned traits = html_traits(name);
    if (is_foreign() && ends_foreign(tag)) return;
    if ((traits & (kVoid | kRoot)) != 0) return;
    if (is_open("select")) {
      const bool of_table = (name == "table" || (traits & kTablePart) != 0) && is_open("table");
      if (name != "select" && name != "option" && name != "optgroup" && !of_table) return;
      if (of_table) pop_through("select", 0);
    }
    if (name == "form") {
      take_out(name);
    } else if ((traits & kFormatting) != 0) {
      end_formatting(name);
    } else if (name == "table" || (traits & kTablePart) != 0) {
      pop_in_table(name);
    } else if ((traits & kHeading) != 0) {
      end_heading();
    } else if ((traits & kSpecial) != 0 && (traits & kAnyEnd) == 0) {
      pop_through(name, kScope);
    } else {
      pop_through(name, kSpecial | kScope);
    }
  }

  // Whether it ends an element of SVG or MathML that is open here. With a space or a slash behind
  // its name gumbo does not know it.
  bool ends_foreign(const HtmlTag& tag) {
    if (!tag.attributes.empty()) return false;
    for (std::size_t i = elements_.size(); i > 0 && elements_[i - 1].foreign(); --i) {
      if (elements_[i - 1].name != tag.name) continue;
      while (elements_.size() >= i) pop();
      return true;
    }
    return false;
  }

  // The innermost one ends, whatever its level.
  void end_heading() {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      if ((elements_[i - 1].traits & kHeading) != 0) {
        while (elements_.size() >= i) pop();
        return;
      }
      if ((elements_[i - 1].traits & kScope) != 0) return;
    }
  }

  // Out from between others, which stay open.
  void take_out(std::string_view name) {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      if (elements_[i - 1].name == name && !elements_[i - 1].foreign()) {
        elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i - 1));
        return;
      }
      if ((elements_[i - 1].traits & kScope) != 0) return;
    }
  }

  // An end tag of a part of a table: within the innermost one.
  void pop_in_table(std::string_view name) {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      if (elements_[i - 1].name == name && !elements_[i - 1].foreign()) {
        while (elements_.size() >= i) pop();
        return;
      }
      if (elements_[i - 1].name == "table") return;
    }
  }

  // Up to the innermost one of that name, unless one of those traits is before it.
  void pop_through(std::string_view name, unsigned barrier) {
    for (std::size_t i = elements_.size(); i > 0; --i) {
      if (elements_[i - 1].name == name && !elements_[i - 1].foreign()) {
        while (elements_.size() >= i) pop();
        return;
      }
      if ((elements_[i - 1].traits & barrier) != 0) return;
    }
  }

  // Takes it out from between others, which stay open if one of them is special.
  void end_formatting(std::string_view name) {
    for (std::size_t f = formatting_.size(); f > 0 && !formatting_[f - 1].mark; --f) {
      if (formatting_[f - 1].name != name) continue;
      if (!formatting_[f - 1].open) {
        formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(f - 1));
        return;
      }
      bool special = false;
      for (std::size_t i = elements_.size(); i > 0; --i) {
        if (elements_[i - 1].name == name && !elements_[i - 1].foreign()) {
          formatting_.erase(formatting_.begin() + static_cast<std::ptrdiff_t>(f - 1));
          if (special) {
            elements_.erase(elements_.begin() + static_cast<std::ptrdiff_t>(i - 1));
          } else {
            while (elements_.size() >= i) pop();
          }
          return;
        }
        if ((elements_[i - 1].traits & kScope) != 0) return;
        special = special || (elements_[i - 1].traits & kSpecial) != 0;
      }
      return;
    }
    pop_through(name, kSpecial | kScope);
  }

  void pop() {
    const Element element = std::move(elements_.back());
    elements_.pop_back();
    if (!element.foreign() && (element.traits & kMark) != 0) {
      while (!formatting_.empty() && !formatting_.back().mark) formatting_.pop_back();
      if (!formatting_.empty()) formatting_.pop_back();
    }
    if ((element.traits & kFormatting) == 0) return;
    for (auto one = formatting_.rbegin(); one != formatting_.rend() && !one->mark; ++one) {
      if (one->open && one->name == element.name) {
        one->open = false;
        return;
      }
    }
  }

  std::vector<Element> elements_;
  std::vector<Formatting> formatting_;
  int root_attributes_ = 0;
  int kept_ = 0;  // elements whose end is not followed here
  bool frames_ = false;
  HtmlCost cost_;
};

tl::unexpected<Error> over(const char* wrong, std::size_t limit) {
  return failure(ErrorCode::over_limit, wrong, "at most " + std::to_string(limit));
}

}  // namespace

HtmlCost cost_of_html(std::string_view bytes) { return OpenElements().run(bytes); }

Result<void> check_html_limits(std::string_view bytes) {
  const HtmlCost cost = cost_of_html(bytes);
  if (cost.attributes > kMaxHtmlAttributes) {
    return over("an element has too many attributes", kMaxHtmlAttributes);
  }
  if (cost.copies > kMaxHtmlCopies) {
    return over("formatting that is left open is copied into too many elements", kMaxHtmlCopies);
  }
  if (cost.depth > kMaxHtmlDepth) return over("its elements nest too deep", kMaxHtmlDepth);
  if (cost.formatting > kMaxHtmlFormatting) {
    return over("too much of its formatting is left open", kMaxHtmlFormatting);
  }
  return {};
}

}  // namespace exactblend
