// What every operation that can fail returns: a value, or an Error that a person can act on.
//
//     Result<Rational> weight = read_rational("1/0");
//     if (!weight) report(to_text(weight.error()));
//     // 3: the denominator is 0; a fraction needs a denominator other than 0
//
// Expected failures (input, shape, limit, file) are values, never exceptions; the library does not
// print, exit or abort.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

namespace exactblend {

// The kind of failure. code_name() gives the stable name that JSON output uses.
enum class ErrorCode {
  // Reading a number (number/read.hpp)
  empty,
  not_a_number,
  zero_denominator,
  two_slashes,
  decimal_in_fraction,
  decimal_comma,
  two_fractions,
  two_signs,
  exponent_without_digits,
  unclosed_repeat,
  empty_repeat,
  malformed_tex,
  trailing_text,
  over_limit,
  // Reading a vector or a list
  unclosed_vector,
  missing_component,
  mixed_separators,
  // Arithmetic on request
  division_by_zero,
  not_finite,
  // Weights and shapes (blend/)
  no_weights,
  weights_short,
  weights_over,
  negative_weight,
  masked_not_zero,
  sum_is_zero,
  all_masked,
  no_values,
  wrong_count,
  // Tensors (tensor/)
  wrong_shape,
  no_data,
  overlapping_output,
  // An author's sentences (lesson/)
  unclosed_name,
  unknown_name,
  // Problems (lesson/) and files (io/)
  syntax,
  unknown_field,
  duplicate_field,
  missing_field,
  conflicting_fields,
  wrong_type,
  unsupported_schema,
  not_utf8,
  // Files of tensors (io/)
  unknown_format,
  truncated_file,
  trailing_bytes,
  unknown_dtype,
  unsupported_dtype,
  big_endian,
  size_mismatch,
  reversed_offsets,
  offsets_past_end,
  overlapping_data,
  unused_bytes,
  duplicate_name,
  name_needed,
  malformed_zip,
  compressed,
  wrong_checksum,
  // Any file, and the command line
  cannot_read,
  cannot_write,
  usage,
};

// Where the cause stands. Lines and columns count from 1; columns count characters (code points),
// not bytes. 0 means unknown: such a part is left out when printed.
struct Place {
  std::string source;
  int line = 0;
  int column = 0;
};

struct Error {
  ErrorCode code;
  std::string wrong;  // what is wrong, as a clause without a final stop
  std::string right;  // what would be right; may be empty
  Place place = {};
};

template <class T>
using Result = tl::expected<T, Error>;

// A Result<T> that holds an error; returns convert from it.
[[nodiscard]] inline tl::unexpected<Error> failure(ErrorCode code, std::string wrong,
                                                   std::string right, Place place = {}) {
  return tl::unexpected<Error>(Error{code, std::move(wrong), std::move(right), std::move(place)});
}

// "weights_short" becomes "weights-short".
[[nodiscard]] std::string_view code_name(ErrorCode code);

// "file:line:column: what is wrong; what would be right", without the parts that are unknown.
[[nodiscard]] std::string to_text(const Error& error);

}  // namespace exactblend
