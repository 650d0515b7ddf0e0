#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "cli.hpp"
#include "exactblend/io/file.hpp"
#include "exactblend/render/escape.hpp"

namespace exactblend::cli {

int exit_code_of(const Error& error) {
  return error.code == ErrorCode::over_limit ? kLimit : kUnusable;
}

int report(const Error& error) {
  std::string text = "exactblend: ";
  append_plain(text, to_text(error));
  text += '\n';
  // Where standard error can't be written, the exit code is all that is left to say it.
  static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
  return exit_code_of(error);
}

int write_output(const std::string& path, std::string_view bytes) {
  if (!path.empty()) {
    const auto written = write_file(path, bytes);
    return written ? kDone : report(written.error());
  }
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() &&
                     std::fflush(stdout) == 0;
  if (whole || errno == EPIPE) return kDone;
  return report({ErrorCode::cannot_write,
                 std::string("standard output can't be written: ") + std::strerror(errno),
                 "a place with room that can be written"});
}

TextStyle text_style(bool to_file) {
  constexpr std::size_t kNarrowest = 40;
  constexpr std::size_t kWidest = 100;  // longer lines are hard to read
  TextStyle style;
  if (to_file || isatty(STDOUT_FILENO) == 0) return style;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  style.colour = (no_color == nullptr || *no_color == '\0') && term != nullptr &&
                 std::string_view(term) != "dumb";
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) {
    style.width = std::clamp<std::size_t>(size.ws_col, kNarrowest, kWidest);
  }
  return style;
}

}  // namespace exactblend::cli
