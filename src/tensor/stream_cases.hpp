// From a type and a number of rows known at run time to the kernel compiled for both.
#pragma once

#include <cstddef>
#include <type_traits>

#include "exactblend/number/float_type.hpp"
#include "tensor/fast_kernel.hpp"

namespace exactblend {

static_assert(kFastRows == 6);

// use(type), a std::integral_constant.
template <class Use>
bool with_type(FloatType type, Use use) {
  switch (type) {
    case FloatType::f64: return use(std::integral_constant<FloatType, FloatType::f64>());
    case FloatType::f32: return use(std::integral_constant<FloatType, FloatType::f32>());
    case FloatType::f16: return use(std::integral_constant<FloatType, FloatType::f16>());
    case FloatType::bf16: return use(std::integral_constant<FloatType, FloatType::bf16>());
    case FloatType::e4m3: return use(std::integral_constant<FloatType, FloatType::e4m3>());
    case FloatType::e5m2: return use(std::integral_constant<FloatType, FloatType::e5m2>());
  }
  return false;
}

// use(type, rows), both std::integral_constant. rows: from 1 to kFastRows.
template <class Type, class Use>
bool stream_case_of(Type type, std::size_t rows, Use& use) {
  switch (rows) {
    case 1: return use(type, std::integral_constant<std::size_t, 1>());
    case 2: return use(type, std::integral_constant<std::size_t, 2>());
    case 3: return use(type, std::integral_constant<std::size_t, 3>());
    case 4: return use(type, std::integral_constant<std::size_t, 4>());
    case 5: return use(type, std::integral_constant<std::size_t, 5>());
    default: return use(type, std::integral_constant<std::size_t, kFastRows>());
  }
}

template <class Use>
bool stream_case(FloatType type, std::size_t rows, Use use) {
  return with_type(type, [&](auto known) { return stream_case_of(known, rows, use); });
}

}  // namespace exactblend
