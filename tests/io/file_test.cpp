// Whole files: read with a limit, written whole or not at all.
#include "exactblend/io/file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "exactblend/io/file_writer.hpp"

namespace exactblend {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "exactblend-io-XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // Everything in the folder, hidden files too.
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(folder_)) {
      result.push_back(entry.path().filename().string());
    }
    std::sort(result.begin(), result.end());
    return result;
  }
  static mode_t mode(const std::string& file) {
    struct stat status {};
    EXPECT_EQ(::lstat(file.c_str(), &status), 0);
    return status.st_mode & 07777;
  }
  static std::string content(const std::string& file) {
    const auto bytes = read_file(file);
    return bytes ? *bytes : to_text(bytes.error());
  }

  std::string folder_;
};

using Names = std::vector<std::string>;

TEST_F(File, what_is_written_is_read) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  for (const std::string& bytes :
       {std::string(), std::string("a"), all, std::string(300'000, 'x')}) {
    ASSERT_TRUE(write_file(path("a"), bytes));
    EXPECT_EQ(content(path("a")), bytes);
    EXPECT_EQ(names(), Names{"a"});
  }
}

TEST_F(File, a_new_file_has_the_permissions_that_the_user_wants) {
  const mode_t before = ::umask(0027);
  EXPECT_TRUE(write_file(path("a"), "x"));
  ::umask(before);
  EXPECT_EQ(mode(path("a")), 0640U);
}

TEST_F(File, an_old_file_keeps_its_permissions) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  ASSERT_EQ(::chmod(path("a").c_str(), 0604), 0);
  ASSERT_TRUE(write_file(path("a"), "new"));
  EXPECT_EQ(mode(path("a")), 0604U);
  EXPECT_EQ(content(path("a")), "new");
}

TEST_F(File, a_symbolic_link_is_followed) {
  ASSERT_TRUE(fs::create_directory(path("d")));
  ASSERT_TRUE(write_file(path("d/target"), "old"));
  fs::create_symlink("d/target", path("link"));
  fs::create_symlink("link", path("link to link"));
  ASSERT_TRUE(write_file(path("link to link"), "new"));
  EXPECT_EQ(content(path("d/target")), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_TRUE(fs::is_symlink(path("link to link")));
}

TEST_F(File, a_symbolic_link_to_nothing_makes_its_target) {
  ASSERT_TRUE(fs::create_directory(path("d")));
  fs::create_symlink("d/target", path("link"));
  ASSERT_TRUE(write_file(path("link"), "new"));
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(content(path("d/target")), "new");
}

TEST_F(File, a_loop_of_symbolic_links_is_refused) {
  fs::create_symlink("b", path("a"));
  fs::create_symlink("a", path("b"));
  const auto written = write_file(path("a"), "x");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().code, ErrorCode::cannot_write);
  EXPECT_EQ(names(), (Names{"a", "b"}));
  EXPECT_FALSE(read_file(path("a")));
}

TEST_F(File, a_write_that_fails_leaves_the_old_file) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  // Nothing larger than this may be written by this process, as if the disk were full.
  struct rlimit before {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const struct rlimit small { 1000, before.rlim_max };
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto written = write_file(path("a"), std::string(5000, 'x'));
  const auto made = write_file(path("b"), std::string(5000, 'x'));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(written);
  EXPECT_FALSE(made);
  EXPECT_EQ(written.error().code, ErrorCode::cannot_write);
  EXPECT_EQ(written.error().place.source, path("a"));
  EXPECT_EQ(content(path("a")), "old");
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(File, a_file_that_is_not_finished_does_not_appear) {
  {
    auto writer = FileWriter::create(path("a"));
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write("half"));
    EXPECT_FALSE(fs::exists(path("a")));
  }
  EXPECT_EQ(names(), Names{});
}

