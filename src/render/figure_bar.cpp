// The unit bar: a segment for each weight, as long as the weight is large. Where weights are
// negative, the others reach beyond 1 and the negative ones lead back to it on a track below.
#include <algorithm>

#include "exactblend/number/print.hpp"
#include "render/figure_parts.hpp"
#include "render/flags.hpp"
#include "render/notation.hpp"

namespace exactblend::draw {
namespace {

constexpr Hundredths kTrack = units(34);
constexpr std::size_t kFlagRows = 3;

struct Piece {
  std::size_t key;
  bool rest;  // all keys that are not drawn one by one
  Rational length;
  Hundredths left;
  Hundredths right;
};

class Bar {
 public:
  Bar(Plate& plate, const Strip& strip) : plate_(plate), strip_(strip) {
    const AssignedWeights& weights = plate.row->weights;
    Rational rest_up;
    Rational rest_down;
    for (std::size_t key = 0; key < weights.keys(); ++key) {
      const Rational& weight = weights[key];
      if (key >= kDrawnKeys) {
        (weight.sign() < 0 ? rest_down : rest_up) += weight;
      } else if (weight.sign() != 0) {
        (weight.sign() < 0 ? down_ : up_).push_back({key, false, weight, 0, 0});
      }
      if (weight.sign() > 0) reach_ += weight;
    }
    if (!rest_up.is_zero()) up_.push_back({kDrawnKeys, true, rest_up, 0, 0});
    if (!rest_down.is_zero()) down_.push_back({kDrawnKeys, true, rest_down, 0, 0});
    const Scale scale(Rational(), reach_, strip.left, strip.right);
    one_ = scale.at(Rational(1));
    Rational end;
    for (Piece& piece : up_) {
      piece.left = scale.at(end);
      piece.right = scale.at(end += piece.length);
    }
    for (Piece& piece : down_) {
      piece.right = scale.at(end);
      piece.left = scale.at(end += piece.length);
    }
  }

  Hundredths draw() {
    Flags above(strip_.left, strip_.right, kFlagRows);
    Flags below(strip_.left, strip_.right, kFlagRows);
    plan(up_, above);
    plan(down_, below);
    plate_.svg.text("eb-small eb-muted", {strip_.left, strip_.top + kAscent}, Anchor::start,
                    Label(plate_.row->normalized ? "Assigned weights: the ratio over its sum"
                                                 : "Assigned weights, cut from a bar of length 1"));
    Hundredths y = strip_.top + units(24) + above.height();
    const Hundredths top = y;
    const Hundredths first_bottom = y + kTrack;
    draw_flags(above, y, -1);
    draw_track(up_, y);
    y += kTrack;
    if (!down_.empty()) {
      y += units(3);
      draw_track(down_, y);
      y += kTrack;
      draw_flags(below, y, 1);
      y += below.height();
    }
    plate_.svg.rect("eb-frame", {strip_.left - units(3), top - units(3), strip_.right + units(3),
                                 y + units(3)});
    y = draw_scale(first_bottom, y);
    y = draw_sum(y);
    return draw_without_length(y, above.dropped() + below.dropped());
  }

 private:
  // What does not fit into its segment becomes a flag.
  void plan(const std::vector<Piece>& pieces, Flags& flags) {
    for (const Piece& piece : pieces) {
      if (fits(piece)) continue;
      Label label = weight_symbol(piece.key);
      if (piece.rest) label = Label("more");
      label.plain(" = ").plain(plate_.take(number_within(piece.length, units(84), kSmall)));
      flags.add((piece.left + piece.right) / 2, std::move(label));
    }
    flags.arrange();
  }

  static Label full_label(const Piece& piece) {
    if (piece.rest) return Label("more keys");
    return weight_symbol(piece.key).plain(" = ").plain(number_with(piece.length, 6).text);
  }
  static Hundredths room(const Piece& piece) { return piece.right - piece.left - units(8); }
  static bool fits(const Piece& piece) {
    return room(piece) > 0 &&
           (full_label(piece).width(kText) <= room(piece) ||
            Label(number_with(piece.length, 6).text).width(kText) <= room(piece));
  }

  void draw_flags(const Flags& flags, Hundredths edge, int direction) {
    for (const Flags::Flag& flag : flags.shown()) {
      const Hundredths base = direction < 0 ? edge - units(8) - flag.row * Flags::kRow
                                            : edge + units(18) + flag.row * Flags::kRow;
      plate_.svg.line("eb-leader", {{flag.x, edge},
                                    {flag.x, direction < 0 ? base + units(3) : base - units(11)}});
      plate_.svg.text("eb-small eb-weight-text", {flag.left, base}, Anchor::start, flag.label);
    }
  }

  void draw_track(const std::vector<Piece>& pieces, Hundredths top) {
    for (const Piece& piece : pieces) {
      const Box box = {piece.left, top, piece.right, top + kTrack};
      if (piece.rest) {
        plate_.svg.rect("eb-seg eb-rest", box);
      } else {
        const bool thin = box.width() < units(3);
        plate_.svg.rect((thin ? "eb-seg eb-thin " : "eb-seg ") + key_class(piece.key), box);
        plate_.svg.rect("eb-pattern", box, key_pattern(plate_, piece.key));
      }
      if (!fits(piece)) continue;
      const ShortText number = number_with(piece.length, 6);
      plate_.left_out = plate_.left_out || number.left_out;
      Label label = full_label(piece);
      if (label.width(kText) > room(piece)) label = Label(number.text);
      plate_.svg.text("eb-halo eb-weight-text",
                      {(piece.left + piece.right) / 2, top + kTrack / 2 + units(5)}, Anchor::middle,
                      label);
    }
  }

