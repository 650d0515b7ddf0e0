#include "exactblend/blend/assigned_weights.hpp"

#include <string>
#include <utility>

#include "blend/shape.hpp"
#include "exactblend/number/print.hpp"
#include "number/exact_sum.hpp"

namespace exactblend {
namespace {

std::string weight_name(std::size_t key) { return "w" + std::to_string(key + 1); }

}  // namespace

Result<AssignedWeights> AssignedWeights::assign(std::vector<Rational> row, std::vector<bool> masked,
                                                WeightSign sign) {
  if (row.empty()) {
    return failure(ErrorCode::no_weights, "there are no weights", "give one weight for each key");
  }
  if (!masked.empty() && masked.size() != row.size()) {
    return failure(ErrorCode::wrong_count,
                   counted(row.size(), "weight") + " and " + counted(masked.size(), "mask flag"),
                   "give one flag for each weight");
  }
  for (std::size_t key = 0; key < row.size(); ++key) {
    if (sign == WeightSign::nonnegative && row[key].sign() < 0) {
      return failure(
          ErrorCode::negative_weight,
          "negative weight " + weight_name(key) + "=" + to_text(row[key]),
          "a weight is 0 or more, unless signed weights (an affine blend) are asked for");
    }
    if (!masked.empty() && masked[key] && !row[key].is_zero()) {
      return failure(ErrorCode::masked_not_zero,
                     weight_name(key) + "=" + to_text(row[key]) + " is masked",
                     "a masked key has weight 0");
    }
  }
  const Rational sum = row_mass(row);
  if (sum != Rational(1)) {
    const bool short_of_one = sum < Rational(1);
    const Rational difference = abs(sum - Rational(1));
    return failure(short_of_one ? ErrorCode::weights_short : ErrorCode::weights_over,
                   "the weights sum to " + to_text(sum) + ", " + to_text(difference) +
                       (short_of_one ? " less than 1" : " more than 1"),
                   "they must sum to 1 exactly (ask for normalizing to divide them by their sum)");
  }
  return AssignedWeights(std::move(row), std::move(masked));
}

Rational row_mass(std::span<const Rational> row) {
  ExactSum sum;
  for (const Rational& weight : row) sum.add(weight);
  return sum.value();
}

Result<Normalized> normalize(std::span<const Rational> row) {
  if (row.empty()) {
    return failure(ErrorCode::no_weights, "there are no weights", "give one weight for each key");
  }
  Normalized result{row_mass(row), {}};
  const Result<Rational> scale = divide(Rational(1), result.sum);
  if (!scale) {
    return failure(ErrorCode::sum_is_zero, "the row sums to 0, and can't be divided by its sum",
                   "at least one entry must differ from 0");
  }
  result.row.reserve(row.size());
  for (const Rational& entry : row) result.row.push_back(entry * *scale);
  return result;
}

}  // namespace exactblend
