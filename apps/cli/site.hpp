// Many lessons as a linked site: a page each, an index, one style sheet.
#pragma once

#include <string>
#include <vector>

#include "exactblend/lesson/problem.hpp"

namespace exactblend::cli {

struct SiteLesson {
  std::string file;  // where the problem came from; names the page
  Problem problem;
};

struct SiteCounts {
  std::size_t pages = 0;
  std::size_t written = 0;  // files, the index and the style among them
};

// Writes folder/index.html, folder/style.css and a page for each lesson, in order, each linked to
// the one before and after. The folder is made if there is none. A file whose bytes would not
// change is left alone; others in the folder are not touched. The index comes last, so that it
// never names a page that is not there. On a terminal shows how far it is.
[[nodiscard]] Result<SiteCounts> write_site(std::vector<SiteLesson> lessons,
                                            const std::string& folder, bool full);

}  // namespace exactblend::cli
