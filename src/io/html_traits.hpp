// What HTML does with an element of a name, as far as html_limits.cpp follows it.
#pragma once

#include <string_view>

namespace exactblend {

enum HtmlTrait : unsigned {
  kVoid = 1,        // never open
  kSpecial = 2,     // an end tag of another kind of element ends nothing outside of it
  kScope = 4,       // neither does most of any kind
  kFormatting = 8,  // open again in the next block, until its end tag
  kEndsParagraph = 16,
  kBreaksOut = 32,     // of SVG and MathML
  kRaw = 64,           // all is text up to its end tag
  kMark = 128,         // formatting from outside is not copied into it, nor is its own out of it
  kIntegration = 256,  // of SVG and MathML: HTML stands in it
  kRoot = 512,         // there is one, which gets the attributes of all its tags
  kHeading = 1024,
  kCell = 2048,
  kTablePart = 4096,
  kInline = 8192,    // special, and formatting is copied before it as before text
  kItemEnd = 32768,  // an item of a list does not end another one outside of it
  kAnyEnd = 16384,   // special, and its end tag ends nothing outside of another special one
};

// Of the name in lower case, as an element of HTML; 0 for others.
[[nodiscard]] unsigned html_traits(std::string_view name);

}  // namespace exactblend
