// The moduli of the sums through residues, and the constants that join residues to an integer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace exactblend {

inline constexpr std::size_t kMaxModuli = 32;

// Odd, so that no residue is a tie between two centred ones; below 256, so that one fits a byte.
inline constexpr std::array<int, kMaxModuli> kModuli = {
    255, 253, 251, 247, 241, 239, 233, 229, 227, 223, 217, 211, 199, 197, 193, 191,
    181, 179, 173, 167, 163, 157, 151, 149, 139, 137, 131, 127, 113, 109, 107, 103};

namespace detail {

constexpr bool pairwise_coprime() {
  for (std::size_t i = 0; i < kMaxModuli; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (std::gcd(kModuli[i], kModuli[j]) != 1) return false;
    }
  }
  return true;
}

}  // namespace detail

static_assert(detail::pairwise_coprime());

inline constexpr std::size_t kCrtWords = 8;  // of 32 bits, for the product of all moduli

// Joins the residues by the first `moduli` of kModuli; M is their product.
struct Crt {
  std::size_t moduli = 0;
  std::size_t words = 0;  // of 32 bits, for M; even
  // Integers up to this size are told apart, and with some room to spare: M/2·(1 − 2^-10).
  double capacity = 0;
  std::array<std::uint32_t, kCrtWords> product = {};                            // M
  std::array<std::array<std::uint32_t, kCrtWords>, kMaxModuli> cofactors = {};  // M/m
  std::array<std::uint32_t, kMaxModuli> inverses = {};     // of M/m by m, below m
  std::array<std::uint32_t, kMaxModuli> reciprocals = {};  // ⌊2^32/m⌋
};

// For 1 to kMaxModuli moduli.
[[nodiscard]] const Crt& crt_of(std::size_t moduli);

inline constexpr int kReduceShift = 37;
// ⌊2^kReduceShift/m⌋, below 2^31.
[[nodiscard]] constexpr std::int64_t reducer(int modulus) {
  return (std::int64_t{1} << kReduceShift) / modulus;
}

// A number congruent to x by the modulus, at most 130 in size.
[[nodiscard]] constexpr std::int64_t reduced(std::int32_t x, int modulus) {
  const std::int64_t half = std::int64_t{1} << (kReduceShift - 1);
  return x - ((x * reducer(modulus) + half) >> kReduceShift) * modulus;
}

// Row e of a table is the bytes of 2^(8e), 2^(8e + 8), 2^(8e + 16), 2^(8e + 24) by the modulus,
// centred: what the four bytes of a word that is moved up by 8e bits stand for.
inline constexpr std::size_t kPowerRows = 64;
struct PowerTables {
  alignas(64) std::array<std::array<std::uint32_t, kPowerRows>, kMaxModuli> rows = {};
};
[[nodiscard]] const PowerTables& power_tables();

}  // namespace exactblend
