"""Evaluates the tokens of a formula, with its symbols bound to what page_oracle computed.

A value is a Fraction, MASKED (0 where it is added or multiplied), a vector (tuple), or of the named softmax a formal
sum {r: c} for Σ c·e^r or a Quotient of two: e^r for different rational r are linearly independent over the rationals,
so two formal sums are equal exactly if their coefficients are.
"""

from collections import namedtuple
from fractions import Fraction

from page_formulas import GAP, Fault, require
from page_oracle import MASKED, formal, scaled

Quotient = namedtuple("Quotient", "top bottom")
SOFTMAX_OF_SYMBOLS = [("sym", "softmax(s)", "j"), "=", "frac", "exp", ("sym", "s", "j"), "end", "over", ("sum", "i"),
                      "exp", ("sym", "s", "i"), "end", "end"]


class Parser:
    """side = side = …, a side is ("add", terms), ("mul", factors), ("vec", items), ("frac", a, b), ("exp", a) or a
    token; terms and items may be gaps."""

    def __init__(self, tokens):
        self.tokens, self.at = tokens, 0

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self, expected=None):
        token = self.peek()
        require(token is not None and expected in (None, token), f"{token} in place of {expected or 'a term'}")
        self.at += 1
        return token

    def several(self, separator, part):
        parts = [part()]
        while self.peek() == separator:
            self.take()
            parts.append(part())
        return parts

    def chain(self):
        sides = self.several("=", self.side)
        require(self.peek() is None, f"unexpected {self.peek()}")
        return sides

    def side(self):
        terms = self.several("+", self.term)
        return terms[0] if len(terms) == 1 else ("add", terms)

    def term(self):
        factors = self.several("·", self.factor)
        return factors[0] if len(factors) == 1 else ("mul", factors)

    def factor(self):
        token = self.take()
        if token == "(":
            items = self.several(",", self.side)
            self.take(")")
            return items[0] if len(items) == 1 else ("vec", items)
        if token == "frac":
            top = self.side()
            self.take("over")
            bottom = self.side()
            self.take("end")
            return ("frac", top, bottom)
        if token == "exp":
            exponent = self.side()
            self.take("end")
            return ("exp", exponent)
        if token[0] == "sum":
            return ("all", token[1], self.term())
        require(token == MASKED or token[0] in ("num", "sym", "gap"), f"unexpected {token}")
        return token


def left_out(text, noun):
    match = GAP.fullmatch(text.replace("queries", "querys"))
    require(match and (match[2] or "") == noun, f"{text!r} does not count {noun or 'components'}")
    require(bool(match[3]) == (match[2] is not None and match[1] != "1"), f"{text!r}: one or several?")
    return int(match[1])


def whole(shown, candidates, noun):
    """The one of `candidates` that `shown` is, where a gap stands for as many as it says."""
    gaps = [at for at, item in enumerate(shown) if isinstance(item, tuple) and item[:1] == ("gap",)]
    if not gaps:
        require(shown in candidates, f"{shown} are none of the parts that belong here")
        return shown
    require(len(gaps) == 1, "more than one gap")
    head, tail = shown[:gaps[0]], shown[gaps[0] + 1:]
    size = len(shown) - 1 + left_out(shown[gaps[0]][1], noun)
    for candidate in candidates:
        if len(candidate) == size and candidate[:len(head)] == head and candidate[size - len(tail):] == tail:
            return candidate
    raise Fault(f"{shown} are none of the {noun or 'component'}s that belong here")


def positions(marks, count, noun):
    """{place shown: place among all}: what stands behind a gap is the last of `count`."""
    gaps = [at for at, mark in enumerate(marks) if isinstance(mark, tuple)]
    require(len(gaps) < 2, "more than one gap")
    size = len(marks) + (left_out(marks[gaps[0]][1], noun) - 1 if gaps else 0)
    require(size == count, f"{size} {noun}s are shown or counted, not {count}")
    return {at: at if not gaps or at < gaps[0] else at + count - len(marks)
            for at in range(len(marks)) if at not in gaps}


def number_of(value):
    return Fraction(0) if value == MASKED else value


def as_sum(value):
    return value if isinstance(value, dict) else formal([(Fraction(0), value)])


def plus(values):
    if any(isinstance(value, dict) for value in values):
        return formal(pair for value in values for pair in as_sum(number_of(value)).items())
    require(all(isinstance(value, Fraction) or value == MASKED for value in values), "vectors are not added here")
    return sum(map(number_of, values), Fraction(0))


def times(left, right):
    left, right = number_of(left), number_of(right)
    require(isinstance(left, Fraction), "a product that does not begin with a number")
    if isinstance(right, tuple):
        return scaled(left, right)
    return formal((r, left * c) for r, c in right.items()) if isinstance(right, dict) else left * right


def equal(left, right):
    if isinstance(left, Quotient) and isinstance(right, Fraction):
        return left.top == times(right, left.bottom)
    return left == right


