// What the tests of problem files share: reading that must succeed, and errors with their place.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "exactblend/io/problem_json.hpp"
#include "exactblend/number/print.hpp"

namespace exactblend {

inline ProblemDraft read(std::string_view text) {
  auto draft = read_problem_json(text);
  EXPECT_TRUE(draft) << text << "\n" << (draft ? "" : to_text(draft.error()));
  return draft ? std::move(*draft) : ProblemDraft{};
}

// "1/4 1/4 masked", one string a row; a ratio begins with ":".
inline std::vector<std::string> shown(const std::vector<DraftRow>& rows) {
  std::vector<std::string> result;
  for (const DraftRow& row : rows) {
    std::string& text = result.emplace_back(row.is_ratio ? ":" : "");
    for (const DraftEntry& entry : row.entries) {
      if (!text.empty() && text != ":") text += ' ';
      text += entry.masked ? "masked" : to_text(entry.value);
      EXPECT_TRUE(!entry.masked || entry.value.is_zero());
    }
  }
  return result;
}

inline std::vector<std::string> shown(const std::vector<DraftValue>& values) {
  std::vector<std::string> result;
  for (const DraftValue& value : values) result.push_back(to_text(value.components));
  return result;
}

// "line:column code", or what was read instead.
inline std::string error_of(std::string_view text) {
  const auto draft = read_problem_json(text);
  if (draft) return "no error";
  const Error& error = draft.error();
  EXPECT_FALSE(error.wrong.empty()) << text;
  EXPECT_FALSE(error.right.empty()) << text;
  EXPECT_EQ(error.place.source, "") << text;
  return std::to_string(error.place.line) + ':' + std::to_string(error.place.column) + ' ' +
         std::string(code_name(error.code));
}

// "line:column: what is wrong; what would be right"
inline std::string message_of(std::string_view text) {
  const auto draft = read_problem_json(text);
  return draft ? "no error" : to_text(draft.error());
}

inline std::string at(Position position) {
  return std::to_string(position.line) + ':' + std::to_string(position.column);
}

}  // namespace exactblend
