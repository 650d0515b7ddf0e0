#include "io/entities.hpp"

#include <charconv>
#include <cstdint>
#include <unordered_map>

namespace exactblend {
namespace {

const std::unordered_map<std::string_view, std::string_view> kNamed = {
    {"amp", "&"},
    {"lt", "<"},
    {"gt", ">"},
    {"quot", "\""},
    {"apos", "'"},
    {"nbsp", "\u00A0"},
    {"thinsp", "\u2009"},
    {"ensp", " "},
    {"emsp", " "},
    {"times", "\u00D7"},
    {"middot", "\u00B7"},
    {"sdot", "\u22C5"},
    {"centerdot", "\u00B7"},
    {"minus", "\u2212"},
    {"plus", "+"},
    {"equals", "="},
    {"divide", "\u00F7"},
    {"frac12", "\u00BD"},
    {"half", "\u00BD"},
    {"frac14", "\u00BC"},
    {"frac34", "\u00BE"},
    {"frac13", "\u2153"},
    {"frac23", "\u2154"},
    {"sum", "\u2211"},
    {"Sigma", "\u03A3"},
    {"asymp", "\u2248"},
    {"approx", "\u2248"},
    {"ap", "\u2248"},
    {"ne", "\u2260"},
    {"le", "\u2264"},
    {"ge", "\u2265"},
    {"radic", "\u221A"},
    {"hellip", "\u2026"},
    {"ndash", "\u2013"},
    {"mdash", "\u2014"},
    {"rarr", "\u2192"},
    {"rArr", "\u21D2"},
    {"sup2", "\u00B2"},
    {"sup3", "\u00B3"},
    {"percnt", "%"},
    {"lpar", "("},
    {"rpar", ")"},
    {"comma", ","},
    {"ast", "*"},
    {"lowast", "\u2217"},
    {"frasl", "\u2044"},
    {"prime", "\u2032"},
    {"alpha", "\u03B1"},
    {"beta", "\u03B2"},
    {"lambda", "\u03BB"},
    {"lsquo", "\u2018"},
    {"rsquo", "\u2019"},
    {"ldquo", "\u201C"},
    {"rdquo", "\u201D"},
    {"frac15", "\u2155"},
    {"frac18", "\u215B"},
    {"frac38", "\u215C"},
    {"frac58", "\u215D"},
    {"frac78", "\u215E"},
    {"bull", "\u2022"},
};

std::string utf8(std::uint32_t code) {
  std::string out;
  const auto add = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
  return out;
}

}  // namespace

std::string entity_text(std::string_view reference) {
  constexpr const char* kUnknown = "\uFFFD";
  if (reference.starts_with('&')) reference.remove_prefix(1);
  if (reference.ends_with(';')) reference.remove_suffix(1);
  if (!reference.starts_with('#')) {
    const auto found = kNamed.find(reference);
    return found == kNamed.end() ? kUnknown : std::string(found->second);
  }
  reference.remove_prefix(1);
  const bool hexadecimal = reference.starts_with('x') || reference.starts_with('X');
  if (hexadecimal) reference.remove_prefix(1);
  std::uint32_t code = 0;
  const auto read = std::from_chars(reference.data(), reference.data() + reference.size(), code,
                                    hexadecimal ? 16 : 10);
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (read.ec != std::errc() || code == 0 || code > 0x10FFFF || surrogate) return kUnknown;
  return utf8(code);
}

}  // namespace exactblend
