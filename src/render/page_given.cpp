#include <algorithm>

#include "exactblend/number/print.hpp"
#include "render/given_table.hpp"
#include "render/html.hpp"
#include "render/notation.hpp"
#include "render/page_parts.hpp"

namespace exactblend::page {
namespace {

// At 320 pixels a page has room for about so many characters of a table's row.
constexpr std::size_t kNarrowRow = 28;
constexpr std::size_t kCellMargin = 2;

// Cells are unescaped; kSoftBreak stands where a cell may be broken. A row of fewer cells than the
// header has its last one over all that remain.
struct Table {
  std::string_view caption;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
};

std::size_t unbroken_width(std::string_view cell) {
  std::size_t widest = 0;
  while (!cell.empty()) {
    const std::size_t end = std::min(cell.find(kSoftBreak), cell.size());
    widest = std::max(widest, display_width(cell.substr(0, end)));
    cell.remove_prefix(std::min(end + 1, cell.size()));
  }
  return widest;
}

bool is_wide(const Table& table) {
  std::size_t width = 0;
  for (std::size_t column = 0; column < table.header.size(); ++column) {
    std::size_t widest = unbroken_width(table.header[column]);
    for (const auto& row : table.rows) {
      if (column >= row.size()) continue;
      if (column + 1 == row.size() && row.size() < table.header.size()) continue;
      widest = std::max(widest, unbroken_width(row[column]));
    }
    width += widest + kCellMargin;
  }
  return width > kNarrowRow;
}

void append_content(std::string& out, std::string_view cell) {
  while (true) {
    const std::size_t end = cell.find(kSoftBreak);
    append_markup(out, cell.substr(0, end));
    if (end == std::string_view::npos) return;
    out += "<wbr/>";
    cell.remove_prefix(end + 1);
  }
}

void append_row(std::string& out, const std::vector<std::string>& row, std::size_t columns) {
  out += "<tr>";
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::size_t span = i + 1 == row.size() ? columns - i : 1;
    out += i == 0 ? "<th scope=\"row\"" : "<td";
    if (span > 1) out.append(" colspan=\"").append(std::to_string(span)).append("\"");
    out += '>';
    append_content(out, row[i]);
    out += i == 0 ? "</th>" : "</td>";
  }
  out += "</tr>\n";
}

// One that may be wider than the narrowest screen scrolls by itself, also by the keyboard.
void append_table(std::string& out, const Table& table) {
  const bool wide = is_wide(table);
  if (wide) {
    out += "<div class=\"eb-scroll\" tabindex=\"0\" role=\"region\" aria-label=\"";
    append_markup(out, table.caption);
    out += "\">\n";
  }
  const std::size_t begin = out.size();
  html::open(out, "table", "eb-given");
  html::element(out, "caption", {}, table.caption);
  out += "<thead><tr>";
  for (const std::string& head : table.header) {
    out += "<th scope=\"col\">";
    append_content(out, head);
    out += "</th>";
  }
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows) append_row(out, row, table.header.size());
  out += "</tbody>";
  html::close(out, "table");
  html::mark_numbers(out, begin);
  if (wide) html::close(out, "div");
}

std::string entry(const Problem& problem, std::size_t query, std::size_t key) {
  if (problem.rows.empty()) {
    const NamedSoftmax& softmax = problem.softmaxes[query];
    return softmax.masked(key) ? "masked" : to_text(softmax.scores()[key]);
  }
  const AssignedWeights& weights = problem.rows[query].weights;
  return weights.masked(key) ? "masked" : to_text(weights[key]);
}

// Calls each(i) for the first of so many and for the last, and gap(n) where n are left out.
template <class Each, class Gap>
void for_shown(std::size_t count, std::size_t limit, Each each, Gap gap) {
  const std::size_t head = count > limit ? limit - 1 : count;
  for (std::size_t i = 0; i < head; ++i) each(i);
  if (head == count) return;
  if (head + 1 < count) gap(count - head - 1);
  each(count - 1);
}

std::string named(const std::vector<std::string>& labels, std::size_t index) {
  return labels.empty() ? std::to_string(index + 1) : labels[index];
}

Table grid(const Problem& problem, const Extent& extent) {
  Table table;
  table.caption = problem.rows.empty() ? "Scores, query by key" : "Weights, query by key";
  table.header = {"query"};
  const auto columns = [&](auto each, const std::string& gap, std::vector<std::string>& row) {
    for_shown(
        problem.keys(), extent.terms, [&](std::size_t key) { row.push_back(each(key)); },
        [&](std::size_t) { row.push_back(gap); });
  };
  const std::size_t left_out = problem.keys() > extent.terms ? problem.keys() - extent.terms : 0;
  columns([&](std::size_t key) { return named(problem.labels.keys, key); },
          "… " + more(left_out, "key") + " …", table.header);
  for_shown(
      problem.queries(), extent.lines,
      [&](std::size_t query) {
        auto& row = table.rows.emplace_back();
        row.push_back(named(problem.labels.queries, query));
        columns([&](std::size_t key) { return entry(problem, query, key); }, "…", row);
      },
      [&](std::size_t count) {
        table.rows.push_back({"…", more(count, "query") + " …"});
      });
  return table;
}

}  // namespace

void append_given(std::string& out, const Problem& problem, const Extent& extent) {
  GivenTable given = given_table(problem, extent, append_plain);
  append_table(out, {"What is given", std::move(given.header), std::move(given.rows)});
  if (problem.queries() > 1) append_table(out, grid(problem, extent));
}

std::string query_name(const Problem& problem, std::size_t query) {
  std::string name = "Query " + std::to_string(query + 1);
  if (!problem.labels.queries.empty()) name.append(": ").append(problem.labels.queries[query]);
  return name;
}

}  // namespace exactblend::page
