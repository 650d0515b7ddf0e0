// Whole files in and out.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

inline constexpr std::size_t kMaxFileBytes = 256U << 20;  // of one problem file

// The bytes of a file, or of standard input for "-". Errors: cannot_read, over_limit.
[[nodiscard]] Result<std::string> read_file(const std::string& path,
                                            std::size_t max_bytes = kMaxFileBytes);

// Writes a file whole or not at all: a reader sees the old file or the new one, never a part.
// An existing file keeps its permissions; a symbolic link is followed. Error: cannot_write.
[[nodiscard]] Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace exactblend