class Scope:
    """What symbols mean on one line: `place` is the index that they have there; `series` are the sums and `vectors`
    the vectors that may be shown, which tells what a gap stands for."""

    def __init__(self, query, place=None, series=(), vectors=()):
        self.query, self.place, self.series = query, place, list(series)
        self.vectors = [list(vector) for vector in vectors]

    def symbol(self, letter, index):
        query = self.query
        if letter == "Z":
            return query.denominator
        if letter == "o" and index is None:
            return self.vector(query.output)
        require(self.place is None or index == self.place, f"{letter} {index} on the line of {self.place}")
        try:
            at = index - 1
            assert at >= 0
            if letter == "softmax(s)":
                score = query.scores[at]
                return MASKED if score == MASKED else Quotient({score: Fraction(1)}, query.denominator)
            if letter == "named":
                return Quotient(query.numerator(at), query.denominator)
            found = {"w": "weights", "V": "values", "r": "given", "o": "output", "s": "scores"}[letter]
            return self.vector(getattr(query, found)[at])
        except (TypeError, IndexError, KeyError, AssertionError, AttributeError):
            raise Fault(f"there is no {letter} {index}") from None

    @staticmethod
    def vector(value):
        return value[0] if isinstance(value, tuple) and len(value) == 1 else value

    def names(self, terms):
        """w1 + w2 + … + w40: every index once, in order."""
        letters = {term[1] for term in terms if term[0] == "sym"}
        count = len(self.query.values)
        shown = [term if term[0] == "gap" else term[2] for term in terms]
        require(len(letters) == 1, f"a sum of {letters}")
        indices = whole(shown, [list(range(1, count + 1))], "term")
        return [Scope(self.query).symbol(next(iter(letters)), index) for index in indices]

    def terms(self, node):
        kind, parts = node
        if kind == "mul":
            return [self.value(part) for part in parts]
        if any(part[0] == "sym" for part in parts):
            return self.names(parts)
        return whole([part if part[0] == "gap" else self.value(part) for part in parts], self.series, "term")

    def value(self, node):
        kind = node[0]
        if node == MASKED:
            return MASKED
        if kind == "num":
            return node[1]
        if kind == "sym":
            return self.symbol(node[1], node[2])
        if kind == "vec":
            items = [item if item[0] == "gap" else self.value(item) for item in node[1]]
            return tuple(whole(items, self.vectors, ""))
        if kind == "add":
            return plus(self.terms(node))
        if kind == "mul":
            factors = self.terms(node)
            require(len(factors) == 2, "a product of more than two factors")
            return times(*factors)
        if kind == "exp":
            return {self.value(node[1]): Fraction(1)}
        if kind == "frac":
            return self.ratio(self.value(node[1]), self.value(node[2]))
        require(node == ("all", "j", ("mul", [("sym", "w", "j"), ("sym", "V", "j")])), f"unexpected {node}")
        return self.vector(self.query.output)

    def ratio(self, top, bottom):
        if isinstance(bottom, dict):
            return Quotient(as_sum(top), bottom)
        require(bottom == self.query.given_sum, f"divided by {bottom}, not by the sum of the given row")
        return top / bottom

    def check(self, tokens):
        """Each side of the chain has the value of the first, and where the first names what the second has in
        numbers, each number is what is named there."""
        sides = Parser(tokens).chain()
        require(len(sides) > 1, "nothing is equated")
        values = [self.value(side) for side in sides]
        for value in values[1:]:
            require(equal(values[0], value), f"{show(values[0])} = {show(value)} is false")
        require(not names_something(sides[-1]), "the last side is no number")
        first = sides[0]
        for side in sides[1:]:
            if first[0] == side[0] and first[0] in ("add", "mul"):
                require(self.terms(first) == self.terms(side), "numbers are not those that the symbols name")
        return values[0]


def names_something(node):
    if isinstance(node, tuple):
        return node[0] == "sym" and node[1] != "Z" or any(map(names_something, node))
    return isinstance(node, list) and any(map(names_something, node))


def show(value):
    if isinstance(value, tuple) and not isinstance(value, Quotient):
        return "(" + ",".join(map(show, value)) + ")"
    return str(value)


def exponentials(query):
    return [{query.scores[key]: Fraction(1)} for key in query.seen]


def falling(terms):
    """The terms of a formal sum as it is written: exponents falling."""
    return [{exponent: terms[exponent]} for exponent in sorted(terms, reverse=True)]


class Line:
    """A line that a step must have: the symbol it begins with, its label, and what its symbols mean."""

    def __init__(self, letter, index, scope, label=""):
        self.start, self.scope, self.label = ("sym", letter, index), scope, label


def lines(problem, at, step):
    """All lines of a step of query `at`, none left out."""
    query, keys = problem.queries[at], range(problem.keys)
    name = lambda kind, i: problem.labels[kind][i] if problem.labels[kind] else ""
    if step == "assign":
        return [Line("w", 1, Scope(query, None if problem.keys > 1 else 1, [query.weights]))]
    if step == "scale":
        scopes = [Scope(query, k + 1, (), [query.values[k], query.scaled[k]]) for k in keys]
        return [Line("w", k + 1, scopes[k], name("keys", k)) for k in keys]
    if step == "normalize":
        total = Line("r", 1, Scope(query, None if problem.keys > 1 else 1, [query.given]))
        return [total] + [Line("w", k + 1, Scope(query, k + 1), name("keys", k)) for k in keys]
    if step == "add":
        parts = [Line("o", i + 1, Scope(query, i + 1, [query.column(i)]), name("components", i))
                 for i in range(problem.components)]
        return parts + [Line("o", None, Scope(query, None, (), [query.output]))]
    if step == "softmax":
        return [Line("softmax(s)", k + 1, Scope(query, k + 1, [exponentials(query)]), name("keys", k)) for k in keys]
    if not problem.scored:
        return [Line("softmax(s)", "j", None)]
    made = []
    for number, query in enumerate(problem.queries):
        whose = "" if len(problem.queries) == 1 else name("queries", number) or f"query {number + 1}"
        for i in range(problem.components):
            scope = Scope(query, i + 1, [falling(query.denominator), falling(query.numerator(i))])
            label = ", ".join(part for part in (whose, name("components", i)) if part)
            made.append(Line("named", i + 1, scope, label))
    return made
