// Dyadic: an exact number ±magnitude·2^exponent, of any size. Every finite float is one, and so is
// every sum of products of floats.
//
//     Dyadic x = *Dyadic::of_float(FloatType::bf16, 0x3fa0);   // 5·2^-2
//     to_rational(x);                                          // 5/4
//     round_to(FloatType::e4m3, x);                            // number/round.hpp
//
// Canonical: the magnitude is odd, or the value is 0 with exponent 0 and no sign. So equality is
// equality of parts. No operation rounds.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "exactblend/number/float_type.hpp"
#include "exactblend/number/rational.hpp"

namespace exactblend {

// |exponent| as given to Dyadic::of. Products of two f64 need 2148.
inline constexpr int kMaxDyadicExponent = 20'000;

class Dyadic {
 public:
  Dyadic() = default;  // 0

  // ±magnitude·2^exponent; the magnitude in words of 64 bits, the least first, leading zeros
  // allowed. Error: over_limit. Cost: linear.
  [[nodiscard]] static Result<Dyadic> of(bool negative, std::span<const std::uint64_t> magnitude,
                                         int exponent);
  // The same number in place of this one, whose memory is used again; up to two words need none. An
  // error leaves it as it is.
  [[nodiscard]] Result<void> assign(bool negative, std::span<const std::uint64_t> magnitude,
                                    int exponent);
  // Error: not_finite for infinity and NaN.
  [[nodiscard]] static Result<Dyadic> of_float(FloatType type, std::uint64_t bits);

  [[nodiscard]] int sign() const { return is_zero() ? 0 : (negative_ ? -1 : 1); }
  [[nodiscard]] bool is_zero() const { return magnitude_.size() == 0; }
  // Words of 64 bits, the least first, the last not 0; none for 0.
  [[nodiscard]] std::span<const std::uint64_t> magnitude() const {
    return {magnitude_.data(), magnitude_.size()};
  }
  [[nodiscard]] int exponent() const { return exponent_; }

  Dyadic operator-() const;
  friend bool operator==(const Dyadic& a, const Dyadic& b) = default;
  friend std::strong_ordering operator<=>(const Dyadic& a, const Dyadic& b);

 private:
  // Sums of products of short floats have two words and less: so most of a tensor's entries need no
  // memory of their own.
  class Words {
   public:
    Words() = default;
    Words(const Words& other);
    Words(Words&& other) noexcept;
    Words& operator=(const Words& other);
    Words& operator=(Words&& other) noexcept;
    ~Words() = default;

    // What was there stays, as far as there is room without asking for more.
    void resize(std::size_t size);
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] const std::uint64_t* data() const { return many_ ? many_.get() : few_.data(); }
    [[nodiscard]] std::uint64_t* data() { return many_ ? many_.get() : few_.data(); }
    bool operator==(const Words& other) const;

   private:
    static constexpr std::size_t kFew = 2;
    std::array<std::uint64_t, kFew> few_ = {};
    std::unique_ptr<std::uint64_t[]> many_;  // of room_ words; null if there are few
    std::uint32_t size_ = 0;
    std::uint32_t room_ = kFew;
  };

  Words magnitude_;
  int exponent_ = 0;
  bool negative_ = false;
};

// Exact.
[[nodiscard]] Rational to_rational(const Dyadic& value);

}  // namespace exactblend
