// verify --watch: verify again whatever has changed, until the program is interrupted.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "verify_files.hpp"

namespace exactblend::cli {

// names: as find_documents() takes them; they are found anew each time, so files may come and go.
// show is called at first and after each change with all files; other than kDone it ends the watch.
// Only what changed is read again. Returns what show returned last, or an error's exit code.
[[nodiscard]] int watch_files(const std::vector<std::string>& names,
                              std::optional<DocumentFormat> format,
                              const std::function<int(const std::vector<VerifiedFile>&)>& show);

}  // namespace exactblend::cli
