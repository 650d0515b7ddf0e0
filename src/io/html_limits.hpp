// What HTML may be given to gumbo, so that it takes linear time: for some tags it looks at all open
// elements, formatting that is left open is copied into every block that follows, and each
// attribute is compared with those before it. So the elements that it will have open are followed
// here, tag by tag, by the rules of HTML as far as they matter for their number, and bounded before
// gumbo runs. tests/verify/html_limits_test.cpp compares the count with gumbo's trees.
#pragma once

#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

struct HtmlCost {
  int depth = 0;           // most elements inside each other
  int formatting = 0;      // most formatting elements that wait to be copied
  int attributes = 0;      // most of one element
  std::size_t copies = 0;  // of formatting elements
};

// Stops above a limit of document.hpp. Cost: linear.
[[nodiscard]] HtmlCost cost_of_html(std::string_view bytes);

// Error: over_limit.
[[nodiscard]] Result<void> check_html_limits(std::string_view bytes);

}  // namespace exactblend
