#include "verify_files.hpp"

#include <glob.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "exactblend/io/file.hpp"
#include "progress_bar.hpp"

namespace exactblend::cli {
namespace {

namespace fs = std::filesystem;

bool is_hidden(const fs::path& path) {
  const std::string name = path.filename().string();
  return name.size() > 1 && name[0] == '.' && name != "..";
}

void add_folder(const std::string& folder, std::vector<std::string>& files) {
  std::vector<std::string> found;
  std::error_code none;
  fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, none);
  for (; !none && at != fs::recursive_directory_iterator(); at.increment(none)) {
    if (is_hidden(at->path())) {
      if (at->is_directory(none)) at.disable_recursion_pending();
      continue;
    }
    if (at->is_regular_file(none) && document_format(at->path().string())) {
      found.push_back(at->path().string());
    }
  }
  std::sort(found.begin(), found.end());
  files.insert(files.end(), found.begin(), found.end());
}

std::vector<std::string> matches(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> names;
  if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    names.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  std::sort(names.begin(), names.end());
  return names;
}

void add(const std::string& name, std::vector<std::string>& files) {
  std::error_code none;
  if (fs::is_directory(name, none)) {
    add_folder(name, files);
  } else {
    files.push_back(name);
  }
}

VerifiedFile verify_one(const std::string& name, std::optional<DocumentFormat> format) {
  VerifiedFile file{name};
  const auto bytes = read_file(name);
  if (!bytes) {
    file.error = bytes.error();
    return file;
  }
  const auto by_name = document_format(name);
  auto document = read_document(*bytes, format ? *format : by_name.value_or(DocumentFormat::text));
  if (!document) {
    file.error = std::move(document.error());
    file.error->place.source = name;
    return file;
  }
  file.findings = verify::verify(*document, *bytes);
  return file;
}

}  // namespace

Result<std::vector<std::string>> find_documents(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code none;
    if (name == "-" || fs::exists(name, none) || name.find_first_of("*?[") == std::string::npos) {
      add(name, files);
      continue;
    }
    const std::vector<std::string> found = matches(name);
    if (found.empty()) {
      return failure(ErrorCode::cannot_read, "no file matches this pattern",
                     "a pattern that some file matches", {name, 0, 0});
    }
    for (const std::string& one : found) add(one, files);
  }
  return files;
}

std::vector<VerifiedFile> verify_files(const std::vector<std::string>& names,
                                       std::optional<DocumentFormat> format) {
  std::vector<VerifiedFile> files(names.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t done = 0;
  ProgressBar bar("files", names.size());
  const auto work = [&] {
    for (std::size_t i = next++; i < names.size(); i = next++) {
      files[i] = verify_one(names[i], format);
      const std::lock_guard<std::mutex> lock(mutex);
      bar.at(++done);
    }
  };
  const std::size_t processors = std::max(std::thread::hardware_concurrency(), 1U);
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < std::min(processors, names.size()); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  return files;
}

}  // namespace exactblend::cli
