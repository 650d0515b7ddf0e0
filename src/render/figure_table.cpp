// The table of keys, weights, values and scaled values, with the sums in its last row.
//
// A vector stands on one line where all of them do; else one component a line. Long numbers lose
// digits in their middle only where no layout holds them.
#include <algorithm>
#include <array>

#include "exactblend/number/print.hpp"
#include "render/figure_parts.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kColumns = 4;        // key, weight or score, value, scaled value
constexpr Hundredths kPad = units(6);      // beside the first and the last column
constexpr Hundredths kSwatch = units(20);  // a swatch and the space after it
constexpr std::size_t kMostRows = 12;
constexpr std::size_t kMostLines = 36;
constexpr std::size_t kMostComponents = 6;  // lines of one cell
constexpr std::size_t kOnOneLine = 4;       // components

struct Row {
  enum Kind { key, gap, sum } kind;
  std::size_t index;  // of the key; how many are left out
  std::array<std::vector<Label>, kColumns> cells = {};

  [[nodiscard]] std::size_t lines() const {
    std::size_t most = 1;
    for (const auto& cell : cells) most = std::max(most, cell.size());
    return most;
  }
};

// The most that these columns take.
struct Limits {
  Hundredths key;
  Hundredths weight;
};

using Widths = std::array<Hundredths, kColumns>;

class Table {
 public:
  // stacked: one component a line, cut to the width.
  Table(Plate& plate, Hundredths width, bool stacked, Limits limits)
      : plate_(plate),
        width_(width),
        gap_(units(stacked && width < units(400) ? 10 : 16)),
        stacked_(stacked) {
    limits_[0] = limits.key;
    limits_[1] = limits.weight;
    make_rows();
    measure();
    limit_vectors();
    make_header();
    for (Row& row : rows_) fill_vectors(row);
    measure();
  }

  [[nodiscard]] bool fits() const { return total() <= width_; }
  [[nodiscard]] bool left_out() const { return left_out_; }

  Hundredths draw(const Strip& strip) {
    plate_.left_out = plate_.left_out || left_out_;
    Widths x{};
    const Hundredths spare = strip.width() - total();
    x[0] = strip.left + kPad;
    for (std::size_t c = 1; c < kColumns; ++c) {
      x[c] = x[c - 1] + widths_[c - 1] + gap_ + spare / static_cast<Hundredths>(kColumns);
    }
    SvgWriter& svg = plate_.svg;
    svg.open("eb-table");
    Hundredths y = strip.top;
    const auto rule = [&](std::string_view classes) {
      svg.line(classes, {{strip.left, y}, {strip.right, y}});
    };
    rule("eb-rule-strong");
    y += units(3);
    const Hundredths columns_top = y;
    y = draw_row(header_, x, y, "eb-head");
    y += units(3);
    rule("eb-rule");
    y += units(3);
    for (const Row& row : rows_) {
      if (row.kind != Row::sum) {
        if (row.lines() > 1 && &row != rows_.data()) y += units(5);
        y = draw_row(row, x, y, {});
        continue;
      }
      y += units(3);
      if (!named()) {
        svg.rect("eb-frame eb-frame-scaled",
                 {x[3] - units(6), columns_top, strip.right, y - units(1)});
      }
      rule("eb-rule");
      y += units(3);
      const Hundredths top = y;
      y = draw_row(row, x, y, "eb-output-text");
      svg.rect("eb-frame eb-frame-output", {strip.left, top - units(1), strip.right, y + units(1)});
    }
    y += units(3);
    rule("eb-rule-strong");
    svg.close();
    return y;
  }

 private:
  [[nodiscard]] bool named() const { return plate_.row == nullptr; }
  [[nodiscard]] std::size_t components() const { return plate_.problem.components(); }

  [[nodiscard]] Hundredths room() const { return width_ - 2 * kPad - 3 * gap_; }

  // Key and weight take what they need up to a bound, vectors share the rest.
  void limit_vectors() {
    const Hundredths rest = room() - widths_[0] - widths_[1] - (named() ? widths_[3] : 0);
    limits_[2] = limits_[3] = named() ? rest : rest / 2;
  }

  [[nodiscard]] std::string number(const Rational& value, Hundredths width) {
    const ShortText shown =
        stacked_ ? number_within(value, width, kText) : number_with(value, 10'000'000);
    left_out_ = left_out_ || shown.left_out;
    return shown.text;
  }

