#include "exactblend/io/element_type.hpp"

#include <array>

namespace exactblend {
namespace {

struct Row {
  std::string_view name;
  std::size_t bytes;
  std::optional<FloatType> floats;
};

// In the order of ElementType.
constexpr std::array<Row, 15> kRows{{
    {"F64", 8, FloatType::f64},
    {"F32", 4, FloatType::f32},
    {"F16", 2, FloatType::f16},
    {"BF16", 2, FloatType::bf16},
    {"F8_E4M3", 1, FloatType::e4m3},
    {"F8_E5M2", 1, FloatType::e5m2},
    {"BOOL", 1, std::nullopt},
    {"I8", 1, std::nullopt},
    {"U8", 1, std::nullopt},
    {"I16", 2, std::nullopt},
    {"U16", 2, std::nullopt},
    {"I32", 4, std::nullopt},
    {"U32", 4, std::nullopt},
    {"I64", 8, std::nullopt},
    {"U64", 8, std::nullopt},
}};

const Row& row(ElementType type) { return kRows[static_cast<std::size_t>(type)]; }

}  // namespace

std::string_view name(ElementType type) { return row(type).name; }

std::optional<ElementType> element_type(std::string_view name) {
  for (std::size_t i = 0; i < kRows.size(); ++i) {
    if (kRows[i].name == name) return static_cast<ElementType>(i);
  }
  return std::nullopt;
}

ElementType element_type(FloatType type) {
  switch (type) {
    case FloatType::f64: return ElementType::f64;
    case FloatType::f32: return ElementType::f32;
    case FloatType::f16: return ElementType::f16;
    case FloatType::bf16: return ElementType::bf16;
    case FloatType::e4m3: return ElementType::e4m3;
    case FloatType::e5m2: break;
  }
  return ElementType::e5m2;
}

std::size_t bytes_of(ElementType type) { return row(type).bytes; }

std::optional<FloatType> float_type(ElementType type) { return row(type).floats; }

bool carried(ElementType type, FloatType as) {
  if (float_type(type) == as) return true;
  switch (as) {
    case FloatType::bf16:
    case FloatType::f16: return type == ElementType::u16;
    case FloatType::e4m3:
    case FloatType::e5m2: return type == ElementType::u8;
    case FloatType::f64:
    case FloatType::f32: break;
  }
  return false;
}

}  // namespace exactblend
