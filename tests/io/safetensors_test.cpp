// Safetensors files: what is read, and each malformation with an error of its own.
#include "exactblend/io/safetensors.hpp"

#include <cstring>

#include "io/tensor_making.hpp"

namespace exactblend {
namespace {

std::string error_of(std::string_view header, std::string_view data = {}) {
  return code_of(read_safetensors(bytes_of(safetensors(header, data))));
}
std::string message(std::string_view header, std::string_view data = {}) {
  return message_of_result(read_safetensors(bytes_of(safetensors(header, data))));
}
// One tensor "a".
std::string entry(std::string_view fields) { return "{\"a\":{" + std::string(fields) + "}}"; }
std::string offsets(std::string_view range, std::string_view shape = "[2]") {
  return entry("\"dtype\":\"U8\",\"shape\":" + std::string(shape) +
               ",\"data_offsets\":" + std::string(range));
}
// Two tensors of bytes at these places.
std::string two(std::size_t a, std::size_t a_end, std::size_t b, std::size_t b_end) {
  const auto field = [](std::size_t begin, std::size_t end) {
    return "{\"dtype\":\"U8\",\"shape\":[" + std::to_string(end - begin) + "],\"data_offsets\":[" +
           std::to_string(begin) + ',' + std::to_string(end) + "]}";
  };
  return "{\"a\":" + field(a, a_end) + ",\"b\":" + field(b, b_end) + "}";
}

TEST(Safetensors, entries_have_name_type_shape_and_bytes) {
  const std::string file = safetensors(
      R"({"__metadata__":{"made by":"hand"},"é":{"dtype":"BF16","shape":[2,1],"data_offsets":[1,5]},)"
      R"("mask":{"shape":[],"data_offsets":[0,1],"dtype":"BOOL"},"none":{"dtype":"F64",)"
      R"("shape":[0,3],"data_offsets":[5,5]}}   )",
      std::string_view("\x01\x80\x3F\x00\x40", 5));
  const auto read = read_safetensors(bytes_of(file));
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(read->metadata, (TensorMetadata{{"made by", "hand"}}));
  ASSERT_EQ(read->tensors.size(), 3U);
  const TensorEntry& first = read->tensors[0];
  EXPECT_EQ(first.name, "é");
  EXPECT_EQ(first.type, ElementType::bf16);
  EXPECT_EQ(first.shape, (std::vector<std::size_t>{2, 1}));
  EXPECT_EQ(text_of(first.bytes), std::string_view("\x80\x3F\x00\x40", 4));
  EXPECT_EQ(read->tensors[1].type, ElementType::boolean);
  EXPECT_EQ(read->tensors[1].bytes.size(), 1U);
  EXPECT_TRUE(read->tensors[2].bytes.empty());
}

TEST(Safetensors, every_dtype_is_read_and_has_its_width) {
  const std::vector<std::pair<std::string, std::size_t>> widths = {
      {"F64", 8},     {"F32", 4},  {"F16", 2}, {"BF16", 2}, {"F8_E4M3", 1},
      {"F8_E5M2", 1}, {"BOOL", 1}, {"I8", 1},  {"U8", 1},   {"I16", 2},
      {"U16", 2},     {"I32", 4},  {"U32", 4}, {"I64", 8},  {"U64", 8}};
  for (const auto& [dtype, width] : widths) {
    const std::string end = std::to_string(3 * width);
    const std::string header =
        entry("\"dtype\":\"" + dtype + "\",\"shape\":[3],\"data_offsets\":[0," + end + "]");
    EXPECT_EQ(error_of(header, std::string(3 * width, '\0')), "no error") << dtype;
    EXPECT_EQ(name(*element_type(dtype)), dtype);
  }
}

TEST(Safetensors, a_file_without_tensors_is_one) {
  EXPECT_EQ(error_of("{}"), "no error");
  EXPECT_EQ(error_of("{\"__metadata__\":{}}"), "no error");
  EXPECT_EQ(error_of("{}", "x"), "trailing-bytes");
}

TEST(Safetensors, data_may_stand_in_any_order_but_without_holes) {
  EXPECT_EQ(error_of(two(0, 2, 2, 5), "12345"), "no error");
  EXPECT_EQ(error_of(two(3, 5, 0, 3), "12345"), "no error");
  EXPECT_EQ(error_of(two(0, 2, 2, 2), "12"), "no error");
  EXPECT_EQ(error_of(two(0, 3, 2, 5), "12345"), "overlapping-data");
  EXPECT_EQ(error_of(two(0, 5, 0, 5), "12345"), "overlapping-data");
  EXPECT_EQ(error_of(two(0, 5, 1, 1), "12345"), "overlapping-data");
  EXPECT_EQ(error_of(two(0, 2, 3, 5), "12345"), "unused-bytes");
  EXPECT_EQ(error_of(two(1, 2, 2, 5), "12345"), "unused-bytes");
  EXPECT_EQ(error_of(two(0, 2, 2, 4), "12345"), "trailing-bytes");
  EXPECT_EQ(error_of(two(0, 2, 2, 5), "1234"), "offsets-past-end");
}

TEST(Safetensors, the_header_is_where_the_file_says) {
  EXPECT_EQ(code_of(read_safetensors({})), "truncated-file");
  EXPECT_EQ(code_of(read_safetensors(bytes_of("1234567"))), "truncated-file");
  EXPECT_EQ(code_of(read_safetensors(bytes_of(little<std::uint64_t>(3) + "{}"))), "truncated-file");
  EXPECT_EQ(code_of(read_safetensors(bytes_of(little<std::uint64_t>(kMaxSafetensorsHeader)))),
            "truncated-file");
  EXPECT_EQ(code_of(read_safetensors(bytes_of(little<std::uint64_t>(kMaxSafetensorsHeader + 1)))),
            "over-limit");
  EXPECT_EQ(code_of(read_safetensors(bytes_of(little<std::uint64_t>(UINT64_MAX) + "{}"))),
            "over-limit");
}

TEST(Safetensors, the_header_is_a_json_object) {
  EXPECT_EQ(error_of(""), "wrong-type");
  EXPECT_EQ(error_of("[]"), "wrong-type");
  EXPECT_EQ(error_of(" {}"), "wrong-type");
  EXPECT_EQ(error_of("\xEF\xBB\xBF{}"), "wrong-type");
  EXPECT_EQ(error_of("{"), "syntax");
  EXPECT_EQ(error_of("{}}"), "syntax");
  EXPECT_EQ(error_of("{\"a\":}"), "syntax");
  EXPECT_EQ(error_of("{} // x"), "syntax");
  EXPECT_EQ(error_of(std::string("{}\0", 3)), "syntax");
  EXPECT_EQ(error_of("{\"\xFF\":1}"), "not-utf8");
  EXPECT_EQ(error_of("{}\xC3"), "not-utf8");
  EXPECT_EQ(message("{\"a\":}"),
            "the header is not JSON, near byte 14; a file that was written whole by a writer of "
            "safetensors");
  EXPECT_EQ(error_of(std::string(1'000'000, '[')), "wrong-type");
  EXPECT_EQ(error_of("{\"a\":" + std::string(1'000'000, '[')), "wrong-type");
  EXPECT_EQ(error_of("{\"a\":{\"shape\":" + std::string(1'000'000, '[')), "wrong-type");
  EXPECT_EQ(error_of("{\"__metadata__\":{\"a\":{}}}"), "wrong-type");
}

TEST(Safetensors, names_and_fields_stand_once) {
  const std::string field = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  EXPECT_EQ(error_of("{\"a\":" + field + ",\"b\":" + field + "}"), "no error");
  EXPECT_EQ(error_of("{\"a\":" + field + ",\"a\":" + field + "}"), "duplicate-name");
  EXPECT_EQ(error_of("{\"a\":" + field + ",\"\\u0061\":" + field + "}"), "duplicate-name");
  EXPECT_EQ(error_of(entry(R"("dtype":"U8","dtype":"U8","shape":[0],"data_offsets":[0,0])")),
            "duplicate-field");
  EXPECT_EQ(error_of(entry(R"("shape":[0],"shape":[0],"dtype":"U8","data_offsets":[0,0])")),
            "duplicate-field");
  EXPECT_EQ(error_of(R"({"__metadata__":{"k":"1","k":"2"}})"), "duplicate-field");
  EXPECT_EQ(error_of(R"({"__metadata__":{},"__metadata__":{}})"), "duplicate-field");
}

TEST(Safetensors, an_entry_has_exactly_three_fields) {
  EXPECT_EQ(error_of(entry("")), "missing-field");
  EXPECT_EQ(error_of(entry(R"("dtype":"U8","shape":[0])")), "missing-field");
  EXPECT_EQ(error_of(entry(R"("dtype":"U8","data_offsets":[0,0])")), "missing-field");
  EXPECT_EQ(error_of(entry(R"("shape":[0],"data_offsets":[0,0])")), "missing-field");
  EXPECT_EQ(error_of(entry(R"("strides":[1])")), "unknown-field");
  EXPECT_EQ(message(entry(R"("Dtype":"U8")")),
            "there is no field \"Dtype\" of the tensor \"a\"; the fields are \"dtype\", "
            "\"shape\" and \"data_offsets\"");
}

TEST(Safetensors, each_field_holds_what_it_must) {
  for (const char* value : {"1", "\"x\"", "[]", "null", "true", "-1", "1.5", "1e999"}) {
    EXPECT_EQ(error_of("{\"a\":" + std::string(value) + "}"), "wrong-type") << value;
    EXPECT_EQ(error_of("{\"__metadata__\":" + std::string(value) + "}"), "wrong-type") << value;
  }
  for (const char* value : {"1", "[\"U8\"]", "{}", "null", "false"}) {
    EXPECT_EQ(error_of(entry("\"dtype\":" + std::string(value))), "wrong-type") << value;
  }
  for (const char* value : {"1", "\"2\"", "{}", "null", "[-1]", "[1.0]", "[1e999]", "[\"1\"]",
                            "[[1]]", "[null]", "[18446744073709551616]"}) {
    EXPECT_EQ(error_of(entry("\"shape\":" + std::string(value))), "wrong-type") << value;
    EXPECT_EQ(error_of(entry("\"data_offsets\":" + std::string(value))), "wrong-type") << value;
  }
  EXPECT_EQ(error_of(offsets("[]")), "wrong-type");
  EXPECT_EQ(error_of(offsets("[0]")), "wrong-type");
  EXPECT_EQ(error_of(offsets("[0,2,4]")), "wrong-type");
  for (const char* value : {"1", "null", "{}", "[\"x\"]", "true"}) {
    EXPECT_EQ(error_of("{\"__metadata__\":{\"k\":" + std::string(value) + "}}"), "wrong-type");
  }
}

TEST(Safetensors, a_dtype_that_is_not_known_is_named) {
  for (const char* dtype : {"f32", "F128", "F8_E8M0", "", "C64", "U8 "}) {
    EXPECT_EQ(error_of(entry("\"dtype\":\"" + std::string(dtype) + "\"")), "unknown-dtype");
  }
  EXPECT_EQ(message(entry(R"("dtype":"\u001b[31m\u00e9")")),
            R"(the dtype "\x1B[31m\xC3\xA9" of the tensor "a" is not known here; one of F64, F32, )"
            R"(F16, BF16, F8_E4M3, F8_E5M2, BOOL, I8, U8, I16, U16, I32, U32, I64, U64)");
}

TEST(Safetensors, offsets_agree_with_shape_and_file) {
  EXPECT_EQ(error_of(offsets("[0,2]"), "12"), "no error");
  EXPECT_EQ(error_of(offsets("[2,0]"), "12"), "reversed-offsets");
  EXPECT_EQ(error_of(offsets("[18446744073709551615,0]"), "12"), "reversed-offsets");
  EXPECT_EQ(error_of(offsets("[0,1]"), "12"), "size-mismatch");
  EXPECT_EQ(error_of(offsets("[0,3]"), "123"), "size-mismatch");
  EXPECT_EQ(error_of(offsets("[0,2]"), "1"), "offsets-past-end");
  EXPECT_EQ(error_of(offsets("[18446744073709551613,18446744073709551615]"), "12"),
            "offsets-past-end");
  EXPECT_EQ(message(offsets("[0,3]"), "123"),
            "the data_offsets [0, 3] of the tensor \"a\" hold 3 bytes, not the 2 of its shape and "
            "dtype; as many bytes as shape and dtype make");
}

TEST(Safetensors, a_shape_that_overflows_is_refused_even_if_it_is_empty) {
  EXPECT_EQ(error_of(offsets("[0,0]", "[4294967296,4294967296]")), "over-limit");
  EXPECT_EQ(error_of(offsets("[0,0]", "[0,4294967296,4294967296]")), "over-limit");
  EXPECT_EQ(error_of(offsets("[0,0]", "[9223372036854775808]")), "over-limit");
  EXPECT_EQ(error_of(offsets("[0,0]", "[9223372036854775807,0]")), "no error");
  EXPECT_EQ(error_of(offsets("[0,9223372036854775807]", "[9223372036854775807]")),
            "offsets-past-end");
}

TEST(Safetensors, axes_stop_at_their_limit) {
  const auto ones = [](std::size_t axes) {
    std::string shape = "[1";
    for (std::size_t i = 1; i < axes; ++i) shape += ",1";
    return shape + "]";
  };
  EXPECT_EQ(error_of(offsets("[0,1]", ones(kMaxAxes)), "1"), "no error");
  EXPECT_EQ(error_of(offsets("[0,1]", ones(kMaxAxes + 1)), "1"), "over-limit");
}

TEST(Safetensors, tensors_and_metadata_stop_at_their_limits) {
  std::string header = "{\"__metadata__\":{\"0\":\"\"";
  for (std::size_t i = 1; i < kMaxMetadata; ++i) header += ",\"" + std::to_string(i) + "\":\"\"";
  EXPECT_EQ(error_of(header + "}}"), "no error");
  EXPECT_EQ(error_of(header + ",\"x\":\"\"}}"), "over-limit");
  const std::string field = R"({"dtype":"U8","shape":[0],"data_offsets":[0,0]})";
  header = "{\"0\":" + field;
  for (std::size_t i = 1; i < kMaxTensors; ++i) header += ",\"" + std::to_string(i) + "\":" + field;
  EXPECT_EQ(error_of(header + "}"), "no error");
  EXPECT_EQ(error_of(header + ",\"x\":" + field + "}"), "over-limit");
}

TEST(Safetensors, a_file_cut_anywhere_is_refused) {
  const std::string file = safetensors(two(0, 2, 2, 5), "12345");
  for (std::size_t size = 0; size < file.size(); ++size) {
    // A copy of just these bytes, so that a sanitizer sees a read behind them.
    const std::vector<char> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    const auto read = read_safetensors(std::as_bytes(std::span(part)));
    ASSERT_FALSE(read) << size;
    const bool in_data = size >= file.size() - 5;
    EXPECT_EQ(code_of(read), in_data ? "offsets-past-end" : "truncated-file") << size;
  }
}

TEST(Safetensors, a_byte_changed_anywhere_is_never_a_crash) {
  const std::string file = safetensors(two(0, 2, 2, 5), "12345");
  std::size_t read = 0;
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = file;
      changed[at] = static_cast<char>(byte);
      const auto result = read_safetensors(bytes_of(changed));
      if (result) ++read;
      if (!result) code_of(result);
    }
  }
  EXPECT_GT(read, 5U * 256U);  // the data may be anything
}

TEST(Safetensors, a_header_that_is_written_is_read) {
  const std::vector<TensorSpec> tensors = {
      {"b", ElementType::f64, {2}},
      {"a \"\x01é", ElementType::e5m2, {3, 1}},
      {"c", ElementType::bf16, {}},
      {"", ElementType::f32, {0, 7}},
  };
  const TensorMetadata metadata = {{"note", "line\nline \\ \"quoted\""}, {"", ""}};
  const auto header = safetensors_header(tensors, metadata);
  ASSERT_TRUE(header) << to_text(header.error());
  EXPECT_EQ(header->size() % 8, 0U);
  const std::string file = *header + std::string(16 + 3 + 2, 'x');
  const auto read = read_safetensors(bytes_of(file));
  ASSERT_TRUE(read) << to_text(read.error());
  EXPECT_EQ(read->metadata, metadata);
  ASSERT_EQ(read->tensors.size(), tensors.size());
  EXPECT_EQ(read->tensors[0].name, "");
  EXPECT_EQ(read->tensors[1].name, tensors[1].name);
  EXPECT_EQ(text_of(read->tensors[1].bytes).data(), file.data() + header->size() + 16);
  EXPECT_EQ(read->tensors[3].shape, tensors[2].shape);
}

TEST(Safetensors, a_header_that_could_not_be_read_is_not_written) {
  const auto error = [](std::vector<TensorSpec> tensors, const TensorMetadata& metadata = {}) {
    return code_of(safetensors_header(tensors, metadata));
  };
  using enum ElementType;
  EXPECT_EQ(error({{"a", f32, {1}}, {"a", f64, {1}}}), "duplicate-name");
  EXPECT_EQ(error({{"\xFF", f32, {1}}}), "not-utf8");
  EXPECT_EQ(error({}, {{"a", "\xFF"}}), "not-utf8");
  EXPECT_EQ(error({{"__metadata__", f32, {1}}}), "usage");
  EXPECT_EQ(error({{"a", f32, std::vector<std::size_t>(kMaxAxes + 1, 1)}}), "over-limit");
  EXPECT_EQ(error({{"a", u8, {PTRDIFF_MAX}}}), "no error");
  EXPECT_EQ(error({{"a", u8, {PTRDIFF_MAX}}, {"b", u8, {1}}}), "over-limit");
  EXPECT_EQ(error({{std::string(kMaxSafetensorsHeader, 'x'), u8, {1}}}), "over-limit");
  EXPECT_EQ(error(std::vector<TensorSpec>(kMaxTensors + 1)), "over-limit");
}

}  // namespace
}  // namespace exactblend
