#include "tensor/row_tally.hpp"

#include <utility>

namespace exactblend {
namespace {

Dyadic one() {
  const std::uint64_t word = 1;
  return *Dyadic::of(false, {&word, 1}, 0);
}

}  // namespace

RowTally::RowTally() : one_(one()) {}

void RowTally::add(const RowFacts& facts) {
  ++report.rows;
  report.negative_weights += facts.negative;
  const Dyadic& mass = facts.mass.value;
  if (facts.unmasked == 0) {
    ++report.empty_rows;
  } else if (facts.mass.kind != FloatKind::finite) {
    ++report.rows_not_finite;
  } else {
    if (mass == one_) ++report.rows_summing_to_one;
    if (!report.least_mass || mass < *report.least_mass) report.least_mass = mass;
    if (!report.greatest_mass || mass > *report.greatest_mass) report.greatest_mass = mass;
  }
}

void RowTally::join(RowTally&& other) {
  BlendReport& part = other.report;
  report.rows += part.rows;
  report.rows_summing_to_one += part.rows_summing_to_one;
  report.empty_rows += part.empty_rows;
  report.rows_not_finite += part.rows_not_finite;
  report.negative_weights += part.negative_weights;
  auto& least = report.least_mass;
  auto& greatest = report.greatest_mass;
  if (part.least_mass && (!least || *part.least_mass < *least)) {
    least = std::move(part.least_mass);
  }
  if (part.greatest_mass && (!greatest || *part.greatest_mass > *greatest)) {
    greatest = std::move(part.greatest_mass);
  }
}

}  // namespace exactblend
