// Every public error code has an input that earns it. A new code without a row here fails the test.
#include <set>
#include <string>

#include "exactblend/io/file.hpp"
#include "exactblend/io/problem_json.hpp"
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

struct Earned {
  ErrorCode wanted;
  ErrorCode got;
};

std::vector<Earned> earned() {
  using enum ErrorCode;
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
