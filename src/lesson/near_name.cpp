#include "lesson/near_name.hpp"

#include <algorithm>
#include <vector>

namespace exactblend {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool same(char a, char b) { return lower(a) == lower(b); }

}  // namespace

std::size_t distance(std::string_view typed, std::string_view known) {
  std::vector<std::size_t> before(known.size() + 1);
  std::vector<std::size_t> last(known.size() + 1);
  std::vector<std::size_t> row(known.size() + 1);
  for (std::size_t j = 0; j <= known.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= typed.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= known.size(); ++j) {
      const std::size_t replaced = same(typed[i - 1], known[j - 1]) ? 0 : 1;
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + replaced});
      if (i > 1 && j > 1 && same(typed[i - 1], known[j - 2]) && same(typed[i - 2], known[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[known.size()];
}

bool is_plain_name(std::string_view name) {
  constexpr std::size_t kLongest = 40;
  if (name.empty() || name.size() > kLongest) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return c >= 0x20 && c <= 0x7E && c != '"' && c != '\\'; });
}

}  // namespace exactblend
