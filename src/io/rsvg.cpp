#include "exactblend/io/rsvg.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

namespace exactblend {
namespace {

// A file in memory, without a name. The other program reads and writes such files and not pipes,
// which would have to be read and written at the same time.
class MemoryFile {
 public:
  explicit MemoryFile(const char* name) : descriptor_(::memfd_create(name, MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

  [[nodiscard]] bool write(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return ::lseek(descriptor_, 0, SEEK_SET) == 0;
  }

  [[nodiscard]] std::string read() const {
    std::string bytes;
    std::array<char, 1U << 16> piece{};
    ::lseek(descriptor_, 0, SEEK_SET);
    while (true) {
      const ssize_t got = ::read(descriptor_, piece.data(), piece.size());
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return bytes;
      bytes.append(piece.data(), static_cast<std::size_t>(got));
    }
  }

 private:
  int descriptor_;
};

tl::unexpected<Error> cannot(std::string wrong, std::string right) {
  return failure(ErrorCode::cannot_write, std::move(wrong), std::move(right));
}

// The environment, with a fixed date in place of now, which a PDF would hold.
std::vector<char*> environment_without_time(std::string& date) {
  std::vector<char*> result;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!std::string_view(*variable).starts_with("SOURCE_DATE_EPOCH=")) result.push_back(*variable);
  }
  result.push_back(date.data());
  result.push_back(nullptr);
  return result;
}

// Its exit status, or -1 if it can't be started; 127 if there is no such program.
int run(std::vector<std::string> arguments, int in, int out, int err) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  std::string date = "SOURCE_DATE_EPOCH=0";
  const std::vector<char*> environment = environment_without_time(date);

  posix_spawn_file_actions_t actions;
  if (::posix_spawn_file_actions_init(&actions) != 0) return -1;
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  pid_t child = -1;
  const int failed =
      ::posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environment.data());
  ::posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return failed == ENOENT ? 127 : -1;
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Result<std::string> convert_svg(std::string_view svg, Picture picture, double scale) {
  if (!(scale > 0 && scale <= kMaxScale)) {
    return failure(ErrorCode::over_limit, "a picture can't have this scale",
                   fmt::format("a scale over 0 and at most {}", kMaxScale));
  }
  const MemoryFile in("svg");
  const MemoryFile out("picture");
  const MemoryFile err("messages");
  if (!in.write(svg) || out.descriptor() < 0 || err.descriptor() < 0) {
    return cannot(std::string("there is no memory for a picture: ") + std::strerror(errno),
                  "more memory, or a smaller scale");
  }
  const int status = run({"rsvg-convert", picture == Picture::png ? "--format=png" : "--format=pdf",
                          fmt::format("--zoom={}", scale), "--background-color=white"},
                         in.descriptor(), out.descriptor(), err.descriptor());
  if (status == 127) {
    return cannot("rsvg-convert, which makes pictures of SVG, is not installed",
                  "install it (Debian: librsvg2-bin), or write SVG");
  }
  std::string bytes = out.read();
  if (status == 0 && !bytes.empty()) return bytes;
  std::string said = err.read();
  for (char& c : said) {
    if (c == '\n') c = ' ';
  }
  while (said.ends_with(' ')) said.pop_back();
  return cannot("rsvg-convert made no picture" + (said.empty() ? said : ": " + said),
                "a smaller scale, or SVG");
}

}  // namespace exactblend
