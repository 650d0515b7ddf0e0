#include "render/given_table.hpp"

#include "exactblend/number/print.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

std::vector<std::string> given_row(const Problem& problem, std::size_t key, const Extent& extent,
                                   Escaper escape) {
  std::vector<std::string> row = {std::to_string(key + 1)};
  if (!problem.labels.keys.empty()) escape(row.emplace_back(), problem.labels.keys[key]);
  if (problem.queries() == 1 && !problem.softmaxes.empty()) {
    const NamedSoftmax& softmax = problem.softmaxes[0];
    row.push_back(softmax.masked(key) ? "masked" : to_text(softmax.scores()[key]));
  }
  if (problem.queries() == 1 && !problem.rows.empty()) {
    const AssignedRow& assigned = problem.rows[0];
    row.push_back(assigned.weights.masked(key) ? "masked" : to_text(assigned.given[key]));
  }
  row.push_back(vector_text(problem.values[key], extent));
  return row;
}

}  // namespace

GivenTable given_table(const Problem& problem, const Extent& extent, Escaper escape) {
  GivenTable table;
  table.header = {"key"};
  if (!problem.labels.keys.empty()) table.header.emplace_back("name");
  if (problem.queries() == 1 && !problem.softmaxes.empty()) table.header.emplace_back("score");
  if (problem.queries() == 1 && !problem.rows.empty()) {
    table.header.emplace_back(problem.rows[0].normalized ? "given" : "weight");
  }
  table.header.emplace_back("value");
  const std::size_t keys = problem.keys();
  const std::size_t head = keys > extent.lines ? extent.lines - 1 : keys;
  for (std::size_t key = 0; key < head; ++key) {
    table.rows.push_back(given_row(problem, key, extent, escape));
  }
  if (head < keys) {
    table.rows.push_back({"…", more(keys - head - 1, "key") + " …"});
    table.rows.push_back(given_row(problem, keys - 1, extent, escape));
  }
  return table;
}

}  // namespace exactblend
