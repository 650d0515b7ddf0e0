// A small strict reader of XML for the tests of drawings: it accepts less than XML does, so that
// what it accepts is well-formed. And where the texts of a drawing stand.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "exactblend/render/escape.hpp"
#include "render/text_width.hpp"

namespace exactblend::svg {

struct Element {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;               // all of it, also that of the elements inside
  std::vector<std::size_t> path;  // of the elements around it, by their place in the document

  [[nodiscard]] std::string get(const std::string& key) const {
    const auto found = attributes.find(key);
    return found == attributes.end() ? "" : found->second;
  }
  [[nodiscard]] bool has_class(const std::string& wanted) const {
    return (" " + get("class") + " ").find(" " + wanted + " ") != std::string::npos;
  }
  // In hundredths.
  [[nodiscard]] long long at(const std::string& key) const {
    std::string digits = get(key);
    const std::size_t point = digits.find('.');
    std::string fraction = point == std::string::npos ? "" : digits.substr(point + 1);
    fraction.resize(2, '0');
    return std::stoll(digits.substr(0, point) + fraction);
  }
};

class Document {
 public:
  explicit Document(std::string_view text) : rest_(text) { read(); }

  [[nodiscard]] const std::string& error() const { return error_; }  // empty if well-formed
  [[nodiscard]] const std::vector<Element>& elements() const { return elements_; }
  [[nodiscard]] std::vector<Element> all(const std::string& name,
                                         const std::string& of = "") const {
    std::vector<Element> found;
    for (const Element& element : elements_) {
      if (element.name == name && (of.empty() || element.has_class(of))) found.push_back(element);
    }
    return found;
  }

 private:
  static bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == ':';
  }
  bool take(std::string_view what) {
    if (!rest_.starts_with(what)) return false;
    rest_.remove_prefix(what.size());
    return true;
  }
  void fail(const std::string& why) {
    if (error_.empty()) error_ = why + " before: " + std::string(rest_.substr(0, 60));
  }
  std::string name() {
    std::size_t end = 0;
    while (end < rest_.size() && is_name(rest_[end])) ++end;
    if (end == 0) fail("no name");
    std::string result(rest_.substr(0, end));
    rest_.remove_prefix(end);
    return result;
  }

  // Characters up to a delimiter, references resolved.
  std::string characters(char until) {
    std::string result;
    while (!rest_.empty() && rest_.front() != until) {
      const auto byte = static_cast<unsigned char>(rest_.front());
      if (take("&amp;")) {
        result += '&';
      } else if (take("&lt;")) {
        result += '<';
      } else if (take("&gt;")) {
        result += '>';
      } else if (take("&quot;")) {
        result += '"';
      } else if (take("&#39;")) {
        result += '\'';
      } else if (byte == '&' || byte == '<' || byte == 0x7F || (byte < 0x20 && byte != '\n')) {
        fail("a character that may not stand here");
        return result;
      } else if (rest_.starts_with("]]>")) {
        fail("]]> in text");
        return result;
      } else {
        result += rest_.front();
        rest_.remove_prefix(1);
      }
    }
    return result;
  }

  void read() {
    take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    std::vector<std::size_t> open;
    bool closed = false;
    while (!rest_.empty() && error_.empty()) {
      const std::string text = characters('<');
      for (const std::size_t element : open) elements_[element].text += text;
      if (open.empty() && text.find_first_not_of('\n') != std::string::npos) fail("text outside");
      if (rest_.empty() || !error_.empty()) break;
      if (take("</")) {
        const std::string closing = name();
        if (open.empty() || elements_[open.back()].name != closing) return fail("wrong end tag");
        if (!take(">")) return fail("no >");
        open.pop_back();
        closed = open.empty();
        continue;
      }
      if (closed) return fail("a second root");
      take("<");
      Element element;
      element.name = name();
      element.path = open;
      while (error_.empty() && take(" ")) {
        const std::string key = name();
        if (!take("=\"")) return fail("no value");
        if (!element.attributes.emplace(key, characters('"')).second) return fail("twice: " + key);
        if (!take("\"")) return fail("no end of a value");
      }
      const bool empty = take("/");
      if (!take(">")) return fail("no > of " + element.name);
      elements_.push_back(std::move(element));
      if (!empty) open.push_back(elements_.size() - 1);
    }
    if (error_.empty() && (!open.empty() || !closed)) fail("not closed");
  }

  std::string_view rest_;
  std::string error_;
  std::vector<Element> elements_;
};

struct Placed {
  draw::Box box;
  std::string text;
};

// The texts by the estimate of their widths, a little less high than lines are apart.
inline std::vector<Placed> texts(const Document& document) {
  std::vector<Placed> result;
  for (const Element& element : document.all("text")) {
    const int size = element.has_class("eb-small") ? 12 : 13;
    const draw::Hundredths width = draw::text_width(element.text, size);
    const std::string anchor = element.get("text-anchor");
    const draw::Hundredths left = element.at("x") - (anchor == "end"      ? width
                                                     : anchor == "middle" ? width / 2
                                                                          : 0);
    const draw::Hundredths base = element.at("y");
    result.push_back({{left, base - 1000, left + width, base + 300}, element.text});
  }
  return result;
}

}  // namespace exactblend::svg
