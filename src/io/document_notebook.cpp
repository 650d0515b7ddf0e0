// A Jupyter notebook: the source of each cell, Markdown or program, and what it has put out: what
// it printed, and of each result the form that Jupyter shows, HTML before Markdown, TeX and plain
// text.
//
// The JSON library tells no places. Strings are the only tokens with quotation marks, so the n-th
// string it tells of is found by going on from the one before.
#include <algorithm>
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "io/document_readers.hpp"

namespace exactblend {
namespace {

using verify::Block;
using verify::Document;
using verify::MappedText;

std::string utf8(unsigned code) {
  std::string out;
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3F));
  } else {
    out += static_cast<char>(0xE0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code & 0x3F));
  }
  return out;
}

// The string that the JSON source stands for, its escapes resolved; `at` is the source's place.
// Pairs of surrogates become two U+FFFD: no claim is written with what they stand for.
void append_string(MappedText& out, std::string_view raw, std::size_t at) {
  std::size_t i = 0;
  while (i < raw.size()) {
    const std::size_t escape = std::min(raw.find('\\', i), raw.size());
    out.append(raw.substr(i, escape - i), at + i);
    if (escape + 1 >= raw.size()) break;
    const char c = raw[escape + 1];
    std::size_t size = 2;
    switch (c) {
      case 'n': out.append_made("\n", at + escape); break;
      case 't': out.append_made("\t", at + escape); break;
      case 'r':
      case 'b':
      case 'f': out.append_made(" ", at + escape); break;
      case 'u': {
        unsigned code = 0;
        for (std::size_t d = 2; d < 6 && escape + d < raw.size(); ++d) {
          const char h = raw[escape + d];
          const int digit = h <= '9' ? h - '0' : (h | 0x20) - 'a' + 10;
          code = code * 16 + static_cast<unsigned>(digit & 15);
        }
        const bool surrogate = code >= 0xD800 && code < 0xE000;
        out.append_made(surrogate || code == 0 ? "\uFFFD" : utf8(code), at + escape);
        size = 6;
        break;
      }
      default: out.append_made(std::string_view(&raw[escape + 1], 1), at + escape);
    }
    i = escape + size;
  }
}

class Handler {
 public:
  explicit Handler(std::string_view text) : text_(text) {}

  Result<Document> read() {
    if (!nlohmann::json::sax_parse(text_.begin(), text_.end(), this)) {
      if (error_) return tl::unexpected(std::move(*error_));
      return failure(ErrorCode::syntax, "is no JSON, which a notebook is",
                     "a notebook as Jupyter saves it");
    }
    if (!cells_seen_) {
      return failure(ErrorCode::syntax, "has no cells, which a notebook has",
                     "a notebook of format 4, as Jupyter saves it");
    }
    return std::move(document_);
  }

  // The library's interface.
  static bool null() { return true; }
  static bool boolean(bool /*value*/) { return true; }
  static bool number_integer(std::int64_t /*value*/) { return true; }
  static bool number_unsigned(std::uint64_t /*value*/) { return true; }
  static bool number_float(double /*value*/, const std::string& /*text*/) { return true; }
  static bool binary(nlohmann::json::binary_t& /*value*/) { return false; }

  bool string(const std::string& value) {
    const auto [raw, at] = next_string();
    if (depth_ == kCellDepth && key_at(kCellDepth) == "cell_type") {
      type_ = value;
    } else if (is_text_of(kCellDepth, "source")) {
      append_string(source_, raw, at);
    } else if (key_at(kCellDepth) == "outputs") {
      output_string(raw, at);
    }
    return true;
  }
  bool key(const std::string& name) {
    next_string();
    if (depth_ <= kDataDepth) keys_[static_cast<std::size_t>(depth_)] = name;
    if (depth_ == 1) in_cells_ = name == "cells";
    return true;
  }
  bool start_object(std::size_t /*size*/) {
    if (!deeper()) return false;
    if (depth_ == kCellDepth) {
      type_.clear();
      source_ = {};
      outputs_.clear();
    }
    if (depth_ == kOutputDepth) outputs_.emplace_back();
    return true;
  }
  bool end_object() {
    if (depth_ == kCellDepth && in_cells_ && !end_cell()) return false;
    --depth_;
    return true;
  }
  bool start_array(std::size_t /*size*/) {
    if (!deeper()) return false;
    if (depth_ == 2 && in_cells_) cells_seen_ = true;
    return true;
  }
  bool end_array() {
    --depth_;
    return true;
  }
  static bool parse_error(std::size_t /*byte*/, const std::string& /*token*/,
                          const nlohmann::json::exception& /*exception*/) {
    return false;
  }

