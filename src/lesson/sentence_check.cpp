// Whether each sentence has its step, and each name in it something to stand for; and how much they
// all come to.

#include <algorithm>
#include <cstdint>
#include <utility>

#include "lesson/sentence_name.hpp"
#include "lesson/sentence_template.hpp"

namespace exactblend {
namespace {

// "there is no key 4; there are 3 keys, counted from 1"
std::optional<Error> check_index(std::size_t index, std::size_t count, const std::string& one,
                                 const std::string& plural) {
  if (index < count) return std::nullopt;
  const std::string number = std::to_string(index == kNoSuchIndex ? 0 : index + 1);
  const std::string have =
      count == 1 ? "there is 1 " + one : "there are " + std::to_string(count) + ' ' + plural;
  return Error{ErrorCode::unknown_name, "there is no " + one + ' ' + number,
               have + ", counted from 1"};
}

bool has_key(Named what) {
  return what == Named::weight || what == Named::value || what == Named::key ||
         what == Named::scaled || what == Named::given || what == Named::score;
}

bool needs_weights(Named what) {
  return what == Named::sum || what == Named::weight || what == Named::scaled ||
         what == Named::output || what == Named::given || what == Named::given_sum;
}

bool is_of_step(SentenceOf of) {
  return of != SentenceOf::introduction && of != SentenceOf::boundary && of != SentenceOf::summary;
}

// Checks one problem's sentences, and counts what they come to.
class Checker {
 public:
  explicit Checker(const Problem& problem) : problem_(problem) {
    for (const AssignedRow& row : problem.rows) {
      if (row.normalized) {
        ++normalized_;
      } else if (!given_) {
        given_ = static_cast<std::size_t>(&row - problem.rows.data());
      }
    }
    for (const std::string& label : problem.labels.queries) {
      longest_query_ = std::max(longest_query_, label.size());
    }
  }

  Result<SentenceTemplate> check(DraftSentence draft) {
    if (auto error = check_step(draft.of)) return refused(std::move(*error), draft.at);
    SentenceTemplate result{draft.of, {}};
    std::uint64_t filled = 0;
    std::size_t names = 0;
    for (DraftSentencePart& part : draft.parts) {
      if (!part.is_name) {
        filled += part.text.size();
        result.parts.push_back({std::move(part.text)});
        continue;
      }
      if (++names > kMaxSentenceNames) return refused(too_many_names(), part.at);
      auto name = read_name(part.text);
      if (!name) return refused(std::move(name.error()), part.at);
      if (auto error = check_name(*name, draft.of)) return refused(std::move(*error), part.at);
      filled += size(name->name);
      if (result.parts.empty() || result.parts.back().name) result.parts.emplace_back();
      result.parts.back().name = name->name;
    }
    filled_ += filled * times(draft.of);  // < 2^37 · 2^24, and there are 8 of them
    if (filled_ > kMaxFilled) {
      return refused({ErrorCode::over_limit,
                      "with this sentence all of them come to " + std::to_string(filled_) +
                          " bytes and numbers",
                      "at most " + std::to_string(kMaxFilled) + ", for all queries together"},
                     draft.at);
    }
    return result;
  }

 private:
  // In how many steps the sentence stands.
  [[nodiscard]] std::uint64_t times(SentenceOf of) const {
    if (of == SentenceOf::normalize) return normalized_;
    return is_of_step(of) ? problem_.queries() : 1;
  }

