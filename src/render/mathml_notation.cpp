// MathML Core. A line is a row of pieces, <mrow class="eb-piece">, between which a page may break
// it: before = and +, and after the commas of a long vector. Nothing inside of a fraction, an
// exponent or parentheses is a piece of its own.
#include "exactblend/number/print.hpp"
#include "render/notation.hpp"

namespace exactblend {
namespace {

// Vectors of more components than this may be broken, and then have parentheses of fixed size.
constexpr std::size_t kWholeVector = 4;

class MathmlNotation final : public LineSink {
 public:
  using LineSink::LineSink;

  void begin_line(std::string_view label) override {
    LineSink::begin_line(label);
    out() += kOpenPiece;
    depth_ = 0;
  }
  void end_line() override { out() += kClosePiece; }

  void number(const Rational& value) override {
    const bool negative = value.sign() < 0;
    if (negative) out() += "<mrow><mo form=\"prefix\">−</mo>";
    append_mathml(out(), negative ? -value : value, aid("/"));
    if (negative) out() += "</mrow>";
  }

  void vector(std::span<const Rational> value) override {
    const bool breaks = value.size() > kWholeVector && depth_ == 0;
    if (!breaks) out() += "<mrow>";
    out() += breaks ? "<mo form=\"prefix\" stretchy=\"false\">(</mo>" : "<mo>(</mo>";
    components(
        value,
        [&] {
          out() += "<mo separator=\"true\">,</mo>";
          if (breaks) next_piece();
        },
        [&](std::size_t count) { gap(std::to_string(count) + " more"); });
    out() += breaks ? "<mo form=\"postfix\" stretchy=\"false\">)</mo>" : "<mo>)</mo></mrow>";
  }

  void symbol(Symbol symbol, std::size_t index) override {
    const bool named = symbol == Symbol::named_component;
    const bool indexed = index != kNoIndex;
    if (named) {
      out() += indexed ? "<msubsup>" : "<msup>";
    } else if (indexed) {
      out() += "<msub>";
    }
    if (symbol == Symbol::softmax) {
      out() += "<mrow><mi>softmax</mi><mo>(</mo><mi>s</mi><mo>)</mo></mrow>";
    } else {
      out().append("<mi>").append(1, named ? 'o' : letter(symbol)).append("</mi>");
    }
    if (index == kKeyJ || index == kKeyI) {
      out() += index == kKeyJ ? "<mi>j</mi>" : "<mi>i</mi>";
    } else if (indexed) {
      out().append("<mn>").append(std::to_string(index + 1)).append("</mn>");
    }
    if (named) {
      out() += "<mi>named</mi>";
      out() += indexed ? "</msubsup>" : "</msup>";
    } else if (indexed) {
      out() += "</msub>";
    }
  }

  // <mi> and not <mtext>, which counts as space, so that the sign before it would lose its own.
  void masked() override { out() += "<mi>masked</mi>"; }
  void equals() override { infix("="); }
  void plus() override { infix("+"); }
  void times() override { out() += "<mo>·</mo>"; }
  void open_group() override {
    ++depth_;
    out() += "<mrow><mo>(</mo>";
  }
  void close_group() override {
    --depth_;
    out() += "<mo>)</mo></mrow>";
  }
  void left_out_terms(std::size_t count) override { gap(more(count, "term")); }
  void sum_over_keys(std::size_t index) override {
    out() += "<munder><mo>∑</mo><mi>";
    out() += index == kKeyJ ? 'j' : 'i';
    out() += "</mi></munder>";
  }
  void begin_fraction() override {
    ++depth_;
    out() += "<mfrac><mrow>";
    plain("(");
  }
  void over() override {
    plain(")/(");
    out() += "</mrow><mrow>";
  }
  void end_fraction() override {
    --depth_;
    plain(")");
    out() += "</mrow></mfrac>";
  }
  void begin_exponential() override {
    ++depth_;
    out() += "<msup><mi>e</mi><mrow>";
    plain("^(");
  }
  void end_exponential() override {
    --depth_;
    plain(")");
    out() += "</mrow></msup>";
  }

 private:
  static constexpr std::string_view kOpenPiece = "<mrow class=\"eb-piece\">";
  static constexpr std::string_view kClosePiece = "</mrow>";

  void next_piece() { out().append(kClosePiece).append(kOpenPiece); }

  // form: at the beginning of a piece an operator would else be taken for a prefix.
  void infix(std::string_view sign) {
    if (depth_ == 0) next_piece();
    // MathML trims the spaces; they are for readers that show only the text.
    out().append("<mo form=\"infix\"> ").append(sign).append(" </mo>");
  }

  // What a browser that knows MathML hides (eb-plain), and one that shows only the text needs, for
  // which a fraction would else be its digits in a row.
  static std::string aid(std::string_view sign) {
    return std::string("<mtext class=\"eb-plain\">").append(sign).append("</mtext>");
  }
  void plain(std::string_view sign) { out() += aid(sign); }

  void gap(std::string_view what) { out().append("<mi>… ").append(what).append(" …</mi>"); }

  int depth_ = 0;
};

}  // namespace

std::unique_ptr<LineSink> mathml_notation(Extent extent) {
  return std::make_unique<MathmlNotation>(extent);
}

}  // namespace exactblend
