// How much room a text takes in a drawing, known without a font at hand.
//
// An estimate from above: the widest of the sans fonts that a system is likely to choose (DejaVu
// Sans), in bold, rounded up. A text that fits by it fits in the narrower ones too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "render/geometry.hpp"

namespace exactblend::draw {

// In thousandths of the font's size.
[[nodiscard]] std::int64_t text_ems(std::string_view text);

[[nodiscard]] constexpr Hundredths width_of(std::int64_t ems, int size) {
  return (ems * size + 9) / 10;
}
[[nodiscard]] inline Hundredths text_width(std::string_view text, int size) {
  return width_of(text_ems(text), size);
}

// The text if it fits, else its beginning and "…"; control characters and such come out as
// append_plain() writes them.
[[nodiscard]] std::string fitted(std::string_view text, Hundredths width, int size);

}  // namespace exactblend::draw
