#include "exactblend/number/float_format.hpp"

#include <cmath>
#include <cstring>

#include "exactblend/number/round.hpp"
#include "number/float_oracle.hpp"

namespace exactblend {
namespace {

mpq_class exact(const DecodedFloat& value) {
  mpq_class size =
      mpz_class(std::to_string(value.significand)) * oracle::power_of_two(value.exponent);
  return value.negative ? mpq_class(-size) : size;
}

constexpr FloatType kSmall[] = {FloatType::f16, FloatType::bf16, FloatType::e4m3, FloatType::e5m2};

TEST(FloatFormat, every_f16_bf16_e4m3_and_e5m2_decodes_to_its_value) {
  for (const FloatType type : kSmall) {
    for (std::uint64_t bits = 0; bits < 2 * oracle::sign_bit(type); ++bits) {
      const DecodedFloat value = decode(type, bits);
      ASSERT_EQ(value.kind == FloatKind::finite, oracle::is_finite(type, bits)) << bits;
      ASSERT_EQ(value.negative, (bits & oracle::sign_bit(type)) != 0) << bits;
      if (value.kind == FloatKind::finite) {
        ASSERT_TRUE(exact(value) == oracle::value_of(type, bits)) << bits;
      } else {
        const bool infinite = type != FloatType::e4m3 &&
                              (bits & (oracle::sign_bit(type) - 1)) == oracle::infinity_bits(type);
        ASSERT_EQ(value.kind == FloatKind::infinite, infinite) << bits;
      }
    }
  }
}

TEST(FloatFormat, every_f16_bf16_e4m3_and_e5m2_survives_decode_and_encode) {
  for (const FloatType type : kSmall) {
    for (std::uint64_t bits = 0; bits < 2 * oracle::sign_bit(type); ++bits) {
      const DecodedFloat value = decode(type, bits);
      const std::uint64_t back = encode(type, value);
      if (value.kind == FloatKind::nan) {
        ASSERT_EQ(decode(type, back), value) << bits;
      } else {
        ASSERT_EQ(back, bits) << name(type);
      }
    }
  }
}

template <class Float, class Bits>
void expect_as_the_processor(FloatType type, Bits bits) {
  Float native;
  std::memcpy(&native, &bits, sizeof native);
  const DecodedFloat value = decode(type, bits);
  ASSERT_EQ(value.negative, std::signbit(native));
  ASSERT_EQ(value.kind == FloatKind::nan, std::isnan(native)) << bits;
  ASSERT_EQ(value.kind == FloatKind::infinite, std::isinf(native)) << bits;
  if (value.kind == FloatKind::finite) {
    ASSERT_EQ(std::ldexp(static_cast<double>(value.significand), value.exponent),
              std::fabs(static_cast<double>(native)))
        << bits;
  }
  if (value.kind != FloatKind::nan) {
    ASSERT_EQ(encode(type, value), bits);
  }
}

TEST(FloatFormat, f32_and_f64_decode_as_the_processor_reads_them) {
  std::uint64_t state = 1;
  for (int i = 0; i < 100'000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    std::uint64_t bits = state ^ (state >> 29);
    if (i % 4 == 1) bits |= 0x7fe0'0000'0000'0000;    // large, infinite, NaN
    if (i % 4 == 2) bits &= ~0x7fe0'0000'0000'0000U;  // small, subnormal
    expect_as_the_processor<double>(FloatType::f64, bits);
    expect_as_the_processor<float>(FloatType::f32, static_cast<std::uint32_t>(bits >> 32));
  }
  for (const std::uint32_t bits : {0U, 1U, 0x007fffffU, 0x00800000U, 0x7f7fffffU, 0x7f800000U,
                                   0x7fc00000U, 0x80000000U, 0xff7fffffU}) {
    expect_as_the_processor<float>(FloatType::f32, bits);
  }
}

TEST(FloatFormat, the_greatest_and_least_of_each_type_are_those_of_its_specification) {
  for (const FloatType type : kFloatTypes) {
    const FloatFormat format = format_of(type);
    EXPECT_TRUE(oracle::value_of(type, format.max_bits()) == oracle::greatest(type)) << name(type);
    EXPECT_EQ(format.infinity_bits(), oracle::infinity_bits(type)) << name(type);
    EXPECT_TRUE(oracle::value_of(type, 1) == oracle::power_of_two(format.min_exponent))
        << name(type);
    EXPECT_EQ(decode(type, format.nan_bits()).kind, FloatKind::nan) << name(type);
  }
}

TEST(FloatFormat, infinity_of_another_type_is_nan_in_e4m3) {
  const DecodedFloat infinity = decode(FloatType::f32, 0xff800000);
  EXPECT_EQ(encode(FloatType::e4m3, infinity), 0xffU);
  EXPECT_EQ(encode(FloatType::e5m2, infinity), 0xfcU);
}

}  // namespace
}  // namespace exactblend
