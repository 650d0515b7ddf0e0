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
  // Inside of "labels"
  keys,
  components,
  queries,
};

[[nodiscard]] std::string_view name(Field field);

// What a field holds: "a string".
[[nodiscard]] std::string_view content(Field field);

// What one entry of a field of rows is called: "a weight".
[[nodiscard]] std::string_view entry_name(Field field);

// The field of this name, at the top or inside of "labels".
[[nodiscard]] std::optional<Field> find_field(std::string_view name, bool in_labels);

// For a name that is no field's: what would be right, with the nearest name if one is near.
[[nodiscard]] std::string suggest_field(std::string_view unknown, bool in_labels);

}  // namespace exactblend
