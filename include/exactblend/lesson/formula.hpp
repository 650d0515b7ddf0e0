// Formulas of steps, told piece by piece to a sink: one telling for text, LaTeX, words and MathML.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string_view>

#include "exactblend/lesson/trace.hpp"

namespace exactblend {

enum class Symbol {
  weight,           // w
  value,            // V
  score,            // s
  softmax,          // softmax(s): a named weight, as against the assigned w
  normalizer,       // Z: the denominator of a named softmax
  given,            // r: an entry of a row before it is divided by its sum
  component,        // a component of the output o
  output,           // o
  named_component,  // a component of the named blend, as against o
};

inline constexpr std::size_t kNoIndex = static_cast<std::size_t>(-1);
inline constexpr std::size_t kKeyJ = static_cast<std::size_t>(-2);  // any key, as an index j
inline constexpr std::size_t kKeyI = static_cast<std::size_t>(-3);  // any key, as an index i
inline constexpr std::size_t kAllTerms = std::numeric_limits<std::size_t>::max();

// What renderers implement. A line is one chain of equalities.
class FormulaSink {
 public:
  virtual ~FormulaSink() = default;

  // label: the name of the line's key or component, or empty.
  virtual void begin_line(std::string_view label) = 0;
  virtual void end_line() = 0;
  virtual void left_out_lines(std::size_t count) = 0;

  virtual void number(const Rational& value) = 0;
  virtual void vector(std::span<const Rational> value) = 0;
  virtual void symbol(Symbol symbol, std::size_t index) = 0;  // index from 0
  virtual void masked() = 0;  // stands where a masked key's weight would
  virtual void equals() = 0;
  virtual void plus() = 0;
  virtual void times() = 0;
  virtual void open_group() = 0;  // parentheses
  virtual void close_group() = 0;
  virtual void left_out_terms(std::size_t count) = 0;  // stands between two plus()
  virtual void sum_over_keys(std::size_t index) = 0;   // Σⱼ or Σᵢ: kKeyJ or kKeyI
  virtual void begin_fraction() = 0;
  virtual void over() = 0;
  virtual void end_fraction() = 0;
  virtual void begin_exponential() = 0;  // e to the power of what follows
  virtual void end_exponential() = 0;

  // Sums of more terms, and formulas of more lines, are shown in part, with the number left out.
  // At least 4.
  [[nodiscard]] virtual std::size_t max_terms() const { return kAllTerms; }
  [[nodiscard]] virtual std::size_t max_lines() const { return kAllTerms; }
};

// step: one of trace.steps.
void write_formula(const Trace& trace, const Step& step, FormulaSink& sink);

}  // namespace exactblend
