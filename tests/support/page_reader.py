"""Reads one lesson page and compares every number on it with page_oracle's.

Every text of a page is in a formula, in a table, in a figure, or is prose; none is passed over.
"""

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

from page_figures import check_figure
from page_formulas import Fault, aided, heard, mathml, require, spoken, tex, tex_block
from page_prose import Prose
from page_tables import check_table
from page_values import SOFTMAX_OF_SYMBOLS, Line, Scope, exponentials, lines, positions

HEADINGS = {"Name the softmax": "softmax", "Normalize": "normalize", "Assign": "assign", "Scale": "scale", "Add": "add",
            "Boundary": "boundary", "The named softmax": "softmax", "The named blend, unevaluated": "boundary"}
NAMED = {"softmax", "boundary"}
FOOTER = re.compile(r"Made by exactblend \d+\.\d+\.\d+: every number is exact, none is rounded\.")
BLOCKS = {"p", "li", "h1", "h2", "h3", "summary", "caption", "figcaption", "title", "a"}
SEEN_ATTRIBUTES = ("aria-label", "content", "title", "alt")


def text_of(element):
    return "".join(element.itertext())


def math_of(element):
    return next(part for part in element.iter() if part.tag == "math")


def has_class(element, name):
    classes = element.get("class")
    return classes is not None and name in classes.split()


def read_page(markup):
    """The page as a tree, in whose tags the namespace is left out."""
    root = ElementTree.fromstring(markup)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def without_figures(element):
    yield element
    if element.tag not in ("svg", "math"):
        for child in element:
            yield from without_figures(child)


class Place:
    """Where on the page something stands."""

    def __init__(self, query=0, step="", where="head"):
        self.query, self.step, self.where = query, step, where


