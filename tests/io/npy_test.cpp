// .npy files: what is read, and each malformation with an error of its own.
#include "exactblend/io/npy.hpp"

#include <cstring>

#include "io/tensor_making.hpp"

namespace exactblend {
namespace {

std::string dict(std::string_view descr, std::string_view shape, const char* fortran = "False") {
  return "{'descr': " + std::string(descr) + ", 'fortran_order': " + fortran +
         ", 'shape': " + std::string(shape) + ", }";
}
std::string error_of(std::string_view header, std::string_view data = {}, char version = 1) {
  return code_of(read_npy(bytes_of(npy(header, data, version))));
}
std::string message(std::string_view header, std::string_view data = {}) {
  return message_of_result(read_npy(bytes_of(npy(header, data))));
}
std::string of_dtype(std::string_view descr) { return error_of(dict(descr, "(0,)")); }
std::string of_shape(std::string_view shape, std::string_view data = {}) {
  return error_of(dict("'|u1'", shape), data);
}

TEST(Npy, an_array_has_type_shape_and_bytes) {
  for (const char version : {'\1', '\2', '\3'}) {
    const std::string file = npy(dict("'<f4'", "(2, 3)") + "   \n", std::string(24, 'x'), version);
    const auto read = read_npy(bytes_of(file));
    ASSERT_TRUE(read) << to_text(read.error());
    EXPECT_EQ(read->type, ElementType::f32);
    EXPECT_EQ(read->shape, (std::vector<std::size_t>{2, 3}));
    EXPECT_FALSE(read->fortran_order);
    EXPECT_EQ(text_of(read->bytes), std::string(24, 'x'));
  }
  EXPECT_EQ(of_shape("()", "1"), "no error");
  EXPECT_EQ(of_shape("(0, 5)"), "no error");
}

TEST(Npy, fortran_order_is_read_through_strides) {
  // 1 2 3 / 4 5 6, columns first.
  const std::string file = npy(dict("'|u1'", "(2, 3)", "True"), "\1\4\2\5\3\6");
  const auto read = read_npy(bytes_of(file));
  ASSERT_TRUE(read) << to_text(read.error());
  const auto view = view_of(*read, FloatType::e4m3);
  ASSERT_TRUE(view) << to_text(view.error());
  EXPECT_EQ(view->shape, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(view->strides, (std::vector<std::ptrdiff_t>{1, 2}));
  int next = 1;
  for (std::ptrdiff_t i = 0; i < 2; ++i) {
    for (std::ptrdiff_t j = 0; j < 3; ++j) {
      EXPECT_EQ(std::to_integer<int>(view->data[i * view->strides[0] + j * view->strides[1]]),
                next++);
    }
  }
}

TEST(Npy, every_dtype_that_is_read) {
  using enum ElementType;
  const std::vector<std::pair<std::string, ElementType>> types = {
      {"<f8", f64}, {"<f4", f32}, {"<f2", f16},     {"<f1", u8},  {"|f1", u8},  {"<V2", u16},
      {"|V2", u16}, {"|V1", u8},  {"|b1", boolean}, {"|i1", i8},  {"|u1", u8},  {"<i2", i16},
      {"<u2", u16}, {"<i4", i32}, {"<u4", u32},     {"<i8", i64}, {"<u8", u64}, {">u1", u8},
  };
  for (const auto& [descr, type] : types) {
    const auto read = read_npy(bytes_of(npy(dict("'" + descr + "'", "(0,)"))));
    ASSERT_TRUE(read) << descr << ' ' << to_text(read.error());
    EXPECT_EQ(read->type, type) << descr;
  }
}

TEST(Npy, dtypes_that_are_not_read_say_what_would_be) {
  for (const char* descr : {">f8", ">f4", ">f2", ">i8", ">u2", ">V2"}) {
    EXPECT_EQ(of_dtype("'" + std::string(descr) + "'"), "big-endian") << descr;
  }
  EXPECT_EQ(message(dict("'>f4'", "(0,)")),
            "big-endian numbers, dtype \">f4\"; little-endian ones: arr.astype('<f4')");
  for (const char* descr :
       {"'|O'", "'O'", "'|O8'", "[('a', '<f4')]", "('<f4', (2,))", "{'a': 1}", "'<c8'", "'<c16'",
        "'|S5'", "'<U5'", "'<M8[ns]'", "'<m8'", "'|V3'", "'<f16'", "'<f10'"}) {
    EXPECT_EQ(of_dtype(descr), "unsupported-dtype") << descr;
  }
  EXPECT_EQ(message(dict("'|O'", "(0,)")),
            "an array of Python objects, which is a pickle: reading one can run any code; an array "
            "of floats: arr.astype('<f4')");
  for (const char* descr :
       {"''", "'<'", "'f4'", "'=f4'", "'|f4'", "'|u2'", "'<x4'", "'<i3'", "'< f4'", "'<f4 '"}) {
    EXPECT_NE(of_dtype(descr), "no error") << descr;
  }
  EXPECT_EQ(of_dtype("'<f4"), "unknown-dtype");  // a string up to the next quotation mark
  EXPECT_EQ(of_dtype("'=f4'"), "unknown-dtype");
  EXPECT_EQ(of_dtype("'|f4'"), "unknown-dtype");
  EXPECT_EQ(of_dtype("'<x4'"), "unknown-dtype");
  EXPECT_EQ(of_dtype("'<i3'"), "unknown-dtype");
}

TEST(Npy, the_header_is_one_python_dict) {
  EXPECT_EQ(error_of("{\"descr\":'|u1','fortran_order':False,'shape':()}", "1"), "no error");
  EXPECT_EQ(error_of(" {'shape' : ( 1 , ) , 'descr' : '|u1' , 'fortran_order' : True}\n", "1"),
            "no error");
  for (const char* header :
       {"", "[]", "{", "{'descr'", "{'descr':", "{descr: '<f4'}", "{'descr' '<f4'}",
        "{'des\\x63r'}", "{,}", "{'descr': '<f4' 'shape': ()}", "dict()"}) {
    const std::string code = error_of(header);
    EXPECT_TRUE(code == "syntax" || code == "wrong-type") << header << ' ' << code;
  }
  EXPECT_EQ(error_of(dict("'|u1'", "()") + "}", "1"), "syntax");
  EXPECT_EQ(error_of(dict("'|u1'", "()") + std::string(1, '\0'), "1"), "syntax");
  EXPECT_EQ(error_of("{}"), "missing-field");
  EXPECT_EQ(error_of("{'descr': '<f4', 'shape': ()}"), "missing-field");
  EXPECT_EQ(error_of("{'order': 1}"), "unknown-field");
  EXPECT_EQ(error_of("{'shape': (), 'shape': ()}"), "duplicate-field");
  EXPECT_EQ(message("{'shape': (), 'shape'}"), "the header has 'shape' twice; each field once");
  EXPECT_EQ(message("{'descr' '<f4'}"),
            "the header has no colon at byte 20; a dict such as {'descr': '<f4', "
            "'fortran_order': False, 'shape': (2, 3), }");
}

TEST(Npy, each_field_holds_what_it_must) {
  for (const char* shape : {"2", "(2)", "[2]", "(,)", "(-1,)", "(1.5,)", "(2 3)", "(1, , 2)",
                            "(1L,)", "('a',)", "None", "(01,)", "(+1,)", "((1,),)", "(1", "("}) {
    EXPECT_EQ(of_shape(shape), "wrong-type") << shape;
  }
  for (const char* fortran : {"0", "true", "None", "'True'", ""}) {
    EXPECT_EQ(error_of(dict("'|u1'", "()", fortran)), "wrong-type") << fortran;
  }
  for (const char* descr : {"1", "None", "<f4"}) {
    EXPECT_EQ(of_dtype(descr), "wrong-type") << descr;
  }
}

TEST(Npy, the_data_is_exactly_what_shape_and_dtype_make) {
  EXPECT_EQ(of_shape("(3,)", "123"), "no error");
  EXPECT_EQ(of_shape("(3,)", "12"), "truncated-file");
  EXPECT_EQ(of_shape("(3,)", "1234"), "trailing-bytes");
  EXPECT_EQ(of_shape("(18446744073709551615,)"), "over-limit");
  EXPECT_EQ(of_shape("(18446744073709551616,)"), "over-limit");
  EXPECT_EQ(of_shape("(9223372036854775807,)"), "truncated-file");
  EXPECT_EQ(of_shape("(9223372036854775808,)"), "over-limit");
  EXPECT_EQ(of_shape("(4294967296, 4294967296)"), "over-limit");
  EXPECT_EQ(of_shape("(0, 4294967296, 4294967296)"), "over-limit");
}

TEST(Npy, limits_hold_at_their_value_and_not_one_above) {
  std::string axes = "(1";
  for (std::size_t i = 1; i < kMaxAxes; ++i) axes += ", 1";
  EXPECT_EQ(of_shape(axes + ")", "1"), "no error");
  EXPECT_EQ(of_shape(axes + ", 1)", "1"), "over-limit");
  std::string header = dict("'|u1'", "()");
  header.resize(kMaxNpyHeader, ' ');
  EXPECT_EQ(error_of(header, "1", 1), "no error");
  EXPECT_EQ(error_of(header, "1", 2), "no error");
  EXPECT_EQ(error_of(header + ' ', "1", 2), "over-limit");
}

TEST(Npy, what_is_no_npy_file_is_refused) {
  EXPECT_EQ(code_of(read_npy({})), "unknown-format");
  EXPECT_EQ(code_of(read_npy(bytes_of("\x93NUMPX\1"))), "unknown-format");
  EXPECT_EQ(error_of(dict("'|u1'", "()"), "1", 4), "unknown-format");
  EXPECT_EQ(error_of(dict("'|u1'", "()"), "1", 0), "unknown-format");
  std::string minor = npy(dict("'|u1'", "()"), "1");
  minor[7] = 1;
  EXPECT_EQ(code_of(read_npy(bytes_of(minor))), "unknown-format");
}

TEST(Npy, a_file_cut_or_changed_anywhere_is_never_a_crash) {
  const std::string file = npy(dict("'<f4'", "(2, 1)"), "12345678");
  for (std::size_t size = 0; size < file.size(); ++size) {
    const std::vector<char> part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    const auto read = read_npy(std::as_bytes(std::span(part)));
    ASSERT_FALSE(read) << size;
    EXPECT_EQ(code_of(read), size < 6 ? "unknown-format" : "truncated-file") << size;
  }
  for (std::size_t at = 0; at < file.size(); ++at) {
    for (int byte = 0; byte < 256; ++byte) {
      std::string changed = file;
      changed[at] = static_cast<char>(byte);
      code_of(read_npy(bytes_of(changed)));
    }
  }
}

TEST(Npy, a_header_that_is_written_is_read) {
  for (unsigned number = 0; number <= static_cast<unsigned>(ElementType::u64); ++number) {
    const auto type = static_cast<ElementType>(number);
    for (const std::vector<std::size_t>& shape : std::vector<std::vector<std::size_t>>{
             {}, {3}, {2, 0, 5}, std::vector<std::size_t>(kMaxAxes, 1)}) {
      const auto header = npy_header({"", type, shape});
      ASSERT_TRUE(header);
      EXPECT_EQ(header->size() % 64, 0U);
      const std::string file = *header + std::string(*checked_bytes(type, shape), 'x');
      const auto read = read_npy(bytes_of(file));
      ASSERT_TRUE(read) << to_text(read.error());
      EXPECT_EQ(read->shape, shape);
      const auto floats = float_type(type);
      if (floats) {
        EXPECT_TRUE(carried(read->type, *floats)) << name(type);
      }
      if (!floats) {
        EXPECT_EQ(read->type, type);
      }
    }
  }
  EXPECT_EQ(code_of(npy_header({"", ElementType::f64, {SIZE_MAX}})), "over-limit");
}

}  // namespace
}  // namespace exactblend
