#include "exactblend/verify/verify.hpp"

#include "verify/symbol.hpp"
#include "verify/verifying.hpp"

namespace exactblend::verify {
namespace {

constexpr Verdict kTrue = Verdict::is_true;
constexpr Verdict kFalse = Verdict::is_false;
constexpr Verdict kUndecidable = Verdict::undecidable;
constexpr Verdict kUnread = Verdict::unread;

std::string repeated(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

TEST(Verify, reports_like_a_compiler) {
  const Findings findings = findings_of("The first is 1/2 + 0 + 1/2 = 5/4.");
  ASSERT_EQ(findings.claims.size(), 1U);
  const Claim& claim = findings.claims.front();
  EXPECT_EQ(claim.verdict, kFalse);
  EXPECT_EQ(claim.text, "1/2 + 0 + 1/2 = 5/4");
  EXPECT_EQ(claim.wrong, "the left side is 1");
  EXPECT_EQ(claim.line, 1);
  EXPECT_EQ(claim.column, 14);
  EXPECT_EQ(claim.begin, 13U);
  EXPECT_EQ(claim.end, 32U);
}

// What could be read as something true is never false.
TEST(Verify, tries_every_reading_before_it_says_false) {
  EXPECT_EQ(verdict("2 1/4 = 9/4"), kTrue);
  EXPECT_EQ(verdict("$2\\frac14 = \\frac12$", DocumentFormat::markdown), kTrue);
  EXPECT_EQ(verdict("$2\\frac14 = \\frac13$", DocumentFormat::markdown), kFalse);
  EXPECT_EQ(verdict("x = 2\n\n1/2x = 1/4"), kTrue);
  EXPECT_EQ(verdict("x = 2\n\n1/2x = 1"), kTrue);
  EXPECT_EQ(verdict("x = 2\n\n1/2x = 3"), kFalse);
}

TEST(Verify, leaves_alone_what_words_beside_it_may_change) {
  EXPECT_NE(verdict("1/2 + 1/2 = 60 minutes"), kFalse);
  EXPECT_NE(verdict("half of 3 + 1 = 2"), kFalse);
  EXPECT_NE(verdict("twice 1/2 + 1/2 = 2"), kFalse);
  EXPECT_NE(verdict("1 kg = 1000 g"), kFalse);
  EXPECT_EQ(verdict("so 1/2 + 1/2 = 2 and more"), kFalse);
  EXPECT_EQ(findings_of("Step 3 = 2 + 2").count(kFalse), 0U);
  EXPECT_EQ(findings_of("2^3^2 = 64").count(kFalse), 0U);
  EXPECT_EQ(findings_of("50% of 200 = 100").count(kFalse), 0U);
  EXPECT_EQ(findings_of("1/2 + 1 = 1,5").count(kFalse), 0U);
  EXPECT_EQ(findings_of("x < 2^3! = 5").count(kFalse), 0U);
  EXPECT_EQ(findings_of("3! = 6, 10:30 = 1, 1.2.3 = 4, 1/2/3 = 5").count(kFalse), 0U);
}

TEST(Verify, takes_a_number_of_a_formula_for_no_factor) {
  EXPECT_EQ(verdict("1/2 + 3/4 = 5/4 (2)"), kTrue);
  EXPECT_EQ(verdict("1/2 + 3/4 = 5/4 [2,3]"), kTrue);
  EXPECT_EQ(verdict("2(3 + 4) = 14"), kTrue);
  EXPECT_EQ(verdict("2 (3 + 4) = 14"), kTrue);
}

TEST(Verify, compares_names_by_section) {
  const std::string_view sections = "# A\n\nw1 = 1/4\n\n## B\n\nw1 = 1/2\n\n# C\n\n";
  EXPECT_EQ(verdict(std::string(sections) + "2·w1 = 1"), kTrue);
  EXPECT_EQ(verdict(std::string(sections) + "3·w1 = 1"), kUndecidable);
  EXPECT_EQ(verdict("w1 = 1/4\n\n## B\n\n3·w1 = 1"), kFalse);
}

TEST(Verify, does_not_call_a_new_value_false) {
  EXPECT_EQ(findings_of("x = 3\n\nx = 4\n").count(kFalse), 0U);
  EXPECT_EQ(verdict("x = 3\nx = 4\n2·x = 8"), kTrue);
  EXPECT_TRUE(findings_of("x = 3\n\nx = 4\n").claims.empty());
  EXPECT_EQ(verdict("x1 = 3\n\nx1 = 4\n"), kUnread);
  EXPECT_TRUE(findings_of("x1 = 3\n\nNow let x1 = 4\n").claims.empty());
  EXPECT_TRUE(findings_of("x1 = 3\n\n## Then\n\nx1 = 4\n").claims.empty());
  EXPECT_EQ(verdict("x = 1 + 2\n\nx = 4"), kUndecidable);
}

TEST(Verify, names_what_it_does_not_compute) {
  EXPECT_EQ(verdict("softmax(1,2) = 1/2"), kUndecidable);
  EXPECT_EQ(verdict("softmax(1,2) = softmax(1,2)"), kTrue);
  EXPECT_EQ(verdict("softmax(1,2) = softmax(2,1)"), kFalse);
  EXPECT_EQ(verdict("√2 = 1.5"), kUndecidable);
  EXPECT_EQ(verdict("√4 = 3"), kFalse);
  EXPECT_EQ(verdict("1/2 + 1/4 + … = 1"), kUndecidable);
  EXPECT_EQ(verdict("1/0 = 1"), kUndecidable);
}

TEST(Verify, compares_powers_of_e_as_symbols) {
  EXPECT_EQ(verdict("e^1/(e^1 + e^2) = e^0/(1 + e^1)"), kTrue);
  EXPECT_EQ(verdict("e^(1/2)/e^(1/2) = 1"), kTrue);
  EXPECT_EQ(verdict("exp(1)·exp(2) = exp(3)"), kTrue);
  EXPECT_EQ(verdict("s1 = 1\ns2 = 2\ne^s1/(e^s1 + e^s2) = 1/(1 + e)"), kTrue);
  EXPECT_EQ(verdict("e^1/(e^1 + e^2) = e^2/(e^1 + e^2)"), kFalse);
  EXPECT_EQ(verdict("exp(1) + exp(2) = exp(3)"), kFalse);
  EXPECT_EQ(verdict("e^2 = e"), kUndecidable);  // e may be a variable
  EXPECT_EQ(verdict("Z = e^1 + e^2\ne^1/Z = 1/(1 + e)"), kTrue);
  EXPECT_EQ(verdict("e^1 = 2.718"), kUndecidable);
  EXPECT_EQ(findings_of("e = 2\ne^2 = 4").claims.size(), 1U);
  EXPECT_EQ(verdict("e = 2\ne^2 = 4"), kTrue);
}

TEST(Softmax, is_compared_as_a_symbol) {
  const std::string given = "s = (0, 1/2, 0)\n\n";
  EXPECT_EQ(verdict(given + "softmax(s)_2 = e^(1/2)/(2 + e^(1/2))"), kTrue);
  EXPECT_EQ(verdict(given + "softmax(s)_2 = e^(1/2)/(1 + e^(1/2))"), kFalse);
  EXPECT_EQ(verdict(given + "softmax of s 1 equals the fraction 1, over 2 plus e to the power 1 "
                            "over 2, end of fraction"),
            kTrue);
  EXPECT_EQ(verdict("softmax(0, 0) = (1/2, 1/2)"), kTrue);
  EXPECT_EQ(verdict("softmax(0, 0) = (1/2, 1/3)"), kFalse);
  EXPECT_EQ(verdict("softmax(1, 2) = softmax(3, 4)"), kTrue);
  EXPECT_EQ(verdict("softmax(1, 2) = softmax(2, 4)"), kFalse);
  EXPECT_EQ(verdict("softmax(1, 2)_1 + softmax(1, 2)_2 = 1"), kTrue);
  EXPECT_EQ(verdict("softmax(1, 2) = (1/4, 3/4)"), kUndecidable);  // no value of it is computed
  EXPECT_EQ(verdict("softmax(0.58, 1.2) = softmax(1, 2)"), kUndecidable);  // rounded scores
  EXPECT_EQ(verdict("Softmax over a single score is 1."), kTrue);
  EXPECT_EQ(verdict("Softmax over a single score is 2."), kFalse);
}

TEST(Softmax, is_named_for_as_many_scores_as_a_form_has_terms) {
  std::string scores = "0";
  for (std::size_t i = 1; i < kMaxSymbolTerms; ++i) scores += "," + std::to_string(i);
  EXPECT_EQ(verdict("softmax(" + scores + ")_1 = softmax(" + scores + ")_1"), kTrue);
  EXPECT_EQ(verdict("softmax(" + scores + ")_1 = softmax(" + scores + ")_2"), kFalse);
  scores += "," + std::to_string(kMaxSymbolTerms);
  EXPECT_EQ(verdict("softmax(" + scores + ")_1 = softmax(" + scores + ")_2"), kUndecidable);
}

TEST(Softmax, makes_the_output_that_is_named) {
  const std::string given = "s = (0, 1)\n\nV1 = (2,0); V2 = (0,3)\n\n";
  EXPECT_EQ(verdict(given + "softmax(s)·V = (2/(1 + e), 3·e/(1 + e))"), kUndecidable);
  EXPECT_EQ(verdict(given + "o^{named}_1 = 2/(1 + e)"), kTrue);
  EXPECT_EQ(verdict(given + "o^{named}_1 = 3/(1 + e)"), kUndecidable);
  EXPECT_EQ(verdict("w = (1/4, 3/4)\n\n" + given + "o = (1/2, 9/4)"), kTrue);
  EXPECT_EQ(verdict("w = (1/4, 3/4)\n\n" + given + "o = (1/2, 3/4)"), kUndecidable);
}

TEST(Queries, have_the_rows_of_a_table) {
  const std::string table =
      "Attention weights, query by key\n\n| query | 1 | 2 |\n|---|---|---|\n| a | 1/4 | 3/4 |\n"
      "| b | 1 | masked |\n\nV1 = (2,0); V2 = (0,4)\n\n";
  const auto of = [&table](const std::string& text) {
    return verdict(table + text, DocumentFormat::markdown);
  };
  EXPECT_EQ(places(table, DocumentFormat::markdown),
            (std::vector<std::string>{"true 5:7", "true 6:7"}));
  EXPECT_EQ(of("Query 1: Σ wⱼ·Vⱼ = (1/2,3)"), kTrue);
  EXPECT_EQ(of("Query 1: Σ wⱼ·Vⱼ = (1/2,2)"), kFalse);
  EXPECT_EQ(of("Query 2: Σ wⱼ·Vⱼ = (2,0)"), kTrue);
  EXPECT_EQ(of("They blend the output to (1/2,3) and (2,0)."), kTrue);
  EXPECT_EQ(of("They blend the output to (1/2,3) and (1,0)."), kUndecidable);
  EXPECT_EQ(verdict("Attention weights\n\n| query | 1 | 2 |\n|---|---|---|\n| a | 1/4 | 1/4 |\n",
                    DocumentFormat::markdown),
            kFalse);
  EXPECT_EQ(verdict("Weights\n\n| query | 1 | 2 |\n|---|---|---|\n| a | 1/4 | 1/4 |\n",
                    DocumentFormat::markdown),
            kUndecidable);
}

TEST(Verify, counts_what_it_can_not_read) {
  EXPECT_EQ(verdict("the weights sum = 1"), kUnread);
  EXPECT_EQ(verdict("1 + 1 = two"), kUnread);
  EXPECT_TRUE(findings_of("a line without numbers = another").claims.empty());
}

TEST(Rounding, is_to_the_nearest_at_the_last_digit) {
  EXPECT_EQ(verdict("0.333 ≈ 1/3"), kTrue);
  EXPECT_EQ(verdict("1/3 ≈ 0.334"), kFalse);
  EXPECT_EQ(verdict("1/8 ≈ 0.13"), kTrue);  // halfway: either is right
  EXPECT_EQ(verdict("1/8 ≈ 0.12"), kTrue);
  EXPECT_EQ(verdict("-1/3 ≈ -0.33"), kTrue);
  EXPECT_EQ(verdict("(1/3,2/3) ≈ (0.33,0.67)"), kTrue);
  EXPECT_EQ(verdict("(1/3,2/3) ≈ (0.33,0.66)"), kFalse);
  EXPECT_EQ(verdict("0.3333 ≈ 0.33"), kTrue);
  EXPECT_EQ(verdict("1/3 ≈ 2/5"), kUndecidable);
  EXPECT_EQ(verdict("1234 ≈ 1200"), kTrue);
  EXPECT_EQ(verdict("0.45·1 + 0.31·2 + 0.24·3 ≈ 1.80"), kUndecidable);
  const Claim hint = findings_of("1/3 = 0.333").claims.at(0);
  EXPECT_EQ(hint.verdict, kFalse);
  EXPECT_NE(hint.right.find("≈"), std::string::npos);
}

TEST(Limits, hold_at_the_limit_and_end_above) {
  const auto deep = [](std::size_t depth) {
    return repeated("(", depth) + "1" + repeated(")", depth) + " + 1 = 2";
  };
  EXPECT_EQ(findings_of(deep(kMaxDepth - 1)).count(kTrue), 1U);
  EXPECT_EQ(findings_of(deep(kMaxDepth + 1)).count(kTrue), 0U);

  const std::string exponent = std::to_string(kMaxExponent);
  EXPECT_EQ(verdict("1^" + exponent + " = 1"), kTrue);
  EXPECT_EQ(verdict("1^" + std::to_string(kMaxExponent + 1) + " = 1"), kUndecidable);

  const std::string digits = repeated("7", kMaxDigits / 2 - 1);
  EXPECT_EQ(verdict(digits + " = " + digits + " + 0"), kTrue);
  const std::string more = repeated("7", kMaxDigits + 1);
  EXPECT_EQ(verdict(more + " + 0 = " + more), kUndecidable);
  EXPECT_EQ(verdict("2^600 · 2^600 · 2^600 · 2^600 = 1"), kUndecidable);

  const auto vector = [](std::size_t size) { return "(1" + repeated(",1", size - 1) + ")"; };
  EXPECT_EQ(verdict("1·" + vector(kMaxComponents) + " = " + vector(kMaxComponents)), kTrue);
  EXPECT_EQ(verdict("1·" + vector(kMaxComponents + 1) + " = " + vector(kMaxComponents + 1)),
            kUndecidable);

  const Claim shown = findings_of("1" + repeated(" + 1", kMaxShownBytes) + " = 2").claims.at(0);
  EXPECT_LE(shown.text.size(), kMaxShownBytes + 3);
  EXPECT_EQ(shown.verdict, kFalse);
}

TEST(Limits, bound_the_product_of_matrices) {
  const auto matrix = [](std::size_t size) {
    const std::string row = "(1" + repeated(",1", size - 1) + ")";
    return "A = (" + row + repeated("," + row, size - 1) + ")\n";
  };
  const std::string row = "(16" + repeated(",16", 15) + ")";
  EXPECT_EQ(verdict(matrix(16) + "A·A = (" + row + repeated("," + row, 15) + ")"), kTrue);
  EXPECT_EQ(verdict(matrix(17) + "A·A = 1"), kUndecidable);
}

TEST(Verify, reads_a_product_of_vectors_either_way) {
  EXPECT_EQ(verdict("(1,2)*(3,4) = 11"), kTrue);
  EXPECT_EQ(verdict("(1,2)*(3,4) = (3,8)"), kTrue);
  EXPECT_EQ(verdict("(1,2)*(3,4) = (3,9)"), kFalse);
}

TEST(Limits, bound_what_is_looked_up_of_names) {
  std::string text;
  for (int i = 1; i <= 500; ++i) text += "w" + std::to_string(i) + "=1\n";
  text += "\n";
  const std::string few = text + repeated("Σw = 500; ", 100);
  EXPECT_EQ(findings_of(few).count(kTrue), 100U);
  const std::string many = text + repeated("Σw = 500; ", 4'000);
  const Findings findings = findings_of(many);
  EXPECT_GT(findings.count(kTrue), 700U);
  EXPECT_LT(findings.count(kTrue), 2'000U);
  EXPECT_EQ(findings.count(kFalse), 0U);
}

TEST(Limits, leave_long_sums_of_small_numbers_alone) {
  EXPECT_EQ(verdict("1" + repeated(" + 1", 4'999) + " = 5000"), kTrue);
}

}  // namespace
}  // namespace exactblend::verify
