// Lines of a stream, wherever the borders of the buffer fall.
#include "exactblend/io/lines.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>
#include <vector>

namespace exactblend {
namespace {

struct Seen {
  std::string text;
  std::size_t number = 0;
  bool too_long = false;
  bool operator==(const Seen&) const = default;
};

void PrintTo(const Seen& seen, std::ostream* out) {
  *out << seen.number << (seen.too_long ? " too long" : " \"" + seen.text.substr(0, 60) + '"');
}

class Lines : public testing::Test {
 protected:
  // The text from a file, read with read(), and from memory, read with fread().
  static std::vector<Seen> lines_of(const std::string& text, std::size_t max = kMaxLineBytes) {
    std::FILE* file = std::tmpfile();
    EXPECT_NE(file, nullptr);
    EXPECT_EQ(std::fwrite(text.data(), 1, text.size(), file), text.size());
    std::rewind(file);
    std::vector<Seen> result = all(file, max, text.size());
    std::fclose(file);
    if (!text.empty()) {  // fmemopen() wants a byte at least
      std::string copy = text;
      std::FILE* memory = ::fmemopen(copy.data(), copy.size(), "r");
      EXPECT_EQ(all(memory, max, text.size()), result);
      std::fclose(memory);
    }
    return result;
  }

 private:
  static std::vector<Seen> all(std::FILE* stream, std::size_t max, std::size_t size) {
    LineReader reader(stream, max);
    std::vector<Seen> result;
    while (const auto line = reader.next()) {
      result.push_back({std::string(line->text), line->number, line->too_long});
    }
    EXPECT_FALSE(reader.next());
    EXPECT_FALSE(reader.failed());
    EXPECT_EQ(reader.bytes_read(), size);
    return result;
  }
};

TEST_F(Lines, are_parted_at_line_breaks) {
  EXPECT_EQ(lines_of(""), std::vector<Seen>{});
  EXPECT_EQ(lines_of("\n"), (std::vector<Seen>{{"", 1}}));
  EXPECT_EQ(lines_of("a"), (std::vector<Seen>{{"a", 1}}));
  EXPECT_EQ(lines_of("a\n"), (std::vector<Seen>{{"a", 1}}));
  EXPECT_EQ(lines_of("a\n\nb"), (std::vector<Seen>{{"a", 1}, {"", 2}, {"b", 3}}));
  EXPECT_EQ(lines_of(std::string("a\0b\n", 4)), (std::vector<Seen>{{std::string("a\0b", 3), 1}}));
}

TEST_F(Lines, lose_one_carriage_return_before_the_break) {
  EXPECT_EQ(lines_of("a\r\nb\r\n"), (std::vector<Seen>{{"a", 1}, {"b", 2}}));
  EXPECT_EQ(lines_of("a\r"), (std::vector<Seen>{{"a", 1}}));
  EXPECT_EQ(lines_of("a\r\r\n\r\nb\rc"), (std::vector<Seen>{{"a\r", 1}, {"", 2}, {"b\rc", 3}}));
}

TEST_F(Lines, may_end_anywhere_in_the_buffer) {
  constexpr std::size_t kBuffer = 64U << 10;
  for (const char* end : {"\n", "\r\n"}) {
    for (std::size_t size = kBuffer - 4; size <= kBuffer + 4; ++size) {
      const std::string first(size, 'a');
      const std::string second(3 * size, 'b');
      EXPECT_EQ(lines_of(first + end + second + end + "c"),
                (std::vector<Seen>{{first, 1}, {second, 2}, {"c", 3}}))
          << size;
    }
  }
}

// Every small text over a small alphabet, every limit, against the plain definition.
TEST_F(Lines, of_all_small_texts_are_right) {
  constexpr std::array<char, 3> kLetters = {'a', '\r', '\n'};
  constexpr std::size_t kLongest = 6;
  for (std::size_t size = 0; size <= kLongest; ++size) {
    std::size_t count = 1;
    for (std::size_t i = 0; i < size; ++i) count *= kLetters.size();
    for (std::size_t number = 0; number < count; ++number) {
      std::string text;
      for (std::size_t rest = number; text.size() < size; rest /= kLetters.size()) {
        text += kLetters[rest % kLetters.size()];
      }
      for (std::size_t max = 0; max <= 4; ++max) {
        std::vector<Seen> expected;
        for (std::size_t begin = 0; begin < text.size();) {
          const std::size_t end = std::min(text.find('\n', begin), text.size());
          std::string line = text.substr(begin, end - begin);
          if (line.ends_with('\r')) line.pop_back();
          const bool too_long = line.size() > max;
          expected.push_back({too_long ? "" : line, expected.size() + 1, too_long});
          begin = end + 1;
        }
        ASSERT_EQ(lines_of(text, max), expected) << testing::PrintToString(text) << max;
      }
    }
  }
}

TEST_F(Lines, that_are_too_long_are_passed_over) {
  for (const std::size_t max : {1U, 2U, 100U, 65'534U, 65'536U, 70'000U, 131'072U}) {
    const std::string fits(max, 'a');
    const std::string over(max + 1, 'b');
    const std::string far_over(5 * max + 77, 'c');
    EXPECT_EQ(
        lines_of(over + "\n" + fits + "\n" + far_over + "\r\n" + fits + "\r\n" + over, max),
        (std::vector<Seen>{{"", 1, true}, {fits, 2}, {"", 3, true}, {fits, 4}, {"", 5, true}}))
        << max;
  }
}

// A program that sends one line and waits for its answer gets it.
TEST_F(Lines, are_handed_on_as_they_come) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  std::FILE* stream = ::fdopen(ends[0], "r");
  LineReader reader(stream);
  const auto send = [&](std::string_view text) {
    ASSERT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  };
  EXPECT_FALSE(reader.has_line());
  send("one\n");
  EXPECT_EQ(reader.next()->text, "one");
  EXPECT_FALSE(reader.has_line());
  send("two\nthree\nfo");
  EXPECT_EQ(reader.next()->text, "two");
  EXPECT_TRUE(reader.has_line());
  EXPECT_EQ(reader.next()->text, "three");
  EXPECT_FALSE(reader.has_line());
  send("ur\n");
  EXPECT_EQ(reader.next()->text, "four");
  ::close(ends[1]);
  EXPECT_FALSE(reader.next());
  EXPECT_FALSE(reader.failed());
  std::fclose(stream);
}

TEST_F(Lines, that_cannot_be_read_are_a_failure) {
  const int folder = ::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  std::FILE* stream = ::fdopen(folder, "r");
  ASSERT_NE(stream, nullptr);
  LineReader reader(stream);
  EXPECT_FALSE(reader.next());
  EXPECT_TRUE(reader.failed());
  std::fclose(stream);
}

}  // namespace
}  // namespace exactblend
