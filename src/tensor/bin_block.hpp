// A block of exact sums of few rows, in fp64: the products of a row are added to bins in a way that
// loses nothing, unless the processor's inexact flag says so. A tile where it does is done again in
// bins made for it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tensor/aligned.hpp"
#include "tensor/bin_kernel.hpp"
#include "tensor/block_reader.hpp"
#include "tensor/sum_layout.hpp"

namespace exactblend {

inline constexpr std::size_t kBinRows = 6;  // of one block

// Scratch for the blocks of one thread: up to 0.3 MiB for each row.
class BinBlock {
 public:
  BinBlock(FloatType weights, FloatType values, const FastKernel& kernel, const BinKernels& add);

  // Whether it can sum blocks of these: dense values, and more than one slot to a sum (what one
  // slot holds is faster as an integer).
  [[nodiscard]] static bool can_sum(FloatType weights, FloatType values,
                                    std::ptrdiff_t component_step, std::size_t components);

  // A block of at most kBinRows × kBinComponents begins with sums of 0, and is given all its keys,
  // in any ranges. All want a NearestEnvironment.
  void begin(const Block& block);
  void add_keys(const Operands& from, const Block& block, std::size_t begin, std::size_t end);
  // Adds what another one of the same types has for other keys.
  void join(const Block& block, BinBlock& other);

  // Of a row within the last block, by component: 1 where undecided, otherwise 0. Everything is if
  // some tile had something that is not finite, or too wide a span of exponents.
  [[nodiscard]] const std::uint8_t* undecided(std::size_t row) const {
    return undecided_.data() + row * kBinComponents;
  }
  // Says that an entry needs no more work.
  void settle(std::size_t row, std::size_t component) {
    undecided_[row * kBinComponents + component] = 0;
  }
  [[nodiscard]] bool met_not_finite(std::size_t /*row*/, std::size_t /*component*/) const {
    return not_finite_;
  }
  [[nodiscard]] bool may_meet_not_finite(std::size_t /*row*/) const { return not_finite_; }

  // Chooses a row; magnitude() then gives its sums, each once.
  void join(std::size_t row);
  [[nodiscard]] Magnitude magnitude(std::size_t component) {
    return take_magnitude(layout_, slots_of(row_, component));
  }
  // The sums of one row, rounded once; none of it can be taken after that.
  void round(std::size_t row, FloatType type, std::uint64_t* bits);

 private:
  struct Bins {
    std::size_t count = 0;                           // none if 0
    BinKernel add = nullptr;                         // how they are filled
    std::array<double, kMaxBins> anchors = {};       // with which they begin
    std::array<std::uint64_t, kMaxBins> least = {};  // see BinTile
  };
  struct RowBins {
    Bins bins;
    std::size_t tiles = 0;  // added since they began
    AlignedVector<double> sums = AlignedVector<double>(kMaxBins * kBinSums);
  };
  // The values of a tile; their span is found when it is wanted.
  struct Values {
    std::size_t key;
    std::size_t keys;
    Span span;
    bool is_known;
  };

  // Where the bits of a tile's products are: powers of two.
  struct Extent {
    int least_weight, weights_top;  // each weight but 0 is at least the one, below the other
    int least_value, values_top;    // likewise
    int values_unit;                // each value is a multiple of it
    int unit;                       // each product is a multiple of it
    int top;                        // all sums of them are below it
    bool with_room;                 // for more than is needed
  };

  [[nodiscard]] bool products_round() const {
    return format_of(weight_type_).precision + format_of(value_type_).precision > 53;
  }
  void fail(bool not_finite);
  void add_row(const Operands& from, const Block& block, std::size_t row, Values& values);
  [[nodiscard]] bool find_span(const Operands& from, const Block& block, Values& values);
  // Bins that the products of weights_ and these values fit. Null if there are none; none are
  // needed where all products are 0.
  [[nodiscard]] std::optional<Bins> bins_for(const Values& values, bool with_room) const;
  [[nodiscard]] std::optional<Bins> bins_of_weights(const Extent& extent) const;
  [[nodiscard]] std::optional<Bins> bins_in_two(const Extent& extent) const;
  [[nodiscard]] std::optional<Bins> bins_of_products(const Extent& extent) const;
  void begin_bins(RowBins& row, const Bins& bins);
  [[nodiscard]] bool try_to_add(BinTile tile, RowBins& row);
  void empty_bins(std::size_t row);
  [[nodiscard]] std::span<Int128> slots_of(std::size_t row, std::size_t component) {
    return {slots_.data() + (row * kBinComponents + component) * layout_.slots, layout_.slots};
  }

  FloatType weight_type_, value_type_;
  const FastKernel& kernel_;
  const BinKernels& add_;
  SumLayout layout_;
  std::vector<Int128> slots_;
  std::uint64_t adds_ = 0;  // to each slot, since they were carried
  bool failed_ = false, not_finite_ = false;
  std::size_t row_ = 0;
  std::size_t components_ = 0;
  AlignedVector<double> weights_ = AlignedVector<double>(kBinKeys);
  std::vector<RowBins> rows_;  // of the last block
  AlignedVector<double> saved_ = AlignedVector<double>(kMaxBins * kBinSums);
  std::vector<std::uint8_t> undecided_ = std::vector<std::uint8_t>(kBinRows * kBinComponents);
};

}  // namespace exactblend
