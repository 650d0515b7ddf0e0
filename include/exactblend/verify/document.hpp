// A document as its claims are looked for: blocks of text, each of which knows where its characters
// stand in the file. Readers of formats (io/document.hpp) make it; verify() reads nothing else.
//
//     MappedText text;
//     text.append("1/2 ", 40);        // these bytes stand in the file at byte 40
//     text.append_made("= ", 44);     // made from what begins at byte 44, as from an entity
//     text.source_of(5);              // 44
//
// Formulas are written in one line as people type them or as TeX: MathML's mfrac becomes
// \frac{1}{2}. Cost: linear in the text; source_of is a binary search over its pieces.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exactblend::verify {

class MappedText {
 public:
  // Bytes that stand in the source just so, from `source` on.
  void append(std::string_view bytes, std::size_t source);
  // Text that stands for something else, which begins at `source`.
  void append_made(std::string_view text, std::size_t source);

  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool empty() const { return text_.empty(); }
  // Where the byte of the text stands. For its end: behind the last byte. 0 for an empty text.
  [[nodiscard]] std::size_t source_of(std::size_t offset) const;
  // Where the text ends that stands before `offset`.
  [[nodiscard]] std::size_t source_end_of(std::size_t offset) const;

  // The same text, whose source was the text of `outer`: a cell of a notebook inside its JSON.
  [[nodiscard]] MappedText through(const MappedText& outer) const;

 private:
  struct Piece {
    std::size_t text;
    std::size_t source;
    bool made;
  };
  [[nodiscard]] const Piece& piece_at(std::size_t offset) const;

  std::string text_;
  std::vector<Piece> pieces_;
};

struct Block {
  enum class Kind {
    text,     // a paragraph, a formula, a cell of a list
    heading,  // opens a section, in which names have their values
    table,    // rows of cells; the first row is its head
    code,     // a program, in which "=" assigns
    figure,   // text of a drawing, which shows values that the document gives elsewhere
    marked,   // text of an element whose runs of digits are known from a mark
  };
  Kind kind = Kind::text;
  int level = 0;        // of a heading, from 1
  bool drawn = false;   // of a table: it stands in a drawing, as a figure's text does
  bool output = false;  // a program has put it out: its numbers may be rounded
  MappedText text;
  std::string digits = {};  // of a marked element: the runs of digits that it shall show, in order
  std::vector<std::vector<MappedText>> rows = {};
};

// Bytes of the source, from begin up to end.
struct SourceRange {
  std::size_t begin;
  std::size_t end;
};

struct Document {
  std::vector<Block> blocks;
  std::vector<SourceRange> ignored;  // in rising order: claims that begin in one are only counted
};

// What the marks "exactblend: ignore" in a text tell to leave alone. A mark that stands alone on
// its line (in a comment, of whatever kind) is for the lines that follow up to an empty one; a mark
// on a line with other text is for that line. Cost: linear.
[[nodiscard]] std::vector<SourceRange> ignored_ranges(std::string_view text);

}  // namespace exactblend::verify
