#include "json_lines.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "exactblend/io/file_writer.hpp"
#include "exactblend/io/lines.hpp"
#include "exactblend/io/problem_json.hpp"
#include "exactblend/lesson/trace.hpp"
#include "exactblend/render/json.hpp"

namespace exactblend::cli {
namespace {

// Lines so far, a second, and the part of the input that is read, on standard error if that is a
// terminal.
class Progress {
 public:
  explicit Progress(std::FILE* input) : shown_(isatty(STDERR_FILENO) != 0) {
    struct stat status {};
    if (fstat(fileno(input), &status) == 0 && S_ISREG(status.st_mode)) {
      bytes_ = static_cast<std::size_t>(status.st_size);
    }
  }
  ~Progress() {
    if (printed_) fmt::print(stderr, "\r\033[K");
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void at(std::size_t line, std::size_t bytes) {
    constexpr std::size_t kLinesBetweenLooks = 1024;
    constexpr std::chrono::milliseconds kBetweenPrints{200};
    if (!shown_ || line % kLinesBetweenLooks != 0) return;
    const auto now = Clock::now();
    if (now - last_ < kBetweenPrints) return;
    last_ = now;
    const double seconds = std::chrono::duration<double>(now - start_).count();
    std::string text =
        fmt::format("{} lines, {:.0f} a second", line, static_cast<double>(line) / seconds);
    if (bytes_ > 0) text += fmt::format(", {}%", 100 * bytes / bytes_);
    fmt::print(stderr, "\rexactblend: {}\033[K", text);
    printed_ = true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  bool shown_;
  bool printed_ = false;
  std::size_t bytes_ = 0;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// Gathers lines and hands them on in large pieces.
class Sink {
 public:
  explicit Sink(std::optional<FileWriter> file) : file_(std::move(file)) {}

  std::string& buffer() { return buffer_; }

  // False once the output can't be written; error() says why, unless a pipe was closed.
  bool flush_if(std::size_t over) {
    if (closed_ || error_) return false;  // what was lost is not made good by writing on
    if (buffer_.size() <= over) return true;
    if (file_) {
      const auto written = file_->write(buffer_);
      if (!written) error_ = written.error();
    } else if (std::fwrite(buffer_.data(), 1, buffer_.size(), stdout) != buffer_.size() ||
               std::fflush(stdout) != 0) {
      closed_ = errno == EPIPE;
      if (!closed_) {
        error_ = Error{ErrorCode::cannot_write,
                       std::string("standard output can't be written: ") + std::strerror(errno),
                       "a place with room that can be written"};
      }
    }
    buffer_.clear();
    return !closed_ && !error_;
  }

  bool finish() {
    if (!flush_if(0)) return false;
    if (!file_) return true;
    const auto committed = file_->commit();
    if (!committed) error_ = committed.error();
    return committed.has_value();
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::optional<FileWriter> file_;
  std::string buffer_;
  std::optional<Error> error_;
  bool closed_ = false;
};

Result<Problem> read_line(const Line& line, const ProblemOptions& options) {
  if (line.too_long) {
    return failure(ErrorCode::over_limit, "the line is too long",
                   "a line has at most " + std::to_string(kMaxLineBytes) + " bytes");
  }
  auto draft = read_problem_json(line.text);
  if (!draft) return tl::unexpected(std::move(draft.error()));
  draft->normalize = draft->normalize || options.normalize;
  draft->signed_weights = draft->signed_weights || options.signed_weights;
  return make_problem(std::move(*draft));
}

void append_result(std::string& out, Problem problem, bool whole_trace) {
  if (whole_trace) {
    out += trace_json(make_trace(std::move(problem)), JsonLayout::one_line);
    return;
  }
  append_result_json(out, problem, blend_queries(problem));
}

}  // namespace

int show_json_lines(const ProblemOptions& options, const std::string& output, bool whole_trace) {
  constexpr std::size_t kPiece = 1U << 16;
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::unique_ptr<std::FILE, Close> opened;
  std::FILE* input = stdin;
  if (!options.file.empty() && options.file != "-") {
    opened.reset(std::fopen(options.file.c_str(), "rb"));
    input = opened.get();
    if (input == nullptr) {
      return report({ErrorCode::cannot_read,
                     std::string("can't be read: ") + std::strerror(errno),
                     "a file of one problem a line",
                     {options.file, 0, 0}});
    }
  }
  std::optional<FileWriter> file;
  if (!output.empty()) {
    auto writer = FileWriter::create(output);
    if (!writer) return report(writer.error());
    file.emplace(std::move(*writer));
  }

  Sink sink(std::move(file));
  LineReader lines(input);
  int exit_code = kDone;
  {
    Progress progress(input);
    while (true) {
      // What waits for the next line is written before the program may have to wait for it.
      if (!lines.has_line() && !sink.flush_if(0)) break;
      const std::optional<Line> line = lines.next();
      if (!line) break;
      auto problem = read_line(*line, options);
      if (problem) {
        append_result(sink.buffer(), std::move(*problem), whole_trace);
      } else {
        append_error_json(sink.buffer(), line->number, problem.error());
        if (exit_code != kUnusable) exit_code = exit_code_of(problem.error());
      }
      if (!sink.flush_if(kPiece)) break;
      progress.at(line->number, lines.bytes_read());
    }
  }
  if (lines.failed()) {
    return report({ErrorCode::cannot_read,
                   "the lines can't be read to their end",
                   "a file or pipe that can be read",
                   {options.file, 0, 0}});
  }
  if (!sink.finish()) return sink.error() ? report(*sink.error()) : kDone;
  return exit_code;
}

}  // namespace exactblend::cli
