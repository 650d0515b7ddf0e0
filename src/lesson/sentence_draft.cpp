// From an author's text to its parts: what is plain, and what stands in braces.

#include <algorithm>
#include <array>

#include "lesson/sentence_template.hpp"

namespace exactblend {
namespace {

constexpr std::array<std::string_view, kSentences> kNames = {
    "introduction", "softmax", "normalize", "assign", "scale", "add", "boundary", "summary"};

// Columns of rising places in a text, counted from 1; together they cost one pass.
class Columns {
 public:
  Columns(std::string_view text, Position at) : text_(text), at_(at) {}
  Position place(std::size_t byte) {
    column_ += std::count_if(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                             text_.begin() + static_cast<std::ptrdiff_t>(byte),
                             [](char c) { return (c & 0xC0) != 0x80; });
    counted_ = byte;
    return {at_.line, std::max(at_.column, 1) + static_cast<int>(column_), at_.source};
  }

 private:
  std::string_view text_;
  Position at_;
  std::size_t counted_ = 0;
  std::ptrdiff_t column_ = 0;
};

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kSpace);
  if (begin == std::string_view::npos) return text.substr(0, 0);
  return text.substr(begin, text.find_last_not_of(kSpace) + 1 - begin);
}

}  // namespace

std::string_view name(SentenceOf of) { return kNames[static_cast<std::size_t>(of)]; }

Result<DraftSentence> draft_sentence(SentenceOf of, std::string_view text, Position at) {
  constexpr std::string_view kOpen = "{{";
  constexpr std::string_view kClose = "}}";
  if (text.empty()) {
    return refused({ErrorCode::empty, "a sentence without a word", "leave the sentence out"}, at);
  }
  if (text.size() > kMaxSentenceBytes) {
    return refused(
        {ErrorCode::over_limit, "a sentence of " + std::to_string(text.size()) + " bytes",
         "at most " + std::to_string(kMaxSentenceBytes)},
        at);
  }
  DraftSentence result{of, {}, at};
  Columns columns(text, at);
  std::size_t names = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t open = text.find(kOpen, begin);
    if (open == std::string_view::npos) {
      result.parts.push_back({std::string(text.substr(begin))});
      break;
    }
    // In {{{w1}}, {{w2}}} the outer braces are text.
    while (text.substr(open + kOpen.size()).starts_with('{')) ++open;
    const std::size_t inside = open + kOpen.size();
    const std::size_t close = text.find(kClose, inside);
    if (close == std::string_view::npos || text.find(kOpen, inside) < close) {
      return refused(
          {ErrorCode::unclosed_name, "\"{{\" without \"}}\"", "a name stands in both: {{output}}"},
          columns.place(open));
    }
    if (open > begin) result.parts.push_back({std::string(text.substr(begin, open - begin))});
    const std::string_view name = trimmed(text.substr(inside, close - inside));
    const Position place = columns.place(static_cast<std::size_t>(name.data() - text.data()));
    if (++names > kMaxSentenceNames) return refused(too_many_names(), place);
    result.parts.push_back({std::string(name), true, place});
    begin = close + kClose.size();
  }
  return result;
}

}  // namespace exactblend
