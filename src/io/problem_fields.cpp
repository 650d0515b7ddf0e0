#include "io/problem_fields.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

namespace exactblend {
namespace {

struct FieldName {
  Field field;
  std::string_view name;
  std::string_view content;
};

constexpr std::string_view kRows =
    R"(an array of numbers, an array of such arrays, or a string such as "1/4,1/4,1/2")";
constexpr std::string_view kStrings = "an array of strings";

constexpr std::array<FieldName, 14> kFields{{
    {Field::json_schema, "$schema", "a string"},
    {Field::schema, "schema", R"(the string "exactblend/problem/1")"},
    {Field::title, "title", "a string"},
    {Field::notes, "notes", "a string or an array of strings"},
    {Field::weights, "weights", kRows},
    {Field::ratio, "ratio",
     R"(an array of numbers, an array of such arrays, or a string such as "1:1:2")"},
    {Field::scores, "scores", kRows},
    {Field::values, "values", R"~(an array of vectors, or a string such as "(2,0) (0,3) (1,1)")~"},
    {Field::labels, "labels", R"(an object with "keys", "components" or "queries")"},
    {Field::normalize, "normalize", "true or false"},
    {Field::signed_weights, "signed", "true or false"},
    {Field::keys, "keys", kStrings},
    {Field::components, "components", kStrings},
    {Field::queries, "queries", kStrings},
}};
constexpr std::size_t kTopFields = 11;

std::span<const FieldName> fields(bool in_labels) {
  const std::span<const FieldName> all(kFields);
  return in_labels ? all.subspan(kTopFields) : all.first(kTopFields);
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

// Letters to insert, delete, replace or swap with their neighbour (optimal string alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == b[j - 1];
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      if (i > 1 && j > 1 && lower(a[i - 1]) == b[j - 2] && lower(a[i - 2]) == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string quoted(std::string_view name) { return '"' + std::string(name) + '"'; }

}  // namespace

std::string_view name(Field field) { return kFields[static_cast<std::size_t>(field)].name; }

std::string_view content(Field field) { return kFields[static_cast<std::size_t>(field)].content; }

std::string_view entry_name(Field field) {
  if (field == Field::ratio) return "a part of the ratio";
  return field == Field::scores ? "a score" : "a weight";
}

std::optional<Field> find_field(std::string_view name, bool in_labels) {
  for (const FieldName& field : fields(in_labels)) {
    if (field.name == name) return field.field;
  }
  return std::nullopt;
}

std::string suggest_field(std::string_view unknown, bool in_labels) {
  constexpr std::size_t kNear = 2;
  constexpr std::size_t kLongest = 12;  // the longest name and two letters more
  const FieldName* nearest = nullptr;
  if (unknown.size() <= kLongest) {
    std::size_t least = std::min(kNear, unknown.size() / 2) + 1;
    for (const FieldName& field : fields(in_labels)) {
      const std::size_t far = distance(unknown, field.name);
      if (far >= least) continue;
      least = far;
      nearest = &field;
    }
  }
  if (nearest != nullptr) return quoted(nearest->name) + " may be meant";
  std::string all = "the fields are ";
  for (const FieldName& field : fields(in_labels)) {
    if (field.field == Field::json_schema) continue;
    if (!all.ends_with(' ')) all += ", ";
    all += field.name;
  }
  return all;
}

}  // namespace exactblend
