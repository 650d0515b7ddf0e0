#include "exactblend/number/float_type.hpp"

namespace exactblend {

std::string_view name(FloatType type) {
  switch (type) {
    case FloatType::f64: return "f64";
    case FloatType::f32: return "f32";
    case FloatType::f16: return "f16";
    case FloatType::bf16: return "bf16";
    case FloatType::e4m3: return "e4m3";
    case FloatType::e5m2: return "e5m2";
  }
  return "";
}

std::optional<FloatType> float_type(std::string_view name) {
  for (const FloatType type : kFloatTypes) {
    if (exactblend::name(type) == name) return type;
  }
  return std::nullopt;
}

}  // namespace exactblend