  [[nodiscard]] std::optional<Error> check_step(SentenceOf of) const {
    const auto none = [of](std::string why, std::string right) {
      std::string wrong = "there is no step for the sentence \"";
      wrong.append(name(of)).append("\": ").append(why);
      return Error{ErrorCode::conflicting_fields, std::move(wrong),
                   std::move(right) + ", or leave the sentence out"};
    };
    if (of == SentenceOf::softmax && problem_.softmaxes.empty()) {
      return none("there are no scores", "give scores");
    }
    const bool of_weights = is_of_step(of) && of != SentenceOf::softmax;
    if (of_weights && problem_.rows.empty()) {
      return none("there are only scores", "give weights or a ratio");
    }
    if (of == SentenceOf::normalize && normalized_ == 0) {
      return none("the weights are not divided by their sum",
                  "ask for normalizing, or give a ratio");
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<Error> check_name(const ReadName& read, SentenceOf of) const {
    const SentenceName& name = read.name;
    const auto needs = [&](std::string what, std::string right) {
      return Error{ErrorCode::unknown_name, read.shown + " needs " + std::move(what),
                   std::move(right) + ", or leave the name out"};
    };
    if (name.what == Named::title && problem_.title.empty()) {
      return needs("a title, and there is none", "give a title");
    }
    if (needs_weights(name.what) && problem_.rows.empty()) {
      return needs("assigned weights, and there are only scores", "give weights or a ratio");
    }
    if (name.what == Named::score && problem_.softmaxes.empty()) {
      return needs("scores, and there are none", "give scores");
    }
    if (name.query) {
      if (auto e = check_index(*name.query, problem_.queries(), "query", "queries")) return e;
    }
    if (has_key(name.what)) {
      if (auto e = check_index(name.key, problem_.keys(), "key", "keys")) return e;
    }
    if (name.component) {
      const std::size_t components = problem_.components();
      if (auto e = check_index(*name.component, components, "component", "components")) return e;
    }
    if (name.what == Named::given || name.what == Named::given_sum) {
      if (const auto row = not_normalized(name, of)) {
        const std::string which =
            problem_.queries() == 1 ? "" : ", and row " + std::to_string(*row + 1) + " is not";
        return needs("weights that are divided by their sum" + which,
                     "ask for normalizing, or give a ratio");
      }
    }
    return std::nullopt;
  }

  // The first row that the name is about and that was not divided by its sum.
  [[nodiscard]] std::optional<std::size_t> not_normalized(const SentenceName& name,
                                                          SentenceOf of) const {
    if (!name.query && of == SentenceOf::normalize) return std::nullopt;
    if (!name.query && is_of_step(of)) return given_;
    const std::size_t row = name.query.value_or(0);
    return problem_.rows[row].normalized ? std::nullopt : std::optional(row);
  }

  // Bytes of text, or numbers; of a query's label, those of the longest.
  [[nodiscard]] std::uint64_t size(const SentenceName& name) const {
    switch (name.what) {
      case Named::title: return problem_.title.size();
      case Named::query: return 1 + longest_query_;
      case Named::key: return 1 + label_at(problem_.labels.keys, name.key).size();
      case Named::value:
      case Named::scaled:
      case Named::output: return name.component ? 1 : problem_.components();
      default: return 1;
    }
  }

  const Problem& problem_;
  std::size_t normalized_ = 0;        // how many rows were divided by their sums
  std::optional<std::size_t> given_;  // the first that was not
  std::size_t longest_query_ = 0;
  std::uint64_t filled_ = 0;
};

}  // namespace

Result<std::vector<SentenceTemplate>> check_sentences(std::vector<DraftSentence> draft,
                                                      const Problem& problem) {
  std::vector<SentenceTemplate> result;
  Checker checker(problem);
  for (DraftSentence& one : draft) {
    const auto same = [&](const SentenceTemplate& other) { return other.of == one.of; };
    if (std::any_of(result.begin(), result.end(), same)) {
      return refused({ErrorCode::duplicate_field,
                      "the sentence \"" + std::string(name(one.of)) + "\" is given twice",
                      "each sentence once"},
                     one.at);
    }
    auto checked = checker.check(std::move(one));
    if (!checked) return tl::unexpected(std::move(checked.error()));
    result.push_back(std::move(*checked));
  }
  return result;
}

}  // namespace exactblend
