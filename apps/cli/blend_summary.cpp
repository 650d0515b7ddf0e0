#include "blend_summary.hpp"

#include <fmt/format.h>

#include "exactblend/number/print.hpp"

namespace exactblend::cli {
namespace {

// Longer numbers are said by their size.
constexpr std::size_t kLongest = 60;

std::string number(const Dyadic& value) {
  std::string text = to_text(to_rational(value));
  if (text.size() <= kLongest) return text;
  return fmt::format("{}…{} ({} digits in all)", text.substr(0, 12), text.substr(text.size() - 12),
                     text.size());
}

std::string place(const EntryPlace& place) {
  return fmt::format("[{}], by key {}", fmt::join(place.index, ", "), place.key);
}

std::string_view meaning(Rows rows) {
  switch (rows) {
    case Rows::as_given: return "taken as given";
    case Rows::sum_to_one: return "all of them required to sum to 1 exactly";
    case Rows::normalized: return "each divided by its exact sum";
  }
  return "";
}

}  // namespace

std::string blend_summary(const BlendReport& report, Rows rows) {
  std::string text = fmt::format("  rows of weights    {}, {}; {} sum to exactly 1\n", report.rows,
                                 meaning(rows), report.rows_summing_to_one);
  const auto line = [&text](std::string_view what, const std::string& said) {
    text += fmt::format("  {:<18} {}\n", what, said);
  };
  if (report.least_mass && report.greatest_mass) {
    line("least row mass", number(*report.least_mass));
    line("greatest row mass", number(*report.greatest_mass));
  }
  if (report.empty_rows > 0) {
    line("empty rows", fmt::format("{}, without a key that is not masked", report.empty_rows));
  }
  if (report.rows_not_finite > 0) {
    line("rows not finite",
         fmt::format("{}, with a weight that is NaN or infinite", report.rows_not_finite));
  }
  if (report.negative_weights > 0) {
    line("negative weights", std::to_string(report.negative_weights));
  }
  if (report.first_ieee) {
    line("not finite", fmt::format("{} entries follow IEEE arithmetic, the first at {}",
                                   report.ieee_entries, place(*report.first_ieee)));
  }
  if (report.first_zero_times_not_finite) {
    line("0 times NaN or ∞",
         fmt::format("{} entries, the first at {}; mask a key that is to add nothing",
                     report.zero_times_not_finite, place(*report.first_zero_times_not_finite)));
  }
  if (report.overflowed_entries > 0) {
    line("overflow", fmt::format("{} entries are beyond the greatest float of the output's type",
                                 report.overflowed_entries));
  }
  return text;
}

}  // namespace exactblend::cli
