"""Formulas of a page as tokens, read from MathML, TeX and plain text alike, and evaluated exactly.

A token is a sign ("+", "=", "·", "(", ")", ",", "frac", "over", "exp", "end", "masked") or one of
("num", Fraction), ("sym", letter, index), ("sum", index), ("gap", text), ("lines", count).
"""

import functools
import math
import re
from fractions import Fraction

from page_oracle import MASKED

NUMBER = re.compile(r"0|[1-9]\d*")
LINES = re.compile(r"… (\d+ more lines?) …")
GAP = re.compile(r"(\d+) more(?: ([a-z]+?)(s?))?")
TEX = re.compile(r"\\text\{([^{}]*)\}|\\[a-zA-Z]+|\d+|[a-zA-Z]|[{}_^&+=,()-]|(\s+)")
PLAIN = re.compile(r"\s+|… (?P<gap>\d+ more) …|(?P<num>[-−]?\d+(?:/\d+)?)|[(),]")


class Fault(Exception):
    pass


def require(holds, message):
    if not holds:
        raise Fault(message)


def digits(text):
    require(NUMBER.fullmatch(text), f"no integer as it should be written: {text!r}")
    return ("num", Fraction(int(text)))


def fraction(top, bottom):
    """One number if it is one, which then must be in lowest terms."""
    if len(top) == len(bottom) == 1 and top[0][0] == bottom[0][0] == "num":
        above, below = top[0][1], bottom[0][1]
        require(below > 1 and math.gcd(int(above), int(below)) == 1, f"{above}/{below} is not in lowest terms")
        return [("num", above / below)]
    return ["frac", *top, "over", *bottom, "end"]


def signed(tokens):
    """Takes each minus and the number behind it as one number."""
    made = []
    for token in tokens:
        if made and made[-1] == "-":
            require(token[0] == "num" and token[1] > 0, f"a minus before {token}")
            made[-1] = ("num", -token[1])
        else:
            made.append(token)
    return made


def mathml(element):
    kind, children = element.tag, list(element)
    text = "".join(element.itertext()).strip()
    if kind in ("mrow", "math", "semantics"):
        parts = [mathml(child) for child in children if child.tag != "annotation"]
        return signed([token for part in parts for token in part])
    if kind == "mn":
        return [digits(text)]
    if kind == "mo":
        return [{"−": "-"}.get(text, text)]
    if kind == "mi":
        if text.startswith("…"):
            return [("gap", text.removeprefix("… ").removesuffix(" …"))]
        return ["masked"] if text == MASKED else [("sym", text, None)]
    if kind == "mtext":
        require(element.get("class") == "eb-plain", f"text in a formula: {text}")
        return []
    parts = [mathml(child) for child in children]
    names = ["".join(child.itertext()) for child in children]
    if kind == "mfrac":
        return fraction(*parts)
    if kind == "munder" and names[0] == "∑":
        return [("sum", names[1])]
    if kind == "msup" and names[0] == "e":
        return ["exp", *parts[1], "end"]
    if kind == "msub":
        return [("sym", names[0], sub(parts[1]))]
    if kind == "msubsup" and names[2] == "named":
        return [("sym", "named", sub(parts[1]))]
    raise Fault(f"unexpected <{kind}>: {text}")


def sub(tokens):
    require(len(tokens) == 1 and tokens[0][0] in ("num", "sym"), f"not an index: {tokens}")
    return int(tokens[0][1]) if tokens[0][0] == "num" else tokens[0][1]


