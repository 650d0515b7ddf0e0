#include "exactblend/number/print.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

class WordsNotation final : public LineSink {
 public:
  using LineSink::LineSink;

  void number(const Rational& value) override { append_words(out(), value); }

  void vector(std::span<const Rational> value) override {
    out() += "the vector ";
    components(
        value, [&] { out() += ", "; },
        [&](std::size_t count) { out().append(std::to_string(count)).append(" more"); });
  }

  void symbol(Symbol symbol, std::size_t index) override {
    switch (symbol) {
      case Symbol::weight: out() += "w"; break;
      case Symbol::value: out() += "V"; break;
      case Symbol::score: out() += "s"; break;
      case Symbol::given: out() += "r"; break;
      case Symbol::normalizer: out() += "Z"; break;
      case Symbol::softmax: out() += "softmax of s"; break;
      case Symbol::component: out() += "component"; break;
      case Symbol::named_component: out() += "named component"; break;
      case Symbol::output: out() += "the output"; break;
    }
    if (index == kKeyJ || index == kKeyI) {
      out() += index == kKeyJ ? " j" : " i";
    } else if (index != kNoIndex) {
      out().append(" ").append(std::to_string(index + 1));
    }
  }

  void masked() override { out() += "masked"; }
  void equals() override { out() += " equals "; }
  void plus() override { out() += " plus "; }
  void times() override { out() += " times "; }
  void open_group() override {}  // only ever around one negative number
  void close_group() override {}
  void left_out_terms(std::size_t count) override {
    out() += more(count, "term");
  }
  void sum_over_keys(std::size_t index) override {
    out() += index == kKeyJ ? "the sum over all keys j of " : "the sum over all keys i of ";
  }
  void begin_fraction() override { out() += "the fraction "; }
  void over() override { out() += ", over "; }
  void end_fraction() override { out() += ", end of fraction"; }
  void begin_exponential() override { out() += "e to the power "; }
  void end_exponential() override {}
};

}  // namespace

std::unique_ptr<LineSink> words_notation(Extent extent) {
  return std::make_unique<WordsNotation>(extent);
}

}  // namespace exactblend
