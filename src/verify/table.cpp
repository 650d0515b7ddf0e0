#include "verify/table.hpp"

#include <array>
#include <charconv>
#include <optional>

#include "verify/spoken_finder.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {
namespace {

// Whether what differs is shown as a decimal, which may be a rounded one.
bool differs_in_decimals(const Value& exact, const Value& shown) {
  if (shown.is_number()) return shown.places > 0 || same(exact, shown);
  if (exact.parts.size() != shown.parts.size()) return false;
  for (std::size_t i = 0; i < shown.parts.size(); ++i) {
    if (!differs_in_decimals(exact.parts[i], shown.parts[i])) return false;
  }
  return true;
}

// What a column's head says of the cells under it.
struct Column {
  enum class What { other, key, values, product } what = What::other;
  std::string base = {};  // of values: w of wⱼ
};

Column column_of(std::string_view head) {
  using What = Column::What;
  const std::string_view text = trimmed_cell(head);
  if (is_one_of(text, {"key", "j", "token", "index", "no.", "#", "key j"})) return {What::key};
  if (is_one_of(text, {"weight", "weights", "weight w", "assigned weight", "assigned weights",
                       "attention weight", "attention weights", "softmax weight"})) {
    return {What::values, "w"};
  }
  if (is_one_of(text, {"value", "values", "value v"})) return {What::values, "V"};
  if (is_one_of(text, {"score", "scores"})) return {What::values, "s"};
  if (is_one_of(text, {"ratio", "given"})) return {What::values, "r"};
  if (is_one_of(text, {"scaled value", "scaled values", "scaled", "weight times value",
                       "weighted value", "product", "weight × value", "weight · value",
                       "weight·value", "weight * value"})) {
    return {What::product};
  }
  const Tokens tokens = tokens_of(text);
  const auto is_name = [&tokens](std::size_t i, bool indexed) {
    return i < tokens.size() && tokens[i].kind == Kind::name &&
           tokens.names[tokens[i].name].has_variable() == indexed;
  };
  if (tokens.size() == 1 && (is_name(0, true) || is_name(0, false))) {
    const Name& name = tokens.names[tokens[0].name];
    if (name.index.empty() || name.has_variable()) return {What::values, name.base};
  }
  const bool sign =
      tokens.size() == 3 && (tokens[1].kind == Kind::dot || tokens[1].kind == Kind::star ||
                             tokens[1].kind == Kind::cross);
  const std::size_t second = sign ? 2 : 1;
  if ((sign || tokens.size() == 2) && tokens[0].kind == Kind::name && second < tokens.size() &&
      tokens[second].kind == Kind::name) {
    const Name& w = tokens.names[tokens[0].name];
    const Name& v = tokens.names[tokens[second].name];
    const bool keyed = (w.index.empty() || w.has_variable()) && w.index == v.index;
    if (keyed && (w.base == "w" || w.base == "\u03B1" || w.base == "a") &&
        (v.base == "V" || v.base == "v")) {
      return {What::product, w.base + '\n' + v.base};
    }
  }
  return {};
}

class Table {
 public:
  Table(const std::vector<std::vector<MappedText>>& rows, Scope& scope, bool drawn)
      : rows_(rows), scope_(scope), drawn_(drawn) {}

  TableFindings run() {
    if (rows_.size() < 2) return std::move(out_);
    for (const MappedText& head : rows_[0]) columns_.push_back(column_of(head.text()));
    std::size_t keys = columns_.size();
    bool values = false;
    bool others = false;
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      if (columns_[c].what == Column::What::key && keys == columns_.size()) keys = c;
      values = values || columns_[c].what == Column::What::values;
      others = others || columns_[c].what == Column::What::other;
    }
    const bool named = keys == columns_.size() && !rows_[1].empty() && name_in(1, 0);
    // Rows count as keys only where every column is one of keys.
    const bool keyed = keys < columns_.size() || (!others && columns_.size() > 1);
    if (values && !named && keyed) {
      read_keyed(keys);
    } else {
      read_named();
    }
    return std::move(out_);
  }