  // "x: " before a component that stands on a line of its own; "1: " if the labels are too long.
  [[nodiscard]] std::string prefix(std::size_t component) const {
    const auto& names = plate_.problem.labels.components;
    if (names.empty() || components() == 1) return {};
    constexpr std::size_t kLongest = 64;  // bytes of a label that could fit
    const Hundredths room = limits_[2] * 2 / 5;
    const bool all = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return name.size() <= kLongest && text_width(name, kText) + units(10) <= room;
    });
    return (all ? fitted(names[component], room, kText) : std::to_string(component + 1)) + ": ";
  }

  [[nodiscard]] std::vector<Label> vector(std::span<const Rational> value) {
    std::vector<Label> lines;
    if (!stacked_ && value.size() <= kOnOneLine) {
      std::string text = value.size() == 1 ? "" : "(";
      for (std::size_t i = 0; i < value.size(); ++i) {
        text.append(i == 0 ? "" : ", ").append(number(value[i], 0));
      }
      lines.emplace_back(value.size() == 1 ? text : text + ")");
      return lines;
    }
    const bool all = value.size() <= kMostComponents;
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (!all && i + 2 == kMostComponents) {
        lines.emplace_back(fitted(std::to_string(value.size() - kMostComponents + 1) + " more",
                                  std::max(limits_[2], units(60)), kText));
        i = value.size() - 1;
      }
      Label line(prefix(i));
      line.plain(number(value[i], limits_[2] - line.width(kText)));
      lines.push_back(std::move(line));
    }
    return lines;
  }

  void make_header() {
    header_.cells[0] = {Label("key")};
    header_.cells[1] = {Label().symbol(named() ? "s" : "w", "j")};
    header_.cells[2] = {Label().symbol("V", "j")};
    header_.cells[3] = {Label().symbol("w", "j").plain("·").symbol("V", "j")};
    if (named() && stacked_) {
      header_.cells[3] = {Label("softmax(s)").below("j"), Label("· ").symbol("V", "j")};
    } else if (named()) {
      header_.cells[3] = {Label("softmax(s)").below("j").plain("·").symbol("V", "j")};
    }
    const auto& names = plate_.problem.labels.components;
    if (names.empty() || (stacked_ && components() > 1)) return;
    std::string text = names.size() == 1 ? "" : "(";
    for (std::size_t i = 0; i < std::min(names.size(), kOnOneLine); ++i) {
      text.append(i == 0 ? "" : ", ").append(fitted(names[i], units(70), kText));
    }
    if (names.size() > kOnOneLine) text += ", …";
    header_.cells[2].emplace_back(fitted(names.size() == 1 ? text : text + ")",
                                         stacked_              ? limits_[2]
                                         : width_ > units(400) ? units(200)
                                                               : units(110),
                                         kText));
  }

  [[nodiscard]] Row key_row(std::size_t key) {
    Row row = {Row::key, key};
    Label name(std::to_string(key + 1));
    const auto& names = plate_.problem.labels.keys;
    if (!names.empty()) {
      const Hundredths room = limits_[0] - kSwatch - name.width(kText) - units(8);
      name.plain("  ").plain(fitted(names[key], room, kText));
    }
    row.cells[0] = {name};
    if (plate_.masked(key)) {
      row.cells[1] = {Label("masked")};
    } else {
      const Rational& entry = named() ? plate_.softmax->scores()[key] : plate_.row->weights[key];
      row.cells[1] = {Label(number(entry, limits_[1]))};
    }
    if (named()) row.cells[3] = named_scaled(key);
    return row;
  }

  void fill_vectors(Row& row) {
    if (row.kind == Row::key) row.cells[2] = vector(plate_.problem.values[row.index]);
    if (named() || row.kind == Row::gap) return;
    row.cells[3] =
        vector(row.kind == Row::sum ? plate_.blend->output : plate_.blend->scaled[row.index]);
  }

  [[nodiscard]] std::vector<Label> named_scaled(std::size_t key) const {
    if (plate_.masked(key)) return {Label("masked")};
    if (!stacked_) return {named_scaled_symbol(key)};
    return {Label("softmax(s)").below(std::to_string(key + 1)),
            Label("· ").symbol("V", std::to_string(key + 1))};
  }

  // Over a single score softmax is exactly 1, so that the output is the value of that key.
  [[nodiscard]] Label named_output() const {
    if (!plate_.softmax->over_single_score()) return Label("named ").symbol("o", "");
    std::size_t key = 0;
    while (plate_.masked(key)) ++key;
    return Label().symbol("o", "").plain(" = ").symbol("V", std::to_string(key + 1));
  }

  void make_rows() {
    const std::size_t keys = plate_.problem.keys();
    const std::size_t lines =
        stacked_ || components() > kOnOneLine ? std::min(components(), kMostComponents) : 1;
    const std::size_t most = std::clamp<std::size_t>(kMostLines / lines, 4, kMostRows);
    for (std::size_t key = 0; key < keys; ++key) {
      if (keys > most && key + 2 == most) {
        rows_.push_back({Row::gap, keys - most + 1});
        key = keys - 1;
      }
      rows_.push_back(key_row(key));
    }
    Row& sum = rows_.emplace_back(Row{Row::sum, 0});
    if (named()) {
      sum.cells[0] = {Label("sum")};
      sum.cells[3] = {named_output()};
      return;
    }
    sum.cells[0] = {Label("sum")};
    sum.cells[1] = {Label("1")};
    sum.cells[2] = {Label().symbol("o", "").plain(" =")};
  }

  void measure() {
    const auto widen = [&](const Row& row) {
      if (row.kind == Row::gap) return;
      for (std::size_t c = 0; c < kColumns; ++c) {
        for (const Label& line : row.cells[c]) {
          const Hundredths swatch =
              c == 0 && row.kind == Row::key && &row != &header_ ? kSwatch : 0;
          widths_[c] = std::max(widths_[c], line.width(kText) + swatch);
        }
      }
    };
    widen(header_);
    for (const Row& row : rows_) widen(row);
  }

  [[nodiscard]] Hundredths total() const {
    Hundredths sum = 2 * kPad + 3 * gap_;
    for (const Hundredths width : widths_) sum += width;
    return sum;
  }

  Hundredths draw_row(const Row& row, const Widths& x, Hundredths y, std::string_view classes) {
    static constexpr std::array<std::string_view, kColumns> kCellClasses = {"", "eb-weight-text",
                                                                            "", "eb-scaled-text"};
    SvgWriter& svg = plate_.svg;
    if (row.kind == Row::gap) {
      svg.text("eb-muted", {x[0], y + units(13)}, Anchor::start,
               Label("… " + std::to_string(row.index) +
                     (row.index == 1 ? " more key …" : " more keys …")));
      return y + kLine;
    }
    const bool is_key = row.kind == Row::key && &row != &header_;
    if (is_key) {
      draw_swatch(plate_, row.index, {x[0], y + units(3), x[0] + units(12), y + units(15)});
    }
    for (std::size_t c = 0; c < kColumns; ++c) {
      Hundredths base = y + units(13);
      if (row.kind == Row::sum && c == 2 && !row.cells[2].empty()) {
        svg.text(classes, {x[3] - units(5), base}, Anchor::end, row.cells[2].front());
        continue;
      }
      for (const Label& line : row.cells[c]) {
        const Hundredths indent = c == 0 && is_key ? kSwatch : 0;
        svg.text(classes.empty() ? kCellClasses[c] : classes, {x[c] + indent, base}, Anchor::start,
                 line);
        base += kLine;
      }
    }
    return y + static_cast<Hundredths>(row.lines()) * kLine;
  }

  Plate& plate_;
  Hundredths width_;
  Hundredths gap_;  // between columns
  bool stacked_;
  bool left_out_ = false;
  Widths limits_{};
  Widths widths_{};
  Row header_ = {Row::key, 0};
  std::vector<Row> rows_;
};

