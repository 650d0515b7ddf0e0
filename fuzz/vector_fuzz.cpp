// read_vector, read_vectors and read_rows on any bytes: they agree with each other, what they read
// is printed and read again as the same values, and what they refuse says why and where.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exactblend/number/print.hpp"
#include "exactblend/number/read.hpp"
#include "require.hpp"

namespace {

using exactblend::NumberForm;
using exactblend::Rational;
using exactblend::ReadEntry;
using exactblend::ReadNumber;
using exactblend::ReadRow;

std::vector<Rational> values_of(const std::vector<ReadNumber>& vector) {
  std::vector<Rational> values;
  for (const ReadNumber& number : vector) values.push_back(number.value);
  return values;
}

bool within_limits(const std::vector<Rational>& values) {
  for (const Rational& value : values) {
    if (to_text(value).size() > static_cast<std::size_t>(exactblend::kMaxDigits)) return false;
  }
  return true;
}

void require_printed_is_read(const std::vector<Rational>& values) {
  if (!within_limits(values)) return;
  const auto again = exactblend::read_vector(exactblend::to_text(std::span(values)));
  require(again && values_of(*again) == values, "what is printed is read as the same vector");
  for (const ReadNumber& number : *again) {
    require(number.form == NumberForm::canonical, "what is printed is canonical");
  }
}

void require_same_entries(const std::vector<ReadRow>& rows, const std::vector<Rational>& values) {
  std::size_t at = 0;
  for (const ReadRow& row : rows) {
    for (const ReadEntry& entry : row.entries) {
      require(at < values.size() && entry.value == values[at++] && !entry.masked,
              "a vector read as a row has the same values");
    }
  }
  require(at == values.size(), "a vector read as a row has as many values");
}

void check_rows(std::string_view text, const std::vector<ReadRow>& rows) {
  int last = 0;
  std::string again;
  bool printable = true;
  for (const ReadRow& row : rows) {
    require(!row.entries.empty(), "no row is empty");
    char before = '(';
    for (const ReadEntry& entry : row.entries) {
      require(entry.column > last && static_cast<std::size_t>(entry.column) <= text.size(),
              "columns grow and stay in the text");
      last = entry.column;
      require(!entry.masked || entry.value.is_zero(), "a masked entry is 0");
      printable = printable && within_limits({entry.value});
      again += before;
      again += entry.masked ? "masked" : to_text(entry.value);
      before = row.is_ratio ? ':' : ',';
    }
    again += ')';
  }
  if (!printable) return;
  const auto reread = exactblend::read_rows(again);
  require(reread && reread->size() == rows.size(), "printed rows are read as as many");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ReadRow& row = (*reread)[i];
    require(row.is_ratio == rows[i].is_ratio && row.entries.size() == rows[i].entries.size(),
            "a printed row is read as its own kind");
    for (std::size_t j = 0; j < row.entries.size(); ++j) {
      require(row.entries[j].value == rows[i].entries[j].value &&
                  row.entries[j].masked == rows[i].entries[j].masked,
              "a printed row is read as the same entries");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto vector = exactblend::read_vector(text);
  const auto vectors = exactblend::read_vectors(text);
  const auto rows = exactblend::read_rows(text);
  if (rows) check_rows(text, *rows);
  if (!rows) require_sound(rows.error(), text);

  if (vector) {
    const std::vector<Rational> values = values_of(*vector);
    require(rows.has_value() && rows->size() == 1, "a vector is one row");
    require_same_entries(*rows, values);
    require_printed_is_read(values);
    require(vectors.has_value(), "a vector is a list of vectors");
  } else {
    require_sound(vector.error(), text);
  }

  if (vectors) {
    std::vector<Rational> all;
    for (const auto& one : *vectors) {
      const std::vector<Rational> values = values_of(one);
      all.insert(all.end(), values.begin(), values.end());
    }
    require(rows.has_value(), "vectors are rows");
    require_same_entries(*rows, all);
    require(vector.has_value() || vectors->size() > 1, "one vector in a list is a vector");
  } else {
    require_sound(vectors.error(), text);
  }
  return 0;
}
