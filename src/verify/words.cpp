#include "verify/words.hpp"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "number/read_cursor.hpp"

namespace exactblend::verify {
namespace {

using Set = std::unordered_set<std::string_view>;

constexpr std::size_t kLongest = 16;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool holds(const Set& words, std::string_view text) {
  if (text.size() > kLongest || text.empty()) return false;
  std::array<char, kLongest> small{};
  std::transform(text.begin(), text.end(), small.begin(), lower);
  return words.count({small.data(), text.size()}) != 0;
}

const Set kNeutralBefore = {
    "whereas",    "decimal",     "fraction",  "percentage", "product",  "difference", "ratio",
    "lies",       "midpoint",    "becomes",   "leaves",     "reads",    "comes",      "so",
    "hence",      "thus",        "therefore", "then",       "that",     "and",        "or",
    "but",        "since",       "because",   "as",         "if",       "when",       "where",
    "with",       "have",        "has",       "get",        "gets",     "got",        "compute",
    "check",      "checks",      "namely",    "indeed",     "now",      "also",       "here",
    "is",         "are",         "be",        "e",          "output",   "outputs",    "result",
    "answer",     "value",       "values",    "weight",     "weights",  "score",      "scores",
    "claim",      "claims",      "note",      "find",       "see",      "write",      "verify",
    "verifies",   "instead",     "exactly",   "example",    "say",      "says",       "obtain",
    "obtains",    "assigned",    "exact",     "like",       "recall",   "let",        "suppose",
    "scaled",     "blend",       "first",     "second",     "third",    "finally",    "next",
    "clearly",    "again",       "solution",  "equation",   "therefor", "still",      "component",
    "the",        "adding",      "computing", "add",        "added",    "following",  "while",
    "it",         "we",          "weigh",     "step",       "using",    "line",       "this",
    "these",      "both",        "together",  "simply",     "just",     "which",      "means",
    "implies",    "shows",       "show",      "showing",    "correct",  "true",       "false",
    "wrong",      "right",       "although",  "though",     "in",       "well",       "not",
    "yes",        "no",          "too",       "wrote",      "for",      "until",      "compare",
    "arithmetic", "calculation", "lies",      "midpoint",   "becomes",  "leaves",     "reads",
    "comes",      "makes",       "formula",   "sum",        "total",    "scale",
};

const Set kChanging = {
    "of",       "twice",         "thrice",  "double",     "half",
    "triple",   "than",          "per",     "minus",      "plus",
    "by",       "over",          "from",    "less",       "more",
    "between",  "root",          "square",  "squared",    "cube",
    "log",      "exp",           "max",     "min",        "mod",
    "modulo",   "negative",      "inverse", "reciprocal", "to",
    "times",    "percent",       "hundred", "thousand",   "million",
    "billion",  "dozen",         "degrees", "divided",    "multiplied",
    "quarter",  "third",         "fifth",   "section",    "chapter",
    "table",    "figure",        "fig",     "version",    "page",
    "key",      "query",         "token",   "row",        "column",
    "head",     "layer",         "eq",      "exercise",   "problem",
    "question", "about",         "nearly",  "almost",     "roughly",
    "around",   "approximately", "never",
};

const Set kNeutralAfter = {
    "weights",
    "values",
    "parameters",
    "entries",
    "components",
    "numbers",
    "keys",
    "terms",
    "altogether",
    "products",
    "multiplications",
    "total",
    "steps",
    "scores",
    "tokens",
    "positions",
    "queries",
    "and",
    "or",
    "so",
    "which",
    "as",
    "for",
    "in",
    "with",
    "because",
    "since",
    "but",
    "exactly",
    "hence",
    "then",
    "that",
    "the",
    "on",
    "where",
    "while",
    "also",
    "now",
    "again",
    "too",
    "at",
    "if",
    "when",
    "via",
    "using",
    "here",
    "therefore",
    "thus",
    "is",
    "are",
    "holds",
    "by",
    "we",
    "this",
    "these",
    "after",
    "before",
    "they",
    "it",
    "its",
    "not",
    "instead",
    "indeed",
    "a",
    "an",
    "exact",
    "whereas",
    "though",
    "although",
    "gives",
    "follows",
    "shows",
    "correctly",
    "without",
    "you",
    "output",
    "whose",
    "named",
    "approximately",
    "checks",
    "just",
    "each",
    "all",
    "only",
    "respectively",
    "followed",
    "once",
    "from",
    "let",
};

const Set kLabels = {
    "step",    "line",   "equation", "component", "example", "solution", "claim",
    "value",   "values", "weight",   "weights",   "score",   "scores",   "output",
    "outputs", "result", "answer",   "formula",   "first",   "second",   "third",
    "sum",     "total",  "note",     "the",       "number",
};

const Set kOtherArithmetic = {
    "modulo",     "mod",      "modular",   "remainder", "binary",   "hex",       "hexadecimal",
    "octal",      "ternary",  "base",      "boolean",   "xor",      "floor",     "ceil",
    "ceiling",    "rounded",  "rounding",  "rounds",    "round",    "truncated", "truncates",
    "truncating", "float",    "floats",    "floating",  "overflow", "overflows", "saturates",
    "integer",    "integers", "congruent", "clock",     "tropical", "quotient",  "division",
    "roughly",    "nearest",
};

const Set kSupposing = {
    "if",         "instead",       "were",        "would",        "suppose",   "supposing",
    "supposed",   "assume",        "assuming",    "had",          "different", "other",
    "another",    "alternatively", "replace",     "replaced",     "replacing", "change",
    "changed",    "changing",      "swap",        "swapped",      "swapping",  "without",
    "equal",      "uniform",       "otherwise",   "what",         "imagine",   "double",
    "doubled",    "doubling",      "halve",       "halved",       "could",     "try",
    "new",        "now",           "mask",        "masking",      "unmasked",  "permute",
    "normalized", "normalize",     "normalizing", "renormalized", "rescaled",  "shifted",
    "again",
};

const Set kRescaling = {
    "scale",    "scaled",  "scaling",     "scales",     "divide",   "divided",
    "dividing", "divides", "temperature", "normalized", "subtract", "subtracting",
    "mask",     "masked",  "masking",     "shifted",    "rescaled", "multiplied",
};

const Set kFunctions = {
    "softmax", "exp",  "log",       "ln",  "sin", "cos",       "tan",  "tanh",
    "sigmoid", "relu", "gelu",      "max", "min", "argmax",    "norm", "sqrt",
    "det",     "rank", "attention", "var", "lim", "logsumexp", "dim",
};

}  // namespace

bool is_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(),
                                                  [](char a, char b) { return lower(a) == b; });
}

