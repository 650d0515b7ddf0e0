#include "exactblend/number/result.hpp"

namespace exactblend {

std::string_view code_name(ErrorCode code) {
  switch (code) {
    case ErrorCode::empty: return "empty";
    case ErrorCode::not_a_number: return "not-a-number";
    case ErrorCode::zero_denominator: return "zero-denominator";
    case ErrorCode::two_slashes: return "two-slashes";
    case ErrorCode::decimal_in_fraction: return "decimal-in-fraction";
    case ErrorCode::decimal_comma: return "decimal-comma";
    case ErrorCode::two_fractions: return "two-fractions";
    case ErrorCode::two_signs: return "two-signs";
    case ErrorCode::exponent_without_digits: return "exponent-without-digits";
    case ErrorCode::unclosed_repeat: return "unclosed-repeat";
    case ErrorCode::empty_repeat: return "empty-repeat";
    case ErrorCode::malformed_tex: return "malformed-tex";
    case ErrorCode::trailing_text: return "trailing-text";
    case ErrorCode::over_limit: return "over-limit";
    case ErrorCode::unclosed_vector: return "unclosed-vector";
    case ErrorCode::missing_component: return "missing-component";
    case ErrorCode::mixed_separators: return "mixed-separators";
    case ErrorCode::division_by_zero: return "division-by-zero";
    case ErrorCode::not_finite: return "not-finite";
    case ErrorCode::no_weights: return "no-weights";
    case ErrorCode::weights_short: return "weights-short";
    case ErrorCode::weights_over: return "weights-over";
    case ErrorCode::negative_weight: return "negative-weight";
    case ErrorCode::masked_not_zero: return "masked-not-zero";
    case ErrorCode::sum_is_zero: return "sum-is-zero";
    case ErrorCode::all_masked: return "all-masked";
    case ErrorCode::no_values: return "no-values";
    case ErrorCode::wrong_count: return "wrong-count";
    case ErrorCode::wrong_shape: return "wrong-shape";
    case ErrorCode::no_data: return "no-data";
    case ErrorCode::overlapping_output: return "overlapping-output";
    case ErrorCode::unclosed_name: return "unclosed-name";
    case ErrorCode::unknown_name: return "unknown-name";
    case ErrorCode::syntax: return "syntax";
    case ErrorCode::unknown_field: return "unknown-field";
    case ErrorCode::duplicate_field: return "duplicate-field";
    case ErrorCode::missing_field: return "missing-field";
    case ErrorCode::conflicting_fields: return "conflicting-fields";
    case ErrorCode::wrong_type: return "wrong-type";
    case ErrorCode::unsupported_schema: return "unsupported-schema";
    case ErrorCode::not_utf8: return "not-utf8";
    case ErrorCode::unknown_format: return "unknown-format";
    case ErrorCode::truncated_file: return "truncated-file";
    case ErrorCode::trailing_bytes: return "trailing-bytes";
    case ErrorCode::unknown_dtype: return "unknown-dtype";
    case ErrorCode::unsupported_dtype: return "unsupported-dtype";
    case ErrorCode::big_endian: return "big-endian";
    case ErrorCode::size_mismatch: return "size-mismatch";
    case ErrorCode::reversed_offsets: return "reversed-offsets";
    case ErrorCode::offsets_past_end: return "offsets-past-end";
    case ErrorCode::overlapping_data: return "overlapping-data";
    case ErrorCode::unused_bytes: return "unused-bytes";
    case ErrorCode::duplicate_name: return "duplicate-name";
    case ErrorCode::name_needed: return "name-needed";
    case ErrorCode::malformed_zip: return "malformed-zip";
    case ErrorCode::compressed: return "compressed";
    case ErrorCode::wrong_checksum: return "wrong-checksum";
    case ErrorCode::cannot_read: return "cannot-read";
    case ErrorCode::cannot_write: return "cannot-write";
    case ErrorCode::usage: return "usage";
  }
  return "unknown";
}

std::string to_text(const Error& error) {
  std::string text = error.place.source;
  if (error.place.line > 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(error.place.line);
  }
  if (error.place.column > 0) {
    if (!text.empty()) text += ':';
    text += std::to_string(error.place.column);
  }
  if (!text.empty()) text += ": ";
  text += error.wrong;
  if (!error.right.empty()) {
    text += "; ";
    text += error.right;
  }
  return text;
}

}  // namespace exactblend
