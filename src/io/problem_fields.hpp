// The names of the fields of a problem file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace exactblend {

enum class Field : unsigned char {
  json_schema,  // "$schema", for editors
  schema,
  title,
  notes,
  weights,
  ratio,
  scores,
  values,
  labels,
  normalize,
  signed_weights,  // "signed"
  sentences,
  // Inside of "labels"
  keys,
  components,
  queries,
  // Inside of "sentences", in the order of SentenceOf
  introduction,
  softmax_step,  // "softmax", and so on
  normalize_step,
  assign_step,
  scale_step,
  add_step,
  boundary_step,
  summary,
};

// Where the names of fields stand.
enum class FieldGroup : unsigned char { problem, labels, sentences };

[[nodiscard]] std::string_view name(Field field);

// What a field holds: "a string".
[[nodiscard]] std::string_view content(Field field);

// What one entry of a field of rows is called: "a weight".
[[nodiscard]] std::string_view entry_name(Field field);

[[nodiscard]] std::optional<Field> find_field(std::string_view name, FieldGroup group);

// For a name that is no field's: what would be right, with the nearest name if one is near.
[[nodiscard]] std::string suggest_field(std::string_view unknown, FieldGroup group);

}  // namespace exactblend
