#include "exactblend/lesson/formula.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace exactblend {
namespace {

// Calls show(i) for the terms of a sum, plus() between them, and names how many are left out of
// the middle if the sink wants fewer. The last term is always shown.
template <class Show>
void write_sum(FormulaSink& sink, std::size_t terms, Show show) {
  const std::size_t limit = std::max<std::size_t>(sink.max_terms(), 4);
  const std::size_t head = terms > limit ? limit - 1 : terms;
  for (std::size_t i = 0; i < head; ++i) {
    if (i > 0) sink.plus();
    show(i);
  }
  if (terms <= limit) return;
  sink.plus();
  sink.left_out_terms(terms - limit);
  sink.plus();
  show(terms - 1);
}

// Calls write(i) for each line, and names how many are left out.
template <class Write>
void write_lines(FormulaSink& sink, std::size_t lines, Write write) {
  const std::size_t limit = std::max<std::size_t>(sink.max_lines(), 4);
  const std::size_t head = lines > limit ? limit - 1 : lines;
  for (std::size_t i = 0; i < head; ++i) write(i);
  if (lines <= limit) return;
  sink.left_out_lines(lines - limit);
  write(lines - 1);
}

std::string_view label(const std::vector<std::string>& labels, std::size_t index) {
  return labels.empty() ? std::string_view() : std::string_view(labels[index]);
}

// A term of a sum or the factor after a product sign: a negative one stands in parentheses.
void write_term(FormulaSink& sink, const Rational& value, bool first) {
  const bool group = !first && value.sign() < 0;
  if (group) sink.open_group();
  sink.number(value);
  if (group) sink.close_group();
}

void write_weight(FormulaSink& sink, const AssignedWeights& weights, std::size_t key, bool first) {
  if (weights.masked(key)) return sink.masked();
  write_term(sink, weights[key], first);
}

// r1 + r2 + r3 = 1 + 1 + 2 = 4, then w1 = 1/4 for each key.
void write_normalize(FormulaSink& sink, const Problem& problem, const AssignedRow& row) {
  const auto& given = row.given;
  sink.begin_line({});
  write_sum(sink, given.size(), [&](std::size_t i) { sink.symbol(Symbol::given, i); });
  sink.equals();
  if (given.size() > 1) {
    write_sum(sink, given.size(), [&](std::size_t i) { write_term(sink, given[i], i == 0); });
    sink.equals();
  }
  sink.number(row.given_sum);
  sink.end_line();
  write_lines(sink, given.size(), [&](std::size_t i) {
    sink.begin_line(label(problem.labels.keys, i));
    sink.symbol(Symbol::weight, i);
    sink.equals();
    if (row.weights.masked(i)) {
      sink.masked();
    } else {
      sink.begin_fraction();
      sink.symbol(Symbol::given, i);
      sink.over();
      sink.number(row.given_sum);
      sink.end_fraction();
      sink.equals();
      sink.number(row.weights[i]);
    }
    sink.end_line();
  });
}

// w1 + w2 + w3 = 1/4 + 1/4 + 1/2 = 1
void write_assign(FormulaSink& sink, const AssignedWeights& weights) {
  sink.begin_line({});
  write_sum(sink, weights.keys(), [&](std::size_t i) { sink.symbol(Symbol::weight, i); });
  if (weights.keys() > 1) {
    sink.equals();
    write_sum(sink, weights.keys(), [&](std::size_t i) { write_weight(sink, weights, i, i == 0); });
  }
  sink.equals();
  sink.number(Rational(1));  // AssignedWeights exist only with this sum
  sink.end_line();
}

// w1·V1 = 1/4·(2,0) = (1/2,0) for each key
void write_scale(FormulaSink& sink, const Trace& trace, std::size_t query) {
  const Problem& problem = trace.problem;
  const AssignedWeights& weights = problem.rows[query].weights;
  write_lines(sink, problem.keys(), [&](std::size_t key) {
    sink.begin_line(label(problem.labels.keys, key));
    sink.symbol(Symbol::weight, key);
    sink.times();
    sink.symbol(Symbol::value, key);
    sink.equals();
    write_weight(sink, weights, key, true);
    sink.times();
    sink.vector(problem.values[key]);
    sink.equals();
    sink.vector(trace.blends.assigned[query].scaled[key]);
    sink.end_line();
  });
}

// o1 = 1/2 + 0 + 1/2 = 1 for each component, then o = Σⱼ wⱼ·Vⱼ = (1,5/4)
void write_add(FormulaSink& sink, const Trace& trace, std::size_t query) {
  const Problem& problem = trace.problem;
  const Blend& blend = trace.blends.assigned[query];
  const AssignedWeights& weights = problem.rows[query].weights;
  write_lines(sink, problem.components(), [&](std::size_t i) {
    sink.begin_line(label(problem.labels.components, i));
    sink.symbol(Symbol::component, i);
    if (problem.keys() > 1) {
      sink.equals();
      write_sum(sink, problem.keys(), [&](std::size_t key) {
        if (weights.masked(key)) return sink.masked();
        write_term(sink, blend.scaled[key][i], key == 0);
      });
    }
    sink.equals();
    sink.number(blend.output[i]);
    sink.end_line();
  });
  sink.begin_line({});
  sink.symbol(Symbol::output, kNoIndex);
  sink.equals();
  sink.sum_over_keys(kKeyJ);
  sink.symbol(Symbol::weight, kKeyJ);
  sink.times();
  sink.symbol(Symbol::value, kKeyJ);
  sink.equals();
  sink.vector(blend.output);
  sink.end_line();
}

void write_exponential(FormulaSink& sink, const Rational& exponent) {
  sink.begin_exponential();
  sink.number(exponent);
  sink.end_exponential();
}

// Σ c·e^r with exponents falling, as sums of exponentials are usually written.
void write_exponential_sum(FormulaSink& sink, const ExponentialSum& sum) {
  const auto& terms = sum.terms();
  if (terms.empty()) return sink.number(Rational(0));
  auto term = terms.rbegin();
  std::size_t at = 0;
  write_sum(sink, terms.size(), [&](std::size_t i) {
    for (; at < i; ++at) ++term;
    const auto& [exponent, coefficient] = *term;
    if (coefficient != Rational(1)) {
      write_term(sink, coefficient, i == 0);
      sink.times();
    }
    write_exponential(sink, exponent);
  });
}

void write_named(FormulaSink& sink, const NamedNumber& number) {
  sink.begin_fraction();
  write_exponential_sum(sink, number.numerator());
  sink.over();
  write_exponential_sum(sink, number.denominator());
  sink.end_fraction();
}

// Over more keys than this, the denominator of the softmax is told once, as Z: told in full on
// every line it would make the formula grow with the square of the keys.
constexpr std::size_t kInlineKeys = 8;

// e^{s1} + e^{s2} + …, score by score and uncollected: the definition.
void write_normalizer(FormulaSink& sink, const NamedSoftmax& softmax) {
  std::vector<std::size_t> unmasked;
  for (std::size_t key = 0; key < softmax.keys(); ++key) {
    if (!softmax.masked(key)) unmasked.push_back(key);
  }
  write_sum(sink, unmasked.size(),
            [&](std::size_t i) { write_exponential(sink, softmax.scores()[unmasked[i]]); });
}

// softmax(s)1 = e^{s1}/(e^{s1} + e^{s2}) with the scores in place. Over one score it is exactly 1.
void write_softmax(FormulaSink& sink, const Problem& problem, const NamedSoftmax& softmax) {
  const bool told_once = softmax.keys() > kInlineKeys;
  if (told_once) {
    sink.begin_line({});
    sink.symbol(Symbol::normalizer, kNoIndex);
    sink.equals();
    write_normalizer(sink, softmax);
    sink.end_line();
  }
  write_lines(sink, softmax.keys(), [&](std::size_t key) {
    sink.begin_line(label(problem.labels.keys, key));
    sink.symbol(Symbol::softmax, key);
    sink.equals();
    if (softmax.masked(key)) {
      sink.masked();
    } else {
      sink.begin_fraction();
      write_exponential(sink, softmax.scores()[key]);
      sink.over();
      if (told_once) {
        sink.symbol(Symbol::normalizer, kNoIndex);
      } else {
        write_normalizer(sink, softmax);
      }
      sink.end_fraction();
    }
    if (softmax.over_single_score() && !softmax.masked(key)) {
      sink.equals();
      sink.number(Rational(1));
    }
    sink.end_line();
  });
}

// "query 2, x": the lines of several queries stand in one formula.
std::string named_label(const Problem& problem, std::size_t query, std::size_t component) {
  std::string text;
  if (problem.queries() > 1) {
    text = problem.labels.queries.empty() ? "query " + std::to_string(query + 1)
                                          : problem.labels.queries[query];
  }
  const std::string_view name = label(problem.labels.components, component);
  if (!text.empty() && !name.empty()) text += ", ";
  return text.append(name);
}

// The key whose weight is exactly 1 because all others are masked.
std::optional<std::size_t> only_key(const NamedSoftmax& softmax) {
  if (!softmax.over_single_score()) return std::nullopt;
  for (std::size_t key = 0; key < softmax.keys(); ++key) {
    if (!softmax.masked(key)) return key;
  }
  return std::nullopt;
}

// Without scores: softmax(s)ⱼ = e^{sⱼ}/Σᵢ e^{sᵢ}, all symbols. With scores: the named blend.
void write_boundary(FormulaSink& sink, const Trace& trace) {
  const Problem& problem = trace.problem;
  if (problem.softmaxes.empty()) {
    sink.begin_line({});
    sink.symbol(Symbol::softmax, kKeyJ);
    sink.equals();
    sink.begin_fraction();
    sink.begin_exponential();
    sink.symbol(Symbol::score, kKeyJ);
    sink.end_exponential();
    sink.over();
    sink.sum_over_keys(kKeyI);
    sink.begin_exponential();
    sink.symbol(Symbol::score, kKeyI);
    sink.end_exponential();
    sink.end_fraction();
    sink.end_line();
    return;
  }
  const std::size_t components = problem.components();
  write_lines(sink, problem.queries() * components, [&](std::size_t line) {
    const std::size_t query = line / components;
    const std::size_t i = line % components;
    sink.begin_line(named_label(problem, query, i));
    sink.symbol(Symbol::named_component, i);
    sink.equals();
    write_named(sink, trace.blends.named[query].output[i]);
    if (const auto key = only_key(problem.softmaxes[query])) {
      sink.equals();
      sink.number(problem.values[*key][i]);
    }
    sink.end_line();
  });
}

}  // namespace

void write_formula(const Trace& trace, const Step& step, FormulaSink& sink) {
  const Problem& problem = trace.problem;
  switch (step.kind) {
    case StepKind::softmax: return write_softmax(sink, problem, problem.softmaxes[step.query]);
    case StepKind::normalize: return write_normalize(sink, problem, problem.rows[step.query]);
    case StepKind::assign: return write_assign(sink, problem.rows[step.query].weights);
    case StepKind::scale: return write_scale(sink, trace, step.query);
    case StepKind::add: return write_add(sink, trace, step.query);
    case StepKind::boundary: return write_boundary(sink, trace);
  }
}

}  // namespace exactblend
