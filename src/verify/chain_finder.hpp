// The finder behind find_chains(). One class in three files:
//     chain.cpp         where chains begin and end
//     chain_names.cpp   what they define
//     chain_judge.cpp   the verdicts on their links
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "verify/finder.hpp"

namespace exactblend::verify {

struct Link {
  Kind kind;          // equals or approx
  std::size_t token;  // of the relation
  bool weak = false;  // "is", "gives"
};

struct Chain {
  std::vector<Side> sides;  // the first may be text that is no expression: then end == begin
  std::vector<Link> links;
  bool opaque_left = false;
  bool opaque_right = false;  // the last relation is followed by something else
  std::size_t begin = 0;      // tokens
  std::size_t end = 0;
};

class Finder {
 public:
  Finder(const Tokens& tokens, Scope& scope, std::size_t origin, FinderOptions options,
         std::vector<Row>& rows)
      : tokens_(tokens), scope_(scope), origin_(origin), options_(options), rows_(rows) {}

  TextFindings run();

 private:
  [[nodiscard]] Kind kind(std::size_t at) const {
    return at < tokens_.size() ? tokens_[at].kind : Kind::line_end;
  }
  [[nodiscard]] static bool is_equality(Kind kind) {
    return kind == Kind::equals || kind == Kind::approx;
  }

  std::size_t step(std::size_t at);

  // "- 1/2 = …" at the start of a line is an item of a list.
  [[nodiscard]] std::size_t without_bullet(std::size_t at) const;

  // Reads what follows the first relation, then judges.
  std::size_t finish(Chain chain, std::size_t relation);

  // =, ≈, and the words that go with them: is equal to, is approximately
  [[nodiscard]] std::pair<Link, std::size_t> read_link(std::size_t at) const;

  // ", b, c" behind a chain; none if one of them begins a chain itself.
  [[nodiscard]] std::vector<Side> list_after(std::size_t at) const;

  void judge(Chain& chain, const std::vector<Side>& after);

  // In a program names are assigned to; and a number that follows "==" is compared.
  [[nodiscard]] bool all_numbers(const Chain& chain) const;

  // "is" and "gives" claim something only between a computation and a value, or a name and a
  // computation that ends the sentence.
  [[nodiscard]] bool weak_links_hold(const Chain& chain) const;

  // w1, w2 = 1/4, 3/4
  void judge_lists(const Chain& chain, const std::vector<Side>& after);

  // w = 1/4, 1/4, 1/2
  bool define_row(const Chain& chain, const std::vector<Side>& after);

  [[nodiscard]] bool plain_name(const Side& side) const { return kind(side.begin) == Kind::name; }
  [[nodiscard]] const Name& name_of(const Side& side) const {
    return tokens_.names[tokens_[side.begin].name];
  }

  void define(const Side& name, const Side& value);

  // A name at the left of a value gets it, unless it has the very same already. A name that was
  // computed and is now said to be another number is a contradiction, which is only reported.
  void define_names(Chain& chain);

  // w1 + w2 = 1/4 + 3/4, w1·V1 = 1/4·(2,0): a line that puts values in the places of names that
  // have none. Which value goes with which name is likely, not sure: nothing is false by it.
  void substitute(const Side& names, const Side& values);

  static std::string base_of(const std::string& key) {
    return key.substr(0, key.find_last_not_of("0123456789") + 1);
  }

  struct Piece {
    Kind before;  // the operator in front of it
    std::size_t begin;
    std::size_t end;
  };

  [[nodiscard]] bool is_same_text(const Piece& a, const Piece& b) const;

  // What + and · separate, outside of brackets.
  [[nodiscard]] std::vector<Piece> pieces(const Side& side) const;

  // What a true line puts in the place of a name that has another value, where a factor 0 hides it:
  // V2 = (0,3), and w2·V2 = 0·(0,7). "V2 is (0,3), not (0,7)", or nothing.
  [[nodiscard]] std::string misplaced(const Side& names, const Side& values) const;
  [[nodiscard]] bool may_hide(const Side& values) const;

  [[nodiscard]] Context context_before_name(const Chain& chain) const;

  // 1,769,472 at the end of a chain, if it is what it claims; otherwise its commas are left alone.
  void read_thousands(Chain& chain);

  void judge_links(Chain& chain, bool list_follows);

  [[nodiscard]] bool defines(std::size_t side) const {
    return std::find(defined_here_.begin(), defined_here_.end(), side) != defined_here_.end();
  }

  static bool has_numbers(const Chain& chain) {
    return std::any_of(chain.sides.begin(), chain.sides.end(),
                       [](const Side& side) { return side.has_number; });
  }

  // A link that has numbers but is not judged; true if it was reported.
  bool judge_unusable(const Side& left, const Side& right, Context context);

  // softmax(1, 2) = softmax(1,2): the same symbol is the same number.
  bool same_symbols(const Side& left, const Side& right);

  // Takes the verdict "false" back where what stands around it could make it true.
  void doubt(const Side& left, const Side& right, Context context, Comparison& result);

  // Which words of the paragraph may change what is false; looked for when something is.
  void look_at_words();
  [[nodiscard]] bool supposes();

  void judge_pair(const Side& left, const Side& right, const Link& link, std::size_t begin,
                  std::size_t end, Context context);

  // Whether it is true of some query's row: which one is meant may stand in a picture or a margin.
  template <class Compare>
  [[nodiscard]] bool true_of_some_query(const Side& left, const Side& right,
                                        Compare compare) const {
    for (std::size_t query = 0; query < kMaxQueries; ++query) {
      const Reading reading{.query = static_cast<int>(query)};
      const auto a = read_side(tokens_, left.begin, scope_, reading);
      const auto b = read_side(tokens_, right.begin, scope_, reading);
      if (a && b && compare(*a, *b).verdict == Verdict::is_true) return true;
    }
    return false;
  }

  template <class Compare>
  [[nodiscard]] bool true_otherwise(const Side& left, const Side& right, Compare compare) const {
    for (const Reading reading : kOtherReadings) {
      const auto a = read_side(tokens_, left.begin, scope_, reading);
      const auto b = read_side(tokens_, right.begin, scope_, reading);
      for (const Side* one : {&left, a ? &*a : &left}) {
        for (const Side* other : {&right, b ? &*b : &right}) {
          if (compare(*one, *other).verdict == Verdict::is_true) return true;
        }
      }
    }
    return false;
  }

  // Back to where the clause began that a relation ends: "the weights sum".
  [[nodiscard]] std::size_t start_of_words(std::size_t relation) const;

  void report(Verdict verdict, std::size_t begin, std::size_t end, std::string wrong,
              std::string right = {});

  const Tokens& tokens_;
  Scope& scope_;
  std::size_t origin_;
  FinderOptions options_;
  std::vector<Row>& rows_;
  bool looked_ = false;
  bool other_arithmetic_ = false;  // words of the paragraph say so
  bool supposes_ = false;
  bool rescales_ = false;
  std::vector<Side> list_;  // expressions before this one, with commas between
  std::vector<std::size_t> defined_here_;
  bool given_anew_ = false;  // the chain gives w1 another value than it had
  TextFindings out_;
};

}  // namespace exactblend::verify
