#include "exactblend/number/print.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

class LatexNotation final : public LineSink {
 public:
  using LineSink::LineSink;

  void number(const Rational& value) override { append_latex(out(), value); }

  void vector(std::span<const Rational> value) override {
    out() += "\\left(";
    components(
        value, [&] { out() += ", "; },
        [&](std::size_t count) { gap(std::to_string(count) + " more"); });
    out() += "\\right)";
  }

  void symbol(Symbol symbol, std::size_t index) override {
    if (symbol == Symbol::softmax) {
      out() += "\\operatorname{softmax}(s)";
    } else if (symbol == Symbol::named_component) {
      out() += "o^{\\text{named}}";
    } else {
      out() += letter(symbol);
    }
    if (index == kKeyJ || index == kKeyI) {
      out() += index == kKeyJ ? "_{j}" : "_{i}";
    } else if (index != kNoIndex) {
      out().append("_{").append(std::to_string(index + 1)).append("}");
    }
  }

  void masked() override { out() += "\\text{masked}"; }
  void equals() override { out() += " = "; }
  void plus() override { out() += " + "; }
  void times() override { out() += " \\cdot "; }
  void open_group() override { out() += "\\left("; }
  void close_group() override { out() += "\\right)"; }
  void left_out_terms(std::size_t count) override { gap(more(count, "term")); }
  void sum_over_keys(std::size_t index) override {
    out() += index == kKeyJ ? "\\sum_{j} " : "\\sum_{i} ";
  }
  void begin_fraction() override { out() += "\\frac{"; }
  void over() override { out() += "}{"; }
  void end_fraction() override { out() += '}'; }
  void begin_exponential() override { out() += "e^{"; }
  void end_exponential() override { out() += '}'; }

 private:
  void gap(std::string_view what) {
    out().append("\\underbrace{\\cdots}_{\\text{").append(what).append("}}");
  }
};

}  // namespace

std::unique_ptr<LineSink> latex_notation(Extent extent) {
  return std::make_unique<LatexNotation>(extent);
}

}  // namespace exactblend
