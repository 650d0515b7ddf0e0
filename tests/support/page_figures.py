"""Numbers in the texts of a figure, which is drawn for one query.

Whatever a text equates (w1 = 1/4, w1·V1 = (1/2, 0), o2 = 5/4, a sum) is compared; any other number must be one that
the query has. A long number may be abbreviated, 1234…[22]…6789 or [41]/3: in brackets is how many digits are left out.
"""

import functools
import re
from fractions import Fraction

from page_formulas import Fault, require
from page_oracle import MASKED
from page_prose import DECIMAL, take

PART = r"(?:\d+(?:…\[\d+\]…\d+)?|\[\d+\])"
NUMBER = rf"[-−]?{PART}(?:/{PART})?"
ITEM = rf"(?:{NUMBER}|… \d+ more …)"
VECTOR = rf"\({ITEM}(?:, ?{ITEM})*\)"
SYMBOL = r"(?:softmax\(s\)\d+|w\d+·V\d+|[wVsr]\d+|o\d*)"
LONG = 20  # from so many characters on a narrow cell may say [long]
MORE = re.compile(r"(?:… )?(\d+) more\b(?: (?:term|key|component|value)s?)?(?: …)?")
STATED = re.compile(rf"(?<![\w·])({SYMBOL}) (?:= )?({VECTOR}|{NUMBER}(?! \+)|masked)")
LISTED = re.compile(rf"(\d+)(?: = (?:{VECTOR}|{NUMBER}|masked)| masked)?, (\d+) more, "
                    r"(?:softmax of s |w\d+·V|[wV])(\d+)")
TERM = rf"(?:{NUMBER}|\({NUMBER}\)|… \d+ more terms? …)"
SUM = re.compile(rf"({TERM}(?: \+ {TERM})*) = ({NUMBER})")
INDEX = re.compile(r"(?<![A-Za-z])(softmax of s |softmax\(s\)|[wVrso])(\d+)")


def matches(text, value):
    """Whether a number, perhaps abbreviated, is this one."""
    digits = lambda match: rf"\d{{{match[1] or match[2]}}}"
    pattern = re.sub(r"…\[(\d+)\]…|\[(\d+)\]", digits, text.replace("−", "-"))
    return re.fullmatch(pattern, str(value)) is not None


def items_match(items, values):
    """Texts, one of which may say how many are left out there, against all values."""
    gaps = [at for at, item in enumerate(items) if item.startswith("…")]
    if gaps:
        count = len(values) - len(items) + 1
        if len(gaps) > 1 or count < 1 or int(re.search(r"\d+", items[gaps[0]])[0]) != count:
            return False
        values = [*values[:gaps[0]], None, *values[gaps[0] + count:]]
    return len(items) == len(values) and all(
        value is None or matches(item.strip("()"), value) for item, value in zip(items, values))


def vector_matches(text, vector):
    return items_match(re.split(r", ?", text[1:-1]), list(vector))


