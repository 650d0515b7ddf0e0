// One blend in work: what all its threads read, and what each of them does.
#pragma once

#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "exactblend/tensor/blend.hpp"
#include "tensor/bin_kernel.hpp"
#include "tensor/digit_kernel.hpp"
#include "tensor/fast_kernel.hpp"
#include "tensor/ieee_terms.hpp"
#include "tensor/layout.hpp"
#include "tensor/residue_kernel.hpp"
#include "tensor/round_sums.hpp"
#include "tensor/row_sum.hpp"
#include "tensor/row_tally.hpp"

namespace exactblend {

struct BlendJob {
  const TensorView& weights;
  const TensorView& values;
  const BlendOptions& options;
  Layout layout;
  const FastKernel* kernel = nullptr;  // or null
  bool has_empty_rows = false;
  // Masses come from the blocks; otherwise all rows were summed before.
  bool masses_from_blocks = false;
  // One of these is the output.
  const MutableTensorView* rounded = nullptr;
  std::span<ExactValue> exact;
  const ResidueKernel* residues = nullptr;  // or null
  const DigitKernel* digits = nullptr;      // or null
  const BinKernels* bins = nullptr;         // or null

  [[nodiscard]] Operands operands(std::size_t lead) const;
};

// An entry by its flat index in the output, in row-major order.
struct FlatPlace {
  std::size_t entry = 0;
  std::size_t key = 0;
};

// Entries that one thread wrote which deserve a word in the report.
struct EntryCounts {
  std::size_t ieee = 0;
  std::size_t zero_met = 0;
  std::size_t overflowed = 0;
  std::size_t recomputed = 0;
  std::optional<FlatPlace> first_ieee;
  std::optional<FlatPlace> first_zero_met;

  void join(const EntryCounts& other);
};

// Writes entries of one row of the output, whichever way their sums were found.
class EntryWriter {
 public:
  explicit EntryWriter(const BlendJob& job) : job_(job), row_sum_(job.weights.type, job.kernel) {}

  // Chooses the row; looks at its keys only if that is needed.
  void begin_row(const Operands& from, std::size_t lead, std::size_t row);
  // True if the row is empty: its entries are then written by put_empty.
  [[nodiscard]] bool row_is_empty() const { return empty_; }

  void put_empty(std::size_t component);
  // An entry of finite terms with this exact sum.
  void put_sum(std::size_t component, const Magnitude& sum);
  // An entry of finite terms whose rounding is known.
  void put_bits(std::size_t component, std::uint64_t bits);
  // `count` such entries from `component` on, but for those to skip.
  void put_bits(std::size_t component, std::size_t count,
                const std::array<std::uint64_t, kSumComponents>& bits, const std::uint8_t* skip);

  // Of these components, ascending, writes the entries that have a term which is not finite, and
  // calls written(i) for each, i being the place in the list.
  template <class Written>
  void put_ieee(std::span<const std::size_t> components, Written&& written) {
    if (components.empty()) return;
    terms_.resize(components.size());
    find_ieee_terms(*from_, row_, components, terms_);
    for (std::size_t i = 0; i < components.size(); ++i) {
      if (!terms_[i].any()) continue;
      put_ieee_terms(components[i], terms_[i]);
      written(i);
    }
  }

  EntryCounts counts;

 private:
  template <class Word>
  void put_dense(std::size_t component, std::size_t count,
                 const std::array<std::uint64_t, kSumComponents>& bits) {
    std::array<Word, kSumComponents> words;
    for (std::size_t i = 0; i < kSumComponents; ++i) words[i] = static_cast<Word>(bits[i]);
    std::memcpy(address(component), words.data(), count * sizeof(Word));
  }
  void put_value(std::size_t component, FloatKind kind, bool negative);
  void put_ieee_terms(std::size_t component, const IeeeTerms& terms);
  [[nodiscard]] std::size_t flat(std::size_t component) const {
    return (lead_ * job_.layout.queries + row_) * job_.layout.components + component;
  }
  [[nodiscard]] std::byte* address(std::size_t component) const {
    return out_row_ + static_cast<std::ptrdiff_t>(component) * job_.layout.out.column;
  }

  const BlendJob& job_;
  RowSum row_sum_;
  std::vector<IeeeTerms> terms_;
  const Operands* from_ = nullptr;
  std::size_t lead_ = 0;
  std::size_t row_ = 0;
  std::byte* out_row_ = nullptr;
  bool empty_ = false;
  ExactValue mass_;  // of the row, where it is normalized
};

}  // namespace exactblend
