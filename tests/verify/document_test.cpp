#include "exactblend/verify/document.hpp"

#include "verify/verifying.hpp"

namespace exactblend::verify {
namespace {

using Places = std::vector<std::string>;

TEST(MappedText, knows_where_its_bytes_stand) {
  MappedText text;
  text.append("ab", 10);
  text.append("cd", 12);           // goes on
  text.append_made("\u00BD", 20);  // two bytes for one reference
  text.append("ef", 28);
  EXPECT_EQ(text.text(), "abcd\u00BDef");
  EXPECT_EQ(text.source_of(0), 10U);
  EXPECT_EQ(text.source_of(3), 13U);
  EXPECT_EQ(text.source_of(4), 20U);
  EXPECT_EQ(text.source_of(5), 20U);
  EXPECT_EQ(text.source_of(6), 28U);
  EXPECT_EQ(text.source_end_of(8), 30U);
  EXPECT_EQ(MappedText().source_of(0), 0U);
}

TEST(MappedText, goes_through_the_text_around_it) {
  MappedText outer;  // the JSON "a\\b" stands for a\b
  outer.append("a", 1);
  outer.append_made("\\", 2);
  outer.append("b", 4);
  MappedText inner;
  inner.append("a\\b", 0);
  const MappedText through = inner.through(outer);
  EXPECT_EQ(through.text(), "a\\b");
  EXPECT_EQ(through.source_of(0), 1U);
  EXPECT_EQ(through.source_of(1), 2U);
  EXPECT_EQ(through.source_of(2), 4U);
}

TEST(Places, count_characters_not_bytes) {
  EXPECT_EQ(places("Größe: ½ + ½ = 2"), Places{"false 1:8"});
  EXPECT_EQ(places("äöü\n\nαβ 1 + 1 = 3"), Places{"unread 3:4"});
  EXPECT_EQ(places("äöü\n\n€: 1 + 1 = 3"), Places{"false 3:4"});
}

TEST(Places, are_right_behind_entities) {
  EXPECT_EQ(
      places("<p>&frac12;: 1 + 1 = 3, &copy; &amp; so 2&times;2 = 5</p>", DocumentFormat::html),
      (Places{"false 1:14", "false 1:41"}));
  EXPECT_EQ(places("&frac12;: 1 + 1 = 3; 2 &times; 2 = 5", DocumentFormat::markdown),
            (Places{"false 1:11", "false 1:22"}));
}

TEST(Places, are_right_inside_tex) {
  EXPECT_EQ(
      places("So $\\frac12 + \\frac12 = 2$ and\n$$\n\\frac13 = 1\n$$", DocumentFormat::markdown),
      (Places{"false 1:5", "false 3:1"}));
  EXPECT_EQ(
      places("% comment\n\\[ x \\]\n\\[ \\left(\\frac12\\right) = 2 \\]", DocumentFormat::latex),
      Places{"false 3:4"});
}

TEST(Places, are_right_in_the_cells_of_notebooks) {
  const std::string_view notebook =
      "{\"cells\": [\n"
      " {\"source\": [\"# Title\\n\",\n"
      "   \"$\\\\frac12 + 1 = 2$ and \\\"1 + 1 = 3\\\"\"],\n"
      "  \"cell_type\": \"markdown\", \"metadata\": {\"source\": \"1 + 1 = 5\"}}\n"
      "]}";
  EXPECT_EQ(places(notebook, DocumentFormat::notebook), (Places{"false 3:6", "false 3:30"}));
}

TEST(Places, are_right_in_tables_and_mathml) {
  EXPECT_EQ(places("| a | b |\n|---|---|\n| x | 1 + 1 = 3 |", DocumentFormat::markdown),
            Places{"false 3:7"});
  EXPECT_EQ(places("<p>x</p>\n<math><mn>1</mn><mo>+</mo><mn>1</mn><mo>=</mo><mn>3</mn></math>",
                   DocumentFormat::html),
            Places{"false 2:11"});
}

// "7 is false: 2 stood here when the page was made", one for each claim.
std::vector<std::string> changed(std::string_view html) {
  std::vector<std::string> result;
  for (const Claim& claim : findings_of(html, DocumentFormat::html).claims) {
    result.push_back(claim.text + (claim.verdict == Verdict::is_true ? "" : ": " + claim.wrong));
  }
  return result;
}

TEST(Marks, tell_each_run_of_digits_that_was_changed) {
  EXPECT_EQ(changed("<p data-eb-numbers='1 23'>V1 and <i>23</i></p>"), Places{"V1 and 23"});
  EXPECT_EQ(
      changed("<p data-eb-numbers='1 23 4'>V2 and 23, <b>5</b></p>"),
      (Places{"2: 1 stood here when the page was made", "5: 4 stood here when the page was made"}));
  EXPECT_EQ(changed("<p data-eb-numbers='1 2'>1<wbr>2</p>"), Places{"1 2"});
  EXPECT_EQ(changed("<p data-eb-numbers='12'>1<wbr>2</p>"),
            Places{"1: 12 stood here when the page was made"});
  EXPECT_EQ(changed("<p data-eb-numbers='7'>0007</p>"),
            Places{"0007: 7 stood here when the page was made"});
  EXPECT_EQ(changed("<p data-eb-numbers='39 7'>&#x33;9 &#39; 7</p>"), Places{"39 ' 7"});
  EXPECT_EQ(changed("<p data-eb-numbers='7'>In German, 7</p>"), Places{"In German, 7"});
}

TEST(Marks, tell_the_first_number_too_many_and_the_first_one_missing) {
  EXPECT_EQ(changed("<p data-eb-numbers='1 2'>1, 2, 3, 4</p>"),
            Places{"3: no number stood here when the page was made"});
  EXPECT_EQ(changed("<p data-eb-numbers='1 2'>1, 3, 4</p>"),
            Places{"3: 2 stood here when the page was made"});
  EXPECT_EQ(changed("<p data-eb-numbers='1 2 3'>1, 2, x</p>"),
            Places{"1, 2, x: 3 stood here as well when the page was made"});
  EXPECT_EQ(changed("<p data-eb-numbers=''>1</p>"),
            Places{"1: no number stood here when the page was made"});
  EXPECT_EQ(places("<b>x</b><p data-eb-numbers='1'></p>", DocumentFormat::html),
            Places{"false 1:9"});
}

TEST(Marks, stand_wherever_text_does) {
  EXPECT_EQ(changed("<head><title data-eb-numbers='1'>Lesson 2</title></head>"),
            Places{"2: 1 stood here when the page was made"});
  EXPECT_EQ(changed("<svg data-eb-numbers='1 3'><text>V<tspan dy='3'>2</tspan></text>"
                    "<text>3</text></svg>"),
            Places{"2: 1 stood here when the page was made"});
  EXPECT_EQ(changed("<table><tr><th data-eb-numbers='1'>2</th></tr></table>"),
            Places{"2: 1 stood here when the page was made"});
  EXPECT_EQ(changed("<math data-eb-numbers='1 1'><mi>w</mi><mn>1</mn><annotation>w_2"
                    "</annotation></math>"),
            Places{"2: 1 stood here when the page was made"});
  EXPECT_EQ(places("<p data-eb-numbers='5'>\u00e4\u00f6: <i>\n 6</i></p>", DocumentFormat::html),
            Places{"false 2:2"});
}

// Each reads all the text inside of it.
TEST(Marks, are_read_of_the_outermost_element_only) {
  EXPECT_EQ(changed("<div data-eb-numbers='1'><p data-eb-numbers='2'>1</p></div>"), Places{"1"});
  EXPECT_EQ(changed("<p>x <b data-eb-numbers='1'>1<p>2</b>"), (Places{"1"}));
}

TEST(Documents, that_are_not_utf8_say_where) {
  const auto document = read_document("ab\nc\xFF", DocumentFormat::text);
  ASSERT_FALSE(document);
  EXPECT_EQ(document.error().code, ErrorCode::not_utf8);
  EXPECT_EQ(document.error().place.line, 2);
  EXPECT_EQ(document.error().place.column, 2);
}

TEST(Documents, have_their_format_by_name) {
  EXPECT_EQ(document_format("a/b.MD"), DocumentFormat::markdown);
  EXPECT_EQ(document_format("b.htm"), DocumentFormat::html);
  EXPECT_EQ(document_format("b.ipynb"), DocumentFormat::notebook);
  EXPECT_EQ(document_format("b.tex"), DocumentFormat::latex);
  EXPECT_EQ(document_format("b.txt"), DocumentFormat::text);
  EXPECT_EQ(document_format("README"), std::nullopt);
  EXPECT_EQ(document_format("b.cpp"), std::nullopt);
}

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// No two of them alike, since of those only three are open at once.
std::string formatting(int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += "<font size=" + std::to_string(i) + ">";
  return result;
}

TEST(Documents, of_html_nest_as_deep_as_the_limit) {
  EXPECT_TRUE(read_document(repeated("<div>", kMaxHtmlDepth), DocumentFormat::html));
  const auto deeper = read_document(repeated("<div>", kMaxHtmlDepth + 1), DocumentFormat::html);
  ASSERT_FALSE(deeper);
  EXPECT_EQ(deeper.error().code, ErrorCode::over_limit);
  EXPECT_TRUE(read_document(formatting(kMaxHtmlFormatting), DocumentFormat::html));
  EXPECT_FALSE(read_document(formatting(kMaxHtmlFormatting + 1), DocumentFormat::html));
  EXPECT_TRUE(read_document(repeated("<p>", 2 * kMaxHtmlDepth), DocumentFormat::html));
  EXPECT_FALSE(read_document(repeated("<div>\n", kMaxHtmlDepth + 1), DocumentFormat::markdown));
}

TEST(Documents, of_html_do_not_copy_open_formatting_beyond_the_limit) {
  const std::string open = formatting(kMaxHtmlFormatting);
  const int elements = static_cast<int>(kMaxHtmlCopies) / kMaxHtmlFormatting;
  EXPECT_TRUE(read_document("<p><b>" + repeated("<p>x", elements), DocumentFormat::html));
  EXPECT_FALSE(read_document("<p>" + open + repeated("<p>x", elements + 1), DocumentFormat::html));
}

TEST(Documents, of_html_nest_no_deeper_behind_stray_tags) {
  EXPECT_FALSE(read_document(repeated("<div></x>", kMaxHtmlDepth + 1), DocumentFormat::html));
  EXPECT_FALSE(read_document(repeated("<!--><div>", kMaxHtmlDepth + 1), DocumentFormat::html));
  EXPECT_FALSE(read_document(repeated("<div/>", kMaxHtmlDepth + 1), DocumentFormat::html));
  EXPECT_FALSE(
      read_document(repeated("<div><!--</div>-->", kMaxHtmlDepth + 1), DocumentFormat::html));
  EXPECT_FALSE(
      read_document(repeated("<div><p a='</div>'>", kMaxHtmlDepth + 1), DocumentFormat::html));
  EXPECT_FALSE(
      read_document(repeated("<b><table>x</b></table>", kMaxHtmlDepth), DocumentFormat::html));
}

TEST(Documents, of_html_may_leave_out_end_tags) {
  for (const char* text : {"<a name=x>y<p>", "<div><span>x</div>", "<ul><li>x<li>y</ul>",
                           "<table><tr><td>x<tr><td>y</table>", "<svg><g></svg>",
                           "<script>if (a < b) '<div>'</script>", "<p><b>x</p></b>"}) {
    EXPECT_TRUE(read_document(repeated(text, 2 * kMaxHtmlDepth), DocumentFormat::html)) << text;
  }
}

TEST(Documents, of_html_have_as_many_attributes_as_the_limit) {
  const auto with = [](int count) {
    std::string tag = "<p";
    for (int i = 0; i < count; ++i) tag += " a" + std::to_string(i) + "=\"x y\"";
    return tag + ">";
  };
  EXPECT_TRUE(read_document(with(kMaxHtmlAttributes), DocumentFormat::html));
  EXPECT_FALSE(read_document(with(kMaxHtmlAttributes + 1), DocumentFormat::html));
  std::string bodies;  // there is one body, which gets them all
  for (int i = 0; i <= kMaxHtmlAttributes; ++i) bodies += "<body a" + std::to_string(i) + ">";
  EXPECT_FALSE(read_document(bodies, DocumentFormat::html));
}

TEST(Documents, of_jupyter_are_json_with_cells) {
  const auto error = [](std::string_view text) {
    const auto document = read_document(text, DocumentFormat::notebook);
    return document ? ErrorCode::usage : document.error().code;
  };
  EXPECT_EQ(error("{\"cells\": []}"), ErrorCode::usage);
  EXPECT_EQ(error("{\"cells\": ["), ErrorCode::syntax);
  EXPECT_EQ(error("{}"), ErrorCode::syntax);
  EXPECT_EQ(error(""), ErrorCode::syntax);
  const int inside = kMaxNotebookDepth - 1;
  EXPECT_EQ(error("{\"a\":" + repeated("[", inside) + repeated("]", inside) + ",\"cells\":[]}"),
            ErrorCode::usage);
  EXPECT_EQ(error("{\"a\":" + repeated("[", inside + 1) + repeated("]", inside + 1) + "}"),
            ErrorCode::over_limit);
}

TEST(IgnoreMark, leaves_the_next_paragraph_alone) {
  EXPECT_EQ(places("<!-- exactblend: ignore -->\n1 + 1 = 3\n2 + 2 = 5\n\n1 + 2 = 4",
                   DocumentFormat::markdown),
            Places{"false 5:1"});
  EXPECT_EQ(places("% exactblend: ignore\n$1 + 1 = 3$\n\n$1 + 2 = 4$", DocumentFormat::latex),
            Places{"false 4:2"});
  EXPECT_EQ(findings_of("# exactblend: ignore\n\n1 + 1 = 3\n").ignored, 1U);
}

TEST(IgnoreMark, beside_a_text_is_for_its_line) {
  EXPECT_EQ(places("1 + 1 = 3 <!-- exactblend: ignore -->\n1 + 1 = 4", DocumentFormat::markdown),
            Places{"false 2:1"});
}

}  // namespace
}  // namespace exactblend::verify
