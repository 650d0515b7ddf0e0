// The values of names, by section: a heading of level n ends all open sections of that level and
// deeper. A value given in a section that has ended is remembered as one from elsewhere.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "verify/value.hpp"

namespace exactblend::verify {

class Scope {
 public:
  // lookups: numbers that find() and indices() may look at, all together; then all is unknown.
  explicit Scope(std::size_t lookups) : lookups_(lookups) {}

  void open_section(int level);
  [[nodiscard]] std::size_t section() const { return sections_.back().id; }
  [[nodiscard]] int level() const { return sections_.back().level; }

  struct Definition {
    Value value;             // unknown if it was given one that is not computed
    bool computed = false;   // the result of a claim, not given
    bool again = false;      // it had another value in this section before
    std::size_t source = 0;  // byte of the source
    std::size_t depth = 0;
    std::size_t section = 0;
  };

  void define(const std::string& key, Value value, bool computed, std::size_t source);
  // The innermost definition in force; else the last one from elsewhere, whose value says so.
  [[nodiscard]] std::optional<Definition> find(const std::string& key) const;
  // Whether the row as a whole has been given anew since then: w = (1/3,2/3) behind w1 = 1/4.
  [[nodiscard]] bool is_replaced(const std::string& base, std::size_t source) const;
  // In force and known, by the base of the name: the numbers j for which "w" has a w_j, in rising
  // order; elsewhere ones only if there are no others.
  [[nodiscard]] std::vector<int> indices(const std::string& base) const;

  // The row that the base names: its components, or the values of all its names by their numbers;
  // empty if there are none, or if numbers are missing between.
  [[nodiscard]] std::vector<Value> row(const std::string& base) const;
  // The rows of a table, one for each query, which names of that base may have in turn.
  void define_rows(const std::string& base, std::vector<std::vector<Value>> rows) {
    rows_[base] = std::move(rows);
  }
  [[nodiscard]] const std::vector<std::vector<Value>>& rows(const std::string& base) const {
    static const std::vector<std::vector<Value>> kNone;
    const auto found = rows_.find(base);
    return found == rows_.end() ? kNone : found->second;
  }
  // Counts what is computed beside looking up; false if there has been enough.
  [[nodiscard]] bool take(std::size_t lookups) const {
    if (lookups_ < lookups) {
      lookups_ = 0;
      return false;
    }
    lookups_ -= lookups;
    return true;
  }

  // A column of a table, and other ways to give a whole family of names.
  void define_indexed(const std::string& base, int index, Value value, std::size_t source);

 private:
  struct Section {
    int level;
    std::size_t id;
  };
  [[nodiscard]] bool in_force(const Definition& definition) const {
    return definition.depth < sections_.size() &&
           sections_[definition.depth].id == definition.section;
  }

  mutable std::size_t lookups_;
  std::vector<Section> sections_ = {{0, 0}};
  std::size_t next_section_ = 1;
  std::unordered_map<std::string, std::vector<Definition>> names_;
  std::unordered_map<std::string, std::vector<int>> families_;  // by base
  std::unordered_map<std::string, std::vector<std::vector<Value>>> rows_;
};

}  // namespace exactblend::verify
