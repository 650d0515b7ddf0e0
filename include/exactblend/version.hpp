#pragma once

namespace exactblend {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace exactblend
