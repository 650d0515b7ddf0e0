#include "io/problem_reader.hpp"

#include <utility>

#include "exactblend/io/problem_json.hpp"
#include "lesson/near_name.hpp"

namespace exactblend {
namespace {

using Last = JsonContext::Last;

bool is_rows(Field field) {
  return field == Field::weights || field == Field::ratio || field == Field::scores;
}

}  // namespace

JsonContext ProblemReader::context() const {
  using In = JsonContext::Inside;
  if (inside_ == Inside::document) return {In::nothing, last_};
  const bool object =
      inside_ == Inside::problem || inside_ == Inside::labels || inside_ == Inside::sentences;
  return {object ? In::object : In::array, last_};
}

bool ProblemReader::refuse(Error error, Position at) {
  error.place.line = at.line;
  error.place.column = at.column;
  error_ = std::move(error);
  return false;
}

bool ProblemReader::refuse(ErrorCode code, Position at, std::string wrong, std::string right) {
  return refuse({code, std::move(wrong), std::move(right)}, at);
}

bool ProblemReader::wrong_type(const JsonToken& token, std::string_view kind) {
  const auto wrong = [&](std::string_view what, std::string_view right) {
    return refuse(ErrorCode::wrong_type, token.at, std::string(what).append(" is ").append(kind),
                  std::string(right));
  };
  const std::string field = '"' + std::string(exactblend::name(field_)) + '"';
  switch (inside_) {
    case Inside::document: return wrong("the problem", kWantedObject);
    case Inside::rows:
    case Inside::row: return wrong(entry_name(field_), R"(a number such as "1/4", or "masked")");
    case Inside::values: return wrong("a value", R"~(a vector such as [2, 0], "(2,0)" or 2)~");
    case Inside::value: return wrong("a component", R"(a number such as 2 or "1/4")");
    case Inside::notes: return wrong("a note", "a string");
    case Inside::label_list: return wrong("a label in " + field, "a string");
    case Inside::problem:
    case Inside::labels:
    case Inside::sentences: break;
  }
  return wrong(field, content(field_));
}

// The draft's own limit is checked when it is whole; this one is for the memory until then.
bool ProblemReader::count_one(const JsonToken& token) {
  if (++count_ <= kMaxTerms) return true;
  return refuse(ErrorCode::over_limit, token.at,
                "too much in \"" + std::string(exactblend::name(field_)) + '"',
                "at most " + std::to_string(kMaxTerms) + " numbers or strings");
}

bool ProblemReader::open_object(const JsonToken& token) {
  if (inside_ == Inside::document) {
    draft_.at = token.at;
    inside_ = Inside::problem;
  } else if (inside_ == Inside::problem && field_ == Field::labels) {
    draft_.labels_at = token.at;
    inside_ = Inside::labels;
  } else if (inside_ == Inside::problem && field_ == Field::sentences) {
    inside_ = Inside::sentences;
  } else {
    return wrong_type(token, "an object");
  }
  last_ = Last::opening;
  return true;
}

bool ProblemReader::close_object() {
  const bool inner = inside_ == Inside::labels || inside_ == Inside::sentences;
  inside_ = inner ? Inside::problem : Inside::document;
  last_ = Last::value;
  return true;
}

bool ProblemReader::open_array(const JsonToken& token) {
  switch (inside_) {
    case Inside::problem:
      if (is_rows(field_)) {
        inside_ = Inside::rows;
      } else if (field_ == Field::values) {
        inside_ = Inside::values;
        draft_.values.reserve(kFewKeys);
      } else if (field_ == Field::notes) {
        inside_ = Inside::notes;
      } else {
        return wrong_type(token, "an array");
      }
      break;
    case Inside::labels: inside_ = Inside::label_list; break;
    case Inside::rows:
      // An entry before it makes a row of the whole array.
      if (!rows().empty() && rows().front().at.line == 0) return mixed(token);
      if (!count_one(token)) return false;
      new_row(token.at);
      inside_ = Inside::row;
      last_ = Last::opening;
      return true;
    case Inside::values: {
      if (!count_one(token)) return false;
      const std::size_t components =
          draft_.values.empty() ? kFewKeys : draft_.values.back().components.size();
      DraftValue& value = draft_.values.emplace_back();
      value.at = token.at;
      value.components.reserve(components);
      inside_ = Inside::value;
      last_ = Last::opening;
      return true;
    }
    default: return wrong_type(token, "an array");
  }
  count_ = 0;
  array_at_ = token.at;
  last_ = Last::opening;
  return true;
}

bool ProblemReader::close_array() {
  switch (inside_) {
    case Inside::row: inside_ = Inside::rows; break;
    case Inside::value: inside_ = Inside::values; break;
    case Inside::label_list: inside_ = Inside::labels; break;
    case Inside::rows:
      if (rows().empty()) new_row(array_at_);  // one row of no entries, which the blend refuses
      if (rows().front().at.line == 0) rows().front().at = array_at_;
      inside_ = Inside::problem;
      break;
    default: inside_ = Inside::problem; break;
  }
  last_ = Last::value;
  return true;
}

bool ProblemReader::name(const JsonToken& token, std::string_view text) {
  const FieldGroup group = inside_ == Inside::labels      ? FieldGroup::labels
                           : inside_ == Inside::sentences ? FieldGroup::sentences
                                                          : FieldGroup::problem;
  const std::optional<Field> field = find_field(text, group);
  if (!field) {
    return refuse(ErrorCode::unknown_field, token.at,
                  is_plain_name(text) ? "there is no field \"" + std::string(text) + '"'
                                      : "there is no field of this name",
                  suggest_field(text, group));
  }
  const auto bit = [](Field of) { return 1U << static_cast<unsigned>(of); };
  if ((given_ & bit(*field)) != 0) {
    return refuse(ErrorCode::duplicate_field, token.at,
                  '"' + std::string(text) + "\" is given twice", "each field once");
  }
  given_ |= bit(*field);
  if ((given_ & bit(Field::weights)) != 0 && (given_ & bit(Field::ratio)) != 0) {
    return refuse(ErrorCode::conflicting_fields, token.at,
                  "both \"weights\" and \"ratio\" are given",
                  "one of them: a ratio divided by its sum is the weights");
  }
  field_ = *field;
  last_ = Last::name;
  return true;
}

bool ProblemReader::string(const JsonToken& token, std::string&& text) {
  last_ = Last::value;
  switch (inside_) {
    case Inside::problem: return text_field(token, std::move(text));
    case Inside::rows:
    case Inside::row: return entry(token, text, true);
    case Inside::values: return value_text(token, text);
    case Inside::value: return component(token, text, true);
    case Inside::notes:
      if (!count_one(token)) return false;
      draft_.notes.push_back(std::move(text));
      return true;
    case Inside::label_list:
      if (!count_one(token)) return false;
      label_list().push_back(std::move(text));
      return true;
    case Inside::sentences: return sentence(token, text);
    case Inside::document:
    case Inside::labels: break;
  }
  return wrong_type(token, "a string");
}

bool ProblemReader::text_field(const JsonToken& token, std::string&& text) {
  switch (field_) {
    case Field::json_schema: return true;
    case Field::schema: return check_schema(token, text);
    case Field::title: draft_.title = std::move(text); return true;
    case Field::notes: draft_.notes.push_back(std::move(text)); return true;
    case Field::weights:
    case Field::ratio:
    case Field::scores: return rows_text(token, text);
    case Field::values: return values_text(token, text);
    default: return wrong_type(token, "a string");
  }
}

bool ProblemReader::check_schema(const JsonToken& token, std::string_view text) {
  if (text == kProblemSchema) return true;
  const std::string right = '"' + std::string(kProblemSchema) + '"';
  return refuse(ErrorCode::unsupported_schema, token.at,
                is_plain_name(text) ? "the schema \"" + std::string(text) + "\" is not known here"
                                    : "this schema is not known here",
                right + ", or no schema");
}

bool ProblemReader::number(const JsonToken& token) {
  last_ = Last::value;
  switch (inside_) {
    case Inside::rows:
    case Inside::row: return entry(token, token.raw, false);
    case Inside::values:
      draft_.values.emplace_back().at = token.at;
      return component(token, token.raw, false);
    case Inside::value: return component(token, token.raw, false);
    default: return wrong_type(token, "a number");
  }
}

bool ProblemReader::boolean(const JsonToken& token, bool value) {
  last_ = Last::value;
  const bool known =
      inside_ == Inside::problem && (field_ == Field::normalize || field_ == Field::signed_weights);
  if (!known) return wrong_type(token, value ? "true" : "false");
  (field_ == Field::normalize ? draft_.normalize : draft_.signed_weights) = value;
  return true;
}

bool ProblemReader::null(const JsonToken& token) { return wrong_type(token, "null"); }

std::vector<std::string>& ProblemReader::label_list() {
  switch (field_) {
    case Field::keys: return draft_.labels.keys;
    case Field::components: return draft_.labels.components;
    default: return draft_.labels.queries;
  }
}

}  // namespace exactblend