// Whether all numbers of the table are so short that writing them out to measure them is cheap.
bool is_short(const Plate& plate) {
  constexpr std::size_t kLong = 60;
  const auto short_enough = [](const Rational& value) {
    return value.is_integer() ? value.numerator_text().size() < kLong
                              : to_text(value).size() < kLong;
  };
  if (plate.problem.components() > kOnOneLine) return false;
  const auto all = [&](std::span<const Rational> vector) {
    return std::all_of(vector.begin(), vector.end(), short_enough);
  };
  if (plate.blend != nullptr && !all(plate.blend->output)) return false;
  for (std::size_t key = 0; key < plate.problem.keys(); ++key) {
    if (key > kMostRows && key + 1 != plate.problem.keys()) continue;
    if (!all(plate.problem.values[key])) return false;
    if (plate.blend != nullptr && !all(plate.blend->scaled[key])) return false;
  }
  return true;
}

}  // namespace

TablePlace draw_table(Plate& plate, const Strip& narrow, const Strip& broad) {
  constexpr std::array<Limits, 3> kLimits = {
      {{units(130), units(130)}, {units(92), units(92)}, {units(64), units(66)}}};
  if (is_short(plate)) {
    for (const Limits& limits : kLimits) {
      Table beside(plate, narrow.width(), false, limits);
      if (beside.fits()) return {false, beside.draw(narrow)};
    }
    Table across(plate, broad.width(), false, kLimits[0]);
    if (across.fits()) return {true, across.draw(broad)};
  }
  for (const Limits& limits : kLimits) {
    Table beside(plate, narrow.width(), true, limits);
    if (beside.fits() && !beside.left_out()) return {false, beside.draw(narrow)};
  }
  const bool is_broad = broad.width() > narrow.width();
  Table across(plate, broad.width(), true, kLimits[is_broad ? 0 : 2]);
  return {true, across.draw(broad)};
}

}  // namespace exactblend::draw
