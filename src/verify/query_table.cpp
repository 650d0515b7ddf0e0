#include "verify/query_table.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "verify/spoken_finder.hpp"

namespace exactblend::verify {
namespace {

// What the words of a caption say.
struct Caption {
  bool weights = false;
  bool scores = false;
  bool assigned = false;  // by softmax, by attention, by somebody: such a row sums to 1
  bool part = false;      // not whole rows, or not weights yet
};

Caption caption_of(std::string_view text) {
  Caption caption;
  const Tokens tokens = tokens_of(text);
  for (const Token& token : tokens.tokens) {
    if (token.kind != Kind::word) continue;
    const std::string_view word = tokens.of(token);
    caption.weights = caption.weights || is_one_of(word, {"weights", "weight"});
    caption.scores = caption.scores || is_one_of(word, {"scores", "score", "logits"});
    caption.assigned = caption.assigned || is_one_of(word, {"attention", "assigned", "softmax"});
    caption.part =
        caption.part || is_one_of(word, {"top", "largest", "highest", "some", "first", "raw",
                                         "before", "unnormalized", "unnormalised", "pre-softmax",
                                         "part", "best", "excerpt", "selected", "strongest"});
  }
  return caption;
}

void claim_sum(const std::vector<Value>& row, const Caption& caption, Found& found) {
  const Value sum = sum_of(row);
  if (!sum.is_number()) return;
  if (abs(sum.number - Rational(1)) <= slack_of(row)) return;
  const bool sure = caption.assigned && !caption.part;
  const bool decimal =
      std::any_of(row.begin(), row.end(), [](const Value& value) { return value.places > 0; });
  found.verdict = sure ? Verdict::is_false : Verdict::undecidable;
  found.wrong = "these weights sum to " + short_text(sum, decimal) + ", not 1" +
                (sure ? "" : ", if they are weights of one row");
}

}  // namespace

bool QueryTables::read(std::string_view caption_text,
                       const std::vector<std::vector<MappedText>>& rows, Scope& scope,
                       TableFindings& out) {
  if (rows.size() < 2 || rows[0].size() < 3) return false;
  if (!is_one_of(trimmed_cell(rows[0][0].text()), {"query", "queries", "q", "query i"})) {
    return false;
  }
  const Caption caption = caption_of(caption_text);
  if (caption.weights == caption.scores) return false;
  std::vector<std::vector<Value>> table;
  for (std::size_t r = 1; r < rows.size(); ++r) {
    std::vector<Value> row;
    if (rows[r].size() != rows[0].size()) return false;
    for (std::size_t c = 1; c < rows[r].size(); ++c) {
      auto value = value_of_cell(rows[r][c], scope);
      if (!value || !value->is_number()) return false;
      row.push_back(std::move(*value));
    }
    table.push_back(std::move(row));
  }
  for (std::size_t r = 1; caption.weights && r < rows.size(); ++r) {
    TableFindings::InCell claim{r, 1, {Verdict::is_true, 0, 0}, rows[r].size() - 1};
    claim_sum(table[r - 1], caption, claim.found);
    out.found.push_back(std::move(claim));
  }
  const std::string base = caption.weights ? "w" : "s";
  tables_[base] = rows[0][0].source_of(0);
  scope.define_rows(base, std::move(table));
  return true;
}

void QueryTables::open(std::string_view text, Scope& scope, std::size_t& definitions) {
  if (tables_.empty()) return;
  constexpr std::string_view kAround = " \t\r\n*#";
  const std::size_t first = text.find_first_not_of(kAround);
  constexpr std::string_view kQuery = "Query ";
  if (first == std::string_view::npos || !text.substr(first).starts_with(kQuery)) return;
  const char* begin = text.data() + first + kQuery.size();
  std::size_t query = 0;
  const auto read = std::from_chars(begin, text.data() + text.size(), query);
  if (read.ec != std::errc() || query == 0) return;
  query_ = query;
  level_ = scope.level();
  ++definitions;
  define(false, scope);
}

void QueryTables::heading(int level, Scope& scope) {
  if (query_ == 0) return;
  if (level < level_) {
    query_ = 0;
  } else {
    define(true, scope);
  }
}

void QueryTables::define(bool likely, Scope& scope) const {
  for (const auto& [base, source] : tables_) {
    if (query_ > scope.rows(base).size()) continue;
    const std::vector<Value>& row = scope.rows(base)[query_ - 1];
    if (!scope.take(row.size())) return;
    for (std::size_t key = 0; key < row.size(); ++key) {
      Value value = row[key];
      value.places = -1;
      value.elsewhere = likely;
      scope.define_indexed(base, static_cast<int>(key) + 1, std::move(value), source);
    }
  }
}

}  // namespace exactblend::verify
