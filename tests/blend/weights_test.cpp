#include <fstream>
#include <nlohmann/json.hpp>

#include "blend/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

const Error& error_of(const Result<AssignedWeights>& weights) {
  EXPECT_FALSE(weights);
  return weights.error();
}

TEST(WeightsCases, every_row_is_accepted_or_refused_with_its_exact_sum) {
  std::ifstream file(EXACTBLEND_SOURCE_DIR "/tests/data/weights.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_EQ(cases.at("rows").size(), 10U);
  for (const nlohmann::json& one : cases.at("rows")) {
    std::vector<Rational> row;
    for (const std::string entry : one.at("weights")) row.push_back(number(entry));
    const std::string shown = one.at("weights").dump();
    const auto weights = AssignedWeights::assign(row);
    if (one.at("ok")) {
      ASSERT_TRUE(weights) << shown << to_text(weights.error());
      EXPECT_EQ(row_mass(weights->row()), Rational(1)) << shown;
      continue;
    }
    ASSERT_FALSE(weights) << shown;
    const Error& error = weights.error();
    EXPECT_FALSE(error.right.empty()) << shown;
    if (one.contains("missing")) {
      EXPECT_EQ(error.code, ErrorCode::weights_short) << shown;
      EXPECT_EQ(error.wrong, "the weights sum to " + one.at("sum").get<std::string>() + ", " +
                                 one.at("missing").get<std::string>() + " less than 1");
    } else if (one.contains("excess")) {
      EXPECT_EQ(error.code, ErrorCode::weights_over) << shown;
      EXPECT_EQ(error.wrong, "the weights sum to " + one.at("sum").get<std::string>() + ", " +
                                 one.at("excess").get<std::string>() + " more than 1");
    } else if (row.empty()) {
      EXPECT_EQ(error.code, ErrorCode::no_weights);
      EXPECT_NE(error.wrong.find(one.at("why").get<std::string>()), std::string::npos)
          << error.wrong;
    } else {
      EXPECT_EQ(error.code, ErrorCode::negative_weight) << shown;
      EXPECT_EQ(error.wrong, one.at("why").get<std::string>());
    }
  }
}

TEST(WeightsCases, every_ratio_is_divided_by_its_sum) {
  std::ifstream file(EXACTBLEND_SOURCE_DIR "/tests/data/weights.json");
  const nlohmann::json cases = nlohmann::json::parse(file);
  ASSERT_FALSE(cases.at("ratio").empty());
  for (const nlohmann::json& one : cases.at("ratio")) {
    const auto rows = read_rows(one.at("text").get<std::string>());
    ASSERT_TRUE(rows);
    ASSERT_TRUE(rows->front().is_ratio);
    std::vector<Rational> parts;
    for (const ReadEntry& entry : rows->front().entries) parts.push_back(entry.value);
    const Normalized normalized = normalize(parts).value();
    for (std::size_t key = 0; key < parts.size(); ++key) {
      EXPECT_EQ(to_text(normalized.row[key]), one.at("weights")[key].get<std::string>());
    }
  }
}

TEST(AssignedWeights, keep_the_row_as_it_was_assigned) {
  const AssignedWeights three = weights("1/4,0,3/4");
  EXPECT_EQ(three.keys(), 3U);
  EXPECT_EQ(to_text(three.row()), "(1/4,0,3/4)");
  EXPECT_EQ(three[2], number("3/4"));
  EXPECT_FALSE(three.masked(1)) << "a weight of 0 is not masked unless it is said to be";
}

TEST(AssignedWeights, miss_1_by_one_part_in_10_to_the_60_and_are_refused) {
  const std::string tiny = "1/1" + std::string(60, '0');
  const Error less = error_of(AssignedWeights::assign({number("1") - number(tiny)}));
  EXPECT_EQ(less.code, ErrorCode::weights_short);
  EXPECT_TRUE(less.wrong.ends_with(", " + tiny + " less than 1")) << less.wrong;
  const Error more = error_of(AssignedWeights::assign({number("1"), number(tiny)}));
  EXPECT_EQ(more.code, ErrorCode::weights_over);
  EXPECT_TRUE(more.wrong.ends_with(", " + tiny + " more than 1")) << more.wrong;
}

TEST(AssignedWeights, are_negative_only_on_request) {
  const Error refused = error_of(AssignedWeights::assign(row("3/2,-1/2")));
  EXPECT_EQ(refused.code, ErrorCode::negative_weight);
  EXPECT_EQ(refused.wrong, "negative weight w2=-1/2");
  EXPECT_NE(refused.right.find("affine"), std::string::npos);
  const AssignedWeights affine = weights("3/2,-1/2", WeightSign::any);
  EXPECT_EQ(affine[1], number("-1/2"));
}

TEST(AssignedWeights, that_are_signed_must_still_sum_to_1) {
  const Error error = error_of(AssignedWeights::assign(row("-1/4,1"), {}, WeightSign::any));
  EXPECT_EQ(error.code, ErrorCode::weights_short);
  EXPECT_EQ(error.wrong, "the weights sum to 3/4, 1/4 less than 1");
  const Error negative = error_of(AssignedWeights::assign(row("-2"), {}, WeightSign::any));
  EXPECT_EQ(negative.wrong, "the weights sum to -2, 3 less than 1");
}

TEST(AssignedWeights, know_which_keys_are_masked) {
  const auto masked = AssignedWeights::assign(row("1/3,2/3,0"), {false, false, true});
  ASSERT_TRUE(masked);
  EXPECT_FALSE(masked->masked(0));
  EXPECT_TRUE(masked->masked(2));
}

TEST(AssignedWeights, that_are_masked_must_be_0) {
  const Error error = error_of(AssignedWeights::assign(row("1/2,1/2"), {false, true}));
  EXPECT_EQ(error.code, ErrorCode::masked_not_zero);
  EXPECT_EQ(error.wrong, "w2=1/2 is masked");
  EXPECT_EQ(error.right, "a masked key has weight 0");
}

TEST(AssignedWeights, need_one_flag_for_each_weight) {
  const Error error = error_of(AssignedWeights::assign(row("1/2,1/2"), {true}));
  EXPECT_EQ(error.code, ErrorCode::wrong_count);
  EXPECT_NE(error.wrong.find("2 weights"), std::string::npos);
  EXPECT_EQ(error_of(AssignedWeights::assign(row("1/2,1/2"), {false, false, false})).code,
            ErrorCode::wrong_count);
}

TEST(AssignedWeights, of_nothing_are_refused) {
  EXPECT_EQ(error_of(AssignedWeights::assign({})).code, ErrorCode::no_weights);
  EXPECT_EQ(error_of(AssignedWeights::assign({}, {}, WeightSign::any)).code, ErrorCode::no_weights);
}

TEST(RowMass, is_the_exact_sum) {
  EXPECT_EQ(row_mass({}), Rational(0));
  EXPECT_EQ(row_mass(row("0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1")), Rational(1));
  EXPECT_EQ(row_mass(row("1/2,-1/2")), Rational(0));
  EXPECT_EQ(row_mass(row("0.9998,0.0003")), number("10001/10000"));
}

RC_GTEST_PROP(RowMass, agrees_with_the_oracle, ()) {
  oracle::Vector row;
  for (int left = *rc::gen::inRange(0, 30); left > 0; --left) row.push_back(*gen::fraction());
  RC_ASSERT(oracle::same(row_mass(oracle::read_back(row)), oracle::sum(row)));
}

RC_GTEST_PROP(AssignedWeights, exist_exactly_if_the_sum_is_1, ()) {
  gen::Problem problem = *gen::problem({5, 1, 1, 6, false});
  RC_ASSERT(AssignedWeights::assign(oracle::read_back(problem.weights)).has_value());
  const mpq_class shift = *gen::fraction();
  RC_PRE(shift != 0);
  problem.weights[0] += shift;
  const auto refused =
      AssignedWeights::assign(oracle::read_back(problem.weights), {}, WeightSign::any);
  RC_ASSERT(!refused.has_value());
  const mpq_class size = abs(shift);
  RC_ASSERT(refused.error().wrong == "the weights sum to " + mpq_class(1 + shift).get_str() + ", " +
                                         size.get_str() +
                                         (shift < 0 ? " less than 1" : " more than 1"));
}

TEST(Normalize, divides_a_row_by_its_sum) {
  const Normalized parts = normalize(row("1,1,2")).value();
  EXPECT_EQ(parts.sum, Rational(4));
  EXPECT_EQ(text(parts.row), "(1/4,1/4,1/2)");
  const Normalized fractions = normalize(row("1/3,1/6,0")).value();
  EXPECT_EQ(fractions.sum, number("1/2"));
  EXPECT_EQ(text(fractions.row), "(2/3,1/3,0)");
  EXPECT_EQ(text(normalize(row("-1,3")).value().row), "(-1/2,3/2)");
}

TEST(Normalize, refuses_a_sum_of_0_and_an_empty_row) {
  const auto zero = normalize(row("1/2,-1/2"));
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().code, ErrorCode::sum_is_zero);
  EXPECT_FALSE(zero.error().right.empty());
  EXPECT_EQ(normalize(row("0,0")).error().code, ErrorCode::sum_is_zero);
  EXPECT_EQ(normalize({}).error().code, ErrorCode::no_weights);
}

RC_GTEST_PROP(Normalize, makes_weights_that_are_accepted, ()) {
  oracle::Vector row;
  for (int left = *rc::gen::inRange(1, 12); left > 0; --left) row.push_back(*gen::fraction());
  const mpq_class sum = oracle::sum(row);
  RC_PRE(sum != 0);
  const Normalized normalized = normalize(oracle::read_back(row)).value();
  RC_ASSERT(oracle::same(normalized.sum, sum));
  for (std::size_t key = 0; key < row.size(); ++key) {
    RC_ASSERT(oracle::same(normalized.row[key], row[key] / sum));
  }
  RC_ASSERT(AssignedWeights::assign(normalized.row, {}, WeightSign::any).has_value());
}

}  // namespace
}  // namespace exactblend
