#include "io/problem_fields.hpp"

#include <array>
#include <span>

#include "exactblend/lesson/problem.hpp"
#include "lesson/near_name.hpp"

namespace exactblend {
namespace {

struct FieldName {
  Field field;
  std::string_view name;
  std::string_view content;
};

constexpr std::string_view kRows =
    R"(an array of numbers, an array of such arrays, or a string such as "1/4,1/4,1/2")";
constexpr std::string_view kString = "a string";
constexpr std::string_view kStrings = "an array of strings";

constexpr std::array<FieldName, 23> kFields{{
    {Field::json_schema, "$schema", kString},
    {Field::schema, "schema", R"(the string "exactblend/problem/1")"},
    {Field::title, "title", kString},
    {Field::notes, "notes", "a string or an array of strings"},
    {Field::weights, "weights", kRows},
    {Field::ratio, "ratio",
     R"(an array of numbers, an array of such arrays, or a string such as "1:1:2")"},
    {Field::scores, "scores", kRows},
    {Field::values, "values", R"~(an array of vectors, or a string such as "(2,0) (0,3) (1,1)")~"},
    {Field::labels, "labels", R"(an object with "keys", "components" or "queries")"},
    {Field::normalize, "normalize", "true or false"},
    {Field::signed_weights, "signed", "true or false"},
    {Field::sentences, "sentences", R"(an object with sentences, such as {"add": "…"})"},
    {Field::keys, "keys", kStrings},
    {Field::components, "components", kStrings},
    {Field::queries, "queries", kStrings},
    {Field::introduction, "introduction", kString},
    {Field::softmax_step, "softmax", kString},
    {Field::normalize_step, "normalize", kString},
    {Field::assign_step, "assign", kString},
    {Field::scale_step, "scale", kString},
    {Field::add_step, "add", kString},
    {Field::boundary_step, "boundary", kString},
    {Field::summary, "summary", kString},
}};
constexpr std::size_t kTopFields = 12;
constexpr std::size_t kLabelFields = 3;
static_assert(kTopFields + kLabelFields + kSentences == kFields.size());

std::span<const FieldName> fields(FieldGroup group) {
  const std::span<const FieldName> all(kFields);
  switch (group) {
    case FieldGroup::labels: return all.subspan(kTopFields, kLabelFields);
    case FieldGroup::sentences: return all.last(kSentences);
    case FieldGroup::problem: break;
  }
  return all.first(kTopFields);
}

std::string quoted(std::string_view name) { return '"' + std::string(name) + '"'; }

}  // namespace

std::string_view name(Field field) { return kFields[static_cast<std::size_t>(field)].name; }

std::string_view content(Field field) { return kFields[static_cast<std::size_t>(field)].content; }

std::string_view entry_name(Field field) {
  if (field == Field::ratio) return "a part of the ratio";
  return field == Field::scores ? "a score" : "a weight";
}

std::optional<Field> find_field(std::string_view name, FieldGroup group) {
  for (const FieldName& field : fields(group)) {
    if (field.name == name) return field.field;
  }
  return std::nullopt;
}

std::string suggest_field(std::string_view unknown, FieldGroup group) {
  constexpr std::size_t kLongest = 14;  // the longest name and two letters more
  const FieldName* nearest = nullptr;
  if (unknown.size() <= kLongest) {
    std::size_t least = near_enough(unknown.size()) + 1;
    for (const FieldName& field : fields(group)) {
      const std::size_t far = distance(unknown, field.name);
      if (far >= least) continue;
      least = far;
      nearest = &field;
    }
  }
  if (nearest != nullptr) return quoted(nearest->name) + " may be meant";
  std::string all = "the fields are ";
  for (const FieldName& field : fields(group)) {
    if (field.field == Field::json_schema) continue;
    if (!all.ends_with(' ')) all += ", ";
    all += field.name;
  }
  return all;
}

}  // namespace exactblend
