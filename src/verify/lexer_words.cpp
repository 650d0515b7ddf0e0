#include "verify/lexer_words.hpp"

#include <unordered_map>

namespace exactblend::verify {
namespace {

using What = TexCommand::What;

TexCommand token(Kind kind) { return {What::token, kind, {}}; }
TexCommand letter(std::string_view text) { return {What::letter, Kind::name, text}; }
TexCommand other(What what) { return {what, Kind::opaque, {}}; }

const std::unordered_map<std::string_view, TexCommand> kCommands = {
    {"frac", token(Kind::fraction)},
    {"dfrac", token(Kind::fraction)},
    {"tfrac", token(Kind::fraction)},
    {"cfrac", token(Kind::fraction)},
    {"sqrt", token(Kind::root)},
    {"underbrace", token(Kind::group)},
    {"overbrace", token(Kind::group)},
    {"boxed", token(Kind::group)},
    {"cdot", token(Kind::dot)},
    {"times", token(Kind::cross)},
    {"ast", token(Kind::star)},
    {"div", token(Kind::divide)},
    {"sum", token(Kind::sum)},
    {"approx", token(Kind::approx)},
    {"simeq", token(Kind::approx)},
    {"ne", token(Kind::relation)},
    {"neq", token(Kind::relation)},
    {"le", token(Kind::relation)},
    {"leq", token(Kind::relation)},
    {"ge", token(Kind::relation)},
    {"geq", token(Kind::relation)},
    {"lt", token(Kind::relation)},
    {"gt", token(Kind::relation)},
    {"sim", token(Kind::relation)},
    {"equiv", token(Kind::relation)},
    {"dots", token(Kind::dots)},
    {"ldots", token(Kind::dots)},
    {"cdots", token(Kind::dots)},
    {"to", token(Kind::stop)},
    {"rightarrow", token(Kind::stop)},
    {"Rightarrow", token(Kind::stop)},
    {"implies", token(Kind::stop)},
    {"iff", token(Kind::stop)},
    {"quad", token(Kind::stop)},
    {"qquad", token(Kind::stop)},
    {"item", token(Kind::stop)},
    {"lbrack", token(Kind::open)},
    {"rbrack", token(Kind::close)},
    {"left", other(What::space)},
    {"right", other(What::space)},
    {"big", other(What::space)},
    {"Big", other(What::space)},
    {"bigl", other(What::space)},
    {"bigr", other(What::space)},
    {"Bigl", other(What::space)},
    {"Bigr", other(What::space)},
    {"displaystyle", other(What::space)},
    {"textstyle", other(What::space)},
    {"limits", other(What::space)},
    {"nonumber", other(What::space)},
    {"notag", other(What::space)},
    {"centering", other(What::space)},
    {"hline", other(What::space)},
    {"toprule", other(What::space)},
    {"midrule", other(What::space)},
    {"bottomrule", other(What::space)},
    {"mathbf", other(What::formatting)},
    {"boldsymbol", other(What::formatting)},
    {"bm", other(What::formatting)},
    {"mathrm", other(What::formatting)},
    {"mathit", other(What::formatting)},
    {"vec", other(What::formatting)},
    {"operatorname", other(What::formatting)},
    {"text", other(What::prose)},
    {"textrm", other(What::prose)},
    {"textbf", other(What::prose)},
    {"textit", other(What::prose)},
    {"emph", other(What::prose)},
    {"mbox", other(What::prose)},
    {"begin", other(What::environment)},
    {"end", other(What::environment)},
    {"alpha", letter("\u03B1")},
    {"beta", letter("\u03B2")},
    {"gamma", letter("\u03B3")},
    {"delta", letter("\u03B4")},
    {"lambda", letter("\u03BB")},
    {"mu", letter("\u03BC")},
    {"pi", letter("\u03C0")},
    {"sigma", letter("\u03C3")},
    {"theta", letter("\u03B8")},
};

}  // namespace

TexCommand tex_command(std::string_view name) {
  const auto found = kCommands.find(name);
  return found == kCommands.end() ? TexCommand{} : found->second;
}

char subscript_letter(char32_t code) {
  switch (code) {
    case 0x2C7C: return 'j';
    case 0x1D62: return 'i';
    case 0x2096: return 'k';
    case 0x2098: return 'm';
    case 0x2099: return 'n';
    case 0x209C: return 't';
    case 0x209A: return 'p';
    case 0x2093: return 'x';
    default: return '\0';
  }
}

CharacterToken character_token(char32_t code) {
  using Is = CharacterToken::What;
  switch (code) {
    case 0xA0:    // no-break space
    case 0x2009:  // thin space
    case 0x202F:  // narrow no-break space
    case 0x3000: return {Is::space, Kind::opaque};
    case 0x200B:  // no width
    case 0x2061:  // function application
    case 0x2062:  // invisible times: what stands side by side is multiplied
    case 0xFE0F:
    case 0xFEFF: return {Is::nothing, Kind::opaque};
    case 0xAB:
    case 0xBB:
    case 0x201E:
    case 0x2018:
    case 0x2019:
    case 0x201C:
    case 0x201D: return {Is::space, Kind::opaque};
    case 0x2212: return {Is::token, Kind::minus};
    case 0xB7:
    case 0x22C5:
    case 0x2219:
    case 0x2E31: return {Is::token, Kind::dot};
    case 0x2217: return {Is::token, Kind::star};
    case 0xD7: return {Is::token, Kind::cross};
    case 0xF7:
    case 0x2044:
    case 0x2215: return {Is::token, Kind::divide};
    case 0x2248:
    case 0x2243:
    case 0x2245: return {Is::token, Kind::approx};
    case 0x2260:
    case 0x2264:
    case 0x2265:
    case 0x226A:
    case 0x226B:
    case 0x2261:
    case 0x223C:
    case 0x221D:
    case 0x2254: return {Is::token, Kind::relation};
    case 0x2211:
    case 0x3A3: return {Is::token, Kind::sum};
    case 0x221A: return {Is::token, Kind::root};
    case 0x2026:
    case 0x22EF: return {Is::token, Kind::dots};
    case 0xB2:
    case 0xB3:
    case 0xB9:
    case 0x1D40: return {Is::token, Kind::superscript};
    case 0x2013:  // dashes
    case 0x2014:
    case 0x2022:  // bullet
    case 0x2190:
    case 0x2192:
    case 0x21D2:
    case 0x21D4:
    case 0x27F9:
    case 0x2713:
    case 0x2714:
    case 0x2717:
    case 0x25A1: return {Is::token, Kind::stop};
    default: break;
  }
  if (code >= 0x2070 && code <= 0x2079) return {Is::token, Kind::superscript};
  if (code >= 0x1D62 && code <= 0x1D6A) return {Is::token, Kind::opaque};  // subscripts: Σᵢ
  const bool letter = (code >= 0xC0 && code < 0x250) || (code >= 0x370 && code < 0x1E00) ||
                      (code >= 0x3041 && code < 0xD7FF) || (code >= 0xF900 && code < 0xFB00);
  return {letter ? Is::letter : Is::token, Kind::opaque};
}

}  // namespace exactblend::verify
