"""Problem files read, and everything that a page shows of them computed again, by Python's fractions alone.

Reads the forms of numbers, rows and values that examples/ and page_problems() use; any other raises ValueError.
"""

import json
import random
import re
from fractions import Fraction

MASKED = "masked"
FIELDS = {"$schema", "schema", "title", "notes", "weights", "ratio", "scores", "values", "labels", "sentences",
          "normalize", "signed"}
NAME = re.compile(r"\{\{ *(?:q(\d+)\.)?([a-z_]+|[wVs])(?:\.?(\d+))?(?:\.(\d+))? *\}\}")
FRACTION = re.compile(r"([-+]?)(?:(\d+) +)?(\d+)/(\d+)")
DECIMAL = re.compile(r"([-+]?)(\d+)(?:\.(\d*)(?:\((\d+)\))?)?")


def number(text):
    """1/4, 25%, 0.25, 0.1(6), 1 1/4, -7"""
    text = text.strip().replace("−", "-")
    if text.endswith("%"):
        return number(text[:-1]) / 100
    if match := FRACTION.fullmatch(text):
        sign, whole, top, bottom = match.groups()
        value = int(whole or 0) + Fraction(int(top), int(bottom))
    elif match := DECIMAL.fullmatch(text):
        sign, whole, digits, repeated = match.groups()
        digits = digits or ""
        value = Fraction(int(whole + digits), 10 ** len(digits))
        if repeated:
            value += Fraction(int(repeated), (10 ** len(repeated) - 1) * 10 ** len(digits))
    else:
        raise ValueError(f"a number in a form that is not read here: {text!r}")
    return -value if sign == "-" else value


def groups(text):
    """The insides of "(…) (…)", or the whole text if it has no parentheses."""
    if "(" not in text or re.fullmatch(r"[^()]*\.\d*\(\d+\)[^()]*", text):
        return [text]
    found = re.findall(r"\(([^()]*)\)", text)
    if re.sub(r"\([^()]*\)", "", text).strip(" ,"):
        raise ValueError(f"vectors in a form that is not read here: {text!r}")
    return found


def rows(given):
    """[(entries, whether it is a ratio)]"""
    if isinstance(given, str):
        return [([part.strip() for part in re.split("[:,]", row)], ":" in row) for row in groups(given)]
    if not any(isinstance(entry, list) for entry in given):
        given = [given]
    return [(row, False) for row in given]


def vectors(given):
    if isinstance(given, str):
        parts = groups(given)
        given = parts if "(" in given else parts[0].split(",")
    made = []
    for value in given:
        parts = value if isinstance(value, list) else groups(value)[0].split(",")
        made.append(tuple(number(part) for part in parts))
    return made


def scaled(factor, vector):
    return tuple(factor * component for component in vector)


def formal(pairs):
    """Σ c·e^r as {r: c}, without those that cancel."""
    made = {}
    for exponent, coefficient in pairs:
        made[exponent] = made.get(exponent, Fraction(0)) + coefficient
    return {exponent: coefficient for exponent, coefficient in made.items() if coefficient}


class Query:
    """One row: `weights` has MASKED where a key is masked; what it has not is None."""

    def __init__(self, values, row, scores, divide):
        self.values = values
        self.scores = self.given = self.given_sum = self.weights = self.scaled = self.output = None
        if row:
            entries, is_ratio = row
            self.divided = divide or is_ratio
            self.given = [Fraction(0) if entry == MASKED else number(entry) for entry in entries]
            self.given_sum = sum(self.given)
            shares = [part / self.given_sum for part in self.given] if self.divided else self.given
            self.weights = [MASKED if entry == MASKED else share for entry, share in zip(entries, shares)]
            self.scaled = [scaled(share, value) for share, value in zip(shares, values)]
            self.output = tuple(sum(column) for column in zip(*self.scaled))
            assert sum(shares) == 1
        if scores:
            self.scores = [MASKED if entry == MASKED else number(entry) for entry in scores[0]]
            self.seen = [key for key, score in enumerate(self.scores) if score != MASKED]
            self.denominator = formal((self.scores[key], 1) for key in self.seen)

    def column(self, i):
        """The terms that add up to component i of the output."""
        return [MASKED if weight == MASKED else product[i] for weight, product in zip(self.weights, self.scaled)]

    def numerator(self, i):
        return formal((self.scores[key], self.values[key][i]) for key in self.seen)

    def steps(self):
        steps = ["softmax"] if self.scores else []
        if self.given:
            steps += (["normalize"] if self.divided else []) + ["assign", "scale", "add"]
        return steps


