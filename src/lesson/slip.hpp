// Recognising the usual slips behind a wrong answer. A slip is reported only if it explains every
// wrong component exactly.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "exactblend/lesson/answer.hpp"

namespace exactblend {

struct Diagnosis {
  Slip slip;
  std::string sentence;
};

[[nodiscard]] std::optional<Diagnosis> diagnose_sum(const AssignedWeights& weights,
                                                    const Rational& given);

[[nodiscard]] std::optional<Diagnosis> diagnose_scaled(const Trace& trace, std::size_t query,
                                                       std::size_t key,
                                                       std::span<const Rational> given);

[[nodiscard]] std::optional<Diagnosis> diagnose_output(const Trace& trace, std::size_t query,
                                                       std::span<const Rational> given);

}  // namespace exactblend
