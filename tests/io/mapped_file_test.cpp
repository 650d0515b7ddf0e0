// Files in memory: what can be mapped is, what can't is named with the reason.
#include "exactblend/io/mapped_file.hpp"

#include <sys/stat.h>

#include <type_traits>
#include <utility>

#include "exactblend/io/file.hpp"
#include "io/tensor_making.hpp"

namespace exactblend {
namespace {

class Mapped : public InFolder {};

TEST_F(Mapped, a_map_has_the_bytes_of_the_file) {
  for (const std::string& bytes : {std::string("a"), std::string(4096, 'x'),
                                   std::string("\0\xFF", 2), std::string(1'000'000, 'y')}) {
    ASSERT_TRUE(write_file(path("a"), bytes));
    const auto file = MappedFile::open(path("a"));
    ASSERT_TRUE(file) << to_text(file.error());
    EXPECT_EQ(text_of(file->bytes()), bytes);
  }
}

TEST_F(Mapped, an_empty_file_has_no_bytes) {
  ASSERT_TRUE(write_file(path("a"), ""));
  const auto file = MappedFile::open(path("a"));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->bytes().empty());
}

TEST_F(Mapped, bytes_stay_in_place_when_the_map_moves) {
  static_assert(!std::is_copy_constructible_v<MappedFile>);
  static_assert(!std::is_copy_assignable_v<MappedFile>);
  ASSERT_TRUE(write_file(path("a"), "first"));
  ASSERT_TRUE(write_file(path("b"), "second"));
  auto a = MappedFile::open(path("a"));
  auto b = MappedFile::open(path("b"));
  ASSERT_TRUE(a && b);
  const auto bytes = b->bytes();
  *a = std::move(*b);
  EXPECT_EQ(a->bytes().data(), bytes.data());
  MappedFile c(std::move(*a));
  EXPECT_EQ(text_of(c.bytes()), "second");
  EXPECT_TRUE(a->bytes().empty());  // NOLINT: a moved-from map is empty
}

TEST_F(Mapped, a_file_that_is_replaced_keeps_its_old_bytes_in_the_map) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  const auto file = MappedFile::open(path("a"));
  ASSERT_TRUE(file);
  ASSERT_TRUE(write_file(path("a"), ""));
  EXPECT_EQ(text_of(file->bytes()), "old");
}

TEST_F(Mapped, what_cannot_be_mapped_is_named_with_the_reason) {
  ASSERT_EQ(::mkfifo(path("pipe").c_str(), 0600), 0);
  const std::string no_file =
      ": can't be read: No such file or directory; the name of a file that exists";
  const std::string irregular =
      ": can't be read: it is a pipe or a device; a regular file, which can be mapped into memory";
  EXPECT_EQ(message_of_result(MappedFile::open(path("none"))), path("none") + no_file);
  EXPECT_EQ(message_of_result(MappedFile::open(path("pipe"))), path("pipe") + irregular);
  EXPECT_EQ(message_of_result(MappedFile::open("/dev/null")), "/dev/null" + irregular);
  for (const std::string& place : {path("none"), path("pipe"), folder_, std::string("/dev/zero"),
                                   std::string("-"), std::string()}) {
    EXPECT_EQ(code_of(MappedFile::open(place)), "cannot-read") << place;
  }
}

}  // namespace
}  // namespace exactblend