class Page:
    def __init__(self, problem, root):
        self.problem, self.root, self.faults, self.counts = problem, root, [], Counter()
        self.blocks, self.badges, self.figures, self.block_tokens = [], [], [], None
        self.sentences = Prose(problem)

    def attempt(self, where, check, *arguments):
        try:
            return check(*arguments)
        except Fault as fault:
            self.faults.append(f"{where}: {fault}")
        except (AttributeError, LookupError, StopIteration, TypeError, ValueError) as error:
            self.faults.append(f"{where}: markup that is not read here: {type(error).__name__} {error}")

    def check(self):
        self.elements = list(without_figures(self.root))
        self.walk(self.root, Place())
        for check in (self.check_links, self.check_outline, self.check_steps):
            self.attempt(check.__name__, check)
        return self.faults

    # Everything in order.

    def walk(self, element, place):
        kind, identifier = element.tag, element.get("id", "")
        if kind in ("section", "details") and identifier or kind in ("header", "main", "footer"):
            query = re.fullmatch(r"query-(\d+)", identifier)
            place = Place(int(query[1]) - 1 if query else place.query, "" if query else identifier, identifier or kind)
        for name in SEEN_ATTRIBUTES:
            if (value := element.get(name)) and not (kind == "meta" and element.get("name") != "description"):
                self.attempt(f"{place.where} {name}", self.prose, value, place)
        if kind == "style":
            return
        if kind == "svg":
            return self.figure(element, place)
        if has_class(element, "eb-formula"):
            return self.attempt(f"{place.where} {place.step}", self.block, element, place)
        if has_class(element, "eb-tex"):
            return self.attempt(f"{place.where} TeX to copy", self.copied, element)
        if has_class(element, "eb-badge"):
            self.counts["badges"] += 1
            expected = "NAMED" if place.step in NAMED else "EXACT"
            if text_of(element) != expected or not has_class(element, "eb-" + expected.lower()):
                self.faults.append(f"{place.where} {place.step}: its badge says {text_of(element)}")
            self.badges.append(("query" if place.where.startswith("query-") else "section", place.step))
            return
        if kind == "table":
            return self.attempt(f"table {text_of(element[0])}", check_table, self.problem, element, self.counts)
        if kind in BLOCKS:
            if kind == "h3":
                place.step = HEADINGS.get(text_of(element), "")
            return self.attempt(f"{place.where} {kind}", self.prose_block, element, place)
        self.attempt(f"{place.where} <{kind}>", self.no_number, element.text)
        for child in element:
            self.walk(child, place)
            self.attempt(f"{place.where} behind <{child.tag}>", self.no_number, child.tail)

    def no_number(self, text):
        require(not re.search(r"\d", text or ""), f"a number that stands in no sentence: {text!r}")

    # Formulas.

    def block(self, element, place):
        expected = lines(self.problem, place.query, place.step)
        shown = list(element)
        query = self.problem.queries[place.query]
        require(shown, "no formula")
        require(self.block_tokens is None, "the formula before has no TeX to copy")
        if place.step == "softmax" and mathml(math_of(shown[0]))[0] == ("sym", "Z", None):
            expected.insert(0, Line("Z", None, Scope(query, None, [exponentials(query)])))
        marks = [("gap", text_of(part).removeprefix("… ").removesuffix(" …")) if has_class(part, "eb-more") else at
                 for at, part in enumerate(shown)]
        order = positions(marks, len(expected), "line")
        self.block_tokens = []
        for mark, part in zip(marks, shown):
            if isinstance(mark, tuple):
                self.block_tokens.append(("lines", mark[1]))
            else:
                self.block_tokens += self.attempt(f"{place.where} line {order[mark] + 1}", self.line, part,
                                                  expected[order[mark]]) or []
        self.blocks.append((place.query, place.step))

    def line(self, element, expected):
        math = math_of(element)
        tokens = mathml(math)
        self.counts["formulas"] += 1
        self.counts["numbers"] += sum(token[0] == "num" for token in tokens)
        label = "".join(text_of(part) for part in element.iter() if has_class(part, "eb-label"))
        require(label == expected.label, f"labelled {label!r}, not {expected.label!r}")
        require(tokens[0] == expected.start, f"begins with {tokens[0]}, not {expected.start}")
        if expected.scope:
            expected.scope.check(tokens)
        else:
            require(tokens == SOFTMAX_OF_SYMBOLS, "not the softmax of symbols")
        annotation = next(part for part in math.iter() if part.tag == "annotation")
        require(tex(annotation.text) == tokens, f"TeX says something else: {annotation.text}")
        seen = re.sub(r"\s", "", text_of(math).removesuffix(annotation.text))
        require(seen == aided(tokens), f"as text it reads {seen}")
        words = next(text_of(part) for part in element.iter() if has_class(part, "eb-words"))
        require(heard(words) == spoken(tokens), f"its words say something else: {words}")
        return tokens

    def copied(self, element):
        code = next(part for part in element.iter() if part.tag == "code")
        require(self.block_tokens is not None, "TeX of no formula")
        require(tex_block(code.text) == self.block_tokens, "TeX to copy says something else than the formula")
        self.block_tokens = None
        self.counts["blocks of TeX"] += 1

    # Prose and figures.

    def prose_block(self, element, place):
        number = element.find("./*[@class='eb-number']")
        text = text_of(element)
        if number is not None:
            require(text_of(number) == str(len(self.steps_seen()) + 1), f"numbered {text_of(number)}")
            text = text.removeprefix(text_of(number))
        if place.where == "footer":
            return require(FOOTER.fullmatch(text), text)
        self.prose(text, place)

    def prose(self, text, place):
        self.counts["numbers in prose"] += self.sentences.check(text, place)

    def steps_seen(self):
        return [step for query, step in self.badges if query == "section"]

    def figure(self, element, place):
        name = f"figure-{place.where}-{'narrow' if has_class(element, 'eb-narrow') else 'wide'}"
        self.figures.append((name, element.get("aria-labelledby")))
        described = tuple(text_of(part) for part in element.iter() if part.tag in ("title", "desc"))
        texts = tuple(text_of(part) for part in element.iter() if part.tag == "text")
        for what, found in ((" in words", described), ("", texts)):
            faults, count = check_figure(self.problem, place.query, found, complete=not what)
            self.faults += [f"{name}{what}: {fault}" for fault in faults]
            self.counts["numbers in figures"] += count

    # The page as a whole.

    def check_links(self):
        require(self.block_tokens is None, "the last formula has no TeX to copy")
        ids, targets = Counter(), set()
        for attributes in (part.attrib for part in self.root.iter() if part.attrib):
            ids[attributes.get("id")] += 1
            targets.add(attributes.get("href", "#start"))
            for name in ("aria-labelledby", "aria-describedby"):
                targets.update("#" + target for target in attributes.get(name, "").split())
        repeated = [name for name, count in ids.items() if name and count > 1]
        require(not repeated, f"ids that are not unique: {repeated}")
        lost = [target for target in targets if target.startswith("#") and target[1:] not in ids]
        require(not lost, f"links that lead nowhere: {lost}")

    def expected_steps(self):
        steps = self.problem.queries[0].steps()
        return [step for step in steps if step != "softmax" or not self.problem.weighted]

    def check_outline(self):
        steps, several = self.expected_steps(), len(self.problem.queries) > 1
        ids = [part.get("id") for part in self.elements if part.tag == "section"]
        expected = steps + (["queries"] if several else []) + ["boundary", "summary"]
        expected += ["notes"] if self.problem.notes else []
        require(ids == expected, f"sections {ids}, not {expected}")
        contents = [part for part in self.elements if has_class(part, "eb-contents")][0]
        links = [(part.get("href"), HEADINGS.get(text_of(part))) for part in contents.iter() if part.tag == "a"]
        require(links == [(f"#{step}", step) for step in steps + ["boundary"]], f"contents {links}")

    def check_steps(self):
        """Every formula and badge that there must be, and a figure for each section and query."""
        folded = [part.get("id") for part in self.elements if has_class(part, "eb-query")]
        folded = [int(name.removeprefix("query-")) - 1 for name in folded]
        require(folded == list(range(1, len(folded) + 1)), f"queries {folded}")
        left = len(self.problem.queries) - 1 - len(folded)
        told = [text_of(part) for part in self.elements if has_class(part, "eb-more") and "quer" in text_of(part)]
        right = [f"… {left} more {'query' if left == 1 else 'queries'} …"] if left else []
        require(told == right, f"left out: {told}")
        first, others = self.expected_steps(), [(q, step) for q in folded for step in self.problem.queries[q].steps()]
        both = self.problem.weighted and self.problem.scored
        blocks = [(0, step) for step in first] + others + ([(0, "softmax")] if both else []) + [(0, "boundary")]
        require(self.blocks == blocks, f"formulas of {self.blocks}, not of {blocks}")
        badges = [("section", s) for s in first] + [("query", s) for _, s in others] + [("section", "boundary")]
        require(self.badges == badges, f"badges of {self.badges}")
        self.sentences.check_said(blocks)
        names = [f"figure-{step}" for step in first] + [f"figure-query-{q + 1}" for q in folded] + ["figure-boundary"]
        # All figures of a query have the title and the description of its first one.
        tellers = [name if "query" in name else names[0] for name in names]
        figures = [(name + width, f"{teller}-wide-title {teller}-wide-desc")
                   for name, teller in zip(names, tellers) for width in ("-wide", "-narrow")]
        require(self.figures == figures, f"figures {self.figures}")
