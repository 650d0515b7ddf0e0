// Writing JSON piece by piece: commas, line breaks and escapes in one place. What the program itself
// names (keys, words) needs no escape and is not searched for any.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "exactblend/number/print.hpp"
#include "exactblend/render/escape.hpp"
#include "exactblend/render/json.hpp"

namespace exactblend {

class JsonWriter {
 public:
  JsonWriter(std::string& out, JsonLayout layout) : out_(out), layout_(layout) {}

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  // name: of letters, digits, underscores and hyphens only.
  void key(std::string_view name) {
    next();
    out_ += '"';
    out_ += name;
    out_ += layout_ == JsonLayout::indented ? "\": " : "\":";
    after_key_ = true;
  }

  void string(std::string_view text) {
    next();
    out_ += '"';
    append_json(out_, text);
    out_ += '"';
  }
  // A string as in key().
  void word(std::string_view text) {
    next();
    out_ += '"';
    out_ += text;
    out_ += '"';
  }
  void count(std::size_t value) {
    next();
    out_ += std::to_string(value);
  }
  void boolean(bool value) {
    next();
    out_ += value ? "true" : "false";
  }
  // A number as a string, "5/4".
  void rational(const Rational& value) {
    next();
    out_ += '"';
    append_text(out_, value);
    out_ += '"';
  }
  // A vector on one line in either layout.
  void vector(std::span<const Rational> value) {
    next();
    out_ += '[';
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (i > 0) out_ += layout_ == JsonLayout::indented ? ", " : ",";
      out_ += '"';
      append_text(out_, value[i]);
      out_ += '"';
    }
    out_ += ']';
  }

 private:
  void open(char bracket) {
    next();
    out_ += bracket;
    ++depth_;
    first_ = true;
  }
  void close(char bracket) {
    --depth_;
    if (!first_) line_break();
    out_ += bracket;
    first_ = false;
  }
  // What comes before an element: nothing after a key, else a comma and a line break.
  void next() {
    if (after_key_) {
      after_key_ = false;
    } else {
      if (!first_) out_ += ',';
      if (depth_ > 0) line_break();
    }
    first_ = false;
  }
  void line_break() {
    if (layout_ != JsonLayout::indented) return;
    out_ += '\n';
    out_.append(2 * depth_, ' ');
  }

  std::string& out_;
  JsonLayout layout_;
  std::size_t depth_ = 0;
  bool first_ = true;
  bool after_key_ = false;
};

}  // namespace exactblend
