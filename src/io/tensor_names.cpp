#include "io/tensor_names.hpp"

#include <algorithm>
#include <cstddef>

#include "lesson/near_name.hpp"

namespace exactblend {

std::string quoted_name(std::string_view name) {
  constexpr std::size_t kLongest = 60;
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string text = "\"";
  for (const char c : name.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\') {
      text += c;
    } else {
      text += "\\x";
      text += kHex[byte >> 4];
      text += kHex[byte & 0xF];
    }
  }
  return text + (name.size() > kLongest ? "…\"" : "\"");
}

std::string listed_names(std::span<const std::string> names) {
  constexpr std::size_t kMost = 8;
  std::string text;
  for (const std::string& name : names.first(std::min(names.size(), kMost))) {
    if (!text.empty()) text += ", ";
    text += quoted_name(name);
  }
  if (names.size() > kMost) text += " and " + std::to_string(names.size() - kMost) + " more";
  return text;
}

std::string suggest_name(std::string_view unknown, std::span<const std::string> names) {
  // A distance costs the product of the sizes: this bounds all of them together.
  constexpr std::size_t kLongest = 100;
  constexpr std::size_t kMostCompared = 10'000;
  const std::string* nearest = nullptr;
  if (unknown.size() <= kLongest) {
    const std::size_t enough = near_enough(unknown.size());
    std::size_t least = enough + 1;
    for (const std::string& name : names.first(std::min(names.size(), kMostCompared))) {
      if (name.size() > unknown.size() + enough || unknown.size() > name.size() + enough) continue;
      const std::size_t far = distance(unknown, name);
      if (far >= least) continue;
      least = far;
      nearest = &name;
    }
  }
  if (nearest != nullptr) return quoted_name(*nearest) + " may be meant";
  if (names.empty()) return "a file that holds tensors: this one holds none";
  return "one of " + listed_names(names);
}

}  // namespace exactblend
