// The parts of a draft: rows, entries, values and components, from strings and JSON numbers.

#include <algorithm>
#include <utility>

#include "exactblend/number/read.hpp"
#include "io/problem_reader.hpp"

namespace exactblend {
namespace {

// Any case and surrounding space, as in number/read.hpp.
bool is_masked(std::string_view text) {
  constexpr std::string_view kMasked = "masked";
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.size() != kMasked.size()) return false;
  for (std::size_t i = 0; i < kMasked.size(); ++i) {
    if ((text[i] | 0x20) != kMasked[i]) return false;
  }
  return true;
}

// Of the first character inside the quotation marks.
Position inside_string(const JsonToken& token) { return {token.at.line, token.at.column + 1}; }

bool has_escapes(const JsonToken& token, std::string_view text) {
  return token.raw.size() != text.size();
}

// In JSON "\frac" is a form feed and "rac", "\tfrac" a tab and "frac".
void explain_backslash(Error& error, std::string_view text) {
  const std::size_t place = std::min(text.find("\frac"), text.find("\tfrac"));
  if (place == std::string_view::npos) return;
  const auto before = text.substr(0, place);
  error.wrong = "a single backslash, which JSON takes for the beginning of an escape";
  error.right = "a backslash is written twice: \"\\\\frac{1}{4}\"";
  error.place.column = 1 + static_cast<int>(std::count_if(before.begin(), before.end(), [](char c) {
                         return (c & 0xC0) != 0x80;
                       }));
}

// An error in the text of a string, placed in the source.
Error in_string(Error error, const JsonToken& token, std::string_view text,
                bool of_numbers = true) {
  if (has_escapes(token, text)) {
    if (of_numbers) explain_backslash(error, text);
    error.place.column = EscapedColumns(token.raw).raw_column(std::max(error.place.column, 1));
  }
  return shifted(std::move(error), inside_string(token));
}

Error in_text(Error error, const JsonToken& token, std::string_view text, bool quoted) {
  return quoted ? in_string(std::move(error), token, text) : shifted(std::move(error), token.at);
}

}  // namespace

bool ProblemReader::rows_text(const JsonToken& token, std::string_view text) {
  auto read = draft_rows(text);
  if (!read) {
    error_ = in_string(std::move(read.error()), token, text);
    return false;
  }
  EscapedColumns columns(token.raw);
  const bool escapes = has_escapes(token, text);
  for (DraftRow& row : *read) {
    if (field_ == Field::ratio) row.is_ratio = true;
    for (DraftEntry& entry : row.entries) {
      const int column = escapes ? columns.raw_column(entry.at.column) : entry.at.column;
      entry.at = {token.at.line, token.at.column + column};
    }
    row.at = row.entries.empty() ? token.at : row.entries.front().at;
  }
  rows() = std::move(*read);
  return true;
}

bool ProblemReader::sentence(const JsonToken& token, std::string_view text) {
  const auto of =
      static_cast<SentenceOf>(static_cast<int>(field_) - static_cast<int>(Field::introduction));
  auto read = draft_sentence(of, text);
  if (!read) {
    // What is wrong with the sentence as a whole is wrong with the string.
    error_ = read.error().place.column == 0
                 ? shifted(std::move(read.error()), token.at)
                 : in_string(std::move(read.error()), token, text, false);
    return false;
  }
  EscapedColumns columns(token.raw);
  const bool escapes = has_escapes(token, text);
  for (DraftSentencePart& part : read->parts) {
    if (!part.is_name) continue;
    const int column = escapes ? columns.raw_column(part.at.column) : part.at.column;
    part.at = {token.at.line, token.at.column + column};
  }
  read->at = token.at;
  draft_.sentences.push_back(std::move(*read));
  return true;
}

bool ProblemReader::values_text(const JsonToken& token, std::string_view text) {
  auto read = draft_values(text);
  if (!read) {
    error_ = in_string(std::move(read.error()), token, text);
    return false;
  }
  for (DraftValue& value : *read) value.at = token.at;
  draft_.values = std::move(*read);
  return true;
}

bool ProblemReader::value_text(const JsonToken& token, std::string_view text) {
  if (!count_one(token)) return false;
  auto vector = read_vector(text);
  if (!vector) {
    error_ = in_string(std::move(vector.error()), token, text);
    return false;
  }
  DraftValue& value = draft_.values.emplace_back();
  value.at = token.at;
  value.components.reserve(vector->size());
  for (ReadNumber& number : *vector) value.components.push_back(std::move(number.value));
  return true;
}

DraftRow& ProblemReader::new_row(Position at) {
  const std::size_t entries = rows().empty() ? kFewKeys : rows().back().entries.size();
  DraftRow& row = rows().emplace_back();
  row.is_ratio = field_ == Field::ratio;
  row.at = at;
  row.entries.reserve(entries);
  return row;
}

bool ProblemReader::mixed(const JsonToken& token) {
  return refuse(
      ErrorCode::wrong_type, token.at,
      "rows and single numbers are mixed in \"" + std::string(exactblend::name(field_)) + '"',
      "one row of numbers [\"1/4\", \"3/4\"], or rows only [[\"1/4\", \"3/4\"], [1, 0]]");
}

bool ProblemReader::entry(const JsonToken& token, std::string_view text, bool quoted) {
  if (inside_ == Inside::rows) {
    // The first entry opens the one row. It has no place until it is closed, by which it is known.
    if (rows().empty()) {
      new_row({});
    } else if (rows().front().at.line != 0) {
      return mixed(token);
    }
  }
  if (!count_one(token)) return false;
  std::vector<DraftEntry>& entries = rows().back().entries;
  if (quoted && is_masked(text)) {
    entries.push_back({Rational(), true, token.at});
    return true;
  }
  auto number = read_rational(text);
  if (number) {
    entries.push_back({std::move(*number), false, token.at});
    return true;
  }
  if (quoted && number.error().code != ErrorCode::decimal_comma) {
    const auto row = read_rows(text);
    if (row && row->front().entries.size() > 1) {
      return refuse(ErrorCode::wrong_type, token.at,
                    std::string("a whole row where ").append(entry_name(field_)).append(" stands"),
                    "a row as an array, [\"1/4\", \"3/4\"], or all rows in one string, "
                    "\"(1/4,3/4) (1,0)\"");
    }
  }
  error_ = in_text(std::move(number.error()), token, text, quoted);
  return false;
}

bool ProblemReader::component(const JsonToken& token, std::string_view text, bool quoted) {
  if (!count_one(token)) return false;
  auto number = read_rational(text);
  if (!number) {
    error_ = in_text(std::move(number.error()), token, text, quoted);
    return false;
  }
  draft_.values.back().components.push_back(std::move(*number));
  return true;
}

}  // namespace exactblend
