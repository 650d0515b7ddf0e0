// One tensor of a file: found by content and by name, in whatever format.
#include "exactblend/io/tensor_file.hpp"

#include <bit>
#include <cstring>
#include <utility>

#include "exactblend/io/file.hpp"
#include "io/zip_making.hpp"

namespace exactblend {
namespace {

const std::string kNpy = npy("{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }",
                             std::string("\0\0\x80\x3F", 4));
const std::string kTwo =
    safetensors(R"({"weights":{"dtype":"U16","shape":[2],"data_offsets":[0,4]},)"
                R"("values":{"dtype":"F32","shape":[],"data_offsets":[4,8]}})",
                std::string("\x80\x3F\0\0\0\0\x80\x3F", 8));

float first_f32(const TensorFile& file) {
  float value = 0;
  std::memcpy(&value, file.view.data, sizeof value);
  return value;
}

class OpenTensor : public InFolder {
 protected:
  // Under a name that says nothing about the content.
  void put(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(write_file(path(name), bytes));
  }
  [[nodiscard]] std::string error_of(const std::string& where,
                                     std::optional<FloatType> as = std::nullopt) const {
    return code_of(open_tensor(path(where), as));
  }
  // Without the folder.
  [[nodiscard]] std::string message(const std::string& where,
                                    std::optional<FloatType> as = std::nullopt) const {
    const auto opened = open_tensor(path(where), as);
    if (opened) return "no error";
    EXPECT_TRUE(opened.error().place.source.starts_with(folder_));
    return to_text(opened.error()).substr(folder_.size() + 1);
  }
};

TEST_F(OpenTensor, the_format_shows_in_the_content) {
  put("a.txt", kNpy);
  put("b.npy", kTwo);
  put("c", zip({{"w.npy", kNpy}}));
  for (const std::string& where :
       {std::string("a.txt"), std::string("b.npy:values"), std::string("c"), std::string("c:w")}) {
    auto opened = open_tensor(path(where));
    ASSERT_TRUE(opened) << to_text(opened.error());
    const TensorFile moved = std::move(*opened);
    EXPECT_EQ(moved.view.type, FloatType::f32);
    EXPECT_EQ(first_f32(moved), 1.0F) << where;
  }
  EXPECT_EQ(open_tensor(path("c"))->name, "w");
  EXPECT_EQ(open_tensor(path("a.txt"))->name, "");
}

TEST_F(OpenTensor, a_header_whose_length_looks_like_zip_is_a_header) {
  std::string header = R"({"w":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})";
  header.resize(0x04034b50, ' ');  // "PK\3\4"
  put("a", safetensors(header, "x"));
  EXPECT_EQ(error_of("a", FloatType::e4m3), "no error");
}

TEST_F(OpenTensor, a_name_is_needed_where_there_are_several) {
  put("a", kTwo);
  EXPECT_EQ(message("a"),
            "a: 2 tensors in the file; FILE:NAME with one of \"weights\", \"values\"");
  EXPECT_EQ(error_of("a"), "name-needed");
  put("many", zip(std::vector<ZipPart>{{"0.npy", ""},
                                       {"1.npy", ""},
                                       {"2.npy", ""},
                                       {"3.npy", ""},
                                       {"4.npy", ""},
                                       {"5.npy", ""},
                                       {"6.npy", ""},
                                       {"7.npy", ""},
                                       {"8.npy", ""},
                                       {"\x1B[31m.npy", ""}}));
  EXPECT_EQ(
      message("many"),
      "many: 10 tensors in the file; FILE:NAME with one of \"0\", \"1\", \"2\", \"3\", \"4\", "
      "\"5\", \"6\", \"7\" and 2 more");
  put("none", safetensors("{}"));
  EXPECT_EQ(error_of("none"), "unknown-name");
  EXPECT_EQ(error_of("none:a"), "unknown-name");
}

TEST_F(OpenTensor, a_name_that_is_not_there_brings_the_nearest) {
  put("a", kTwo);
  EXPECT_EQ(message("a:wieghts"), "a: there is no tensor \"wieghts\"; \"weights\" may be meant");
  EXPECT_EQ(message("a:Values"), "a: there is no tensor \"Values\"; \"values\" may be meant");
  EXPECT_EQ(message("a:mask"), "a: there is no tensor \"mask\"; one of \"weights\", \"values\"");
  EXPECT_EQ(error_of("a:"), "unknown-name");
  EXPECT_EQ(error_of("a:" + std::string(100'000, 'x')), "unknown-name");
  put("n", kNpy);
  EXPECT_EQ(message("n:w"),
            "n: there is no tensor \"w\": the array of a .npy file has no name; FILE alone");
}

TEST_F(OpenTensor, a_file_may_have_colons_in_its_name_and_so_may_a_tensor) {
  put("a:values", kNpy);
  EXPECT_EQ(error_of("a:values"), "no error");
  put("a", kTwo);
  EXPECT_EQ(open_tensor(path("a:values"))->name, "");  // the longest part that exists is the file
  put("b:c", kTwo);
  EXPECT_EQ(open_tensor(path("b:c:values"))->name, "values");
  put("d", zip({{"layer:0:w.npy", kNpy}}));
  EXPECT_EQ(open_tensor(path("d:layer:0:w"))->name, "layer:0:w");
}

TEST_F(OpenTensor, floats_that_are_carried_are_taken_for_what_the_caller_says) {
  put("a", kTwo);
  const auto opened = open_tensor(path("a:weights"), FloatType::bf16);
  ASSERT_TRUE(opened) << to_text(opened.error());
  EXPECT_EQ(opened->view.type, FloatType::bf16);
  EXPECT_EQ(opened->view.shape, (std::vector<std::size_t>{2}));
  EXPECT_EQ(error_of("a:weights", FloatType::f16), "no error");
  EXPECT_EQ(error_of("a:weights", FloatType::e4m3), "unsupported-dtype");
  EXPECT_EQ(error_of("a:weights", FloatType::f32), "unsupported-dtype");
  EXPECT_EQ(error_of("a:values", FloatType::f32), "no error");
  EXPECT_EQ(error_of("a:values", FloatType::bf16), "unsupported-dtype");
  EXPECT_EQ(message("a:weights"),
            "a: the tensor \"weights\" is of U16, not of floats; say which floats it carries: bf16 "
            "or f16");
}

TEST(Carried, only_unsigned_integers_of_the_same_width_carry_floats) {
  for (unsigned number = 0; number <= static_cast<unsigned>(ElementType::u64); ++number) {
    const auto type = static_cast<ElementType>(number);
    for (const FloatType as : kFloatTypes) {
      const bool own = type == element_type(as);
      const bool integer =
          (type == ElementType::u16 || type == ElementType::u8) && bytes_of(type) == bytes_of(as);
      EXPECT_EQ(carried(type, as), own || integer) << name(type) << ' ' << name(as);
    }
  }
}

TEST_F(OpenTensor, what_is_none_of_the_formats_is_said_to_be) {
  put("empty", "");
  put("text", "once upon a time");
  put("pickle", "\x80\2}q\1.");
  put("short", "1234567");
  for (const char* name : {"empty", "text", "pickle", "short"}) {
    EXPECT_EQ(error_of(name), "unknown-format") << name;
  }
  EXPECT_EQ(message("pickle"),
            "pickle: a pickle, which can run any code when it is read; a file that safetensors, "
            "numpy.save or numpy.savez has written");
  EXPECT_EQ(error_of("missing"), "cannot-read");
  EXPECT_EQ(message("missing:w"),
            "missing: can't be read: No such file or directory; the name of a file that exists");
}

TEST_F(OpenTensor, an_error_of_the_format_has_the_file_as_its_place) {
  put("a", safetensors("{"));
  EXPECT_EQ(message("a").substr(0, 29), "a: the header is not JSON, ne");
  put("b", zip({{"w.npy", kNpy, 0, 8}}));
  EXPECT_EQ(error_of("b"), "compressed");
  put("c", zip({{"w.npy", kNpy}}) + "x");
  EXPECT_EQ(error_of("c"), "trailing-bytes");
  put("d", kNpy + "x");
  EXPECT_EQ(error_of("d"), "trailing-bytes");
}

TEST(SharedTensors, of_a_real_model_are_opened) {
  const std::string file = std::string(EXACTBLEND_SHARED_DIR) + "/data/gpt-nano-layer0.safetensors";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "there is no " << file;
  const std::vector<std::pair<const char*, std::size_t>> tensors = {
      {"weights", 11}, {"values", 16}, {"claimed", 16}};
  for (const auto& [name, last] : tensors) {
    const auto opened = open_tensor(file + ":" + name);
    ASSERT_TRUE(opened) << to_text(opened.error());
    EXPECT_EQ(opened->view.type, FloatType::f32);
    EXPECT_EQ(opened->view.shape, (std::vector<std::size_t>{3, 3, 11, last}));
  }
  // Causal attention: the first query sees only itself.
  EXPECT_EQ(first_f32(*open_tensor(file + ":weights")), 1.0F);
  EXPECT_EQ(code_of(open_tensor(file)), "name-needed");
}

}  // namespace
}  // namespace exactblend
