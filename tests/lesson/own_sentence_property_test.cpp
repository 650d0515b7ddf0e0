// Sentences drawn at random: plain text and names in any order come out as the plain text and what
// the names stand for, by GMP's rationals.
#include "lesson/making.hpp"
//
#include "blend/generators.hpp"

namespace exactblend {
namespace {

using oracle::Vector;

struct Drawn {
  ProblemDraft draft;
  std::vector<std::pair<std::string, std::string>> names;  // what each stands for
};

// Two queries over the same values; the second one's weights are those of the first, backwards.
Drawn draw() {
  const auto keys = *rc::gen::inRange<std::size_t>(1, 4);
  const auto components = *rc::gen::inRange<std::size_t>(1, 4);
  const gen::Problem problem = *gen::problem({keys, components, 1, 3, true});
  Drawn drawn;
  drawn.draft.signed_weights = true;
  for (const Vector& value : problem.values) {
    drawn.draft.values.push_back({oracle::read_back(value)});
  }
  const auto add = [&](const std::string& name, const std::string& stands_for) {
    drawn.names.emplace_back(name, stands_for);
  };
  add("keys", std::to_string(keys));
  add("components", std::to_string(components));
  add("queries", "2");
  Vector weights = problem.weights;
  for (const std::string query : {"", "q2."}) {
    DraftRow& row = drawn.draft.weights.emplace_back();
    Vector output(components, 0);
    add(query + "sum", "1");
    add(query + "query", query.empty() ? "1" : "2");
    for (std::size_t key = 0; key < keys; ++key) {
      const std::string number = std::to_string(key + 1);
      row.entries.push_back({oracle::read_back(weights[key])});
      Vector scaled;
      for (std::size_t i = 0; i < components; ++i) {
        const std::string component = '.' + std::to_string(i + 1);
        scaled.push_back(weights[key] * problem.values[key][i]);
        output[i] += scaled[i];
        add(query + "scaled." + number + component, scaled[i].get_str());
        add(query + "V" + number + component, problem.values[key][i].get_str());
      }
      add(query + "w" + number, weights[key].get_str());
      add(query + "V" + number, oracle::text(problem.values[key]));
      add(query + "value." + number, oracle::text(problem.values[key]));
      add(query + "scaled." + number, oracle::text(scaled));
      add(query + "key." + number, "key " + number);
    }
    add(query + "output", oracle::text(output));
    for (std::size_t i = 0; i < components; ++i) {
      add(query + "output." + std::to_string(i + 1), output[i].get_str());
    }
    std::reverse(weights.begin(), weights.end());
  }
  return drawn;
}

// Text without "{{" that also holds characters of several bytes and lone braces.
std::string draw_plain() {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "a", " ", "{ ", "}", "}}", "½", "𝟙", "\n", "\\", "\"", "<b>", "w1", "\x1b", "."));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  return text;
}

std::string draw_spaces() { return std::string(*rc::gen::inRange<std::size_t>(0, 3), ' '); }

RC_GTEST_PROP(OwnSentenceProperty, is_its_plain_text_and_what_its_names_stand_for, ()) {
  Drawn drawn = draw();
  std::string text = "-";
  std::string wanted = "-";
  for (int left = *rc::gen::inRange(0, 12); left > 0; --left) {
    const std::string plain = draw_plain();
    const auto name = *rc::gen::elementOf(drawn.names);
    text += plain + "{{" + draw_spaces() + name.first + draw_spaces() + "}}";
    wanted += plain + name.second;
  }
  drawn.draft.sentences.push_back(draft_sentence(SentenceOf::summary, text).value());
  RC_ASSERT(trace(std::move(drawn.draft)).summary == wanted);
}

RC_GTEST_PROP(OwnSentenceProperty, without_a_name_is_as_it_was_written, ()) {
  std::string text = *rc::gen::arbitrary<std::string>() + draw_plain() + '.';
  for (std::size_t at; (at = text.find("{{")) != std::string::npos;) text.erase(at, 1);
  ProblemDraft made = draft("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  for (std::size_t i = 0; i < kSentences; ++i) {
    const auto of = static_cast<SentenceOf>(i);
    if (of == SentenceOf::softmax || of == SentenceOf::normalize) continue;
    made.sentences.push_back(draft_sentence(of, text).value());
  }
  const Trace all = trace(std::move(made));
  RC_ASSERT(all.introduction == text);
  RC_ASSERT(all.summary == text);
  for (const Step& step : all.steps) RC_ASSERT(step.sentence == text);
}

// Whatever stands in the braces: it is refused there, or the sentence is filled.
RC_GTEST_PROP(OwnSentenceProperty, with_any_name_is_filled_or_refused_at_the_name, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("w", "V", "s", "q", "1", "2", "9", ".", "output", "scaled",
                                    "value", "key", "given", "_", "sum", "½", "\x7f", "query"));
  std::string name;
  for (const std::string& piece : pieces) name += piece;
  auto read = draft_sentence(SentenceOf::summary, "½: {{" + name + "}}", {1, 1});
  RC_ASSERT(read.has_value());
  ProblemDraft made = draft("1/4,1/4,1/2", "(2,0) (0,3) (1,1)");
  made.sentences.push_back(std::move(*read));
  auto problem = make_problem(std::move(made));
  if (problem) {
    RC_ASSERT(make_trace(std::move(*problem)).summary.find("{{") == std::string::npos);
  } else {
    RC_ASSERT(problem.error().code == ErrorCode::unknown_name);
    RC_ASSERT(problem.error().place.column == 6);
    RC_ASSERT(!problem.error().right.empty());
  }
}

}  // namespace
}  // namespace exactblend