Effect effect_before(std::string_view word) {
  if (holds(kChanging, word)) return Effect::changes;
  return holds(kNeutralBefore, word) ? Effect::none : Effect::unknown;
}

Effect effect_after(std::string_view word) {
  return holds(kNeutralAfter, word) ? Effect::none : Effect::unknown;
}

bool is_other_arithmetic(std::string_view word) { return holds(kOtherArithmetic, word); }

bool is_supposing(std::string_view word) { return holds(kSupposing, word); }

bool is_rescaling(std::string_view word) { return holds(kRescaling, word); }

bool is_label(std::string_view word) { return holds(kLabels, word); }

bool is_function(std::string_view word) { return holds(kFunctions, word); }

std::size_t spoken_sum(const Tokens& tokens, std::size_t at, std::string& variable) {
  std::size_t next = at;
  const auto word = [&](std::string_view wanted) {
    if (next >= tokens.size() || !is_word(tokens.of(tokens[next]), wanted)) return false;
    ++next;
    return true;
  };
  word("the");
  if (!word("sum") || !word("over")) return 0;
  word("all");
  word("the");
  if (!word("keys") && !word("tokens") && !word("values")) return 0;
  if (next >= tokens.size() || tokens[next].kind != Kind::name) return 0;
  const Name& name = tokens.names[tokens[next].name];
  if (!name.index.empty()) return 0;
  ++next;
  if (!word("of")) return 0;
  variable = name.base;
  return next - at;
}

}  // namespace exactblend::verify
