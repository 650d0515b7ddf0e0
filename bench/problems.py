"""Problems to measure with: three keys, two components, one problem a line, the same ones for the same seed."""

import json
import random
from fractions import Fraction

SEED = 20


def problem(random):
    """Weights over one small denominator, zero weights among them, and values over small denominators."""
    whole = random.randint(2, 60)
    low, high = sorted((random.randint(0, whole), random.randint(0, whole)))
    weights = [Fraction(part, whole) for part in (low, high - low, whole - high)]
    values = [[Fraction(random.randint(-40, 40), random.randint(1, 12)) for _ in range(2)] for _ in range(3)]
    return {"weights": [str(weight) for weight in weights],
            "values": [[str(component) for component in value] for value in values]}


def lines(count, seed=SEED):
    """`count` lines, each with its line break."""
    source = random.Random(seed)
    for _ in range(count):
        yield json.dumps(problem(source)) + "\n"
