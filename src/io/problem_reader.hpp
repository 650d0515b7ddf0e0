// From the tokens of a problem file to a draft: which field a token belongs to, and what it says.
//
// A problem nests three deep and no deeper, so the place in the file is one of a few named ones and
// there is no stack: whatever opens where nothing may open is refused at once.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exactblend/lesson/problem.hpp"
#include "io/json_places.hpp"
#include "io/json_syntax.hpp"
#include "io/problem_fields.hpp"

namespace exactblend {

class ProblemReader {
 public:
  // Each takes the next token; false if it is refused, and then error() says why.
  bool open_object(const JsonToken& token);
  bool close_object();
  bool open_array(const JsonToken& token);
  bool close_array();
  bool name(const JsonToken& token, std::string_view text);
  bool string(const JsonToken& token, std::string&& text);  // text: with its escapes resolved
  bool number(const JsonToken& token);
  bool boolean(const JsonToken& token, bool value);
  bool null(const JsonToken& token);

  void fail(Error error) { error_ = std::move(error); }
  [[nodiscard]] std::optional<Error>& error() { return error_; }
  [[nodiscard]] ProblemDraft& draft() { return draft_; }
  [[nodiscard]] JsonContext context() const;

 private:
  // Where the next token stands.
  enum class Inside : unsigned char {
    document,  // before, and then behind, the one object
    problem,
    rows,  // the array of weights, ratio or scores: of entries, or of rows
    row,   // an array in it
    values,
    value,  // an array in it
    notes,
    labels,
    label_list,
    sentences,
  };

  // Room made at once, so that small problems, of which there are many, need fewer allocations.
  static constexpr std::size_t kFewKeys = 4;

  bool refuse(ErrorCode code, Position at, std::string wrong, std::string right);
  bool refuse(Error error, Position at);
  bool wrong_type(const JsonToken& token, std::string_view kind);
  bool sentence(const JsonToken& token, std::string_view text);
  bool text_field(const JsonToken& token, std::string&& text);
  bool check_schema(const JsonToken& token, std::string_view text);
  bool rows_text(const JsonToken& token, std::string_view text);
  bool values_text(const JsonToken& token, std::string_view text);
  bool value_text(const JsonToken& token, std::string_view text);
  bool entry(const JsonToken& token, std::string_view text, bool quoted);
  bool component(const JsonToken& token, std::string_view text, bool quoted);
  bool count_one(const JsonToken& token);
  bool mixed(const JsonToken& token);
  DraftRow& new_row(Position at);
  std::vector<DraftRow>& rows() { return field_ == Field::scores ? draft_.scores : draft_.weights; }
  std::vector<std::string>& label_list();

  ProblemDraft draft_;
  std::optional<Error> error_;
  Inside inside_ = Inside::document;
  Field field_ = Field::json_schema;  // inside of which the next token stands
  JsonContext::Last last_ = JsonContext::Last::nothing;
  unsigned given_ = 0;      // one bit a field
  std::size_t count_ = 0;   // of what the field's arrays hold so far
  Position array_at_ = {};  // of the field's array
};

}  // namespace exactblend