 private:
  std::optional<Value> cell_value(std::size_t row, std::size_t column) const {
    if (column >= rows_[row].size()) return std::nullopt;
    if (cells_.empty()) cells_.resize(rows_.size());
    if (cells_[row].empty()) cells_[row].resize(rows_[row].size());
    auto& value = cells_[row][column];
    if (!value) value = value_of_cell(rows_[row][column], scope_);
    return *value;
  }

  // One for the whole table: its values belong together.
  [[nodiscard]] std::size_t origin() const {
    return rows_[0].empty() ? 0 : rows_[0][0].source_of(0);
  }

  // Whether rows are left out: "…" stands in their place.
  [[nodiscard]] bool is_shortened() const {
    for (const auto& row : rows_) {
      for (const MappedText& cell : row) {
        const std::string_view text = trimmed_cell(cell.text());
        if (text == "\u2026" || text == "\u22EE" || text == "..." || text == "\\vdots" ||
            text == "\\dots") {
          return true;
        }
      }
    }
    return false;
  }

  void read_keyed(std::size_t keys) {
    const bool shortened = is_shortened();
    bool numbered = false;
    for (std::size_t row = 1; row < rows_.size(); ++row) {
      numbered = numbered || (!is_total(row) && key_of(row, keys) >= 0);
    }
    if (!numbered) keys = columns_.size();  // keys with names are numbered as they stand
    for (std::size_t row = 1; row < rows_.size(); ++row) {
      const int key = key_of(row, keys);
      if (key < 0) {
        if (is_total(row)) check_total(row);
        continue;
      }
      for (std::size_t c = 0; c < rows_[row].size() && c < columns_.size(); ++c) {
        if (columns_[c].what != Column::What::values) continue;
        if (auto value = cell_value(row, c)) {
          if (drawn_ && check_shown(row, c, key, *value)) continue;
          value->places = -1;
          value->elsewhere = shortened;
          scope_.define_indexed(columns_[c].base, key, std::move(*value), origin());
          ++out_.definitions;
        }
      }
      for (std::size_t c = 0; c < rows_[row].size() && c < columns_.size(); ++c) {
        if (columns_[c].what == Column::What::product) check_product(row, c, key);
      }
    }
  }

