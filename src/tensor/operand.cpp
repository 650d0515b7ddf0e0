#include "tensor/operand.hpp"

namespace exactblend {
namespace {

template <FloatType kType, bool kFixed>
void take_apart_as(const std::byte* at, std::ptrdiff_t step, std::size_t count,
                   const TakenApart& out, std::uint8_t* not_finite, std::size_t flag_step) {
  constexpr FloatFormat kFormat = format_of(kType);
  for (std::size_t i = 0; i < count; ++i, at += step) {
    const DecodedFloat value = decode(kType, load_bits(kType, at));
    const auto size = static_cast<std::int64_t>(value.significand);
    const std::int64_t significand = value.negative ? -size : size;
    if (value.kind != FloatKind::finite) [[unlikely]] {
      not_finite[i * flag_step] = 1;
      out.significand[i] = 0;
      if constexpr (!kFixed) out.place[i] = 0;
      continue;
    }
    const int place = value.exponent - kFormat.min_exponent;
    if constexpr (kFixed) {
      out.significand[i] = significand << place;
    } else {
      out.significand[i] = significand;
      out.place[i] = place;
    }
  }
}

}  // namespace

void take_apart(FloatType type, const std::byte* at, std::ptrdiff_t step, std::size_t count,
                const TakenApart& out, std::uint8_t* not_finite, std::size_t flag_step) {
  switch (type) {
    case FloatType::f64:
      return take_apart_as<FloatType::f64, false>(at, step, count, out, not_finite, flag_step);
    case FloatType::f32:
      return take_apart_as<FloatType::f32, false>(at, step, count, out, not_finite, flag_step);
    case FloatType::f16:
      return take_apart_as<FloatType::f16, false>(at, step, count, out, not_finite, flag_step);
    case FloatType::bf16:
      return take_apart_as<FloatType::bf16, false>(at, step, count, out, not_finite, flag_step);
    case FloatType::e4m3:
      return take_apart_as<FloatType::e4m3, false>(at, step, count, out, not_finite, flag_step);
    case FloatType::e5m2:
      return take_apart_as<FloatType::e5m2, false>(at, step, count, out, not_finite, flag_step);
  }
}

void take_apart_fixed(FloatType type, const std::byte* at, std::ptrdiff_t step, std::size_t count,
                      const TakenApart& out, std::uint8_t* not_finite, std::size_t flag_step) {
  switch (type) {
    case FloatType::f16:
      return take_apart_as<FloatType::f16, true>(at, step, count, out, not_finite, flag_step);
    case FloatType::e4m3:
      return take_apart_as<FloatType::e4m3, true>(at, step, count, out, not_finite, flag_step);
    case FloatType::e5m2:
      return take_apart_as<FloatType::e5m2, true>(at, step, count, out, not_finite, flag_step);
    case FloatType::f64:
    case FloatType::f32:
    case FloatType::bf16: return;  // wider than 64 bits
  }
}

}  // namespace exactblend
