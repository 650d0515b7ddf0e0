#include "exactblend/render/escape.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace exactblend {
namespace {

using Escaper = void (*)(std::string&, std::string_view);

std::string escaped(Escaper escape, std::string_view text) {
  std::string out;
  escape(out, text);
  return out;
}

TEST(PlainText, KeepsOrdinaryTextAsItIs) {
  EXPECT_EQ(escaped(append_plain, "Größe ½ 注意 🙂"), "Größe ½ 注意 🙂");
}

TEST(PlainText, LetsNoControlCharacterThrough) {
  EXPECT_EQ(escaped(append_plain, "a\x1b[31mred\x07"), "a\uFFFD[31mred\uFFFD");
  EXPECT_EQ(escaped(append_plain, "one\ntwo\tthree\r"), "one two three ");
  EXPECT_EQ(escaped(append_plain, "\xC2\x9B" "31m"), "\uFFFD" "31m");  // a C1 control opens a sequence
  EXPECT_EQ(escaped(append_plain, std::string_view("a\0b", 3)), "a\uFFFD" "b");
}

TEST(PlainText, LetsNoTextBeReordered) {
  EXPECT_EQ(escaped(append_plain, "1\u202E2\u2066"), "1\uFFFD" "2\uFFFD");
}

TEST(PlainText, ReplacesWhatIsNotUtf8ByteByByte) {
  EXPECT_EQ(escaped(append_plain, "\xFF"), "\uFFFD");
  EXPECT_EQ(escaped(append_plain, "\xC3"), "\uFFFD");                          // cut short
  EXPECT_EQ(escaped(append_plain, "\xC0\xAF"), "\uFFFD\uFFFD");                // overlong slash
  EXPECT_EQ(escaped(append_plain, "\xED\xA0\x80"), "\uFFFD\uFFFD\uFFFD");      // surrogate
  EXPECT_EQ(escaped(append_plain, "\xF4\x90\x80\x80"), "\uFFFD\uFFFD\uFFFD\uFFFD");
}

TEST(Markdown, MakesNothingOfMarkup) {
  EXPECT_EQ(escaped(append_markdown, "**b** _i_ `c` [l](u) <b> | $x$ # ~s~ &amp;"),
            "\\*\\*b\\*\\* \\_i\\_ \\`c\\` \\[l\\](u) \\<b\\> \\| \\$x\\$ \\# \\~s\\~ \\&amp;");
  EXPECT_EQ(escaped(append_markdown, "a\\b"), "a\\\\b");
}

TEST(Markdown, MakesNoListOrHeadingOfTheFirstCharacters) {
  EXPECT_EQ(escaped(append_markdown, "1. first"), "1\\. first");
  EXPECT_EQ(escaped(append_markdown, "23) third"), "23\\) third");
  EXPECT_EQ(escaped(append_markdown, "- item"), "\\- item");
  EXPECT_EQ(escaped(append_markdown, "+ item"), "\\+ item");
  EXPECT_EQ(escaped(append_markdown, "=== "), "\\=== ");
  EXPECT_EQ(escaped(append_markdown, "a - b 1."), "a - b 1.");
}

TEST(Markdown, StaysOnOneLine) {
  EXPECT_EQ(escaped(append_markdown, "a\n\n# b"), "a  \\# b");
}

TEST(Latex, MakesNothingOfCommands) {
  EXPECT_EQ(escaped(append_latex_text, "\\input{x} $a_1^2$ 50% & #1 ~"),
            "\\textbackslash{}input\\{x\\} \\$a\\_1\\textasciicircum{}2\\$ 50\\% \\& \\#1 "
            "\\textasciitilde{}");
}

TEST(Latex, WritesAsCodePointsWhatItsFontsLack) {
  EXPECT_EQ(escaped(append_latex_text, "注"), "{\\ttfamily U+6CE8}");
  EXPECT_EQ(escaped(append_latex_text, "🙂"), "{\\ttfamily U+1F642}");
  EXPECT_EQ(escaped(append_latex_text, "\x01"), "{\\ttfamily U+FFFD}");
  EXPECT_EQ(escaped(append_latex_text, "Größe"), "Größe");
}

TEST(Json, EscapesWhatJsonMustEscape) {
  EXPECT_EQ(escaped(append_json, "a\"b\\c\nd\te\x01\x1f"), "a\\\"b\\\\c\\nd\\te\\u0001\\u001f");
  EXPECT_EQ(escaped(append_json, "½"), "½");
}

RC_GTEST_PROP(Json, IsReadBackAsTheSameText, (const std::string& bytes)) {
  const std::string quoted = '"' + escaped(append_json, bytes) + '"';
  const auto parsed = nlohmann::json::parse(quoted);  // throws, and fails, on anything malformed
  // Bytes that are not UTF-8 have become U+FFFD; the rest is as it was.
  const std::string once = parsed.get<std::string>();
  const std::string twice =
      nlohmann::json::parse('"' + escaped(append_json, once) + '"').get<std::string>();
  RC_ASSERT(once == twice);
  bool ascii = true;
  for (const char c : bytes) ascii = ascii && static_cast<unsigned char>(c) < 0x80;
  if (ascii) RC_ASSERT(once == bytes);
}

RC_GTEST_PROP(PlainText, OfAnyBytesIsUtf8WithoutControls, (const std::string& bytes)) {
  const std::string out = escaped(append_plain, bytes);
  RC_ASSERT(nlohmann::json(out).dump(-1, ' ', false, nlohmann::json::error_handler_t::strict) !=
            "");  // throws on malformed UTF-8
  for (const char c : out) {
    RC_ASSERT(static_cast<unsigned char>(c) >= 0x20);
    RC_ASSERT(c != 0x7F);
  }
}

TEST(Markup, MakesNothingOfTagsReferencesAndQuotes) {
  EXPECT_EQ(escaped(append_markup, "</title><script>alert('x')</script>"),
            "&lt;/title&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  EXPECT_EQ(escaped(append_markup, "\"><img onerror=x> &amp; ]]>"),
            "&quot;&gt;&lt;img onerror=x&gt; &amp;amp; ]]&gt;");
  EXPECT_EQ(escaped(append_markup, "Größe ½ 注意 🙂"), "Größe ½ 注意 🙂");
}

