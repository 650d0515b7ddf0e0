// Sentences in the author's own words: what each name stands for, and what is refused where.
#include "lesson/making.hpp"

namespace exactblend {
namespace {

constexpr std::string_view kValues = "(2,0) (0,3) (1,1)";
constexpr Position kAt = {5, 51};

// The same draft with one sentence more, which begins at 5:51.
ProblemDraft with(ProblemDraft made, SentenceOf of, std::string_view text) {
  made.sentences.push_back(draft_sentence(of, text, kAt).value());
  return made;
}

ProblemDraft founding() { return draft("1/4,1/4,1/2", kValues); }

std::string step_sentence(const Trace& trace, StepKind kind, std::size_t query = 0) {
  for (const Step& one : trace.steps) {
    if (one.kind == kind && one.query == query) return one.sentence;
  }
  return "no such step";
}

std::string summary_of(ProblemDraft made, std::string_view text) {
  return trace(with(std::move(made), SentenceOf::summary, text)).summary;
}

// What {{name}} stands for in a summary.
std::string filled(ProblemDraft made, const std::string& name) {
  return summary_of(std::move(made), "{{" + name + "}}");
}

std::string shown(const Error& error) {
  EXPECT_FALSE(error.right.empty()) << error.wrong;
  return std::to_string(error.place.line) + ':' + std::to_string(error.place.column) + ' ' +
         std::string(code_name(error.code)) + ": " + error.wrong + "; " + error.right;
}

// "line:column code: what is wrong; what would be right", or "no error".
std::string refusal(ProblemDraft made, SentenceOf of, std::string_view text) {
  auto sentence = draft_sentence(of, text, kAt);
  if (!sentence) return shown(sentence.error());
  made.sentences.push_back(std::move(*sentence));
  const auto problem = make_problem(std::move(made));
  return problem ? "no error" : shown(problem.error());
}

std::string refused_name(ProblemDraft made, const std::string& name) {
  return refusal(std::move(made), SentenceOf::summary, "{{" + name + "}}");
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

TEST(OwnSentence, counts_keys_components_and_queries) {
  const ProblemDraft made = draft("(1,0,0) (0,1,0)", "(2,0,1,1) (0,3,1,1) (1,1,1,1)");
  EXPECT_EQ(filled(made, "keys"), "3");
  EXPECT_EQ(filled(made, "components"), "4");
  EXPECT_EQ(filled(made, "queries"), "2");
}

TEST(OwnSentence, tells_weights_values_scaled_values_and_the_output) {
  EXPECT_EQ(filled(founding(), "w1"), "1/4");
  EXPECT_EQ(filled(founding(), "w3"), "1/2");
  EXPECT_EQ(filled(founding(), "sum"), "1");
  EXPECT_EQ(filled(founding(), "V1"), "(2,0)");
  EXPECT_EQ(filled(founding(), "value.2"), "(0,3)");
  EXPECT_EQ(filled(founding(), "V2.2"), "3");
  EXPECT_EQ(filled(founding(), "value.2.1"), "0");
  EXPECT_EQ(filled(founding(), "scaled.2"), "(0,3/4)");
  EXPECT_EQ(filled(founding(), "scaled.2.1"), "0");
  EXPECT_EQ(filled(founding(), "scaled.3.2"), "1/2");
  EXPECT_EQ(filled(founding(), "output"), "(1,5/4)");
  EXPECT_EQ(filled(founding(), "output.1"), "1");
  EXPECT_EQ(filled(founding(), "output.2"), "5/4");
}

TEST(OwnSentence, tells_the_given_weights_where_they_were_divided_by_their_sum) {
  const ProblemDraft ratio = draft("1:1:2", kValues);
  EXPECT_EQ(filled(ratio, "given.3"), "2");
  EXPECT_EQ(filled(ratio, "given_sum"), "4");
  EXPECT_EQ(filled(ratio, "w3"), "1/2");
  ProblemDraft normalized = draft("1/3,1/3,1/3", kValues);
  normalized.normalize = true;
  EXPECT_EQ(filled(normalized, "given.1"), "1/3");
  EXPECT_EQ(filled(normalized, "given_sum"), "1");
}

TEST(OwnSentence, tells_scores_beside_weights_and_alone) {
  const ProblemDraft alone = draft("", "(1) (2)", "0,-1/2");
  EXPECT_EQ(filled(alone, "s1"), "0");
  EXPECT_EQ(filled(alone, "s2"), "-1/2");
  EXPECT_EQ(filled(alone, "V2"), "(2)");
  EXPECT_EQ(filled(draft("1/2,1/2", "(1) (2)", "3,4"), "s2"), "4");
  EXPECT_EQ(step_sentence(trace(with(alone, SentenceOf::softmax, "Of {{s1}} and {{s2}}.")),
                          StepKind::softmax),
            "Of 0 and -1/2.");
}

TEST(OwnSentence, says_masked_for_a_masked_key) {
  const ProblemDraft ratio = draft("1:3:masked", kValues, "5,6,masked");
  EXPECT_EQ(filled(ratio, "w3"), "masked");
  EXPECT_EQ(filled(ratio, "given.3"), "masked");
  EXPECT_EQ(filled(ratio, "s3"), "masked");
  EXPECT_EQ(filled(ratio, "w2"), "3/4");
  EXPECT_EQ(filled(ratio, "V3"), "(1,1)");
  EXPECT_EQ(filled(ratio, "scaled.3"), "(0,0)");
  EXPECT_EQ(filled(draft("", kValues, "masked,1,2"), "s1"), "masked");
}

TEST(OwnSentence, tells_labels_and_numbers_where_there_are_none) {
  ProblemDraft made = draft("(1,0,0) (0,1,0)", kValues);
  EXPECT_EQ(filled(made, "key.2"), "key 2");
  EXPECT_EQ(filled(made, "query"), "1");
  EXPECT_EQ(filled(made, "q2.query"), "2");
  made.labels.keys = {"one", "", "{{w1}}"};
  made.labels.queries = {"left", "right"};
  made.title = "A {{title}}";
  EXPECT_EQ(filled(made, "key.1"), "one");
  EXPECT_EQ(filled(made, "key.2"), "key 2");
  EXPECT_EQ(filled(made, "key.3"), "{{w1}}");  // what is filled in is not read again
  EXPECT_EQ(filled(made, "query"), "left");
  EXPECT_EQ(filled(made, "q2.query"), "right");
  EXPECT_EQ(filled(made, "title"), "A {{title}}");
}

TEST(OwnSentence, of_a_step_is_filled_for_the_query_of_the_step) {
  ProblemDraft made = draft("(1,0,0) (1:1:0)", kValues, "(0,0,0) (1,2,3)");
  for (const auto of : {SentenceOf::softmax, SentenceOf::assign, SentenceOf::scale}) {
    made = with(std::move(made), of, "{{query}}: {{w2}}, {{s3}}, {{scaled.2}}, {{q1.output}}");
  }
  made = with(std::move(made), SentenceOf::normalize, "{{given.2}} of {{given_sum}}");
  made = with(std::move(made), SentenceOf::add, "{{output}}, not {{q2.output}}");
  const Trace all = trace(std::move(made));
  for (const auto kind : {StepKind::softmax, StepKind::assign, StepKind::scale}) {
    EXPECT_EQ(step_sentence(all, kind, 0), "1: 0, 0, (0,0), (2,0)");
    EXPECT_EQ(step_sentence(all, kind, 1), "2: 1/2, 3, (0,3/2), (2,0)");
  }
  EXPECT_EQ(step_sentence(all, StepKind::normalize, 1), "1 of 2");
  EXPECT_EQ(step_sentence(all, StepKind::add, 0), "(2,0), not (1,3/2)");
  EXPECT_EQ(step_sentence(all, StepKind::add, 1), "(1,3/2), not (1,3/2)");
}

TEST(OwnSentence, outside_of_the_steps_of_a_query_is_about_query_1) {
  ProblemDraft made = draft("(1,0,0) (1:1:0)", kValues);
  for (const auto of : {SentenceOf::introduction, SentenceOf::boundary, SentenceOf::summary}) {
    made = with(std::move(made), of, "{{query}} {{output}} {{q2.output}} {{q2.given_sum}}");
  }
  const Trace all = trace(std::move(made));
  EXPECT_EQ(all.introduction, "1 (2,0) (1,3/2) 2");
  EXPECT_EQ(step_sentence(all, StepKind::boundary), "1 (2,0) (1,3/2) 2");
  EXPECT_EQ(all.summary, "1 (2,0) (1,3/2) 2");
}

TEST(OwnSentence, that_is_not_given_is_the_programs) {
  const Trace plain = trace(founding());
  const Trace own = trace(with(founding(), SentenceOf::scale, "Mine."));
  ASSERT_EQ(own.steps.size(), plain.steps.size());
  for (std::size_t i = 0; i < plain.steps.size(); ++i) {
    EXPECT_EQ(own.steps[i].sentence,
              plain.steps[i].kind == StepKind::scale ? "Mine." : plain.steps[i].sentence);
  }
  EXPECT_EQ(own.introduction, plain.introduction);
  EXPECT_EQ(own.summary, plain.summary);
}

TEST(OwnSentence, keeps_plain_text_as_it_is) {
  for (const std::string text : {"{", "}", "}}", "{}", "{ {w1} }", "a } b }} c", "\x1b[31m",
                                 "<script>&amp;</script>", "\\frac", "½ 𝟙\n\t", "%s %d", "'; --"}) {
    EXPECT_EQ(summary_of(founding(), text), text);
  }
}

TEST(OwnSentence, takes_the_inner_two_of_several_braces) {
  EXPECT_EQ(summary_of(founding(), "{{{w1}}, {{w2}}}"), "{1/4, 1/4}");
  EXPECT_EQ(summary_of(founding(), "{{{{w1}}}}"), "{{1/4}}");
}

TEST(OwnSentence, allows_spaces_inside_of_the_braces) {
  EXPECT_EQ(summary_of(founding(), "{{ w1 }}{{\n\toutput}}"), "1/4(1,5/4)");
  EXPECT_TRUE(contains(refused_name(founding(), "w 1"), "there is no name \"w 1\"; {{w1}}"));
}

TEST(OwnSentence, prints_long_numbers_whole) {
  const std::string digits(3000, '7');
  EXPECT_EQ(filled(draft("1", '(' + digits + ')'), "output.1"), digits);
}

TEST(OwnSentence, with_an_unknown_name_is_refused_at_the_name_with_the_nearest_one) {
  EXPECT_EQ(refusal(founding(), SentenceOf::add, "The output is {{outptu}}."),
            "5:67 unknown-name: there is no name \"outptu\"; {{output}} may be meant");
  EXPECT_EQ(refusal(founding(), SentenceOf::add, "½ 𝟙 {{  outptu}}."),
            "5:59 unknown-name: there is no name \"outptu\"; {{output}} may be meant");
  const auto suggests = [](const std::string& name, const std::string& known) {
    EXPECT_EQ(refused_name(founding(), name), "5:53 unknown-name: there is no name \"" + name +
                                                  "\"; {{" + known + "}} may be meant");
  };
  suggests("Output", "output");
  suggests("v1", "V1");
  suggests("W2", "w2");
  suggests("w.2", "w2");
  suggests("w_2", "w2");
  suggests("w[3]", "w3");
  suggests("w", "w1");
  suggests("scaled", "scaled.1");
  suggests("scald.2.1", "scaled.2.1");
  suggests("scaled2", "scaled.2");
  suggests("value", "value.1");
  suggests("vlaue.3", "value.3");
  suggests("weight.2", "w2");
  suggests("weights", "w1");
  suggests("score1", "s1");
  suggests("given", "given.1");
  suggests("givensum", "given_sum");
  suggests("key", "key.1");
  suggests("kyes", "keys");
  suggests("key2", "key.2");
  suggests("quries", "queries");
  suggests("q1.outptu", "q1.output");
  suggests("output.1.2", "output.1");
}

TEST(OwnSentence, with_a_name_like_no_other_is_told_all_of_them) {
  for (const std::string name : {"x", "x1", "1", "q1", "q1.", "softmax", "named_blend", "o"}) {
    const std::string said = refused_name(founding(), name);
    EXPECT_TRUE(
        said.starts_with("5:53 unknown-name: there is no name \"" + name + "\"; the names "))
        << said;
  }
  EXPECT_TRUE(
      contains(refused_name(founding(), ""), "5:53 unknown-name: there is no name in the "));
  EXPECT_TRUE(contains(refused_name(founding(), "  "), "unknown-name: there is no name in the "));
}

TEST(OwnSentence, repeats_an_unknown_name_only_if_it_is_harmless) {
  for (const std::string& name :
       {std::string("\x1b[31m"), std::string("\u202Eoutput"), std::string("a\"b"),
        std::string(60'000, 'w'), std::string("a\0b", 3)}) {
    EXPECT_TRUE(refused_name(founding(), name).starts_with("5:53 unknown-name: there is no such "));
  }
}

TEST(OwnSentence, with_an_index_out_of_range_is_told_how_many_there_are) {
  const auto refused = [](const std::string& name, const std::string& why) {
    EXPECT_EQ(refused_name(founding(), name), "5:53 unknown-name: " + why + ", counted from 1");
  };
  for (const char* head : {"w", "V", "value.", "key.", "scaled."}) {
    refused(head + std::string("4"), "there is no key 4; there are 3 keys");
    refused(head + std::string("0"), "there is no key 0; there are 3 keys");
  }
  refused("V4.3", "there is no key 4; there are 3 keys");
  refused("V3.3", "there is no component 3; there are 2 components");
  refused("scaled.1.0", "there is no component 0; there are 2 components");
  refused("output.3", "there is no component 3; there are 2 components");
  refused("q2.output", "there is no query 2; there is 1 query");
  refused("q0.V1", "there is no query 0; there is 1 query");
  refused("w999999999", "there is no key 999999999; there are 3 keys");
  EXPECT_TRUE(contains(refused_name(founding(), "w1000000000"), "more than 9 digits"));
  EXPECT_TRUE(contains(refused_name(founding(), "w" + std::string(50'000, '1')), "9 digits"));
  EXPECT_TRUE(contains(refused_name(founding(), "q18446744073709551617.w1"), "9 digits"));
}

TEST(OwnSentence, with_a_name_that_needs_what_there_is_not_is_refused) {
  const ProblemDraft scores = draft("", "(1) (2)", "0,1");
  for (const std::string name : {"w1", "sum", "scaled.1", "scaled.1.1", "output", "output.1",
                                 "given.1", "given_sum", "q1.output"}) {
    EXPECT_EQ(refused_name(scores, name),
              "5:53 unknown-name: {{" + name +
                  "}} needs assigned weights, and there are only scores; give weights or a ratio, "
                  "or leave the name out");
  }
  EXPECT_EQ(refused_name(founding(), "s1"),
            "5:53 unknown-name: {{s1}} needs scores, and there are none; give scores, or leave the "
            "name out");
  EXPECT_EQ(refused_name(founding(), "title"),
            "5:53 unknown-name: {{title}} needs a title, and there is none; give a title, or leave "
            "the name out");
  EXPECT_EQ(refused_name(founding(), "given.1"),
            "5:53 unknown-name: {{given.1}} needs weights that are divided by their sum; ask for "
            "normalizing, or give a ratio, or leave the name out");
}

TEST(OwnSentence, with_given_weights_is_refused_where_one_of_its_rows_was_not_divided) {
  const ProblemDraft mixed = draft("(1:1:0) (1,0,0)", kValues);
  EXPECT_EQ(refusal(mixed, SentenceOf::introduction, "{{given_sum}}"), "no error");
  EXPECT_EQ(refusal(mixed, SentenceOf::normalize, "{{given_sum}}"), "no error");
  EXPECT_EQ(refusal(mixed, SentenceOf::add, "{{q1.given_sum}}"), "no error");
  const std::string second =
      "needs weights that are divided by their sum, and row 2 is not; ask for normalizing, or give "
      "a ratio, or leave the name out";
  EXPECT_EQ(refusal(mixed, SentenceOf::assign, "{{given_sum}}"),
            "5:53 unknown-name: {{given_sum}} " + second);
  EXPECT_EQ(refusal(mixed, SentenceOf::normalize, "{{q2.given.1}}"),
            "5:53 unknown-name: {{q2.given.1}} " + second);
}

TEST(OwnSentence, whose_braces_are_not_closed_is_refused_at_them) {
  const auto unclosed = [](std::string_view text, int column) {
    EXPECT_EQ(refusal(founding(), SentenceOf::add, text),
              "5:" + std::to_string(column) +
                  " unclosed-name: \"{{\" without \"}}\"; a name stands in both: {{output}}");
  };
  unclosed("{{", 51);
  unclosed("It is {{output}.", 57);
  unclosed("½𝟙 {{output", 54);
  unclosed("{{w1}} {{w2", 58);
  unclosed("{{w1 {{w2}}", 51);
  unclosed("{{{{", 53);
}

TEST(OwnSentence, for_a_step_that_is_not_there_is_refused_at_its_place) {
  const auto refused = [](ProblemDraft made, SentenceOf of, const std::string& why) {
    EXPECT_EQ(refusal(std::move(made), of, "Mine."),
              "5:51 conflicting-fields: there is no step for the sentence \"" +
                  std::string(name(of)) + "\": " + why + ", or leave the sentence out");
  };
  refused(founding(), SentenceOf::softmax, "there are no scores; give scores");
  refused(founding(), SentenceOf::normalize,
          "the weights are not divided by their sum; ask for normalizing, or give a ratio");
  const ProblemDraft scores = draft("", "(1) (2)", "0,1");
  for (const auto of :
       {SentenceOf::normalize, SentenceOf::assign, SentenceOf::scale, SentenceOf::add}) {
    refused(scores, of, "there are only scores; give weights or a ratio");
  }
  for (const auto of :
       {SentenceOf::introduction, SentenceOf::softmax, SentenceOf::boundary, SentenceOf::summary}) {
    EXPECT_EQ(refusal(scores, of, "Mine."), "no error");
  }
}

TEST(OwnSentence, is_given_once_and_has_a_word) {
  EXPECT_EQ(refusal(with(founding(), SentenceOf::add, "One."), SentenceOf::add, "Two."),
            "5:51 duplicate-field: the sentence \"add\" is given twice; each sentence once");
  EXPECT_EQ(refusal(founding(), SentenceOf::add, ""),
            "5:51 empty: a sentence without a word; leave the sentence out");
}

TEST(OwnSentence, has_limits) {
  const std::string longest(kMaxSentenceBytes, 'a');
  EXPECT_EQ(summary_of(founding(), longest), longest);
  EXPECT_EQ(refusal(founding(), SentenceOf::add, longest + 'a'),
            "5:51 over-limit: a sentence of 65537 bytes; at most 65536");
  std::string names;
  for (std::size_t i = 0; i < kMaxSentenceNames; ++i) names += "{{w3}}";
  EXPECT_EQ(summary_of(founding(), names).size(), 3 * kMaxSentenceNames);
  EXPECT_EQ(refusal(founding(), SentenceOf::add, names + "{{w3}}"),
            "5:1589 over-limit: too many names in one sentence; at most 256");
}

TEST(OwnSentence, names_a_huge_vector_a_few_times_and_not_many) {
  ProblemDraft made = draft("1", "(7)");
  made.values[0].components.assign(1'000'000, Rational(7));
  std::string names;
  for (int i = 0; i < 16; ++i) names += "{{output}}";
  EXPECT_EQ(summary_of(made, "{{V1}}").size(), 2'000'001U);
  EXPECT_EQ(refusal(made, SentenceOf::add, names), "no error");
  EXPECT_EQ(
      refusal(made, SentenceOf::add, names + "{{output}}"),
      "5:51 over-limit: with this sentence all of them come to 17000000 bytes and numbers; at "
      "most 16777216, for all queries together");
}

TEST(OwnSentence, of_many_queries_is_counted_for_each_of_them) {
  ProblemDraft made = draft("1", "(7)");
  made.weights.assign(300, made.weights[0]);
  const std::string text(60'000, 'a');
  EXPECT_EQ(refusal(made, SentenceOf::boundary, text), "no error");
  EXPECT_EQ(refusal(made, SentenceOf::add, text).substr(0, 15), "5:51 over-limit");
  // A draft that is made by hand is held to the same number of names as one that is read.
  DraftSentence many = draft_sentence(SentenceOf::add, "{{w1}}", kAt).value();
  many.parts.assign(kMaxSentenceNames + 1, many.parts[0]);
  made.sentences = {many};
  EXPECT_EQ(make_problem(made).error().code, ErrorCode::over_limit);
}

TEST(OwnSentence, names_every_one_of_its_kinds) {
  std::string all;
  for (std::size_t i = 0; i < kSentences; ++i) all.append(name(static_cast<SentenceOf>(i))) += ' ';
  EXPECT_EQ(all, "introduction softmax normalize assign scale add boundary summary ");
}

}  // namespace
}  // namespace exactblend
