// The rows of numbers that stand in a text.
#include <algorithm>
#include <utility>

#include "verify/finder.hpp"
#include "verify/words.hpp"

namespace exactblend::verify {

std::vector<Row> written_rows(const Tokens& tokens, const Scope& scope, std::size_t begin,
                              std::size_t end) {
  std::vector<Row> rows;
  const auto kind = [&tokens](std::size_t at) {
    return at < tokens.size() ? tokens[at].kind : Kind::stop;
  };
  for (std::size_t i = begin; i < end;) {
    if (kind(i) != Kind::number && kind(i) != Kind::fraction && kind(i) != Kind::open) {
      ++i;
      continue;
    }
    const bool bracket = kind(i) == Kind::open;
    Row row;
    row.begin = i;
    std::size_t at = i;
    bool and_seen = false;
    std::size_t next = i + 1;
    for (;;) {
      const auto side = read_side(tokens, at, scope);
      if (side && side->compound && row.items.empty()) next = side->end;  // no row begins in there
      if (!side || side->compound || side->is_name || !side->value.is_known()) break;
      if (side->value.is_vector()) {
        if (row.items.empty() && std::all_of(side->value.parts.begin(), side->value.parts.end(),
                                             [](const Value& part) { return part.is_number(); })) {
          row.items = side->value.parts;
          row.end = side->end;
        }
        break;
      }
      if (bracket && row.items.empty()) break;
      row.items.push_back(side->value);
      row.end = at = side->end;
      if (and_seen) break;
      if (kind(at) == Kind::comma) ++at;
      if (kind(at) == Kind::word && is_word(tokens.of(tokens[at]), "and")) {
        ++at;
        and_seen = true;
      }
      if (at == row.end) break;
    }
    const bool dots = kind(row.end) == Kind::dots ||
                      (kind(row.end) == Kind::comma && kind(row.end + 1) == Kind::dots);
    if (row.items.size() > 1 && !dots && !is_relation(kind(row.end)))
      rows.push_back(std::move(row));
    i = std::max(row.end, next);
  }
  return rows;
}

}  // namespace exactblend::verify