 private:
  static constexpr int kCellDepth = 3;    // of {"cells": [{
  static constexpr int kOutputDepth = 5;  // of {"cells": [{"outputs": [{
  static constexpr int kDataDepth = 6;    // of {"cells": [{"outputs": [{"data": {

  // What one output shows, by its forms.
  enum Form : std::uint8_t { kPrinted, kHtml, kMarkdown, kTex, kPlain, kForms };
  using Output = std::array<MappedText, kForms>;

  [[nodiscard]] std::string_view key_at(int depth) const {
    return depth <= depth_ ? std::string_view(keys_[static_cast<std::size_t>(depth)])
                           : std::string_view();
  }
  // Whether a string here is the text under that key, or a line of it.
  [[nodiscard]] bool is_text_of(int depth, std::string_view key) const {
    return (depth_ == depth || depth_ == depth + 1) && key_at(depth) == key;
  }

  void output_string(std::string_view raw, std::size_t at) {
    if (outputs_.empty()) return;
    Output& output = outputs_.back();
    if (is_text_of(kOutputDepth, "text")) append_string(output[kPrinted], raw, at);
    if (key_at(kOutputDepth) != "data") return;
    constexpr std::array<std::pair<std::string_view, Form>, 4> kTypes = {
        {{"text/html", kHtml},
         {"text/markdown", kMarkdown},
         {"text/latex", kTex},
         {"text/plain", kPlain}}};
    for (const auto& [type, form] : kTypes) {
      if (is_text_of(kDataDepth, type)) append_string(output[form], raw, at);
    }
  }

  bool deeper() {
    if (++depth_ <= kMaxNotebookDepth) {
      if (depth_ <= kDataDepth) keys_[static_cast<std::size_t>(depth_)].clear();
      return true;
    }
    error_ = Error{ErrorCode::over_limit, "its JSON nests too deep",
                   "at most " + std::to_string(kMaxNotebookDepth) + " levels"};
    return false;
  }

  std::pair<std::string_view, std::size_t> next_string() {
    const std::size_t begin = text_.find('"', at_) + 1;
    std::size_t end = begin;
    while (end < text_.size() && text_[end] != '"') end += text_[end] == '\\' ? 2U : 1U;
    end = std::min(end, text_.size());
    at_ = end + 1;
    return {text_.substr(begin, end - begin), begin};
  }

  bool end_cell() {
    if (type_ == "code") {
      Block block;
      block.kind = Block::Kind::code;
      block.text = std::move(source_);
      add_ignored(block.text);
      if (!block.text.empty()) document_.blocks.push_back(std::move(block));
      for (const Output& output : outputs_) {
        if (!add_output(output)) return false;
      }
    } else if (type_ == "markdown") {
      if (!add(read_markdown_document(source_.text()), source_, false)) return false;
      add_ignored(source_);
    }
    source_ = {};
    outputs_.clear();
    return true;
  }

  bool add_output(const Output& output) {
    add(read_text_document(output[kPrinted].text()), output[kPrinted], true);
    if (!output[kHtml].empty()) {
      return add(read_html_document(output[kHtml].text()), output[kHtml], true);
    }
    if (!output[kMarkdown].empty()) {
      return add(read_markdown_document(output[kMarkdown].text()), output[kMarkdown], true);
    }
    const MappedText& text = output[kTex].empty() ? output[kPlain] : output[kTex];
    return add(read_text_document(text.text()), text, true);
  }

  bool add(Result<Document> document, const MappedText& source, bool output) {
    if (!document) {
      error_ = std::move(document.error());
      return false;
    }
    for (Block& block : document->blocks) {
      block.output = output;
      block.text = block.text.through(source);
      for (auto& row : block.rows) {
        for (MappedText& text : row) text = text.through(source);
      }
      document_.blocks.push_back(std::move(block));
    }
    return true;
  }

  void add_ignored(const MappedText& cell) {
    for (const verify::SourceRange& range : verify::ignored_ranges(cell.text())) {
      document_.ignored.push_back({cell.source_of(range.begin), cell.source_end_of(range.end)});
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;  // behind the last string
  Document document_;
  std::optional<Error> error_;
  int depth_ = 0;
  bool in_cells_ = false;
  bool cells_seen_ = false;
  std::array<std::string, kDataDepth + 1> keys_;  // the last one at each depth
  std::string type_;
  MappedText source_;
  std::vector<Output> outputs_;  // of the cell
};

}  // namespace

Result<Document> read_notebook(std::string_view bytes) {
  if (bytes.starts_with("\xEF\xBB\xBF")) {
    return failure(ErrorCode::syntax, "begins with a byte order mark, which JSON has not",
                   "a notebook as Jupyter saves it");
  }
  return Handler(bytes).read();
}

}  // namespace exactblend