class Tex:
    def __init__(self, source):
        self.words, at = [], 0
        while at < len(source):
            match = TEX.match(source, at)
            require(match, f"unexpected TeX: {source[at:at + 20]!r}")
            at = match.end()
            if not match[2]:
                self.words.append(match[0])
        self.at = 0

    def next(self, expected=None):
        require(self.at < len(self.words), "TeX ends too early")
        word = self.words[self.at]
        require(expected in (None, word), f"TeX has {word!r} in place of {expected!r}")
        self.at += 1
        return word

    def peek(self):
        return self.words[self.at] if self.at < len(self.words) else ""

    def group(self):
        self.next("{")
        tokens = []
        while self.peek() != "}":
            tokens += self.item()
        self.next("}")
        return signed(tokens)

    def subscript(self):
        if self.peek() != "_":
            return None
        self.next("_")
        return sub(self.group())

    def item(self):
        word = self.next()
        if word in ("\\left", "\\right", "\\biggl", "\\biggr", "\\quad", "&"):
            return []
        if word == "\\mathopen":
            return self.group()
        if word == "\\cdot":
            return ["·"]
        if word == "\\frac":
            return fraction(self.group(), self.group())
        if word == "\\sum":
            return [("sum", self.subscript())]
        if word == "\\text{masked}":
            return ["masked"]
        if word.startswith("\\text{"):
            lines = LINES.fullmatch(word[6:-1])
            return [("lines", lines[1]) if lines else ("gap", word[6:-1])]
        if word == "\\underbrace":
            for part in ("{", "\\cdots", "}", "_"):
                self.next(part)
            return self.group()
        if word == "\\operatorname":
            for part in "{softmax}(s)":
                self.next(part)
            return [("sym", "softmax(s)", self.subscript())]
        if word in "+=,()-":
            return [word]
        if word.isdigit():
            return [digits(word)]
        require(word.isalpha(), f"unexpected TeX: {word}")
        if self.peek() == "^":
            self.next("^")
            raised = self.group()
            return ["exp", *raised, "end"] if word == "e" else self.named(word, raised)
        return [("sym", word, self.subscript())]

    def named(self, word, raised):
        require(word == "o" and raised == [("gap", "named")], f"unexpected exponent of {word}")
        return [("sym", "named", self.subscript())]

    def tokens(self):
        made = []
        while self.peek():
            made += self.item()
        return signed(made)


@functools.cache
def tex(source):
    return Tex(source).tokens()


@functools.cache
def tex_block(source):
    """The tokens of all rows of an aligned environment, which may break a formula anywhere."""
    match = re.fullmatch(r"\\begin\{aligned\}\n(.*)\n\\end\{aligned\}", source, re.S)
    require(match, "TeX to copy is not one aligned environment")
    rows = match[1].split("\n")
    require(all(row.endswith(" \\\\") == (row is not rows[-1]) for row in rows), "TeX rows do not end as they should")
    return [token for row in rows for token in tex(row.removesuffix(" \\\\"))]


def plain(text):
    """The tokens of a vector as text; Fault if it is none."""
    made, at = [], 0
    while at < len(text):
        match = PLAIN.match(text, at)
        require(match, f"no vector: {text!r}")
        at = match.end()
        if match["gap"]:
            made.append(("gap", match["gap"]))
        elif match["num"]:
            made.append(("num", written(match["num"])))
        elif match[0].strip():
            made.append(match[0])
    return made


def written(text):
    """The value of 1/4, -1/4 or 7; Fault for 2/4, 1/1, 01 and -0."""
    text = text.replace("−", "-")
    top, _, bottom = text.partition("/")
    require(bottom.strip("0") or "/" not in text, f"{text} has no denominator")
    value = Fraction(int(top), int(bottom or 1))
    require(str(value) == text, f"{text} is not as {value} is written")
    return value


def aided(tokens):
    """What a browser without MathML shows, spaces left out."""
    words, ends = {"frac": "(", "over": ")/(", "exp": "e^(", "end": ")"}, []
    made = ""
    for token in tokens:
        if isinstance(token, str):
            made += words.get(token, token)
        elif token[0] == "num":
            made += str(token[1]).replace("-", "−")
        elif token[0] == "sym":
            letter = "o" if token[1] == "named" else token[1]
            made += letter + ("" if token[2] is None else str(token[2])) + ("named" if token[1] == "named" else "")
        else:
            made += "∑" + token[1] if token[0] == "sum" else f"…{token[1]}…"
    return re.sub(r"\s", "", made)


SPOKEN = re.compile(r"minus \d+(?: over \d+)?|\d+(?: over \d+)?|masked|equals|plus|times|more|power|fraction|vector")


def heard(words):
    """Numbers and what is between them, in order."""
    return [word for word in SPOKEN.findall(words.replace("end of fraction", ""))]


def spoken(tokens):
    """heard() of the words that these tokens should be read as."""
    said = {"+": "plus", "=": "equals", "·": "times", "frac": "fraction", "exp": "power", "masked": "masked"}
    made = []
    for at, token in enumerate(tokens):
        if token == "(":
            made += ["vector"] if is_vector(tokens, at) else []
        elif isinstance(token, str):
            made += [said[token]] if token in said else []
        elif token[0] == "num":
            made.append(str(token[1]).replace("-", "minus ").replace("/", " over "))
        elif token[0] == "gap":
            made += [token[1].split()[0], "more"]
        elif token[0] == "sym" and isinstance(token[2], int):
            made.append(str(token[2]))
    return made


def is_vector(tokens, at):
    """Parentheses hold a vector, but for those around one negative number behind a plus."""
    inside = tokens[at + 1:tokens.index(")", at)]
    return "," in inside or (tokens[at - 1] != "+" and at > 0)
