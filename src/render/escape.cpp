#include "exactblend/render/escape.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "render/utf8.hpp"

namespace exactblend {
namespace {

// Calls each(code_point, its bytes) for every code point of the text.
template <class Each>
void for_each_code_point(std::string_view text, Each each) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    each(point.value, text.substr(0, point.bytes));
    text.remove_prefix(point.bytes);
  }
}

bool is_control(char32_t c) { return c < 0x20 || (c >= 0x7F && c < 0xA0); }

bool is_line_space(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
}

// Marks that reorder the text around them; shown as such they could make a number read another way.
bool is_bidi_control(char32_t c) {
  return (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x200E ||
         c == 0x200F || c == 0x061C;
}

// What all one-line escapers share: false if the code point was dealt with.
bool plain(std::string& out, char32_t c) {
  if (is_line_space(c)) {
    out += ' ';
  } else if (is_control(c) || is_bidi_control(c)) {
    append_utf8(out, kReplacement);
  } else {
    return true;
  }
  return false;
}

// What starts or ends markup anywhere in a line of GFM, and what does only where a line begins.
constexpr std::string_view kMarkdownAnywhere = "\\`*_[]<>&$~|#";
constexpr std::string_view kMarkdownAtStart = "+-=:";

struct Substitute {
  char32_t code;
  std::string_view latex;
};

constexpr std::array kLatexSubstitutes = {
    Substitute{'"', "''"},
    Substitute{'#', "\\#"},
    Substitute{'$', "\\$"},
    Substitute{'%', "\\%"},
    Substitute{'&', "\\&"},
    Substitute{'<', "\\textless{}"},
    Substitute{'>', "\\textgreater{}"},
    Substitute{'\\', "\\textbackslash{}"},
    Substitute{'^', "\\textasciicircum{}"},
    Substitute{'_', "\\_"},
    Substitute{'{', "\\{"},
    Substitute{'|', "\\textbar{}"},
    Substitute{'}', "\\}"},
    Substitute{'~', "\\textasciitilde{}"},
    Substitute{0xA0, "~"},
    Substitute{0xB1, "\\ensuremath{\\pm}"},
    Substitute{0xB7, "\\ensuremath{\\cdot}"},
    Substitute{0xBC, "\\ensuremath{\\frac{1}{4}}"},
    Substitute{0xBD, "\\ensuremath{\\frac{1}{2}}"},
    Substitute{0xBE, "\\ensuremath{\\frac{3}{4}}"},
    Substitute{0xD7, "\\ensuremath{\\times}"},
    Substitute{0x2013, "--"},
    Substitute{0x2014, "---"},
    Substitute{0x2018, "`"},
    Substitute{0x2019, "'"},
    Substitute{0x201C, "``"},
    Substitute{0x201D, "''"},
    Substitute{0x2026, "\\dots{}"},
    Substitute{0x2190, "\\ensuremath{\\leftarrow}"},
    Substitute{0x2192, "\\ensuremath{\\rightarrow}"},
    Substitute{0x2208, "\\ensuremath{\\in}"},
    Substitute{0x2211, "\\ensuremath{\\sum}"},
    Substitute{0x2212, "\\ensuremath{-}"},
    Substitute{0x2248, "\\ensuremath{\\approx}"},
    Substitute{0x2260, "\\ensuremath{\\neq}"},
    Substitute{0x2264, "\\ensuremath{\\leq}"},
    Substitute{0x2265, "\\ensuremath{\\geq}"},
    Substitute{0x22C5, "\\ensuremath{\\cdot}"},
};

// Letters that pdflatex sets in its default font with UTF-8 input.
constexpr std::u32string_view kLatexLetters =
    U"¡¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿ"
    U"ĀāĂăĆćČčĎďĒēĚěĞğĪīŁłŃńŇňŌōŐőŒœŔŕŘřŚśŞşŠšŤťŪūŮůŰűŸŹźŻżŽž";

void append_latex_code_point(std::string& out, char32_t c, std::string_view bytes) {
  const auto found = std::find_if(kLatexSubstitutes.begin(), kLatexSubstitutes.end(),
                                  [c](const Substitute& s) { return s.code == c; });
  if (found != kLatexSubstitutes.end()) {
    out += found->latex;
  } else if (c < 0x80 || kLatexLetters.find(c) != std::u32string_view::npos) {
    out += bytes;
  } else {
    constexpr std::string_view kHex = "0123456789ABCDEF";
    out += "{\\ttfamily U+";
    for (int shift = c > 0xFFFFF ? 20 : c > 0xFFFF ? 16 : 12; shift >= 0; shift -= 4) {
      out += kHex[(c >> shift) & 0xFU];
    }
    out += '}';
  }
}

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode's combining marks and zero-width characters, and its wide blocks, as far as titles and
// labels need them; what is missing is counted as one column.
constexpr std::array kZeroWidth = {
    Range{0x0300, 0x036F}, Range{0x0483, 0x0489},  Range{0x0591, 0x05BD}, Range{0x064B, 0x065F},
    Range{0x0E31, 0x0E31}, Range{0x0E34, 0x0E3A},  Range{0x0E47, 0x0E4E}, Range{0x1AB0, 0x1AFF},
    Range{0x1DC0, 0x1DFF}, Range{0x200B, 0x200D},  Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
    Range{0xFE20, 0xFE2F}, Range{0xE0100, 0xE01EF}};
constexpr std::array kWide = {
    Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},   Range{0x3041, 0x33FF},
    Range{0x3400, 0x4DBF},   Range{0x4E00, 0x9FFF},   Range{0xA000, 0xA4CF},
    Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},   Range{0xFE30, 0xFE4F},
    Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},   Range{0x1F300, 0x1F64F},
    Range{0x1F680, 0x1F6FF}, Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

