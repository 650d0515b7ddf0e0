#include "render/utf8.hpp"

namespace exactblend {

CodePoint first_code_point(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < bytes) return {kReplacement, 1};
  char32_t value = lead & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {kReplacement, 1};
    value = (value << 6) | (byte(i) & 0x3FU);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {kReplacement, 1};
  return {value, bytes};
}

void append_utf8(std::string& out, char32_t value) {
  if (value < 0x80) {
    out += static_cast<char>(value);
    return;
  }
  const auto tail = [&](int shift) {
    out += static_cast<char>(0x80U | ((value >> shift) & 0x3FU));
  };
  if (value < 0x800) {
    out += static_cast<char>(0xC0U | (value >> 6));
  } else if (value < 0x10000) {
    out += static_cast<char>(0xE0U | (value >> 12));
    tail(6);
  } else {
    out += static_cast<char>(0xF0U | (value >> 18));
    tail(12);
    tail(6);
  }
  tail(0);
}

}  // namespace exactblend
