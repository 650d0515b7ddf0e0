"""Numbers in sentences: each must be one that this problem, query and step has."""

import re
from collections import Counter
from fractions import Fraction

from page_formulas import require, written
from page_oracle import MASKED

WORDS = {word: value for value, word in enumerate(
    "no one two three four five six seven eight nine ten".split())}
COUNT = re.compile(rf"\b({'|'.join(WORDS)}|\d+) (key|value|weight|quer|row|output|component)(?:s|y|ies)?\b", re.I)
DECIMAL = re.compile(r"\d[.٫]\d|\d[eE][-+]?\d|\d%|\d…(?!\[)|\d\(\d")
NUMERAL = r"[-−]?\d+(?:/\d+)?"
VECTOR = re.compile(rf"\(\s*{NUMERAL}(?:\s*,\s*{NUMERAL})*\s*\)")
VECTORS = re.compile(rf"{VECTOR.pattern}(?:(?:, | and ){VECTOR.pattern})*")
ROW = re.compile(rf"(?<![\d/])(?:{NUMERAL}|masked)(?:, (?:{NUMERAL}|masked))+")
GAP = re.compile(r"… (\d+ more(?: [a-z]+)?) …")


def numerals(text):
    return [written(found) for found in re.findall(NUMERAL, text)]


def take(pattern, text, check):
    """Text without what the pattern finds; check() is called with each."""
    for match in pattern.finditer(text):
        check(match)
    return pattern.sub(" ", text)


class Prose:
    def __init__(self, problem):
        self.problem, self.said = problem, Counter()
        self.titles = {problem.title or "An exact blend, step by step", *problem.notes}
        self.names = [problem.query_name(at) for at in range(len(problem.queries))]

    def allowed(self, place):
        """(numbers, rows of numbers, lists of vectors) that a sentence of the program may have there."""
        query, one = self.problem.queries[place.query], Fraction(1)
        if place.where == "summary":
            outputs = [query.output for query in self.problem.queries if query.output]
            only = [query.values[query.seen[0]] for query in self.problem.queries
                    if query.scores and len(query.seen) == 1]
            same = outputs[:1] if outputs[1:] == outputs[:-1] else []
            return {one}, [query.weights], [outputs, same] if outputs else [only]
        numbers = {"normalize": [query.given_sum], "assign": [one], "softmax": [one], "boundary": [one], "": [one]}
        return numbers.get(place.step, []), [], [[query.output]] if place.step == "add" else []

    def check(self, text, place):
        """How many numbers there are in a sentence; Fault if one does not belong there."""
        text = text.strip()
        if text in self.titles:
            return 0
        if place.where == "queries" and GAP.fullmatch(text):
            return 1  # counted with the queries
        total = len(re.findall(NUMERAL, text))
        kind = {"head": "introduction", "header": "introduction", "summary": "summary"}.get(place.where, place.step)
        if text == self.own(kind, place.query):
            self.said[kind, place.query] += 1
            return total
        if re.match(r"Query \d", text):
            require(text == self.names[place.query], f"{text}, not {self.names[place.query]}")
            return 1
        require(not DECIMAL.search(text), f"a decimal: {text}")
        if place.step == "assign" and MASKED in self.problem.queries[place.query].weights:
            text = text.replace("A masked key has weight 0", "")
        numbers, rows, vectors = self.allowed(place)
        text = take(VECTORS, text, lambda match: self.member(self.vectors(match[0]), vectors, match[0]))
        text = take(ROW, text, lambda match: self.member(self.row(match[0]), rows, match[0]))
        text = take(COUNT, text, self.count)
        for number in numerals(text):
            self.member(number, numbers, number)
        return total

    def own(self, kind, at):
        """What the author says there, or None."""
        sentence = self.problem.sentences.get(kind)
        return sentence and self.problem.fill(sentence, at)

    def check_said(self, steps):
        """Each of the author's sentences stands where it should; the introduction also describes the page."""
        places = {"introduction": [(0, "introduction")] * 2, "summary": [(0, "summary")]}
        expected = Counter((kind, query) for kind in self.problem.sentences
                           for query, step in places.get(kind, steps) if step == kind)
        require(self.said == expected, f"the author's sentences stand at {self.said}, not at {expected}")

    @staticmethod
    def vectors(text):
        return [tuple(numerals(match[0])) for match in VECTOR.finditer(text)]

    @staticmethod
    def row(text):
        return [MASKED if part == MASKED else written(part) for part in text.split(", ")]

    @staticmethod
    def member(value, known, text):
        require(value in known, f"{text} does not belong here")

    def count(self, match):
        """Three keys, 12 components: as many as there are; one and no are always right, as in one key of several."""
        number = WORDS.get(match[1].lower())
        keys, queries, components = self.problem.keys, len(self.names), self.problem.components
        counts = {"quer": queries, "row": queries, "output": queries, "component": components}
        right = counts.get(match[2].lower(), keys)
        holds = number in (0, 1) or right == (int(match[1]) if number is None else number)
        require(holds, f"{match[0]}: there are {right}")
