// What HTML may be given to gumbo, so that it takes linear time: for some tags it looks at all open
// elements, formatting that is left open is copied into every block that follows, and each attribute
// is compared with those before it. All of that is bounded before, on the tags as they stand.
#pragma once

#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

// Error: over_limit. Cost: linear.
[[nodiscard]] Result<void> check_html_limits(std::string_view bytes);

}  // namespace exactblend
