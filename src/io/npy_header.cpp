#include "io/npy_header.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "exactblend/tensor/view.hpp"
#include "io/tensor_names.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kWanted =
    "a dict such as {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
constexpr std::array<std::string_view, 3> kKeys = {"descr", "fortran_order", "shape"};

// Each step is false, with an error, where the text is not what it must be. Nothing nests, so the
// depth is bounded by the grammar.
class Parser {
 public:
  Parser(std::string_view text, std::size_t before) : text_(text), before_(before) {}

  bool parse() {
    if (!take('{')) return syntax("{");
    while (!peek('}')) {
      if (!pair()) return false;
      if (!take(',') && !peek('}')) return syntax("a comma or }");
    }
    ++at_;
    skip_space();
    if (at_ < text_.size()) return syntax("the end of the header");
    for (std::size_t key = 0; key < kKeys.size(); ++key) {
      if ((given_ & 1U << key) != 0) continue;
      return refuse(ErrorCode::missing_field, "the header has no '" + std::string(kKeys[key]) + "'",
                    std::string(kWanted));
    }
    return true;
  }

  NpyHeader header;
  std::optional<Error> error;

 private:
  bool refuse(ErrorCode code, std::string wrong, std::string right) {
    error = Error{code, std::move(wrong), std::move(right)};
    return false;
  }
  bool syntax(const char* wanted) {
    return refuse(ErrorCode::syntax,
                  "the header has no " + std::string(wanted) + " at byte " +
                      std::to_string(before_ + at_ + 1),
                  std::string(kWanted));
  }
  bool wrong_type(std::size_t key, const char* right) {
    return refuse(ErrorCode::wrong_type,
                  '\'' + std::string(kKeys[key]) + "' holds something else, at byte " +
                      std::to_string(before_ + at_ + 1),
                  right);
  }

  void skip_space() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) {
      ++at_;
    }
  }
  bool peek(char wanted) {
    skip_space();
    return at_ < text_.size() && text_[at_] == wanted;
  }
  bool take(char wanted) {
    if (!peek(wanted)) return false;
    ++at_;
    return true;
  }
  bool take_word(std::string_view word) {
    skip_space();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }

  // In either kind of quotation marks, without escapes.
  std::optional<std::string_view> string() {
    const char mark = peek('"') ? '"' : '\'';
    if (!peek(mark)) return std::nullopt;
    const std::size_t end = text_.find(mark, at_ + 1);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    if (inside.find('\\') != std::string_view::npos) return std::nullopt;
    at_ = end + 1;
    return inside;
  }

  bool pair() {
    const auto name = string();
    if (!name) return syntax("name in quotation marks");
    std::size_t key = 0;
    while (key < kKeys.size() && kKeys[key] != *name) ++key;
    if (key == kKeys.size()) {
      return refuse(ErrorCode::unknown_field, "the header has a field " + quoted_name(*name),
                    std::string(kWanted));
    }
    if ((given_ & 1U << key) != 0) {
      return refuse(ErrorCode::duplicate_field, "the header has '" + std::string(*name) + "' twice",
                    "each field once");
    }
    given_ |= 1U << key;
    if (!take(':')) return syntax("colon");
    switch (key) {
      case 0: return descr();
      case 1: return fortran_order();
      default: return shape();
    }
  }

  bool descr() {
    if (peek('[') || peek('(') || peek('{')) {
      return refuse(ErrorCode::unsupported_dtype, "a structured array, whose elements have fields",
                    "an array of floats, such as one field of it: arr['weights']");
    }
    const auto text = string();
    if (!text) return wrong_type(0, "a string such as '<f4'");
    auto type = parse_npy_dtype(*text);
    if (!type) {
      error = std::move(type.error());
      return false;
    }
    header.type = *type;
    return true;
  }

  bool fortran_order() {
    header.fortran_order = take_word("True");
    return header.fortran_order || take_word("False") || wrong_type(1, "True or False");
  }

  // (), (2,) or (2, 3); (2) would be a number to Python.
  bool shape() {
    constexpr const char* kRight = "a tuple of whole numbers: (), (2,) or (2, 3)";
    if (!take('(')) return wrong_type(2, kRight);
    bool comma = true;
    while (!peek(')')) {
      if (!comma) return wrong_type(2, kRight);
      if (header.shape.size() == kMaxAxes) {
        return refuse(ErrorCode::over_limit, "more than " + std::to_string(kMaxAxes) + " axes",
                      "an array of at most " + std::to_string(kMaxAxes) + " axes");
      }
      if (!length(kRight)) return false;
      comma = take(',');
    }
    ++at_;
    return header.shape.size() != 1 || comma || wrong_type(2, kRight);
  }

  bool length(const char* right) {
    const std::size_t first = at_;
    std::size_t value = 0;
    for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
      const auto digit = static_cast<std::size_t>(text_[at_] - '0');
      if (value > (SIZE_MAX - digit) / 10) {
        return refuse(ErrorCode::over_limit, "an axis of more than 2^64 - 1 elements",
                      "a shape whose bytes can be counted in 63 bits");
      }
      value = 10 * value + digit;
    }
    if (at_ == first || (text_[first] == '0' && at_ - first > 1)) return wrong_type(2, right);
    header.shape.push_back(value);
    return true;
  }

  std::string_view text_;
  std::size_t before_;
  std::size_t at_ = 0;
  unsigned given_ = 0;  // bits of kKeys
};

}  // namespace

Result<NpyHeader> parse_npy_header(std::string_view text, std::size_t before) {
  Parser parser(text, before);
  if (!parser.parse()) return tl::unexpected(std::move(*parser.error));
  return std::move(parser.header);
}

}  // namespace exactblend
