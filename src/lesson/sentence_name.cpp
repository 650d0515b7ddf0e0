#include "lesson/sentence_name.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "lesson/near_name.hpp"

namespace exactblend {
namespace {

// A # stands for a number: of a key and then of a component, or of a component alone.
struct Form {
  std::string_view form;
  Named what;
  bool of_key = true;  // whether the first number is a key's
};

constexpr std::array<Form, 19> kForms{{
    {"title", Named::title},
    {"keys", Named::keys},
    {"components", Named::components},
    {"queries", Named::queries},
    {"query", Named::query},
    {"sum", Named::sum},
    {"w#", Named::weight},
    {"V#", Named::value},
    {"V#.#", Named::value},
    {"value.#", Named::value},
    {"value.#.#", Named::value},
    {"key.#", Named::key},
    {"scaled.#", Named::scaled},
    {"scaled.#.#", Named::scaled},
    {"output", Named::output},
    {"output.#", Named::output, false},
    {"given.#", Named::given},
    {"given_sum", Named::given_sum},
    {"s#", Named::score},
}};

// Names that are no names, and what is meant by them.
struct Meant {
  std::string_view typed;
  std::string_view form;
};
constexpr std::array<Meant, 2> kMeant{{{"weight.#", "w#"}, {"score.#", "s#"}}};

constexpr std::string_view kNames =
    "the names are title, keys, components, queries, query, sum, w1, V1, V1.1, value.1, key.1, "
    "scaled.1, scaled.1.1, output, output.1, given.1, given_sum, s1, and q1. before any of them";

constexpr std::size_t kMostDigits = 9;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

std::string_view take_digits(std::string_view& text) {
  const std::string_view before = text;
  while (!text.empty() && is_digit(text.front())) text.remove_prefix(1);
  return before.substr(0, before.size() - text.size());
}

// The numbers of a text that has this form, as they are written.
std::optional<std::vector<std::string_view>> match(std::string_view form, std::string_view text) {
  std::vector<std::string_view> numbers;
  for (const char c : form) {
    if (c == '#') {
      numbers.push_back(take_digits(text));
      if (numbers.back().empty()) return std::nullopt;
    } else if (text.starts_with(c)) {
      text.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  if (!text.empty()) return std::nullopt;
  return numbers;
}

// 0-based.
std::size_t index(std::string_view digits) {
  std::size_t value = 0;
  for (const char digit : digits) value = 10 * value + static_cast<std::size_t>(digit - '0');
  return value == 0 ? kNoSuchIndex : value - 1;
}

// The name in braces, the numbers in their places; where there are none, 1.
std::string braced(std::string_view prefix, std::string_view form,
                   const std::vector<std::string_view>& numbers) {
  std::string text = "{{";
  text += prefix;
  std::size_t number = 0;
  for (const char c : form) {
    if (c != '#') {
      text += c;
    } else {
      text += number < numbers.size() ? numbers[number] : "1";
      ++number;
    }
  }
  return text + "}}";
}

// What a name is compared by.
struct Shape {
  std::string letters;
  std::vector<std::string_view> numbers;
};

Shape shape(std::string_view text) {
  Shape result;
  while (!text.empty()) {
    if (is_digit(text.front())) {
      result.numbers.push_back(take_digits(text));
      continue;
    }
    if (text.front() == '#') result.numbers.push_back(text.substr(0, 1));
    if (is_letter(text.front())) result.letters += text.front();
    text.remove_prefix(1);
  }
  return result;
}

// The name that is most likely meant, in braces; empty if none is near. Letters count first, then
// whether there are as many numbers.
std::string nearest(std::string_view prefix, std::string_view text) {
  const Shape typed = shape(text);
  if (typed.letters.empty()) return {};
  std::string_view meant;
  std::pair<std::size_t, std::size_t> least = {near_enough(typed.letters.size()) + 1, 0};
  const auto compare = [&](std::string_view known, std::string_view form) {
    const Shape other = shape(known);
    const std::size_t a = typed.numbers.size();
    const std::size_t b = other.numbers.size();
    const std::pair far(distance(typed.letters, other.letters), a < b ? b - a : a - b);
    if (far >= least) return;
    least = far;
    meant = form;
  };
  for (const Form& form : kForms) compare(form.form, form.form);
  for (const Meant& one : kMeant) compare(one.typed, one.form);
  return meant.empty() ? std::string() : braced(prefix, meant, typed.numbers);
}

tl::unexpected<Error> unknown(std::string_view whole, std::string_view prefix,
                              std::string_view text) {
  if (whole.empty()) {
    return failure(ErrorCode::unknown_name, "there is no name in the braces", std::string(kNames));
  }
  if (!is_plain_name(whole)) {
    return failure(ErrorCode::unknown_name, "there is no such name", std::string(kNames));
  }
  const std::string near = nearest(prefix, text);
  return failure(ErrorCode::unknown_name, "there is no name \"" + std::string(whole) + '"',
                 near.empty() ? std::string(kNames) : near + " may be meant");
}

// "q2." before a name; the rest is the name.
std::string_view take_prefix(std::string_view& text) {
  std::string_view rest = text;
  if (!rest.starts_with('q')) return {};
  rest.remove_prefix(1);
  if (take_digits(rest).empty() || !rest.starts_with('.')) return {};
  rest.remove_prefix(1);
  const std::string_view prefix = text.substr(0, text.size() - rest.size());
  text = rest;
  return prefix;
}

}  // namespace

Result<ReadName> read_name(std::string_view text) {
  const std::string_view whole = text;
  const std::string_view prefix = take_prefix(text);
  for (const Form& form : kForms) {
    const auto numbers = match(form.form, text);
    if (!numbers) continue;
    const std::string_view query = prefix.empty() ? prefix : prefix.substr(1, prefix.size() - 2);
    const bool long_number =
        query.size() > kMostDigits ||
        std::any_of(numbers->begin(), numbers->end(),
                    [](std::string_view number) { return number.size() > kMostDigits; });
    if (long_number) {
      return failure(ErrorCode::unknown_name,
                     "a number of more than " + std::to_string(kMostDigits) + " digits in a name",
                     "the number of a key, a component or a query, from 1");
    }
    ReadName result{{form.what}, braced(prefix, form.form, *numbers)};
    SentenceName& name = result.name;
    if (!query.empty()) name.query = index(query);
    if (form.of_key && !numbers->empty()) name.key = index(numbers->front());
    if (numbers->size() > (form.of_key ? 1U : 0U)) name.component = index(numbers->back());
    return result;
  }
  return unknown(whole, prefix, text);
}

}  // namespace exactblend
