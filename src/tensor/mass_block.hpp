// The exact masses of the rows of one fast block, from the tiles of weights that it widens anyway.
//
// Tiles are taken apart into parts whose sums are exact (fast_constants.hpp), and the sums of many
// tiles stay in fp64 as long as they are exact. Those of weights without signs are Σ|w|, which the
// bounds want anyway.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tensor/fast_kernel.hpp"
#include "tensor/weight_adder.hpp"

namespace exactblend {

class MassBlock {
 public:
  MassBlock(FloatType weights, const FastKernel& kernel, std::size_t rows);

  void begin(std::size_t rows);

  // Adds the keys [key, key + count) of a row, which are at most 256, to place `into`. `wide` holds
  // them in fp64, with 0 where masked or not finite; `not_finite` says that there is one of those,
  // unmasked. Returns Σ|w| as kernel.sum_of_magnitudes might. Wants a NearestEnvironment.
  double add(const Operands& from, std::size_t row, std::size_t into, std::size_t key,
             std::size_t count, const double* wide, bool not_finite);

  // Widens dense and unmasked weights to `wide`, and adds them as add() does. False if they had
  // better be widened first and then added: nothing was added.
  [[nodiscard]] bool widen_and_add(FloatType type, const std::byte* at, std::size_t count,
                                   std::size_t into, double* wide, double& magnitude);

  // Adds what another one has at this place.
  void join(std::size_t into, MassBlock& other);

  // Of a row with an unmasked key. May be taken once.
  [[nodiscard]] RowFacts take(const Operands& from, std::size_t row, std::size_t into);

 private:
  struct Row {
    double parts[kParts] = {};
    double magnitude = 0;    // Σ|w|, about, of what the parts hold
    std::size_t keys = 0;    // that the parts hold
    std::uint64_t adds = 0;  // since the last carry
    std::size_t negative = 0;
    std::uint8_t not_finite = 0;
    bool large = false;  // the parts are those of large weights
    bool fine = false;   // some part is fine
  };
  [[nodiscard]] std::span<Int128> slots_of(std::size_t into) {
    return {slots_.data() + into * adder_.layout().slots, adder_.layout().slots};
  }
  [[nodiscard]] static double sum_of(const double* parts);
  void add_parts(std::size_t into, std::size_t count, const double* parts, const PartChoice& choice,
                 double magnitude);
  void flush(std::size_t into);
  void count_adds(std::size_t into, std::uint64_t adds);

  const FastKernel& kernel_;
  WeightAdder adder_;
  PartChoice choice_;      // of the next tile
  std::size_t added_ = 0;  // tiles
  std::vector<Row> rows_;
  std::vector<Int128> slots_;
};

}  // namespace exactblend
