// Every public error code has an input that earns it. A new code without a row here fails the test.
#include <set>
#include <span>
#include <string>

#include "exactblend/io/file.hpp"
#include "exactblend/io/npy.hpp"
#include "exactblend/io/npz.hpp"
#include "exactblend/io/problem_json.hpp"
#include "exactblend/io/safetensors.hpp"
#include "exactblend/io/tensor_file.hpp"
#include "exactblend/number/dyadic.hpp"
#include "exactblend/tensor/blend.hpp"
#include "lesson/making.hpp"

namespace exactblend {
namespace {

// The code of what fails. What does not fail earns no code that there is.
template <class T>
ErrorCode code_of(const Result<T>& result) {
  return result ? static_cast<ErrorCode>(-1) : result.error().code;
}

ErrorCode of_number(std::string_view text) { return code_of(read_number(text)); }
ErrorCode of_vector(std::string_view text) { return code_of(read_vector(text)); }
ErrorCode of_file(std::string_view text) { return code_of(read_problem_json(text)); }
ErrorCode of_problem(std::string_view weights, std::string_view values,
                     std::string_view scores = {}) {
  return code_of(make_problem(draft(weights, values, scores)));
}
ErrorCode of_sentence(std::string_view text) {
  auto sentence = draft_sentence(SentenceOf::add, text);
  if (!sentence) return sentence.error().code;
  ProblemDraft made = draft("1/4,3/4", "1, 2");
  made.sentences.push_back(std::move(*sentence));
  return code_of(make_problem(std::move(made)));
}
ErrorCode of_masked_weights() {
  return code_of(AssignedWeights::assign({Rational(1)}, std::vector<bool>{true}));
}
std::span<const std::byte> bytes(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
// A header of a length that fits in one byte, then data.
ErrorCode of_safetensors(std::string_view header, std::string_view data = {}) {
  std::string file(8, '\0');
  file[0] = static_cast<char>(header.size());
  file.append(header).append(data);
  return code_of(read_safetensors(bytes(file)));
}
std::string tensor(std::string_view range, std::string_view name = "a") {
  return '"' + std::string(name) + R"(":{"dtype":"U8","shape":[2],"data_offsets":[)" +
         std::string(range) + "]}";
}
ErrorCode of_tensors(const std::string& first, const std::string& second = {}) {
  return of_safetensors('{' + first + (second.empty() ? "" : ",") + second + '}', "1234");
}
ErrorCode of_npy(std::string_view dtype, std::string_view data = {}) {
  std::string header =
      "{'descr': '" + std::string(dtype) + "', 'fortran_order': False, 'shape': (1,)}";
  std::string file = "\x93NUMPY\1";
  file += '\0';
  file += static_cast<char>(header.size());
  file += '\0';
  return code_of(read_npy(bytes(file.append(header).append(data))));
}
ErrorCode of_member(bool compressed) { return code_of(read_npz({"a", bytes("x"), 0, compressed})); }
ErrorCode of_archive(std::string_view file) { return code_of(list_npz(bytes(file))); }
// A file of two tensors, without and with a name.
ErrorCode of_choice(const char* name) {
  const std::string path = testing::TempDir() + "exactblend-two.safetensors";
  std::string file(8, '\0');
  const std::string header = '{' + tensor("0,2", "a") + ',' + tensor("2,4", "b") + '}';
  file[0] = static_cast<char>(header.size());
  EXPECT_TRUE(write_file(path, file + header + "1234"));
  return code_of(open_tensor(path + name));
}
// A blend of one weight and one value, which begin at these addresses.
ErrorCode of_blend(const std::byte* weight, std::byte* value, std::size_t keys = 1) {
  const auto type = FloatType::e5m2;
  return code_of(blend_rounded(contiguous_view(weight, type, {1, keys}),
                               contiguous_view(value, type, {1, 1}),
                               contiguous_output(value, type, {1, 1})));
}

struct Earned {
  ErrorCode wanted;
  ErrorCode got;
};

std::vector<Earned> earned() {
  using enum ErrorCode;
  std::byte pair[2] = {};
  return {
      {empty, of_number(" ")},
      {not_a_number, of_number("nan")},
      {zero_denominator, of_number("1/0")},
      {two_slashes, of_number("1/2/3")},
      {decimal_in_fraction, of_number("1.17/27")},
      {decimal_comma, of_number("1,5")},
      {two_fractions, of_number("1/1 2/3")},
      {two_signs, of_number("--1")},
      {exponent_without_digits, of_number("1e")},
      {unclosed_repeat, of_number("0.(3")},
      {empty_repeat, of_number("0.()")},
      {malformed_tex, of_number("\\frac{1}")},
      {trailing_text, of_number("1/4 of it")},
      {over_limit, of_number("1e999999999")},
      {over_limit, of_file(R"({"weights": [1e99999], "values": [1]})")},
      {unclosed_vector, of_vector("(1, 2")},
      {missing_component, of_vector("(1,,2)")},
      {mixed_separators, of_vector("(1, 2; 3)")},
      {not_finite, code_of(Dyadic::of_float(FloatType::f16, 0x7c00))},
      {division_by_zero, code_of(divide(Rational(1), Rational(0)))},
      {no_weights, code_of(AssignedWeights::assign({}))},
      {no_weights, code_of(NamedSoftmax::over({}))},
      {weights_short, of_problem("1/4,1/2", "1, 2")},
      {weights_over, of_problem("3/4,1/2", "1, 2")},
      {negative_weight, of_problem("5/4,-1/4", "1, 2")},
      {masked_not_zero, of_masked_weights()},
      {sum_is_zero, of_problem("1:-1", "1, 2")},
      {all_masked, of_problem("", "1, 2", "masked, masked")},
      {no_values, code_of(Values::of({}))},
      {wrong_count, of_problem("1", "1, 2")},
      {wrong_count, code_of(check_answer(founding_example(), 1, {"1", {}, {}}))},
      {wrong_shape, of_blend(pair, pair, 2)},
      {no_data, of_blend(nullptr, pair)},
      {overlapping_output, of_blend(pair, pair + 1)},
      {unclosed_name, of_sentence("The output is {{output}.")},
      {unknown_name, of_sentence("The output is {{outptu}}.")},
      {unknown_name, of_sentence("The third weight is {{w3}}.")},
      {syntax, of_file("{")},
      {unknown_field, of_file(R"({"wieghts": [1]})")},
      {duplicate_field, of_file(R"({"values": [1], "values": [1]})")},
      {missing_field, of_problem("1", "")},
      {missing_field, code_of(check_answer(founding_example(), 0, {}))},
      {conflicting_fields, of_file(R"({"weights": [1], "ratio": [1], "values": [1]})")},
      {conflicting_fields, of_problem("1, masked", "1, 2", "3, 4")},
      {wrong_type, of_file(R"({"values": true})")},
      {wrong_type, of_problem("", "1, 2", "0:1")},
      {unsupported_schema, of_file(R"({"schema": "exactblend/problem/9"})")},
      {not_utf8, of_number("\xFF")},
      {not_utf8, of_file("{\"title\": \"\xFF\"}")},
      {unknown_format, code_of(read_npy(bytes("PK")))},
      {unknown_format, code_of(open_tensor(EXACTBLEND_SOURCE_DIR "/LICENSE"))},
      {truncated_file, code_of(read_safetensors(bytes("1234")))},
      {truncated_file, of_npy("<f4", "123")},
      {trailing_bytes, of_safetensors("{}", "x")},
      {trailing_bytes, of_npy("|u1", "12")},
      {unknown_dtype, of_safetensors(R"({"a":{"dtype":"F128"}})")},
      {unsupported_dtype, of_npy("|O")},
      {big_endian, of_npy(">f4", "1234")},
      {size_mismatch, of_tensors(tensor("0,3"))},
      {reversed_offsets, of_tensors(tensor("2,0"))},
      {offsets_past_end, of_tensors(tensor("3,5"))},
      {overlapping_data, of_tensors(tensor("0,2", "a"), tensor("1,3", "b"))},
      {unused_bytes, of_tensors(tensor("2,4"))},
      {duplicate_name, of_tensors(tensor("0,2"), tensor("2,4"))},
      {name_needed, of_choice("")},
      {unknown_name, of_choice(":c")},
      {malformed_zip, of_archive("PK\5\6" + std::string(17, '\0') + '\1')},
      {compressed, of_member(true)},
      {wrong_checksum, of_member(false)},
      {cannot_read, code_of(MappedFile::open(EXACTBLEND_SOURCE_DIR "/there-is-none"))},
      {cannot_read, code_of(read_file(EXACTBLEND_SOURCE_DIR "/there-is-none"))},
      {cannot_write, code_of(write_file(EXACTBLEND_SOURCE_DIR, "a folder"))},
  };
}

TEST(ErrorCode, is_earned_by_the_input_that_is_meant_to) {
  std::size_t row = 0;
  for (const Earned& one : earned()) {
    EXPECT_EQ(code_name(one.got), code_name(one.wanted)) << "row " << row;
    ++row;
  }
}

TEST(ErrorCode, is_earned_by_some_input_whichever_it_is) {
  std::set<ErrorCode> seen;
  for (const Earned& one : earned()) seen.insert(one.got);
  // Only the command line has options to misuse: tests/scripts/cli.py.
  seen.insert(ErrorCode::usage);
  std::set<std::string> names;
  int number = 0;
  for (; code_name(static_cast<ErrorCode>(number)) != "unknown"; ++number) {
    const auto code = static_cast<ErrorCode>(number);
    EXPECT_TRUE(seen.contains(code)) << code_name(code) << " has no input that earns it";
    EXPECT_TRUE(names.emplace(code_name(code)).second) << code_name(code) << " names two codes";
  }
  EXPECT_EQ(number, static_cast<int>(ErrorCode::usage) + 1) << "a code in between has no name";
}

}  // namespace
}  // namespace exactblend
