// SVG to PNG or PDF by librsvg, through its program rsvg-convert (Debian: librsvg2-bin).
//
//     Result<std::string> png = convert_svg(figure_svg(trace, options), Picture::png, 2);
//
// What a picture shows is exact as far as the SVG is; which pixels it falls on is librsvg's
// rounding. The same SVG, fonts and version of librsvg give the same bytes.
#pragma once

#include <string>
#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

enum class Picture { png, pdf };

inline constexpr int kMaxScale = 40;

// scale: pixels of a PNG for each unit of the SVG, or how many times its size a PDF has; over 0 and
// at most kMaxScale. The ground is white. Errors: over_limit for a scale that is none or too large;
// cannot_write if the program is missing, or fails, with what it said.
[[nodiscard]] Result<std::string> convert_svg(std::string_view svg, Picture picture, double scale);

}  // namespace exactblend
