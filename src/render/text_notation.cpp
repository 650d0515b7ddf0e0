#include "exactblend/number/print.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

class TextNotation final : public LineSink {
 public:
  using LineSink::LineSink;

  void number(const Rational& value) override { append_text(out(), value); }

  void vector(std::span<const Rational> value) override {
    out() += '(';
    components(
        value, [&] { out().append(1, ',').append(1, kSoftBreak); },
        [&](std::size_t count) {
          out().append("… ").append(std::to_string(count)).append(" more …");
        });
    out() += ')';
  }

  void symbol(Symbol symbol, std::size_t index) override {
    if (symbol == Symbol::softmax) {
      out() += "softmax(s)";
    } else if (symbol == Symbol::named_component) {
      out() += "named o";
    } else {
      out() += letter(symbol);
    }
    if (index == kKeyJ || index == kKeyI) {
      out() += index == kKeyJ ? "ⱼ" : "ᵢ";
    } else if (index != kNoIndex) {
      out() += std::to_string(index + 1);
    }
  }

  void masked() override { out() += "masked"; }
  void equals() override { out().append(1, kBreak).append("= "); }
  void plus() override { out().append(1, kBreak).append("+ "); }
  void times() override { out() += "·"; }
  void open_group() override { out() += '('; }
  void close_group() override { out() += ')'; }
  void left_out_terms(std::size_t count) override {
    out().append("… ").append(more(count, "term")).append(" …");
  }
  void sum_over_keys(std::size_t index) override { out() += index == kKeyJ ? "Σⱼ " : "Σᵢ "; }

  // A sum needs parentheses above and below the slash, and below it so does whatever could be read
  // another way: r1 / (3/4), e^1 / (2·e^1).
  void begin_fraction() override { part_ = out().size(); }
  void over() override {
    if (out().find(kBreak, part_) != std::string::npos) group_part();
    out().append(1, kBreak).append("/ ");
    part_ = out().size();
  }
  void end_fraction() override {
    if (is_compound(std::string_view(out()).substr(part_))) group_part();
  }

  // e^2, and e^(1/2) or e^(-1) for what could be read another way.
  void begin_exponential() override {
    out() += "e^";
    exponent_ = out().size();
  }
  void end_exponential() override {
    if (out().find_first_of("/-", exponent_) == std::string::npos) return;
    out().insert(exponent_, 1, '(');
    out() += ')';
  }

 private:
  // Whether an operator or a sign stands outside parentheses.
  static bool is_compound(std::string_view part) {
    int depth = 0;
    for (std::size_t i = 0; i < part.size(); ++i) {
      const char c = part[i];
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      const bool sign = c == kBreak || c == '/' || c == '-' || part.substr(i).starts_with("·");
      if (depth == 0 && sign) return true;
    }
    return false;
  }

  void group_part() {
    out().insert(part_, 1, '(');
    out() += ')';
  }

  std::size_t part_ = 0;      // where the open part of a fraction begins
  std::size_t exponent_ = 0;  // where the open exponent begins
};

}  // namespace

std::unique_ptr<LineSink> text_notation(Extent extent) {
  return std::make_unique<TextNotation>(extent);
}

std::string vector_text(std::span<const Rational> vector, Extent extent) {
  TextNotation notation(extent);
  notation.begin_line({});
  notation.vector(vector);
  return notation.take().front().formula;
}

}  // namespace exactblend
