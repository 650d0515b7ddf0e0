// FileWriter: a file written piece by piece that appears whole or not at all.
//
//     auto writer = FileWriter::create("out.json");
//     writer->write(part);
//     writer->commit();       // only now is there an out.json, or a new one in the old one's place
//
// Without commit(), or if the program is interrupted, the old file stays as it was and nothing is
// left behind: the new one has no name until it is complete (O_TMPFILE; where a file system lacks
// that, a hidden file beside it, removed by the destructor). What is not a regular file, such as
// /dev/stdout or a pipe, is written directly. A symbolic link is followed; an existing file's
// permissions are kept.
#pragma once

#include <string>
#include <string_view>

#include "exactblend/number/result.hpp"

namespace exactblend {

class FileWriter {
 public:
  [[nodiscard]] static Result<FileWriter> create(const std::string& path);

  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&& other) = delete;
  ~FileWriter();

  // Errors: cannot_write, with the system's reason.
  [[nodiscard]] Result<void> write(std::string_view bytes);
  [[nodiscard]] Result<void> commit();

 private:
  FileWriter(int descriptor, std::string path, std::string temporary, bool direct)
      : descriptor_(descriptor),
        path_(std::move(path)),
        temporary_(std::move(temporary)),
        direct_(direct) {}

  int descriptor_ = -1;
  std::string path_;
  std::string temporary_;  // the hidden file's name; empty while the file has none
  bool direct_ = false;    // not a regular file: written in place
};

}  // namespace exactblend