TEST(Markup, HoldsOnlyWhatXmlAllows) {
  EXPECT_EQ(escaped(append_markup, "a\nb\tc"), "a b c");
  EXPECT_EQ(escaped(append_markup, std::string_view("a\0b\x1b", 4)), "a\uFFFD" "b\uFFFD");
  EXPECT_EQ(escaped(append_markup, "\xEF\xBF\xBE|\xEF\xBF\xBF"), "\uFFFD|\uFFFD");
  EXPECT_EQ(escaped(append_markup, "\xFF"), "\uFFFD");
}

TEST(Escape, PathsBecomeRelativeReferences) {
  EXPECT_EQ(escaped(append_uri, "docs/a-b_c.~1.md"), "docs/a-b_c.~1.md");
  EXPECT_EQ(escaped(append_uri, "a b:?#%\"½"), "a%20b%3A%3F%23%25%22%C2%BD");
}

TEST(Escape, WorkflowCommandsKeepTheirLine) {
  const auto escape = [](std::string_view text, bool property) {
    std::string out;
    append_workflow(out, text, property);
    return out;
  };
  EXPECT_EQ(escape("50% of a:b,c\nd", false), "50%25 of a:b,c d");
  EXPECT_EQ(escape("50% of a:b,c\nd", true), "50%25 of a%3Ab%2Cc d");
  EXPECT_EQ(escape("\x1b[1m", false), "\uFFFD[1m");
}

TEST(DisplayWidth, CountsColumnsNotBytes) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("w1·V1"), 5U);
  EXPECT_EQ(display_width("注意"), 4U);
  EXPECT_EQ(display_width("e\u0301"), 1U);
  EXPECT_EQ(display_width("🙂"), 2U);
}

}  // namespace
}  // namespace exactblend
