// Vectors, lists of vectors and rows of weights: numbers between separators, in brackets or bare.

#include <string>
#include <utility>

#include "number/read_written.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kVectorSeparators = ",;";
constexpr std::string_view kRowSeparators = ",;:";

template <class Item>
struct Group {
  std::vector<Item> items;
  char separator = '\0';  // '\0' if there is one item
};

bool at_open_bracket(const Cursor& cursor) { return cursor.peek() == '(' || cursor.peek() == '['; }

bool is_one_of(char c, std::string_view set) {
  return c != '\0' && set.find(c) != std::string_view::npos;
}

// A comma directly between two digits, as in 1,5.
bool looks_decimal(const Cursor& cursor, const char* separator) {
  Cursor behind = cursor;
  behind.move_to(separator + 1);
  return *separator == ',' && separator != cursor.begin() && is_digit(separator[-1]) &&
         is_digit(behind.peek());
}

// The separator at the cursor differs from the one at `first`.
tl::unexpected<Error> mixed_separators(const Cursor& cursor, const char* first) {
  const char* second = cursor.at();
  const char* comma = looks_decimal(cursor, first)    ? first
                      : looks_decimal(cursor, second) ? second
                                                      : nullptr;
  if (comma != nullptr && *first != ':' && *second != ':') {
    return cursor.fail(ErrorCode::decimal_comma, comma,
                       "a comma between digits where semicolons separate",
                       "a point if a decimal is meant, as in 1.5; one kind of separator if two "
                       "components are meant");
  }
  const std::string pair = std::string("\"") + *first + "\" and \"" + *second + "\"";
  return cursor.fail(ErrorCode::mixed_separators, second, pair + " in one list",
                     "one kind of separator throughout");
}

tl::unexpected<Error> too_many(const Cursor& cursor, const char* place) {
  return cursor.fail(ErrorCode::over_limit, place,
                     "more than " + std::to_string(kMaxComponents) + " numbers",
                     "at most " + std::to_string(kMaxComponents) + " numbers are read at once");
}

tl::unexpected<Error> unclosed(const Cursor& cursor, const char* open) {
  const bool round = *open == '(';
  return cursor.fail(
      ErrorCode::unclosed_vector, open, std::string("the bracket \"") + *open + "\" is not closed",
      std::string("a closing \"") + (round ? ')' : ']') + "\" behind the last number");
}

// The numbers from the cursor to the closing bracket, or bare ones to the end of the text.
// `room` is how many more may be read.
template <class Item, class ReadItem>
Result<Group<Item>> read_group(Cursor& cursor, std::string_view separators, int& room,
                               ReadItem read_item) {
  Group<Item> group;
  const char* open = nullptr;
  char close = '\0';
  std::string stops(separators);
  if (at_open_bracket(cursor)) {
    open = cursor.at();
    close = *open == '(' ? ')' : ']';
    stops += ")]";
    cursor.advance(1);
  }
  group.items.reserve(4);
  const char* first_separator = nullptr;
  for (;;) {
    cursor.skip_space();
    const char* place = cursor.at();
    if (open != nullptr && cursor.at_end()) return unclosed(cursor, open);
    if (cursor.at_end() || is_one_of(cursor.peek(), stops)) {
      return cursor.fail(ErrorCode::missing_component, place, "a number is missing here",
                         "a number before and behind each separator: (1, 5/4)");
    }
    if (room-- == 0) return too_many(cursor, place);
    Result<Item> item = read_item(cursor, stops);
    if (!item) return tl::unexpected<Error>(std::move(item.error()));
    group.items.push_back(std::move(*item));

    if (cursor.at_end()) {
      if (open != nullptr) return unclosed(cursor, open);
      return group;
    }
    const char next = cursor.peek();
    if (open != nullptr && next == close) {
      cursor.advance(1);
      return group;
    }
    if (!is_one_of(next, separators)) {
      return cursor.fail(
          ErrorCode::unclosed_vector, cursor.at(),
          std::string("\"") + *open + "\" is closed by \"" + next + "\"",
          std::string("the bracket that closes \"") + *open + "\" is \"" + close + "\"");
    }
    if (group.separator == '\0') {
      group.separator = next;
      first_separator = cursor.at();
    } else if (next != group.separator) {
      return mixed_separators(cursor, first_separator);
    }
    cursor.advance(1);
  }
}

tl::unexpected<Error> nothing_there(const Cursor& cursor) {
  return cursor.fail(ErrorCode::empty, cursor.begin(), "there is no vector",
                     "a vector such as (1, 5/4)");
}

// Groups in brackets, one after another, each handed to `take`.
template <class Item, class ReadItem, class Take>
Result<void> read_groups(Cursor& cursor, std::string_view separators, ReadItem read_item,
                         Take take) {
  int room = kMaxComponents;
  for (;;) {
    if (!at_open_bracket(cursor)) {
      if (cursor.at_end() || is_one_of(cursor.peek(), kVectorSeparators)) {
        return cursor.fail(ErrorCode::missing_component, cursor.at(), "a vector is missing here",
                           "a vector before and behind each separator: (2,0), (0,3)");
      }
      return cursor.fail_at_piece(ErrorCode::trailing_text, cursor.at(),
                                  " between vectors in brackets",
                                  "each vector in brackets: (2,0) (0,3)");
    }
    Result<Group<Item>> group = read_group<Item>(cursor, separators, room, read_item);
    if (!group) return tl::unexpected<Error>(std::move(group.error()));
    take(std::move(*group));
    cursor.skip_space();
    if (cursor.at_end()) return {};
    if (is_one_of(cursor.peek(), kVectorSeparators)) {
      cursor.advance(1);
      cursor.skip_space();
    }
  }
}

