#include "tensor/residue_moduli.hpp"

#include <cmath>

namespace exactblend {
namespace {

using Words = std::array<std::uint32_t, kCrtWords>;

Words times(const Words& x, int factor) {
  Words result = {};
  std::uint64_t carried = 0;
  for (std::size_t i = 0; i < kCrtWords; ++i) {
    carried += static_cast<std::uint64_t>(x[i]) * static_cast<unsigned>(factor);
    result[i] = static_cast<std::uint32_t>(carried);
    carried >>= 32;
  }
  return result;
}

int remainder(const Words& x, int modulus) {
  std::uint64_t rest = 0;
  for (std::size_t i = kCrtWords; i-- > 0;) {
    rest = ((rest << 32) | x[i]) % static_cast<unsigned>(modulus);
  }
  return static_cast<int>(rest);
}

int inverse(int x, int modulus) {
  int y = 1;
  while (x * y % modulus != 1) ++y;
  return y;
}

Crt make_crt(std::size_t moduli) {
  Crt crt;
  crt.moduli = moduli;
  crt.product[0] = 1;
  for (std::size_t i = 0; i < moduli; ++i) crt.product = times(crt.product, kModuli[i]);
  double product = 0;
  for (std::size_t i = kCrtWords; i-- > 0;) {
    if (crt.product[i] != 0 && crt.words == 0) crt.words = i + 1;
    product = product * 0x1p32 + crt.product[i];
  }
  crt.words += crt.words % 2;
  crt.capacity = product / 2 * (1 - 0x1p-10);
  for (std::size_t i = 0; i < moduli; ++i) {
    const int modulus = kModuli[i];
    crt.cofactors[i][0] = 1;
    for (std::size_t j = 0; j < moduli; ++j) {
      if (j != i) crt.cofactors[i] = times(crt.cofactors[i], kModuli[j]);
    }
    crt.inverses[i] =
        static_cast<std::uint32_t>(inverse(remainder(crt.cofactors[i], modulus), modulus));
    crt.reciprocals[i] =
        static_cast<std::uint32_t>((std::uint64_t{1} << 32) / static_cast<unsigned>(modulus));
  }
  return crt;
}

std::array<Crt, kMaxModuli> make_crts() {
  std::array<Crt, kMaxModuli> all;
  for (std::size_t i = 0; i < kMaxModuli; ++i) all[i] = make_crt(i + 1);
  return all;
}

PowerTables make_power_tables() {
  PowerTables tables;
  for (std::size_t i = 0; i < kMaxModuli; ++i) {
    const int modulus = kModuli[i];
    std::array<int, kPowerRows + 4> powers = {1};
    for (std::size_t e = 1; e < powers.size(); ++e) powers[e] = powers[e - 1] * 256 % modulus;
    for (std::size_t row = 0; row < kPowerRows; ++row) {
      for (std::size_t byte = 0; byte < 4; ++byte) {
        const int power = powers[row + byte];
        const int centred = power > modulus / 2 ? power - modulus : power;
        tables.rows[i][row] |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(centred))
                               << (8 * byte);
      }
    }
  }
  return tables;
}

}  // namespace

const Crt& crt_of(std::size_t moduli) {
  static const std::array<Crt, kMaxModuli> all = make_crts();
  return all[moduli - 1];
}

const PowerTables& power_tables() {
  static const PowerTables tables = make_power_tables();
  return tables;
}

}  // namespace exactblend
