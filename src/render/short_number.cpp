#include "render/short_number.hpp"

#include "exactblend/number/print.hpp"
#include "render/text_width.hpp"

namespace exactblend::draw {
namespace {

constexpr std::size_t kShownComponents = 4;
constexpr std::size_t kMostKept = 6;

// Digits with `kept` of them at each end, or with none kept; as they are if that is not longer.
std::string shortened(std::string_view digits, std::size_t kept) {
  const std::string_view sign = digits.starts_with('-') ? "-" : "";
  const std::string_view run = digits.substr(sign.size());
  const std::size_t out = run.size() > 2 * kept ? run.size() - 2 * kept : 0;
  std::string text(sign);
  if (out == 0 || out < 5) return std::string(digits);
  if (kept > 0) text.append(run.substr(0, kept)).append("…");
  text.append("[").append(std::to_string(out)).append("]");
  if (kept > 0) text.append("…").append(run.substr(run.size() - kept));
  return text.size() < digits.size() + 6 ? text : std::string(digits);
}

struct Digits {
  std::string above;
  std::string below;  // empty for an integer

  explicit Digits(const Rational& value)
      : above(value.numerator_text()), below(value.is_integer() ? "" : value.denominator_text()) {}

  [[nodiscard]] ShortText with(std::size_t kept) const {
    ShortText result = {shortened(above, kept), false};
    result.left_out = result.text != above;
    if (below.empty()) return result;
    const std::string denominator = shortened(below, kept);
    result.left_out = result.left_out || denominator != below;
    result.text.append("/").append(denominator);
    return result;
  }
};

}  // namespace

ShortText number_with(const Rational& value, std::size_t digits) {
  return Digits(value).with(digits);
}

ShortText number_within(const Rational& value, Hundredths width, int size) {
  const Digits digits(value);
  const std::size_t characters = digits.above.size() + digits.below.size();
  if (width_of(static_cast<std::int64_t>(characters) * 696, size) <= 2 * width) {
    ShortText whole = {to_text(value), false};
    if (text_width(whole.text, size) <= width) return whole;
  }
  for (std::size_t kept = kMostKept + 1; kept-- > 0;) {
    ShortText result = digits.with(kept);
    if (text_width(result.text, size) <= width) return result;
  }
  return {"[long]", true};
}

ShortText vector_with(std::span<const Rational> vector, std::size_t digits) {
  ShortText result = {"(", false};
  const auto add = [&](const Rational& component) {
    const ShortText number = number_with(component, digits);
    result.text += number.text;
    result.left_out = result.left_out || number.left_out;
  };
  const bool all = vector.size() <= kShownComponents;
  const std::size_t head = all ? vector.size() : kShownComponents - 1;
  for (std::size_t i = 0; i < head; ++i) {
    if (i > 0) result.text += ", ";
    add(vector[i]);
  }
  if (!all) {
    result.text.append(", … ").append(std::to_string(vector.size() - kShownComponents));
    result.text.append(" more …, ");
    add(vector.back());
  }
  result.text += ')';
  return result;
}

}  // namespace exactblend::draw