class Problem:
    def __init__(self, text):
        fields = json.loads(text, parse_int=str, parse_float=str)
        if unknown := set(fields) - FIELDS:
            raise ValueError(f"fields that are not read here: {sorted(unknown)}")
        self.title = fields.get("title", "")
        notes = fields.get("notes", [])
        self.notes = [notes] if isinstance(notes, str) else notes
        self.labels = {kind: fields.get("labels", {}).get(kind, []) for kind in ("keys", "components", "queries")}
        self.sentences = fields.get("sentences", {})
        self.values = vectors(fields["values"])
        self.keys, self.components = len(self.values), len(self.values[0])
        given = rows(fields["weights"]) if "weights" in fields else []
        if "ratio" in fields:
            given = [(entries, True) for entries, _ in rows(fields["ratio"])]
        scores = rows(fields["scores"]) if "scores" in fields else []
        self.scored, self.weighted = bool(scores), bool(given)
        self.queries = [Query(self.values, given[i] if given else None, scores[i] if scores else None,
                              fields.get("normalize", False)) for i in range(max(len(given), len(scores)))]

    def fill(self, sentence, at):
        """An author's sentence for query `at`, with the numbers in the place of their names."""
        return NAME.sub(lambda match: self.named(*match.groups(), at), sentence)

    def named(self, other, name, first, second, at):
        at = int(other) - 1 if other else at
        query, i = self.queries[at], int(first or 0) - 1
        if name in ("keys", "components", "title"):
            return str(getattr(self, name))
        if name == "key":
            return self.labels["keys"][i] if self.labels["keys"] else f"key {first}"
        if name in ("query", "queries"):
            labels = self.labels["queries"]
            return str(len(self.queries)) if name == "queries" else labels[at] if labels else str(at + 1)
        found = {"V": query.values, "value": query.values, "w": query.weights, "s": query.scores, "sum": Fraction(1),
                 "scaled": query.scaled, "output": query.output, "given": query.given}
        value = query.given_sum if name == "given_sum" else found[name]
        for index in (first, second):
            value = value[int(index) - 1] if index else value
        return "(" + ",".join(map(str, value)) + ")" if isinstance(value, tuple) else str(value)

    def query_name(self, query):
        labels = self.labels["queries"]
        return f"Query {query + 1}" + (f": {labels[query]}" if labels else "")


def partition(chance, keys, signed=False):
    """Weights that sum to 1."""
    parts = [chance.randint(-9 if signed else 0, 12) for _ in range(keys)]
    while sum(parts) <= 0:
        parts[chance.randrange(keys)] += 7
    return [str(Fraction(part, sum(parts))) for part in parts]


def generated(chance):
    """One random problem of 1 to 6 keys."""
    keys, components, queries = chance.randint(1, 6), chance.randint(1, 5), chance.choice([1, 1, 1, 2, 3])
    digits = 30 if chance.random() < 0.15 else 1
    entry = lambda: str(Fraction(chance.randint(-(10 ** digits), 10 ** digits), chance.choice([1, 1, 2, 3, 7, 12])))
    problem = {"values": [[entry() for _ in range(components)] for _ in range(keys)]}
    kind = chance.choice(["weights", "weights", "signed", "ratio", "ratio", "normalize", "scores", "both"])
    hidden = [{chance.randrange(keys)} if keys > 1 and chance.random() < 0.3 else set() for _ in range(queries)]
    mask = lambda row, hide: [MASKED if key in hide else value for key, value in enumerate(row)]
    score = lambda: chance.choice(["0", "1", "-1", "1/2", "-2/3", "2.5", "0.(3)"])
    if kind in ("scores", "both"):
        problem["scores"] = [mask([score() for _ in range(keys)], hide) for hide in hidden]
    if kind in ("ratio", "normalize"):
        field = "weights" if kind == "normalize" else "ratio"
        problem[field] = [mask([chance.choice(["1", "2", "3", "1 1/4", "50%", "0.75"]) for _ in range(keys)], hide)
                          for hide in hidden]
        if kind == "ratio" and queries == 1 and chance.random() < 0.5:
            problem["ratio"] = ":".join(problem["ratio"][0])
        problem["normalize"] = kind == "normalize"
    elif kind != "scores":
        problem["weights"] = []
        for hide in hidden:
            shares = iter(partition(chance, keys - len(hide), kind == "signed"))
            problem["weights"].append([MASKED if key in hide else next(shares) for key in range(keys)])
        problem["signed"] = kind == "signed"
    if queries == 1 and isinstance(problem.get("weights"), list) and chance.random() < 0.5:
        problem["weights"] = problem["weights"][0]
    if chance.random() < 0.3:
        problem["title"] = "Weights & values"
        problem["labels"] = {"keys": [f"key {chr(65 + key)}" for key in range(keys)],
                             "components": ["left", "right", "up", "down", "time"][:components],
                             "queries": ["dawn", "noon", "dusk"][:queries]}
    if kind != "scores" and chance.random() < 0.3:
        problem["sentences"] = {"introduction": "{{keys}} values, {{V1}} first: {{ value.1.1 }} and so on.",
                                "add": "It is {{output}}, from {{output.1}} on, by {{w1}} at first.",
                                "scale": "{{key.1}} gives {{scaled.1}}.", "summary": "So {{q1.output}}, by {{w1}}."}
    return problem


def page_problems(seed, count):
    """(name, text of a problem file), the same ones for the same seed."""
    chance = random.Random(seed)
    for i in range(count):
        yield f"generated-{i + 1}", json.dumps(generated(chance))
    many = [[f"{i * j % 11 - 5}/{i % 4 + 1}" for i in range(1, 13)] for j in range(1, 41)]
    yield "many-keys", json.dumps({"weights": [f"{j}/820" for j in range(1, 41)], "values": many})
    yield "many-scores", json.dumps({"scores": [f"{j * 7 % 40}/3" for j in range(1, 41)],
                                     "values": [vector[:2] for vector in many]})
    yield "many-queries", json.dumps({"ratio": [[f"{1 + i * j % 5}" for j in range(14)] for i in range(15)],
                                      "values": "(1,2) " * 13 + "(3/4,-1)"})
    yield "nine-keys", json.dumps({"ratio": ":".join("123456789"), "values": [25, "0.5", "1 1/4"] * 3})
