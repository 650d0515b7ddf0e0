// The sum of one entry in pairs of fp64 numbers, with a bound on its error; where the processor says
// that nothing was lost, it is exact, and decides ties and zeros too. It decides nearly all
// roundings, and takes a fraction of what fixed point does.
#pragma once

#include <cstdint>
#include <optional>

#include "tensor/aligned.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/operands.hpp"

namespace exactblend {

inline constexpr std::size_t kMaxPairKeys = std::size_t{1} << 36;  // the proof's

// Scratch for the entries of one thread.
class PairSum {
 public:
  explicit PairSum(const FastKernel& kernel);

  // The entry rounded once to the type, if the pair decides that; never if a weight or a value of
  // it is not finite. Wants a NearestEnvironment; at most kMaxPairKeys keys.
  [[nodiscard]] std::optional<std::uint64_t> round(const Operands& from, std::size_t row,
                                                   std::size_t component, FloatType type);

 private:
  const FastKernel& kernel_;
  AlignedVector<double> weights_, values_;  // of some keys
};

}  // namespace exactblend
