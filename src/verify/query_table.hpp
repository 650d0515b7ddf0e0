// A table of weights or scores, query by key: a row for each query. "Query 2: second" then says
// whose row w1, w2, … or s1, s2, … are. Rows of weights claim to sum to 1.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "verify/table.hpp"

namespace exactblend::verify {

class QueryTables {
 public:
  // caption: the text before the table, which says what it holds. False if it is no such table.
  bool read(std::string_view caption, const std::vector<std::vector<MappedText>>& rows,
            Scope& scope, TableFindings& out);

  // Gives names their values, where the text begins with "Query 2".
  void open(std::string_view text, Scope& scope, std::size_t& definitions);

  // Behind a heading the row is still the likely one, unless it ends the section around it too.
  void heading(int level, Scope& scope);

 private:
  void define(bool likely, Scope& scope) const;

  std::map<std::string, std::size_t> tables_;  // bases of names, and where their table stands
  std::size_t query_ = 0;                      // whose rows are meant; 0: none
  int level_ = 0;                              // of the section that says so
};

}  // namespace exactblend::verify
