#include "verify/words.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "number/read_cursor.hpp"

namespace exactblend::verify {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::size_t kLongest = 16;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

const Words kWordsNeutralBefore = {
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

const Words kWordsChanging = {
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

const Words kWordsNeutralAfter = {
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

const Words kLabels = {
    "step",    "line",   "equation", "component", "example", "solution", "claim",
    "value",   "values", "weight",   "weights",   "score",   "scores",   "output",
    "outputs", "result", "answer",   "formula",   "first",   "second",   "third",
    "sum",     "total",  "note",     "the",       "number",
};

const Words kWordsOfOtherArithmetic = {
    "modulo",     "mod",      "modular",   "remainder", "binary",   "hex",       "hexadecimal",
    "octal",      "ternary",  "base",      "boolean",   "xor",      "floor",     "ceil",
    "ceiling",    "rounded",  "rounding",  "rounds",    "round",    "truncated", "truncates",
    "truncating", "float",    "floats",    "floating",  "overflow", "overflows", "saturates",
    "integer",    "integers", "congruent", "clock",     "tropical", "quotient",  "division",
    "roughly",    "nearest",
};

const Words kWordsSupposing = {
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

const Words kWordsRescaling = {
    "scale",    "scaled",  "scaling",     "scales",     "divide",   "divided",
    "dividing", "divides", "temperature", "normalized", "subtract", "subtracting",
    "mask",     "masked",  "masking",     "shifted",    "rescaled", "multiplied",
};

const Words kFunctions = {
    "softmax", "exp",  "log",       "ln",  "sin", "cos",       "tan",  "tanh",
    "sigmoid", "relu", "gelu",      "max", "min", "argmax",    "norm", "sqrt",
    "det",     "rank", "attention", "var", "lim", "logsumexp", "dim",
};

const Words kOperands = {"masked", "the", "sum", "component", "named", "softmax"};

const Words kSayings = {"sum",     "sums",   "add",   "adds",    "summing", "adding", "multiplying",
                        "scaling", "output", "blend", "softmax", "weight",  "weights"};

const std::vector<std::pair<std::string_view, Kind>> kSigns = {
    {"plus", Kind::plus},   {"minus", Kind::minus},   {"times", Kind::dot},
    {"over", Kind::divide}, {"equals", Kind::equals}, {"equal", Kind::equals},
    {"gives", Kind::gives}, {"makes", Kind::gives},   {"yields", Kind::gives},
    {"is", Kind::gives},
};

class Entries {
 public:
  Entries();

  [[nodiscard]] WordEntry of(std::string_view word) const {
    if (word.empty() || word.size() > kLongest) return {};
    const char first = lower(word[0]);
    if (first < 'a' || first > 'z' || (sizes_[index(first)] >> word.size() & 1) == 0) return {};
    std::array<char, kLongest> small{};
    std::transform(word.begin(), word.end(), small.begin(), lower);
    const auto found = entries_.find({small.data(), word.size()});
    return found == entries_.end() ? WordEntry() : found->second;
  }

 private:
  static std::size_t index(char letter) { return static_cast<std::size_t>(letter - 'a'); }
  WordEntry& add(std::string_view word) {
    sizes_[index(word[0])] |= 1U << word.size();
    return entries_[word];
  }

  std::unordered_map<std::string_view, WordEntry> entries_;
  std::array<std::uint32_t, 26> sizes_{};  // by first letter: bit n if there is a word of n letters
};

Entries::Entries() {
  const auto put = [this](const Words& words, WordClass one) {
    for (const std::string_view word : words) {
      std::uint16_t& of = add(word).classes;
      of = static_cast<std::uint16_t>(of | one);
    }
  };
  put(kWordsNeutralBefore, kNeutralBefore);
  put(kWordsChanging, kChanging);
  put(kWordsNeutralAfter, kNeutralAfter);
  put(kLabels, kLabel);
  put(kWordsOfOtherArithmetic, kOtherArithmetic);
  put(kWordsSupposing, kSupposing);
  put(kWordsRescaling, kRescaling);
  put(kFunctions, kFunction);
  put(kFunctions, kOperand);
  put(kOperands, kOperand);
  put(kSayings, kSaying);
  for (const auto& [word, kind] : kSigns) add(word).kind = kind;
}

}  // namespace

bool is_word(std::string_view text, std::string_view word) {
  return text.size() == word.size() && std::equal(text.begin(), text.end(), word.begin(),
                                                  [](char a, char b) { return lower(a) == b; });
}

WordEntry word_entry(std::string_view word) {
  static const Entries kEntries;
  return kEntries.of(word);
}

Effect effect_before(const Token& word) {
  if ((word.classes & kChanging) != 0) return Effect::changes;
  return (word.classes & kNeutralBefore) != 0 ? Effect::none : Effect::unknown;
}

Effect effect_after(const Token& word) {
  return (word.classes & kNeutralAfter) != 0 ? Effect::none : Effect::unknown;
}

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