bool take_masked(Cursor& cursor) {
  constexpr std::string_view kMasked = "masked";
  for (std::size_t i = 0; i < kMasked.size(); ++i) {
    if ((cursor.peek(i) | 0x20) != kMasked[i]) return false;
  }
  const char next = cursor.peek(kMasked.size());
  if (is_letter(next) || is_digit(next)) return false;
  cursor.advance(kMasked.size());
  return true;
}

// Reads the entries of rows. Columns are counted on from the last entry, so that all entries of
// a text together cost one pass over it.
class EntryReader {
 public:
  explicit EntryReader(std::string_view text) : rest_(text) {}

  Result<ReadEntry> operator()(Cursor& cursor, std::string_view stops) {
    ReadEntry entry;
    entry.column = column_of(cursor.at());
    if (take_masked(cursor)) {
      entry.masked = true;
      cursor.skip_space();
      if (!cursor.at_end() && !is_one_of(cursor.peek(), stops)) {
        return cursor.fail_at_piece(ErrorCode::trailing_text, cursor.at(), " after \"masked\"",
                                    "a separator behind the entry: 1/2, masked, 1/2");
      }
      return entry;
    }
    Result<ReadNumber> number = read_one(cursor, stops);
    if (!number) return tl::unexpected<Error>(std::move(number.error()));
    entry.value = std::move(number->value);
    return entry;
  }

 private:
  int column_of(const char* place) {
    while (rest_.data() < place) {
      rest_.remove_prefix(first_character(rest_).size);
      ++column_;
    }
    return column_;
  }

  std::string_view rest_;
  int column_ = 1;
};

ReadRow to_row(Group<ReadEntry> group) { return {std::move(group.items), group.separator == ':'}; }

}  // namespace

Result<std::vector<ReadNumber>> read_vector(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  if (cursor.at_end()) return nothing_there(cursor);
  int room = kMaxComponents;
  Result<Group<ReadNumber>> group =
      read_group<ReadNumber>(cursor, kVectorSeparators, room, read_one);
  if (!group) return tl::unexpected<Error>(std::move(group.error()));
  cursor.skip_space();
  if (at_open_bracket(cursor)) {
    return cursor.fail(ErrorCode::trailing_text, cursor.at(), "a second vector",
                       "one vector stands here");
  }
  if (!cursor.at_end()) {
    return cursor.fail_at_piece(ErrorCode::trailing_text, cursor.at(), " after the vector",
                                "nothing stands behind the vector");
  }
  return std::move(group->items);
}

Result<std::vector<std::vector<ReadNumber>>> read_vectors(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  if (cursor.at_end()) return nothing_there(cursor);
  std::vector<std::vector<ReadNumber>> vectors;
  if (at_open_bracket(cursor)) {
    const Result<void> groups = read_groups<ReadNumber>(
        cursor, kVectorSeparators, read_one,
        [&vectors](Group<ReadNumber> group) { vectors.push_back(std::move(group.items)); });
    if (!groups) return tl::unexpected<Error>(groups.error());
    return vectors;
  }
  int room = kMaxComponents;
  Result<Group<ReadNumber>> group =
      read_group<ReadNumber>(cursor, kVectorSeparators, room, read_one);
  if (!group) return tl::unexpected<Error>(std::move(group.error()));
  vectors.reserve(group->items.size());
  for (ReadNumber& number : group->items) vectors.emplace_back().push_back(std::move(number));
  return vectors;
}

Result<std::vector<ReadRow>> read_rows(std::string_view text) {
  Cursor cursor(text);
  cursor.skip_space();
  if (cursor.at_end()) {
    return cursor.fail(ErrorCode::empty, cursor.begin(), "there are no weights",
                       "weights such as 1/4, 1/4, 1/2");
  }
  std::vector<ReadRow> rows;
  EntryReader read_entry(text);
  const auto read = [&read_entry](Cursor& at, std::string_view stops) {
    return read_entry(at, stops);
  };
  if (at_open_bracket(cursor)) {
    const Result<void> groups = read_groups<ReadEntry>(
        cursor, kRowSeparators, read,
        [&rows](Group<ReadEntry> group) { rows.push_back(to_row(std::move(group))); });
    if (!groups) return tl::unexpected<Error>(groups.error());
    return rows;
  }
  int room = kMaxComponents;
  Result<Group<ReadEntry>> group = read_group<ReadEntry>(cursor, kRowSeparators, room, read);
  if (!group) return tl::unexpected<Error>(std::move(group.error()));
  rows.push_back(to_row(std::move(*group)));
  return rows;
}

}  // namespace exactblend
