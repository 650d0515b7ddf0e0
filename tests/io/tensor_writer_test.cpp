// Tensors written in pieces: whole and as announced, or not at all.
#include "exactblend/io/tensor_writer.hpp"

#include <filesystem>

#include "exactblend/io/file.hpp"
#include "exactblend/io/npy.hpp"
#include "exactblend/io/tensor_file.hpp"
#include "io/tensor_making.hpp"

namespace exactblend {
namespace {

class Writer : public InFolder {
 protected:
  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(path(name));
  }
};

TEST_F(Writer, what_is_written_in_pieces_is_read) {
  const std::vector<TensorSpec> tensors = {{"z", ElementType::f64, {1}},
                                           {"nothing", ElementType::f32, {0}},
                                           {"a", ElementType::bf16, {1, 2}}};
  auto writer = TensorWriter::safetensors(path("a"), tensors, {{"made by", "a test"}});
  ASSERT_TRUE(writer) << to_text(writer.error());
  EXPECT_TRUE(writer->write(bytes_of("123")));
  EXPECT_TRUE(writer->write({}));
  EXPECT_TRUE(writer->write(bytes_of("45678")));
  EXPECT_TRUE(writer->write(bytes_of("abcd")));
  EXPECT_FALSE(exists("a"));
  EXPECT_TRUE(writer->commit());

  const auto file = read_file(path("a"));
  ASSERT_TRUE(file);
  const auto read = read_safetensors(bytes_of(*file));
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(read->metadata.at("made by"), "a test");
  ASSERT_EQ(read->tensors.size(), 3U);
  EXPECT_EQ(read->tensors[0].name, "a");
  EXPECT_EQ(text_of(read->tensors[0].bytes), "abcd");
  EXPECT_EQ(read->tensors[1].name, "nothing");
  EXPECT_EQ(text_of(read->tensors[2].bytes), "12345678");
  const auto opened = open_tensor(path("a") + ":a");
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->view.type, FloatType::bf16);
}

TEST_F(Writer, an_array_for_numpy_is_read) {
  auto writer = TensorWriter::npy(path("a"), {"unused", ElementType::bf16, {3}});
  ASSERT_TRUE(writer) << to_text(writer.error());
  EXPECT_TRUE(writer->write(bytes_of("abcdef")));
  EXPECT_TRUE(writer->commit());
  const auto opened = open_tensor(path("a"), FloatType::bf16);
  ASSERT_TRUE(opened) << to_text(opened.error());
  EXPECT_EQ(opened->view.shape, (std::vector<std::size_t>{3}));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(opened->view.data) % 64, 0U);
}

TEST_F(Writer, more_or_less_than_announced_makes_no_file) {
  auto writer = TensorWriter::safetensors(
      path("a"), {{"w", ElementType::u8, {3}}, {"v", ElementType::u8, {2}}});
  ASSERT_TRUE(writer);
  const auto over = writer->write(bytes_of("1234"));  // also across two tensors
  EXPECT_EQ(message_of_result(over),
            path("a") +
                ": 4 bytes more, and the tensor \"w\" had 3 left; as many bytes as shape "
                "and dtype make");
  EXPECT_EQ(code_of(over), "size-mismatch");
  EXPECT_TRUE(writer->write(bytes_of("123")));
  EXPECT_TRUE(writer->write(bytes_of("4")));
  EXPECT_EQ(message_of_result(writer->commit()),
            path("a") +
                ": 1 bytes are missing of the tensor \"v\"; as many bytes as shape and "
                "dtype make");
  EXPECT_FALSE(exists("a"));
  EXPECT_TRUE(writer->write(bytes_of("5")));
  EXPECT_EQ(code_of(writer->write(bytes_of("6"))), "size-mismatch");
  EXPECT_TRUE(writer->commit());
  EXPECT_TRUE(exists("a"));
}

TEST_F(Writer, an_interrupted_file_leaves_the_old_one) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  {
    auto writer = TensorWriter::npy(path("a"), {"", ElementType::u8, {2}});
    ASSERT_TRUE(writer);
    ASSERT_TRUE(writer->write(bytes_of("1")));
  }
  EXPECT_EQ(*read_file(path("a")), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Writer, what_cannot_be_written_is_named) {
  EXPECT_EQ(code_of(TensorWriter::npy(folder_, {"", ElementType::u8, {2}})), "cannot-write");
  const auto twice = TensorWriter::safetensors(
      path("a"), {{"w", ElementType::u8, {3}}, {"w", ElementType::u8, {2}}});
  EXPECT_EQ(code_of(twice), "duplicate-name");
  EXPECT_EQ(twice.error().place.source, path("a"));
  EXPECT_EQ(code_of(TensorWriter::npy("/dev/full", {"", ElementType::u8, {2}})), "cannot-write");
}

TEST_F(Writer, an_empty_file_of_tensors_is_one) {
  auto writer = TensorWriter::safetensors(path("a"), {});
  ASSERT_TRUE(writer);
  EXPECT_EQ(code_of(writer->write(bytes_of("1"))), "size-mismatch");
  EXPECT_TRUE(writer->commit());
  EXPECT_EQ(*read_file(path("a")), safetensors("{}      "));
}

}  // namespace
}  // namespace exactblend