class Figure:
    def __init__(self, problem, at):
        self.problem, self.at, self.query = problem, at, problem.queries[at]
        self.vectors = [*problem.values, *(self.query.scaled + [self.query.output] if self.query.given else [])]
        self.entries = [part for part in self.query.weights or self.query.scores if part != MASKED]
        self.entries += [part for vector in self.vectors for part in vector]
        self.numbers = self.entries + (self.query.given or []) + (self.query.scores or [])
        if self.query.weights:  # a bar of signed weights ends where the positive ones do
            self.numbers.append(sum(weight for weight in self.query.weights if weight != MASKED and weight > 0))
        most = max(problem.keys, problem.components)
        self.known = {*self.numbers, *map(Fraction, range(most + 1))}
        self.shown, self.longs = [], 0

    def check(self, texts):
        """Every text of the figure, in order; those that begin with + or = go on from the one before."""
        whole = []
        for text in texts:
            if text.startswith(("+ ", "= ")) and whole:
                whole[-1] += " " + text
            else:
                whole.append(text)
        for at, text in enumerate(whole):
            if rows := re.fullmatch(r"… (\d+) more keys? …", text):
                self.check_rows(int(rows[1]), whole, at)
            self.check_text(text)

    def check_rows(self, count, texts, at):
        """A table's gap stands between the key before it and the last one."""
        before, last = self.problem.keys - count - 1, self.problem.keys
        require(any(re.match(rf"{before}(?![\d/])", text) for text in texts[:at]), f"{texts[at]}, and no key {before}")
        require(re.match(rf"{last}(?![\d/])", texts[at + 1]), f"behind {texts[at]} is {texts[at + 1]}")

    def check_text(self, text):
        require(not DECIMAL.search(text), f"a decimal: {text}")
        words = [self.problem.title, *sum(self.problem.labels.values(), [])]
        for label in sorted(filter(None, words), key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(label)}(?!\w)", " ", text)
        if numbered := re.search(r"\b[Qq]uery (\d+) of (\d+)", text):
            right = (self.at + 1, len(self.problem.queries))
            require((int(numbered[1]), int(numbered[2])) == right, f"{numbered[0]}, not {right}")
            text = text.replace(numbered[0], " ")
        self.longs += text.count("[long]")
        for first, count, last in LISTED.findall(text):
            require(int(first) + int(count) + 1 == int(last), f"{count} more between {first} and {last}")
        for pattern, check in ((STATED, self.stated), (SUM, self.sum), (MORE, self.more),
                               (re.compile(VECTOR), self.vector), (INDEX, self.index),
                               (re.compile(NUMBER), self.number)):
            text = take(pattern, text, check)

    def stated(self, match):
        symbol, text = match.groups()
        value = self.value(symbol)
        self.keep(text)
        if text == MASKED:
            require(value == MASKED, f"{match[0]}: it is {value}")
        elif isinstance(value, tuple) and text.startswith("("):
            require(vector_matches(text, value), f"{match[0]} is false")
        else:
            value = value[0] if isinstance(value, tuple) and len(value) == 1 else value
            require(matches(text, value), f"{match[0]} is false")

    def value(self, symbol):
        query = self.query
        numbers = [int(number) for number in re.findall(r"\d+", symbol)]
        require(all(0 < number <= max(self.problem.keys, self.problem.components) for number in numbers), symbol)
        at = numbers[0] - 1 if numbers else None
        if symbol.startswith("softmax"):
            require(query.scores, "there are no scores")
            return MASKED if query.scores[at] == MASKED else Fraction(1) if len(query.seen) == 1 else None
        if "·" in symbol:
            require(numbers[0] == numbers[1], symbol)
            return MASKED if query.weights[at] == MASKED else query.scaled[at]
        if symbol == "o":
            return query.output
        found = {"w": "weights", "V": "values", "s": "scores", "r": "given", "o": "output"}[symbol[0]]
        return getattr(query, found)[at]

    def sum(self, match):
        terms = match[1].split(" + ")
        rows = [[part for part in row if part != MASKED] for row in (self.query.weights, self.query.given) if row]
        holds = any(items_match(terms, row) and matches(match[2], sum(row)) for row in rows)
        require(holds, f"{match[0]} is false")
        for term in terms:
            self.keep(term)

    def more(self, match):
        require(0 < int(match[1]) < max(self.problem.keys, self.problem.components), match[0])

    def vector(self, match):
        found = any(vector_matches(match[0], vector) for vector in self.vectors)
        require(found, f"{match[0]} is no vector of this query")
        self.keep(match[0])

    def index(self, match):
        limit = self.problem.components if match[1] == "o" else self.problem.keys
        require(0 < int(match[2]) <= limit, f"there is no {match[0]}")

    def number(self, match):
        require(any(matches(match[0], value) for value in self.known), f"{match[0]} is no number of this query")
        self.keep(match[0])

    def keep(self, text):
        self.shown += re.findall(NUMBER, re.sub(r"… \d+ more[^…]*…", " ", text))

    def check_complete(self):
        """A figure of few keys and components shows every weight (or score, if there are no weights), value, scaled
        value and the output."""
        if self.problem.keys > 8 or self.problem.components > 4:
            return
        missing = []
        for value in set(self.entries):
            shown = sum(matches(text, value) for text in self.shown)
            missing += [str(value)] * max(0, self.entries.count(value) - shown)
        unshown = [text for text in missing if len(text) > LONG]
        require(len(unshown) <= self.longs, f"does not show {', '.join(unshown)}")
        require(unshown == missing, f"shows too few of {', '.join(missing)}")


@functools.cache  # a figure is the same in most steps
def check_figure(problem, at, texts, complete):
    """(faults, how many numbers were compared)"""
    figure, faults = Figure(problem, at), []
    for check in [lambda: figure.check(texts)] + ([figure.check_complete] if complete else []):
        try:
            check()
        except (Fault, LookupError, TypeError) as fault:
            faults.append(str(fault))
    return faults, len(figure.shown)