TEST_F(File, what_is_no_regular_file_is_written_in_place) {
  EXPECT_TRUE(write_file("/dev/null", "x"));
  const auto full = write_file("/dev/full", "x");
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, ErrorCode::cannot_write);
  EXPECT_NE(full.error().wrong.find("No space left"), std::string::npos);

  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = content(path("pipe")); });
  EXPECT_TRUE(write_file(path("pipe"), std::string(200'000, 'x')));
  reader.join();
  EXPECT_EQ(read.size(), 200'000U);
  EXPECT_TRUE(fs::is_fifo(path("pipe")));
}

TEST_F(File, standard_output_is_added_to) {
  const int file = ::open(path("a").c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  ASSERT_EQ(::write(file, "old ", 4), 4);
  for (const char* folder : {"/dev/fd/", "/proc/self/fd/"}) {
    ASSERT_TRUE(write_file(folder + std::to_string(file), "new "));
  }
  ASSERT_EQ(::write(file, "end", 3), 3);
  ::close(file);
  EXPECT_EQ(content(path("a")), "old new new end");
  EXPECT_EQ(names(), Names{"a"});
}

TEST_F(File, a_place_that_cannot_be_written_is_named) {
  for (const std::string& place :
       {folder_, path("missing/a"), std::string("/proc/nothing"), std::string()}) {
    const auto written = write_file(place, "x");
    ASSERT_FALSE(written) << place;
    EXPECT_EQ(code_name(written.error().code), "cannot-write") << place;
    EXPECT_EQ(written.error().place.source, place);
    EXPECT_FALSE(written.error().wrong.empty());
    EXPECT_FALSE(written.error().right.empty());
  }
  EXPECT_EQ(names(), Names{});
}

TEST_F(File, a_file_that_cannot_be_read_is_named_with_the_reason) {
  EXPECT_EQ(content(path("missing")),
            path("missing") +
                ": can't be read: No such file or directory; the name of a file that "
                "exists, or - for standard input");
  EXPECT_EQ(content(folder_),
            folder_ + ": can't be read: Is a directory; the name of a file inside it");
  const auto missing = read_file(path("missing"));
  EXPECT_EQ(missing.error().code, ErrorCode::cannot_read);
  ASSERT_TRUE(write_file(path("a"), "x"));
  EXPECT_EQ(code_name(read_file(path("a/b")).error().code), "cannot-read");
  EXPECT_EQ(code_name(read_file("").error().code), "cannot-read");
  if (::geteuid() != 0) {  // root may read everything
    ASSERT_EQ(::chmod(path("a").c_str(), 0), 0);
    EXPECT_EQ(code_name(read_file(path("a")).error().code), "cannot-read");
  }
}

TEST_F(File, more_bytes_than_the_limit_are_refused) {
  ASSERT_TRUE(write_file(path("a"), "12345"));
  EXPECT_EQ(*read_file(path("a"), 5), "12345");
  const auto over = read_file(path("a"), 4);
  ASSERT_FALSE(over);
  EXPECT_EQ(to_text(over.error()), path("a") + ": more than 4 bytes; a file of at most 4 bytes");
  EXPECT_EQ(over.error().code, ErrorCode::over_limit);
  // Of a stream without an end as much is read as is needed to know.
  EXPECT_EQ(code_name(read_file("/dev/zero", 100'000).error().code), "over-limit");
  EXPECT_EQ(*read_file("/dev/null", 0), "");
}

TEST_F(File, a_file_of_unknown_size_is_read_to_its_end) {
  EXPECT_GT(read_file("/proc/self/status")->size(), 100U);  // its size is said to be 0
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  for (const std::size_t size : {0U, 1U, 65'535U, 65'536U, 65'537U, 1'000'000U}) {
    std::thread writer([&] {
      const int pipe = ::open(path("pipe").c_str(), O_WRONLY | O_CLOEXEC);
      std::string bytes(size, 'x');
      std::size_t written = 0;
      while (written < size) {
        written += static_cast<std::size_t>(
            std::max<ssize_t>(::write(pipe, bytes.data(), size - written), 0));
      }
      ::close(pipe);
    });
    EXPECT_EQ(content(path("pipe")).size(), size);
    writer.join();
  }
}

}  // namespace
}  // namespace exactblend
