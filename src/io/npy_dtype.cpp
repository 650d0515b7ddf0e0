#include <algorithm>
#include <array>
#include <string>

#include "io/npy_header.hpp"
#include "io/tensor_names.hpp"

namespace exactblend {
namespace {

struct Row {
  std::string_view descr;  // without the byte order
  ElementType type;
};

// V1, V2 and f1 are how packages that add bf16 and 8-bit floats to numpy have them written: raw
// bytes, read as integers that carry them.
constexpr std::array<Row, 15> kRows{{
    {"f8", ElementType::f64},
    {"f4", ElementType::f32},
    {"f2", ElementType::f16},
    {"f1", ElementType::u8},
    {"V2", ElementType::u16},
    {"V1", ElementType::u8},
    {"b1", ElementType::boolean},
    {"i1", ElementType::i8},
    {"u1", ElementType::u8},
    {"i2", ElementType::i16},
    {"u2", ElementType::u16},
    {"i4", ElementType::i32},
    {"u4", ElementType::u32},
    {"i8", ElementType::i64},
    {"u8", ElementType::u64},
}};

constexpr const char* kFloats = "an array of floats: arr.astype('<f4')";

// What a dtype that numpy knows and nobody reads here means; empty for one that is not known.
std::string_view refused_meaning(std::string_view descr) {
  const char kind = descr.front();
  if (kind == 'M' || kind == 'm') return "dates or times";
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (!std::all_of(descr.begin() + 1, descr.end(), is_digit)) return "";
  switch (kind) {
    case 'f': return "floats of a width that is not read here";
    case 'c': return "complex numbers";
    case 'S':
    case 'a':
    case 'U': return "text";
    case 'V': return "raw bytes of no float's width";
    default: return "";
  }
}

}  // namespace

Result<ElementType> parse_npy_dtype(std::string_view descr) {
  const std::string shown = quoted_name(descr);
  const std::string_view order = descr.substr(0, 1);
  const std::string_view rest = descr.substr(order.size());
  if (order == "O" || rest.starts_with('O')) {
    return failure(ErrorCode::unsupported_dtype,
                   "an array of Python objects, which is a pickle: reading one can run any code",
                   kFloats);
  }
  if (rest.size() < 2 || std::string_view("<>|").find(order) == std::string_view::npos) {
    return failure(ErrorCode::unknown_dtype, "the dtype " + shown + " is not known here", kFloats);
  }
  for (const Row& row : kRows) {
    if (row.descr != rest) continue;
    const bool one_byte = bytes_of(row.type) == 1;
    if (order == ">" && !one_byte) {
      return failure(ErrorCode::big_endian, "big-endian numbers, dtype " + shown,
                     "little-endian ones: arr.astype('<" + std::string(rest) + "')");
    }
    if (order == "|" && !one_byte && rest.front() != 'V') {
      return failure(ErrorCode::unknown_dtype, "the dtype " + shown + " has no byte order",
                     "numbers in little-endian order: '<" + std::string(rest) + "'");
    }
    return row.type;
  }
  const std::string_view meaning = refused_meaning(rest);
  if (meaning.empty()) {
    return failure(ErrorCode::unknown_dtype, "the dtype " + shown + " is not known here", kFloats);
  }
  return failure(ErrorCode::unsupported_dtype,
                 "the dtype " + shown + " means " + std::string(meaning), kFloats);
}

}  // namespace exactblend
