#include "render/text_width.hpp"

#include <array>

#include "exactblend/render/escape.hpp"
#include "render/utf8.hpp"

namespace exactblend::draw {
namespace {

// From U+0020 to U+007E.
constexpr std::array<std::int16_t, 95> kAscii = {
    349,  457, 521, 838, 696, 1002, 873, 307,  458, 458, 523, 838, 380, 416,  380, 366,
    696,  696, 696, 696, 696, 696,  696, 696,  696, 696, 400, 400, 838, 838,  838, 581,
    1000, 774, 763, 734, 831, 684,  684, 821,  837, 373, 373, 775, 638, 996,  837, 851,
    733,  851, 771, 721, 683, 813,  774, 1104, 771, 725, 726, 458, 366, 458,  838, 500,
    500,  675, 716, 593, 716, 679,  436, 716,  712, 343, 343, 666, 343, 1042, 712, 688,
    716,  716, 494, 596, 479, 712,  652, 924,  646, 652, 583, 712, 366, 712,  838};

// What is not ASCII: a column of a terminal counts as a wide letter, since fonts differ.
constexpr std::int64_t kColumn = 1000;
constexpr std::int64_t kMiddleDot = 380;
constexpr std::int64_t kSubscriptLetter = 260;  // ⱼ ᵢ

std::int64_t ems_of(char32_t c, std::string_view bytes) {
  if (c >= 0x20 && c < 0x7F) return kAscii[c - 0x20];
  if (c == 0xB7) return kMiddleDot;
  if (c == 0x2C7C || c == 0x1D62) return kSubscriptLetter;
  const auto columns = static_cast<std::int64_t>(display_width(bytes));
  return columns * (columns == 2 ? 650 : c < 0x250 ? 900 : kColumn);
}

}  // namespace

std::int64_t text_ems(std::string_view text) {
  std::int64_t ems = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    ems += ems_of(point.value, text.substr(0, point.bytes));
    text.remove_prefix(point.bytes);
  }
  return ems;
}

std::string fitted(std::string_view text, Hundredths width, int size) {
  std::string plain;
  append_plain(plain, text.substr(0, 4096));  // what is beyond would not fit anyway
  if (text.size() <= 4096 && text_width(plain, size) <= width) return plain;
  std::size_t end = 0;
  std::int64_t ems = text_ems("…");
  for (std::string_view rest = plain; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    ems += ems_of(point.value, rest.substr(0, point.bytes));
    if (width_of(ems, size) > width) break;
    end += point.bytes;
    rest.remove_prefix(point.bytes);
  }
  while (end > 0 && plain[end - 1] == ' ') --end;
  return plain.substr(0, end) + "…";
}

}  // namespace exactblend::draw