  // The number in the key's column, or of the row where there is none.
  [[nodiscard]] int key_of(std::size_t row, std::size_t keys) const {
    if (keys == columns_.size()) return is_total(row) ? -1 : static_cast<int>(row);
    if (keys >= rows_[row].size()) return -1;
    std::string_view text = trimmed_cell(rows_[row][keys].text());
    if (text.size() > 4 && is_word(text.substr(0, 4), "key ")) text = text.substr(4);
    if (text.size() > 1 && text[0] == 'K') text = text.substr(1);
    int key = -1;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), key);
    return read.ptr == text.data() + text.size() && key >= 0 && key < 1'000'000 ? key : -1;
  }

  [[nodiscard]] bool is_total(std::size_t row) const {
    return !rows_[row].empty() && is_one_of(trimmed_cell(rows_[row][0].text()),
                                            {"sum", "total", "sums", "\u03A3", "output", "o"});
  }

  // What a drawing shows of a name that has a value; false if it has none.
  bool check_shown(std::size_t row, std::size_t column, int key, const Value& shown) {
    const std::string name = columns_[column].base + std::to_string(key);
    const auto given = scope_.find(name);
    if (!given || !given->value.is_known()) return false;
    Value exact = given->value;
    exact.elsewhere = true;  // the drawing may be one of something else
    check(row, column, exact, shown, name);
    return true;
  }

  void check_product(std::size_t row, std::size_t column, int key) {
    const auto shown = cell_value(row, column);
    if (!shown) return;
    std::string w = "w";
    std::string v = "V";
    if (const std::size_t line = columns_[column].base.find('\n'); line != std::string::npos) {
      w = columns_[column].base.substr(0, line);
      v = columns_[column].base.substr(line + 1);
    }
    const auto weight = scope_.find(w + std::to_string(key));
    const auto value = scope_.find(v + std::to_string(key));
    if (!weight || !value) return;
    check(row, column, multiply(weight->value, value->value, Product::dot), *shown,
          w + std::to_string(key) + "\u00B7" + v + std::to_string(key));
  }

  // Under a column of weights or of products the last row may claim their sum.
  void check_total(std::size_t row) {
    for (std::size_t c = 1; c < rows_[row].size() && c < columns_.size(); ++c) {
      if (columns_[c].what == Column::What::other || columns_[c].what == Column::What::key)
        continue;
      const auto shown = cell_value(row, c);
      if (!shown) continue;
      std::optional<Value> sum;
      bool whole = true;
      for (std::size_t above = 1; above < row; ++above) {
        const auto one = cell_value(above, c);
        whole = whole && one.has_value();
        if (one) sum = sum ? add(*sum, *one) : *one;
      }
      if (sum && whole) check(row, c, *sum, *shown, "the sum of its column");
    }
  }

  void check(std::size_t row, std::size_t column, const Value& exact, const Value& shown,
             const std::string& what) {
    const std::string_view all = rows_[row][column].text();
    const std::string_view text = trimmed_cell(all);
    const auto begin = static_cast<std::size_t>(text.data() - all.data());
    Found found{Verdict::is_true, begin, begin + text.size()};
    if (!exact.is_known()) {
      found.verdict = Verdict::undecidable;
      found.wrong = exact.reason();
    } else if (!same(exact, shown)) {
      Side left;
      Side right;
      left.value = exact;
      right.value = shown;
      found.verdict = exact.elsewhere ? Verdict::undecidable : Verdict::is_false;
      found.wrong = what + " is " + to_text(exact);
      // Cells have no room for a sign of rounding.
      if (differs_in_decimals(exact, shown) &&
          compare_rounded(left, right).verdict == Verdict::is_true) {
        found.verdict = Verdict::undecidable;
        found.wrong = what + " is " + to_text(exact) + ", of which this may be meant as rounded";
      }
    }
    out_.found.push_back({row, column, std::move(found)});
  }

  // Two columns of names and values, or one row of values under a row of names.
  void read_named() {
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      if (rows_[row].size() != 2) continue;
      if (const auto key = name_in(row, 0)) define(*key, row, 1);
    }
    for (std::size_t c = 0; c < rows_[0].size() && rows_.size() == 2; ++c) {
      if (const auto key = name_in(0, c)) define(*key, 1, c);
    }
  }

  [[nodiscard]] std::optional<std::string> name_in(std::size_t row, std::size_t column) const {
    const Tokens tokens = tokens_of(trimmed_cell(rows_[row][column].text()));
    if (tokens.size() != 1 || tokens[0].kind != Kind::name) return std::nullopt;
    const Name& name = tokens.names[0];
    if (name.has_variable()) return std::nullopt;
    return name.key();
  }

  void define(const std::string& key, std::size_t row, std::size_t column) {
    auto value = cell_value(row, column);
    if (!value) return;
    value->places = -1;
    scope_.define(key, std::move(*value), false, origin());
    ++out_.definitions;
  }

  const std::vector<std::vector<MappedText>>& rows_;
  Scope& scope_;
  bool drawn_;
  mutable std::vector<std::vector<std::optional<std::optional<Value>>>> cells_;  // once read
  std::vector<Column> columns_;
  TableFindings out_;
};

}  // namespace

std::string_view trimmed_cell(std::string_view text) {
  constexpr std::string_view kAround = " \t\n\r*$`:";
  const std::size_t first = text.find_first_not_of(kAround);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kAround) - first + 1);
}

std::optional<Value> value_of_cell(const MappedText& cell, const Scope& scope) {
  const std::string_view text = trimmed_cell(cell.text());
  if (is_word(text, "masked")) {
    Value masked = number(Rational(0));
    masked.masked = true;
    return masked;
  }
  const Tokens tokens = tokens_of(text);
  if (tokens.size() == 0) return std::nullopt;
  const auto side = read_side(tokens, 0, scope);
  if (!side || side->end != tokens.size() || side->compound || !side->value.is_known()) {
    return std::nullopt;
  }
  return side->value;
}

TableFindings find_in_table(const std::vector<std::vector<MappedText>>& rows, Scope& scope,
                            bool drawn) {
  return Table(rows, scope, drawn).run();
}

}  // namespace exactblend::verify
