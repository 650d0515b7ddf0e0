#include "verify/scope.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "exactblend/verify/verify.hpp"

namespace exactblend::verify {
namespace {

// A named form counts for what multiplying it costs.
std::size_t numbers_in(const Value& value) {
  std::size_t count = 1;
  if (const SymbolPointer symbol = value.symbol()) {
    const std::size_t terms = symbol->above.size() + symbol->below.size();
    count += terms * terms;
  }
  for (const Value& part : value.parts) count += numbers_in(part);
  return count;
}

// "w12" is w and 12; no number without a letter before it, or with too many digits.
bool split(const std::string& key, std::string& base, int& index) {
  std::size_t digits = 0;
  while (digits < key.size() && key[key.size() - 1 - digits] >= '0' &&
         key[key.size() - 1 - digits] <= '9') {
    ++digits;
  }
  constexpr std::size_t kMostDigits = 6;
  if (digits == 0 || digits == key.size() || digits > kMostDigits) return false;
  base = key.substr(0, key.size() - digits);
  const char* first = key.data() + key.size() - digits;
  return std::from_chars(first, key.data() + key.size(), index).ec == std::errc();
}

}  // namespace

void Scope::open_section(int level) {
  while (sections_.size() > 1 && sections_.back().level >= level) sections_.pop_back();
  sections_.push_back({level, next_section_++});
}

void Scope::define(const std::string& key, Value value, bool computed, std::size_t source) {
  std::vector<Definition>& all = names_[key];
  // Of those that are no longer in force one is kept, so a name has at most one for each open
  // section and one more.
  const auto stale = [this](const Definition& definition) { return !in_force(definition); };
  all.erase(std::remove_if(all.begin(), all.end(), stale), all.end());
  const Section& here = sections_.back();
  bool again = false;
  if (!all.empty() && all.back().section == here.id) {
    again = all.back().again || !same(all.back().value, value);
    all.pop_back();
  }
  all.push_back({std::move(value), computed, again, source, sections_.size() - 1, here.id});
  std::string base;
  int index = 0;
  if (split(key, base, index)) {
    std::vector<int>& family = families_[base];
    const auto place = std::lower_bound(family.begin(), family.end(), index);
    if ((place == family.end() || *place != index) && family.size() < kMaxComponents) {
      family.insert(place, index);
    }
  }
}

void Scope::define_indexed(const std::string& base, int index, Value value, std::size_t source) {
  define(base + std::to_string(index), std::move(value), false, source);
}

std::optional<Scope::Definition> Scope::find(const std::string& key) const {
  const auto found = names_.find(key);
  if (found == names_.end()) return std::nullopt;
  const std::vector<Definition>& all = found->second;
  if (!take(numbers_in(all.back().value))) {
    Definition result;
    result.value = unknown("the document has more to compute than is done here");
    return result;
  }
  for (auto definition = all.rbegin(); definition != all.rend(); ++definition) {
    if (!in_force(*definition)) continue;
    Definition result = *definition;
    // An inner section that has ended gave it another value since, and may have meant it to stay.
    const bool outdated = definition != all.rbegin() && !same(all.back().value, result.value);
    result.value.elsewhere = result.value.elsewhere || outdated;
    return result;
  }
  Definition result = all.back();
  result.value.elsewhere = true;
  return result;
}

bool Scope::is_replaced(const std::string& base, std::size_t source) const {
  const auto found = names_.find(base);
  if (found == names_.end()) return false;
  const Definition& last = found->second.back();
  return last.value.is_vector() && in_force(last) && last.source > source;
}

std::vector<int> Scope::indices(const std::string& base) const {
  const auto family = families_.find(base);
  if (family == families_.end() || !take(family->second.size())) return {};
  std::vector<int> here;
  std::vector<int> elsewhere;
  for (const int index : family->second) {
    const auto definition = find(base + std::to_string(index));
    if (!definition || !definition->value.is_known()) continue;
    if (is_replaced(base, definition->source)) continue;
    (definition->value.elsewhere ? elsewhere : here).push_back(index);
  }
  return here.empty() ? elsewhere : here;
}

std::vector<Value> Scope::row(const std::string& base) const {
  const std::vector<int> keys = indices(base);
  if (const auto whole = find(base); keys.empty() && whole && whole->value.is_vector()) {
    std::vector<Value> parts = whole->value.parts;
    for (Value& part : parts) part.elsewhere = part.elsewhere || whole->value.elsewhere;
    return parts;
  }
  if (keys.empty() || keys.front() > 1 ||
      keys.back() - keys.front() + 1 != static_cast<int>(keys.size())) {
    return {};
  }
  std::vector<Value> row;
  for (const int key : keys) {
    auto definition = find(base + std::to_string(key));
    if (!definition || !definition->value.is_known()) return {};
    row.push_back(std::move(definition->value));
  }
  return row;
}

}  // namespace exactblend::verify
