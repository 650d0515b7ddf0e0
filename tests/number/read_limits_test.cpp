// Each limit: read at the limit, refused one above it, and refused before anything is computed.
#include <chrono>

#include "exactblend/number/read.hpp"
#include "number/oracle.hpp"

namespace exactblend {
namespace {

using oracle::fraction;
using oracle::power;
using oracle::same;

constexpr std::size_t kDigits = kMaxDigits;

void expect_value(const std::string& text, const mpq_class& value) {
  const Result<Rational> number = read_rational(text);
  ASSERT_TRUE(number) << to_text(number.error());
  EXPECT_TRUE(same(*number, value));
}

void expect_over_limit(const std::string& text, int column) {
  const Result<Rational> number = read_rational(text);
  ASSERT_FALSE(number) << text.substr(0, 40);
  EXPECT_EQ(number.error().code, ErrorCode::over_limit);
  EXPECT_EQ(number.error().place.column, column);
  EXPECT_LT(to_text(number.error()).size(), 200U);
}

TEST(ReadLimits, digits_of_an_integer) {
  const std::string digits(kDigits, '7');
  expect_value(digits, mpq_class(mpz_class(digits)));
  expect_value("-" + digits, mpq_class(-mpz_class(digits)));
  expect_over_limit(digits + "7", 1);
  expect_over_limit("  -" + digits + "7", 3);
  expect_over_limit("0" + digits, 1);  // leading zeros count
}

TEST(ReadLimits, digits_of_both_parts_of_a_fraction_count) {
  const std::string half(kDigits / 2, '7');
  const std::string other = half.substr(1) + "8";
  expect_value(half + "/" + other, fraction(mpz_class(half), mpz_class(other)));
  expect_over_limit(half + "/" + other + "1", 1);
  expect_over_limit("1\\frac{" + half + "}{" + other + "}", 1);
  const std::string short_half = half.substr(1);
  expect_value("1 " + short_half + "/" + other,
               1 + fraction(mpz_class(short_half), mpz_class(other)));
}

TEST(ReadLimits, digits_on_both_sides_of_the_point_and_in_the_repeat_count) {
  const std::string half(kDigits / 2, '3');
  expect_value(half + "." + half, fraction(mpz_class(half + half), power(10, kDigits / 2)));
  expect_over_limit(half + "." + half + "3", 1);
  expect_value("." + half + "(" + half + ")", mpq_class(1, 3));
  expect_over_limit("0." + half + "(" + half + ")", 1);
}

TEST(ReadLimits, hexadecimal_digits) {
  const std::string half(kDigits / 2, 'f');
  const mpz_class whole(half + half, 16);
  expect_value("0x" + half + half, mpq_class(whole));
  expect_value("-0x" + half + "." + half, fraction(-whole, mpz_class(1) << (2 * kDigits)));
  expect_over_limit("0x" + half + "." + half + "0", 1);
}

TEST(ReadLimits, exponents) {
  expect_value("1e10000", mpq_class(power(10, 10'000)));
  expect_value("1e-10000", fraction(1, power(10, 10'000)));
  expect_value("7.5e-10000", fraction(75, power(10, 10'001)));
  expect_value("1e-10000%", fraction(1, power(10, 10'002)));
  expect_value("0e10000", 0);
  expect_over_limit("1e10001", 3);
  expect_over_limit("1e-10001", 3);
  expect_over_limit("-1.5e+10001", 6);
  expect_over_limit("0e10001", 3);
}

TEST(ReadLimits, binary_exponents) {
  expect_value("0x1p20000", mpq_class(mpz_class(1) << 20'000));
  expect_value("0x1p-20000", fraction(1, mpz_class(1) << 20'000));
  expect_over_limit("0x1p20001", 5);
  expect_over_limit("0x1p-20001", 5);
}

TEST(ReadLimits, the_longest_digits_with_the_largest_exponents_are_read) {
  const std::string digits(kDigits, '9');
  expect_value(digits + "e10000", mpq_class(mpz_class(digits) * power(10, 10'000)));
  expect_value("0x" + digits + "p-20000", fraction(mpz_class(digits, 16), mpz_class(1) << 20'000));
}

TEST(ReadLimits, what_is_over_them_costs_no_more_than_looking_at_it) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 1000; ++i) expect_over_limit("1e999999999", 3);
  expect_over_limit("1e" + std::string(50, '9'), 3);
  expect_over_limit("1e" + std::string(1'000'000, '9'), 3);
  expect_over_limit("0x1p" + std::string(1'000'000, '9'), 5);
  expect_over_limit(std::string(1'000'000, '9'), 1);
  expect_over_limit("1/" + std::string(1'000'000, '9'), 1);
  expect_over_limit("0." + std::string(1'000'000, '9') + "(3)", 1);
  expect_over_limit("0x" + std::string(1'000'000, 'f'), 1);
  expect_value("1e" + std::string(1'000'000, '0') + "2", 100);
  const auto spent = std::chrono::steady_clock::now() - start;
  EXPECT_LT(spent, std::chrono::seconds(2));  // a power of 10 with 10^9 digits takes far longer
}

std::string repeated(const std::string& text, int count) {
  std::string all;
  all.reserve(text.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

template <class T>
void expect_too_many(const Result<T>& result, int column) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::over_limit);
  EXPECT_EQ(result.error().place.column, column);
}

TEST(ReadLimits, numbers_in_one_text) {
  const std::string most = repeated("1,", kMaxComponents - 1) + "1";
  const int next = 2 * kMaxComponents + 1;
  EXPECT_EQ(read_vector(most)->size(), static_cast<std::size_t>(kMaxComponents));
  EXPECT_EQ(read_vectors(most)->size(), static_cast<std::size_t>(kMaxComponents));
  EXPECT_EQ(read_rows(most)->front().entries.size(), static_cast<std::size_t>(kMaxComponents));
  EXPECT_EQ(read_rows(most)->front().entries.back().column, next - 2);
  expect_too_many(read_vector(most + ",1"), next);
  expect_too_many(read_vectors(most + ",1"), next);
  expect_too_many(read_rows(most + ",1"), next);
}

TEST(ReadLimits, numbers_in_all_vectors_of_a_text_together) {
  const std::string most = repeated("(1;2)", kMaxComponents / 2);
  EXPECT_EQ(read_vectors(most)->size(), static_cast<std::size_t>(kMaxComponents / 2));
  expect_too_many(read_vectors(most + "(1)"), 5 * (kMaxComponents / 2) + 2);
  expect_too_many(read_rows(most + "(1)"), 5 * (kMaxComponents / 2) + 2);
}

}  // namespace
}  // namespace exactblend
