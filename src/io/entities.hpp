// Character references of HTML where no HTML parser resolves them.
#pragma once

#include <string>
#include <string_view>

namespace exactblend {

// "&times;" "&#215;" "&#xD7;" -> "×". One that is not known here becomes U+FFFD: what it stands for
// is not read.
[[nodiscard]] std::string entity_text(std::string_view reference);

}  // namespace exactblend
