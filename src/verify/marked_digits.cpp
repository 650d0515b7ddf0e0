#include "verify/marked_digits.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace exactblend::verify {
namespace {

constexpr std::string_view kDigits = "0123456789";

struct Run {
  std::size_t begin;
  std::size_t end;
};

std::vector<Run> runs_of(std::string_view text) {
  std::vector<Run> runs;
  for (std::size_t at = text.find_first_of(kDigits); at != std::string_view::npos;) {
    const std::size_t end = std::min(text.find_first_not_of(kDigits, at), text.size());
    runs.push_back({at, end});
    at = text.find_first_of(kDigits, end);
  }
  return runs;
}

std::string_view part(std::string_view text, const Run& run) {
  return text.substr(run.begin, run.end - run.begin);
}

Found false_claim(const Run& at, std::string wrong) {
  return {Verdict::is_false, at.begin, at.end, std::move(wrong)};
}

}  // namespace

std::vector<Found> find_changed_digits(const Block& block) {
  const std::string_view text = block.text.text();
  const std::string_view marked = block.digits;
  const std::vector<Run> shown = runs_of(text);
  const std::vector<Run> wanted = runs_of(marked);
  std::vector<Found> found;
  const std::size_t both = std::min(shown.size(), wanted.size());
  for (std::size_t i = 0; i < both; ++i) {
    if (part(text, shown[i]) == part(marked, wanted[i])) continue;
    found.push_back(false_claim(
        shown[i], std::string(part(marked, wanted[i])) + " stood here when the page was made"));
    if (shown.size() != wanted.size()) return found;
  }
  if (shown.size() > both) {
    found.push_back(false_claim(shown[both], "no number stood here when the page was made"));
  } else if (wanted.size() > both) {
    found.push_back(false_claim(
        {0, text.size()},
        std::string(part(marked, wanted[both])) + " stood here as well when the page was made"));
  } else if (found.empty()) {
    found.push_back({Verdict::is_true, 0, text.size()});
  }
  return found;
}

}  // namespace exactblend::verify
