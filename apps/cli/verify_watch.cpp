#include "verify_watch.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <system_error>
#include <thread>
#include <utility>

#include "cli.hpp"

namespace exactblend::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetween{200};  // looks at the files' times

struct Seen {
  fs::file_time_type time;
  std::uintmax_t size = 0;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen look(const std::string& name) {
  std::error_code none;
  Seen seen;
  seen.time = fs::last_write_time(name, none);
  seen.size = fs::file_size(name, none);
  return seen;
}

}  // namespace

int watch_files(const std::vector<std::string>& names, std::optional<DocumentFormat> format,
                const std::function<int(const std::vector<VerifiedFile>&)>& show) {
  std::map<std::string, Seen> seen;
  std::map<std::string, VerifiedFile> known;
  bool first = true;
  for (;;) {
    const auto found = find_documents(names);
    if (!found && first) return report(found.error());
    std::vector<std::string> changed;
    std::map<std::string, Seen> now;
    for (const std::string& name : found ? *found : std::vector<std::string>()) {
      const Seen one = look(name);
      const auto before = seen.find(name);
      if (before == seen.end() || before->second != one) changed.push_back(name);
      now.emplace(name, one);
    }
    const bool gone = std::any_of(seen.begin(), seen.end(), [&now](const auto& one) {
      return now.find(one.first) == now.end();
    });
    if (!changed.empty() || gone || first) {
      for (VerifiedFile& file : verify_files(changed, format)) {
        std::string name = file.name;
        known.insert_or_assign(std::move(name), std::move(file));
      }
      std::vector<VerifiedFile> files;
      for (const auto& [name, place] : now) files.push_back(known.at(name));
      if (const int code = show(files); code != kDone) return code;
    }
    seen = std::move(now);
    first = false;
    std::this_thread::sleep_for(kBetween);
  }
}

}  // namespace exactblend::cli
