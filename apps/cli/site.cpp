#include "site.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "exactblend/io/file.hpp"
#include "exactblend/render/page.hpp"
#include "progress_bar.hpp"

namespace exactblend::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIndex = "index.html";
constexpr std::string_view kStyle = "style.css";

// A file name that is the same in an address, without escapes: letters, digits, - and _.
std::string plain_stem(const std::string& file) {
  std::string stem = file == "-" ? "lesson" : fs::path(file).stem().string();
  for (char& c : stem) {
    const bool kept = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                      c == '-' || c == '_';
    if (!kept) c = '-';
  }
  constexpr std::size_t kLongest = 100;
  stem.resize(std::min(stem.size(), kLongest));
  return stem.empty() ? "lesson" : stem;
}

// Some file systems don't tell A from a.
std::string lower(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
  }
  return text;
}

// One name for each lesson, in order; the second "blend" is blend-2.
std::vector<std::string> page_names(const std::vector<SiteLesson>& lessons) {
  std::set<std::string> taken = {"index"};
  std::vector<std::string> names;
  names.reserve(lessons.size());
  for (const SiteLesson& lesson : lessons) {
    const std::string stem = plain_stem(lesson.file);
    std::string name = stem;
    for (std::size_t n = 2; !taken.insert(lower(name)).second; ++n) {
      name = stem + '-' + std::to_string(n);
    }
    names.push_back(name + ".html");
  }
  return names;
}

// Whether it had to be written.
Result<bool> write_if_changed(const fs::path& path, const std::string& bytes) {
  std::error_code none;
  if (fs::file_size(path, none) == bytes.size() && !none) {
    const auto old = read_file(path.string());
    if (old && *old == bytes) return false;
  }
  if (auto written = write_file(path.string(), bytes); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  return true;
}

Result<void> make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  // A name that ends with a slash is not "made" though its folder is.
  if (fs::is_directory(folder)) return {};
  return failure(ErrorCode::cannot_write,
                 "is no folder and can't be made one" + (error ? ": " + error.message() : ""),
                 "the name of a folder, or of one that can be made", {folder, 0, 0});
}

}  // namespace

Result<SiteCounts> write_site(std::vector<SiteLesson> lessons, const std::string& folder,
                              bool full) {
  if (auto made = make_folder(folder); !made) return tl::unexpected(std::move(made.error()));
  const std::vector<std::string> names = page_names(lessons);
  std::vector<std::string> titles;
  titles.reserve(lessons.size());
  for (const SiteLesson& lesson : lessons) titles.push_back(page_title(lesson.problem));

  SiteCounts counts{lessons.size(), 0};
  const auto write = [&](std::string_view name, const std::string& bytes) -> Result<void> {
    auto written = write_if_changed(fs::path(folder) / name, bytes);
    if (!written) return tl::unexpected(std::move(written.error()));
    counts.written += *written ? 1U : 0U;
    return {};
  };

  if (auto written = write(kStyle, page_style()); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  std::vector<IndexEntry> entries;
  entries.reserve(lessons.size());
  ProgressBar progress("lessons", lessons.size());
  for (std::size_t i = 0; i < lessons.size(); ++i) {
    const Trace trace = make_trace(std::move(lessons[i].problem));
    PageOptions options{full, std::string(kStyle), {std::string(kIndex), "All lessons"}, {}, {}};
    if (i > 0) options.previous = {names[i - 1], titles[i - 1]};
    if (i + 1 < lessons.size()) options.next = {names[i + 1], titles[i + 1]};
    if (auto written = write(names[i], lesson_page(trace, options)); !written) {
      return tl::unexpected(std::move(written.error()));
    }
    entries.push_back({names[i], titles[i], trace.summary});
    progress.at(i + 1);
  }
  if (auto written = write(kIndex, index_page(entries, kStyle)); !written) {
    return tl::unexpected(std::move(written.error()));
  }
  return counts;
}

}  // namespace exactblend::cli
