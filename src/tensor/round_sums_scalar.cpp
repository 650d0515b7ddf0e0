#include <array>
#include <cassert>

#include "exactblend/number/round.hpp"
#include "tensor/round_sums.hpp"

namespace exactblend {

void round_sums_scalar(FloatType type, const RowSums& sums, std::size_t components,
                       std::uint64_t* bits) {
  constexpr std::size_t kMaxWords = 16;
  assert(sums.count <= kMaxWords);
  for (std::size_t i = 0; i < components; ++i) {
    std::array<std::uint64_t, kMaxWords> words;
    for (std::size_t j = 0; j < sums.count; ++j) words[j] = sums.words[j * kSumComponents + i];
    bits[i] = round_to(type, sums.negative[i] != 0, {words.data(), sums.count},
                       sums.exponents[i] + sums.row_exponent);
  }
}

}  // namespace exactblend