bool in(const auto& ranges, char32_t c) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](Range range) { return c >= range.first && c <= range.last; });
}

}  // namespace

void append_plain(std::string& out, std::string_view text) {
  const auto is_ascii = [](char c) { return c >= 0x20 && c < 0x7F; };
  while (!text.empty()) {
    const auto run = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_ascii) -
                                              text.begin());
    out += text.substr(0, run);
    text.remove_prefix(run);
    if (text.empty()) return;
    const CodePoint point = first_code_point(text);
    if (plain(out, point.value)) append_utf8(out, point.value);
    text.remove_prefix(point.bytes);
  }
}

void append_json(std::string& out, std::string_view text) {
  std::size_t from = 0;  // what needs no escape is copied in runs
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\') {
      ++i;
      continue;
    }
    const CodePoint point = first_code_point(text.substr(i));
    if (byte >= 0x80 && point.value != kReplacement) {
      i += point.bytes;
      continue;
    }
    out += text.substr(from, i - from);
    if (byte == '"' || byte == '\\') {
      out += '\\';
      out += static_cast<char>(byte);
    } else if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      constexpr std::string_view kHex = "0123456789abcdef";
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 0xFU];
    } else {
      append_utf8(out, kReplacement);
    }
    i += point.bytes;
    from = i;
  }
  out += text.substr(from);
}

void append_markdown(std::string& out, std::string_view text) {
  bool at_start = true;     // nothing but space so far
  bool only_digits = true;  // nothing but space and digits so far: "1." would open a list
  for_each_code_point(text, [&](char32_t c, std::string_view) {
    if (at_start && (c == ' ' || is_line_space(c))) return;  // four spaces would open a code block
    if (!plain(out, c)) return;
    const char ascii = c < 0x80 ? static_cast<char>(c) : '\0';
    const bool special =
        ascii != '\0' && (kMarkdownAnywhere.find(ascii) != std::string_view::npos ||
                          (at_start && kMarkdownAtStart.find(ascii) != std::string_view::npos) ||
                          (only_digits && (ascii == '.' || ascii == ')')));
    if (special) out += '\\';
    append_utf8(out, c);
    const bool digit = ascii >= '0' && ascii <= '9';
    if (ascii != ' ') at_start = false;
    if (ascii != ' ' && !digit) only_digits = false;
  });
}

void append_latex_text(std::string& out, std::string_view text) {
  std::string line;  // pdflatex has no glyph for U+FFFD either, so that too becomes its code point
  append_plain(line, text);
  for_each_code_point(
      line, [&](char32_t c, std::string_view bytes) { append_latex_code_point(out, c, bytes); });
}

void append_markup(std::string& out, std::string_view text) {
  for_each_code_point(text, [&](char32_t c, std::string_view) {
    if (!plain(out, c)) return;
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\'': out += "&#39;"; break;
      case 0xFFFE:  // no characters, and not allowed in XML
      case 0xFFFF: append_utf8(out, kReplacement); break;
      default: append_utf8(out, c);
    }
  });
}

namespace {

void append_percent(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += kHex[byte >> 4];
  out += kHex[byte & 15];
}

}  // namespace

void append_uri(std::string& out, std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  for (const char c : path) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (letter || kPlain.find(c) != std::string_view::npos) {
      out += c;
    } else {
      append_percent(out, c);
    }
  }
}

void append_workflow(std::string& out, std::string_view text, bool property) {
  std::string plain;
  append_plain(plain, text);
  for (const char c : plain) {
    if (c == '%' || (property && (c == ':' || c == ','))) {
      append_percent(out, c);
    } else {
      out += c;
    }
  }
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  for_each_code_point(text, [&](char32_t c, std::string_view) {
    if (c >= 0x300 && in(kZeroWidth, c)) return;
    width += c >= 0x1100 && in(kWide, c) ? 2U : 1U;
  });
  return width;
}

}  // namespace exactblend