  Hundredths draw_scale(Hundredths from, Hundredths y) {
    const auto tick = [&](Hundredths x, Anchor anchor, const Label& label) {
      plate_.svg.line("eb-tick", {{x, from}, {x, y + units(6)}});
      plate_.svg.text("eb-small eb-muted", {x, y + units(18)}, anchor, label);
    };
    tick(strip_.left, Anchor::start, Label("0"));
    const bool beyond = one_ != strip_.right || reach_ != Rational(1);
    const Label reach(plate_.take(number_within(reach_, units(90), kSmall)));
    const Hundredths reach_left = strip_.right - reach.width(kSmall) - units(8);
    const bool both_fit = one_ + units(5) < reach_left;
    if (one_ > strip_.left + units(18)) {
      tick(one_, beyond ? Anchor::middle : Anchor::end, Label("1"));
    }
    if (beyond && both_fit) tick(strip_.right, Anchor::end, reach);
    return y + units(24);
  }

  // 1/4 + 1/4 + 1/2 = 1, with fewer terms or digits where the line is too long.
  Hundredths draw_sum(Hundredths y) {
    std::vector<const Rational*> terms;
    for (std::size_t key = 0; key < plate_.problem.keys(); ++key) {
      if (!plate_.masked(key)) terms.push_back(&plate_.row->weights[key]);
    }
    std::vector<std::string> pieces;
    bool left_out = false;
    const auto compose = [&](std::size_t shown, std::size_t digits) {
      pieces.clear();
      left_out = false;
      for (std::size_t i = 0; i < terms.size(); ++i) {
        const std::string_view plus = i == 0 ? "" : "+ ";
        if (terms.size() > shown && i + 1 == shown) {
          const std::size_t out = terms.size() - shown;
          pieces.push_back(std::string(plus) + "… " + more(out, "term") + " …");
          i = terms.size() - 1;
        }
        const ShortText number = number_with(*terms[i], digits);
        left_out = left_out || number.left_out;
        const bool grouped = terms[i]->sign() < 0 && i > 0;
        pieces.push_back((i == 0 ? "" : "+ ") + (grouped ? "(" + number.text + ")" : number.text));
      }
      pieces.emplace_back("= 1");
    };
    std::vector<std::string> lines;
    const std::size_t most = std::min<std::size_t>(terms.size(), 8);
    for (const std::size_t digits : {12U, 4U, 0U}) {
      for (std::size_t shown = most; shown + 2 > most || shown >= 3; --shown) {
        compose(shown, digits);
        lines = broken(pieces);
        if (!lines.empty() || shown == 1) break;
      }
      if (!lines.empty()) break;
    }
    if (terms.size() == 1) {
      const auto only = static_cast<std::size_t>(terms[0] - plate_.row->weights.row().data());
      plate_.svg.text("eb-weight-text", middle(y), Anchor::middle,
                      weight_symbol(only).plain(" = 1"));
      return y + units(22);
    }
    if (lines.empty()) {
      lines.push_back("the sum of all " + std::to_string(terms.size()) + " weights is 1");
      left_out = false;
    }
    plate_.left_out = plate_.left_out || left_out;
    for (const std::string& line : lines) {
      plate_.svg.text("eb-weight-text", middle(y), Anchor::middle, Label(line));
      y += kLine;
    }
    return y + units(4);
  }

  [[nodiscard]] Point middle(Hundredths top) const {
    return {(strip_.left + strip_.right) / 2, top + kAscent + units(2)};
  }

  // The pieces on at most two lines; none if they need more.
  [[nodiscard]] std::vector<std::string> broken(const std::vector<std::string>& pieces) const {
    std::vector<std::string> lines(1);
    for (const std::string& piece : pieces) {
      std::string longer = lines.back() + (lines.back().empty() ? "" : " ") + piece;
      if (text_width(longer, kText) <= strip_.width()) {
        lines.back() = std::move(longer);
      } else if (lines.size() == 2 || text_width(piece, kText) > strip_.width()) {
        return {};
      } else {
        lines.push_back(piece);
      }
    }
    return lines;
  }

  // The weights that have no length, and how many have no label.
  Hundredths draw_without_length(Hundredths y, std::size_t dropped) {
    std::string text;
    std::size_t more = 0;
    for (std::size_t key = 0; key < plate_.problem.keys(); ++key) {
      if (!plate_.row->weights[key].is_zero()) continue;
      if (text.size() > 80) {
        ++more;
        continue;
      }
      text += text.empty() ? "Without length: w" : ", w";
      text += std::to_string(key + 1) + (plate_.masked(key) ? " (masked)" : " = 0");
    }
    if (more > 0) text += ", and " + std::to_string(more) + " more";
    if (!text.empty()) text += ".";
    if (dropped > 0) {
      text += text.empty() ? "" : " ";
      text += dropped == 1 ? "One narrow segment has no label."
                           : std::to_string(dropped) + " narrow segments have no label.";
    }
    if (text.empty()) return y;
    return draw_words(plate_, {strip_.left, strip_.right, y}, "eb-small eb-muted", text);
  }

  Plate& plate_;
  Strip strip_;
  std::vector<Piece> up_;
  std::vector<Piece> down_;
  Rational reach_;  // where the positive weights end: 1 unless some are negative
  Hundredths one_ = 0;
};

}  // namespace

Hundredths draw_bar(Plate& plate, const Strip& strip) {
  plate.svg.open("eb-bar");
  const Hundredths bottom = Bar(plate, strip).draw();
  plate.svg.close();
  return bottom;
}

}  // namespace exactblend::draw
