#include "exactblend/verify/verify.hpp"

#include <algorithm>
#include <tuple>

#include "verify/finder.hpp"
#include "verify/marked_digits.hpp"
#include "verify/query_table.hpp"
#include "verify/token.hpp"

namespace exactblend::verify {
namespace {

// Whether numbers written as words may be added here.
bool may_spell(std::string_view text) {
  const auto holds = [text](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  };
  return (holds(" plus ") || holds(" times ") || holds(" minus ")) &&
         (holds(" equal") || holds(" is ") || holds(" makes ") || holds(" gives ") ||
          holds(" yields "));
}

// Most text of a page claims nothing, and this is the quickest way to know.
bool may_claim(std::string_view text) {
  if (text.find('=') != std::string_view::npos) return true;
  // Words claim something only about numbers, which stand there in digits or as ½.
  const bool numbers = std::any_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || static_cast<unsigned char>(c) >= 0x80;
  });
  if (!numbers) return may_spell(text);
  for (const std::string_view word :
       {"\u2248", "\\approx", " equal", " sum", " add", " plus ", " minus ", " times ", " gives ",
        "eight", "output", " blend ", "approximately", "oftmax"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

// On one line, with single spaces, shortened.
std::string shown(std::string_view text) {
  std::string out;
  out.reserve(std::min(text.size(), kMaxShownBytes) + 4);
  for (const char c : text) {
    const bool space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!space) {
      out += c;
    } else if (!out.empty() && out.back() != ' ') {
      out += ' ';
    }
    if (out.size() > kMaxShownBytes) {
      std::size_t end = kMaxShownBytes;
      while (end > 0 && (static_cast<unsigned char>(out[end]) & 0xC0) == 0x80) --end;
      return out.substr(0, end) + "\u2026";
    }
  }
  return out;
}

class Verifier {
 public:
  Verifier(const Document& document, std::string_view source)
      : document_(document),
        source_(source),
        scope_(kMaxLookups + kMaxLookupsPerByte * source.size()) {}

  Findings run() {
    for (const Block& block : document_.blocks) {
      output_ = block.output;
      if (block.kind == Block::Kind::heading) {
        scope_.open_section(block.level);
        queries_.heading(block.level, scope_);
      }
      if (block.kind == Block::Kind::marked) {
        for (Found& found : find_changed_digits(block)) take(block.text, std::move(found));
      } else if (block.kind == Block::Kind::table) {
        read_table(block);
        caption_ = {};
      } else {
        queries_.open(block.text.text(), scope_, findings_.definitions);
        caption_ = block.text.text();
        read_text(block.text, options_of(block));
      }
    }
    place();
    return std::move(findings_);
  }

 private:
  static FinderOptions options_of(const Block& block) {
    return {.code = block.kind == Block::Kind::code,
            .figure = block.kind == Block::Kind::figure || block.output,
            .output = block.output};
  }

  void read_text(const MappedText& text, FinderOptions options) {
    if (!may_claim(text.text())) return;
    const Tokens tokens = tokens_of(text.text());
    std::vector<Row> rows;
    TextFindings here = find_chains(tokens, scope_, text.source_of(0), options, rows);
    findings_.definitions += here.definitions;
    if (!options.code) find_spoken(tokens, scope_, rows, here.found);
    for (Found& found : here.found) take(text, std::move(found));
  }

  void read_table(const Block& block) {
    TableFindings table;
    if (!queries_.read(caption_, block.rows, scope_, table)) {
      table = find_in_table(block.rows, scope_, block.drawn || block.output);
    }
    findings_.definitions += table.definitions;
    for (TableFindings::InCell& one : table.found) {
      const std::vector<MappedText>& row = block.rows[one.row];
      if (one.last_column == 0) {
        take(row[one.column], std::move(one.found));
      } else {
        take_cells(row, one);
      }
    }
    for (const auto& row : block.rows) {
      for (const MappedText& cell : row) read_text(cell, options_of(block));
    }
  }

  void take(const MappedText& text, Found found) {
    Claim claim;
    claim.verdict = found.verdict;
    claim.begin = text.source_of(found.begin);
    claim.end = std::min(text.source_end_of(found.end), source_.size());
    claim.text = shown(std::string_view(text.text()).substr(found.begin, found.end - found.begin));
    add(std::move(claim), std::move(found));
  }

  void take_cells(const std::vector<MappedText>& row, TableFindings::InCell& one) {
    Claim claim;
    claim.verdict = one.found.verdict;
    claim.begin = row[one.column].source_of(0);
    const MappedText& last = row[one.last_column];
    claim.end = std::min(last.source_end_of(last.text().size()), source_.size());
    std::string text;
    for (std::size_t c = one.column; c <= one.last_column && text.size() <= kMaxShownBytes; ++c) {
      if (!text.empty()) text += ", ";
      text += trimmed_cell(row[c].text());
    }
    claim.text = shown(text);
    add(std::move(claim), std::move(one.found));
  }

  void add(Claim claim, Found found) {
    claim.wrong = std::move(found.wrong);
    if (output_ && !claim.wrong.empty()) claim.wrong.insert(0, "in a program's output, ");
    claim.right = std::move(found.right);
    const auto range = std::upper_bound(
        document_.ignored.begin(), document_.ignored.end(), claim.begin,
        [](std::size_t at, const SourceRange& ignored) { return at < ignored.end; });
    if (range != document_.ignored.end() && range->begin <= claim.begin) {
      ++findings_.ignored;
    } else {
      findings_.claims.push_back(std::move(claim));
    }
  }

  // In order, each with its line and column: one pass over the source.
  void place() {
    const auto before = [](const Claim& a, const Claim& b) {
      return std::tie(a.begin, a.end, a.verdict) < std::tie(b.begin, b.end, b.verdict);
    };
    std::vector<Claim>& claims = findings_.claims;
    if (!std::is_sorted(claims.begin(), claims.end(), before)) {
      std::sort(claims.begin(), claims.end(), before);
    }
    int line = 1;
    int column = 1;
    std::size_t at = 0;
    for (Claim& claim : findings_.claims) {
      for (; at < claim.begin && at < source_.size(); ++at) {
        if (source_[at] == '\n') {
          ++line;
          column = 1;
        } else if ((static_cast<unsigned char>(source_[at]) & 0xC0) != 0x80) {
          ++column;
        }
      }
      claim.line = line;
      claim.column = column;
    }
  }

  const Document& document_;
  std::string_view source_;
  Scope scope_;
  QueryTables queries_;
  std::string_view caption_;  // the text before a table
  bool output_ = false;       // of the block that is read
  Findings findings_;
};

}  // namespace

Findings verify(const Document& document, std::string_view source) {
  return Verifier(document, source).run();
}

}  // namespace exactblend::verify
