"""The same lines as `exactblend show --jsonl` and `--jsonl --trace` write, by Python's fractions or by SymPy.

    result_line(FRACTIONS, '{"weights": ["1/2", "1/2"], "values": [["1"], ["3"]]}')
    # {"sum":"1","scaled":[["1/2"],["3/2"]],"output":["2"]}

Written apart from exactblend, for problems with weights that sum to 1 and nothing else in them. Traces lack what is not
computed: the sentences.
"""

import json
from collections import namedtuple
from fractions import Fraction

# read: text -> number; parts: number -> (numerator, denominator). str() of a number is 5/4.
Numbers = namedtuple("Numbers", "name read parts")

FRACTIONS = Numbers("fractions", Fraction, lambda x: (x.numerator, x.denominator))


def sympy_numbers():
    """None if there is no SymPy."""
    try:
        from sympy import Rational
    except ImportError:
        return None
    return Numbers("SymPy", Rational, lambda x: (x.p, x.q))


def blend(numbers, line):
    problem = json.loads(line)
    weights = [numbers.read(weight) for weight in problem["weights"]]
    values = [[numbers.read(component) for component in value] for value in problem["values"]]
    total = sum(weights[1:], weights[0])
    if total != 1:
        raise ValueError("the weights do not sum to 1")
    scaled = [[weight * component for component in value] for weight, value in zip(weights, values)]
    output = [sum(column[1:], column[0]) for column in zip(*scaled)]
    return weights, values, total, scaled, output


def texts(vector):
    return [str(component) for component in vector]


def compact(document):
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False)


def result_line(numbers, line):
    _, _, total, scaled, output = blend(numbers, line)
    return compact({"sum": str(total), "scaled": [texts(value) for value in scaled], "output": texts(output)})


class Text:
    equals, plus, times, group = " = ", " + ", "·", "(%s)"
    output, sum_of_products = "o", "Σⱼ wⱼ·Vⱼ"
    softmax = "softmax(s)ⱼ = e^sⱼ / Σᵢ e^sᵢ"

    def number(self, n, d):
        return f"{n}" if d == 1 else f"{n}/{d}"

    def vector(self, numbers):
        return f"({','.join(numbers)})"

    def symbol(self, letter, index):
        return f"{letter}{index}"


class Latex:
    equals, plus, times, group = " = ", " + ", " \\cdot ", "\\left(%s\\right)"
    output, sum_of_products = "o", "\\sum_{j} w_{j} \\cdot V_{j}"
    softmax = "\\operatorname{softmax}(s)_{j} = \\frac{e^{s_{j}}}{\\sum_{i} e^{s_{i}}}"

    def number(self, n, d):
        return f"{n}" if d == 1 else f"{'-' if n < 0 else ''}\\frac{{{abs(n)}}}{{{d}}}"

    def vector(self, numbers):
        return f"\\left({', '.join(numbers)}\\right)"

    def symbol(self, letter, index):
        return f"{letter}_{{{index}}}"


class Words:
    equals, plus, times, group = " equals ", " plus ", " times ", "%s"
    output, sum_of_products = "the output", "the sum over all keys j of w j times V j"
    softmax = ("softmax of s j equals the fraction e to the power s j, over the sum over all keys i of "
               "e to the power s i, end of fraction")

    def number(self, n, d):
        size = f"{abs(n)}" if d == 1 else f"{abs(n)} over {d}"
        return f"minus {size}" if n < 0 else size

    def vector(self, numbers):
        return f"the vector {', '.join(numbers)}"

    def symbol(self, letter, index):
        return f"{'component' if letter == 'o' else letter} {index}"


NOTATIONS = (("text", Text()), ("latex", Latex()), ("words", Words()))


def formulas(notation, parts, weights, values, scaled, output):
    """The lines of each step's formula: assign, scale, add, boundary."""
    def number(x):
        return notation.number(*parts(x))

    def vector(xs):
        return notation.vector([number(x) for x in xs])

    def total(xs):  # a negative term stands in parentheses unless it is the first
        terms = [number(xs[0])] + [notation.group % number(x) if x < 0 else number(x) for x in xs[1:]]
        return notation.plus.join(terms)

    def chain(*sides):
        return notation.equals.join(sides)

    keys = range(1, len(weights) + 1)
    assign = [chain(notation.plus.join(notation.symbol("w", key) for key in keys), total(weights), "1")]
    scale = [chain(notation.symbol("w", key) + notation.times + notation.symbol("V", key),
                   number(weight) + notation.times + vector(value), vector(product))
             for key, weight, value, product in zip(keys, weights, values, scaled)]
    add = [chain(notation.symbol("o", i + 1), total([product[i] for product in scaled]), number(component))
           for i, component in enumerate(output)]
    add.append(chain(notation.output, notation.sum_of_products, vector(output)))
    return assign, scale, add, [notation.softmax]


STEPS = (("assign", "EXACT", ["weights"], ["sum"]), ("scale", "EXACT", ["weights", "values"], ["scaled"]),
         ("add", "EXACT", ["scaled"], ["output"]), ("boundary", "NAMED", [], []))


def trace_line(numbers, line):
    weights, values, total, scaled, output = blend(numbers, line)
    told = [formulas(notation, numbers.parts, weights, values, scaled, output) for _, notation in NOTATIONS]
    steps = []
    for i, (kind, register, reads, makes) in enumerate(STEPS):
        step = {"kind": kind} if kind == "boundary" else {"kind": kind, "query": 1}
        step.update({"register": register, "reads": reads, "makes": makes})
        step["formula"] = [{name: one for (name, _), one in zip(NOTATIONS, same)}
                           for same in zip(*(steps_told[i] for steps_told in told))]
        steps.append(step)
    return compact({
        "schema": "exactblend/trace/1", "values": [texts(value) for value in values],
        "rows": [{"weights": texts(weights), "sum": str(total), "scaled": [texts(value) for value in scaled],
                  "output": texts(output)}],
        "steps": steps})


def without_sentences(trace):
    """What trace_line() writes, of a trace that exactblend wrote."""
    trace = json.loads(trace)
    for part in ("introduction", "summary"):
        trace.pop(part, None)
    for step in trace.get("steps", []):
        step.pop("sentence", None)
    return compact(trace)
