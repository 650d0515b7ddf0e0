// Laying out lines for a terminal: wrapping, padding, colour.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace exactblend {

enum class Colour { none, bold, exact, named, bad, dim };

// The text in a colour, or as it is if colour is off.
[[nodiscard]] std::string coloured(std::string_view text, Colour colour, bool on);

// Words of `text`, wrapped to `width` columns, each line after `indent` spaces and ended by a line
// break. A word longer than a line is broken after commas, as a vector may be; what is longer still
// stands alone on its line.
void append_wrapped(std::string& out, std::string_view text, std::size_t indent, std::size_t width);

// Lines of a formula whose break places are kBreak and kSoftBreak, the equals signs of successive
// lines aligned where all lines fit; a line that does not fit is broken before = where that is
// enough, else also before + and / and after the commas of a vector.
void append_formula_block(std::string& out, const std::vector<std::string>& lines,
                          std::size_t indent, std::size_t width);

// Columns padded to a common width, three spaces between them, each line after `indent` spaces. The
// last cell of a row is broken at kSoftBreak to fit; a row may lack cells, never all of them. Where
// the columns before the last leave it no room, each row is wrapped as words behind its first cell.
void append_table(std::string& out, const std::vector<std::vector<std::string>>& rows,
                  std::size_t indent, std::size_t width);

}  // namespace exactblend
