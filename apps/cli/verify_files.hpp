// Which files verify reads, and reading them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "exactblend/io/document.hpp"
#include "exactblend/render/verify.hpp"

namespace exactblend::cli {

// Files as they are; of folders, all documents in them, sorted, but nothing hidden; of patterns
// (lessons/*.md) what they match. Error: cannot_read, where there is nothing of the name.
[[nodiscard]] Result<std::vector<std::string>> find_documents(
    const std::vector<std::string>& names);

// All of them, on as many threads as there are processors, with a bar on a terminal. format: of
// all; else by their names, and plain text for names that tell none.
[[nodiscard]] std::vector<VerifiedFile> verify_files(const std::vector<std::string>& names,
                                                     std::optional<DocumentFormat> format);

}  // namespace exactblend::cli
