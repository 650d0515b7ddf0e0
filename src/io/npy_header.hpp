// The header of a .npy file: a Python dict literal, of which exactly this much is understood:
//
//     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "exactblend/io/element_type.hpp"
#include "exactblend/number/result.hpp"

namespace exactblend {

struct NpyHeader {
  ElementType type = ElementType::f32;
  bool fortran_order = false;
  std::vector<std::size_t> shape;
};

// before: bytes of the file in front of the text, so that an error can say where it stands.
// Errors: those of the header among read_npy()'s.
[[nodiscard]] Result<NpyHeader> parse_npy_header(std::string_view text, std::size_t before);

// What numpy writes for arrays of this dtype: "<f4". Errors: unknown_dtype, unsupported_dtype,
// big_endian.
[[nodiscard]] Result<ElementType> parse_npy_dtype(std::string_view descr);

}  // namespace exactblend
