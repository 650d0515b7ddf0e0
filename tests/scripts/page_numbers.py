"""Every number seen on a lesson's page, recomputed from the problem file by Python's fractions.

For each of examples/*.json and for random problems (the same ones each time) a page is made and read as XML. Each
formula is evaluated from its MathML, with its symbols bound to recomputed numbers; its TeX, its words and what it reads
as text must say the same. Tables are compared cell by cell; a number in a sentence or a figure must be one that this
query has. Nothing may be missing, and every link must lead somewhere.

Then the same pages are spoiled, a digit or an element at a time, and each fault must be found. What may stay unfound
is a digit in a figure that makes it another number of the same problem.

    EXACTBLEND_CLI=build/release/exactblend tests/scripts/page_numbers.py

prints what is wrong, and how many pages, formulas and numbers were compared; exit status 1 if something is wrong.
"""

import copy
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter

ROOT = pathlib.Path(os.environ.get("EXACTBLEND_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
CLI = str(pathlib.Path(os.environ.get("EXACTBLEND_CLI") or ROOT / "build" / "release" / "exactblend").absolute())
sys.path.insert(0, str(ROOT / "tests" / "support"))

from page_oracle import Problem, page_problems  # noqa: E402
from page_reader import Page, has_class, read_page  # noqa: E402

SEED = 20240229
GENERATED = 40
SPOILED_DIGITS = 240
SHOWN_FAULTS = 40
FREE = ("figure",)  # where a number may be any of the problem's


def problems():
    """(name, text, options)"""
    for example in sorted((ROOT / "examples").glob("*.json")):
        yield example.stem, example.read_text(encoding="utf-8"), []
    for name, text in page_problems(SEED, GENERATED):
        yield name, text, []
        if name.startswith("many"):
            yield name + "-full", text, ["--full"]


def make_page(folder, name, text, options):
    source, page = folder / f"{name}.json", folder / f"{name}.html"
    source.write_text(text, encoding="utf-8")
    made = subprocess.run([CLI, "lesson", source, "-o", page, *options], capture_output=True, text=True)
    if made.returncode != 0:
        sys.exit(f"{name}: exactblend lesson failed: {made.stderr}\n{text}")
    return read_page(page.read_text(encoding="utf-8"))


def places(element, where=""):
    """(where, element, "text" or "tail") of each text with a digit that a reader may see."""
    kind = element.tag
    if kind in ("style", "footer"):
        return
    if kind == "svg":
        where = "figure"
    elif has_class(element, "eb-introduction"):
        where = "introduction"
    elif element.get("id") == "summary":
        where = "summary"
    elif kind in ("annotation", "math", "table", "pre") or has_class(element, "eb-words"):
        where = kind
    if re.search(r"\d", element.text or ""):
        yield where or "prose", element, "text"
    for child in element:
        yield from places(child, where)
        if re.search(r"\d", child.tail or ""):
            yield where or "prose", child, "tail"


def by_kind(root):
    kinds = {}
    for place in places(root):
        kinds.setdefault(place[0], []).append(place)
    return kinds


def spoil_digit(kinds, chance):
    """Puts another digit in the place of one. (where, what was done, how to undo it)"""
    where, element, part = chance.choice(kinds[chance.choice(sorted(kinds))])
    text = getattr(element, part)
    at = chance.choice([match.start() for match in re.finditer(r"[0-9]", text)])
    digit = chance.choice([digit for digit in "0123456789" if digit != text[at]])
    setattr(element, part, text[:at] + digit + text[at + 1:])
    return where, f"{text!r} with {digit} at {at}", lambda: setattr(element, part, text)


def spoil_elements(root):
    """(what was done, page) for one page after another from which an element is gone, or in which a link is wrong."""
    lost = {"a line": lambda e: any(has_class(child, "eb-words") for child in e), "a row": lambda e: e.tag == "tr",
            "a badge": lambda e: has_class(e, "eb-badge"), "a fraction": lambda e: e.tag == "mfrac",
            "TeX to copy": lambda e: has_class(e, "eb-tex"), "a figure": lambda e: e.tag == "svg",
            "an annotation's text": lambda e: e.tag == "annotation", "a section": lambda e: e.tag == "section"}
    for name, chosen in lost.items():
        page = copy.deepcopy(root)
        parent, child = next((parent, child) for parent in page.iter() for child in parent if chosen(child))
        if child.tag == "annotation":
            child.text = child.text[:-1]
        else:
            parent.remove(child)
        yield f"without {name}", page
    for name, changed in (("href", "#nowhere"), ("id", "boundary")):
        page = copy.deepcopy(root)
        start = "#" if name == "href" else "assign"
        next(element for element in page.iter() if element.get(name, "").startswith(start)).set(name, changed)
        yield f"with {name}={changed}", page
    page = copy.deepcopy(root)
    badge = next(element for element in page.iter() if has_class(element, "eb-badge"))
    badge.text = "NAMED" if badge.text == "EXACT" else "EXACT"
    yield "with a badge that says another register", page


def is_found(problem, page, known):
    return bool(Counter(Page(problem, page).check()) - known)


def main():
    faults, counts, pages = [], Counter(), []
    with tempfile.TemporaryDirectory() as folder:
        for name, text, options in problems():
            problem, root = Problem(text), make_page(pathlib.Path(folder), name, text, options)
            page = Page(problem, root)
            found = page.check()
            faults += [f"{name}: {fault}" for fault in found]
            counts += page.counts
            pages.append((name, problem, root, Counter(found)))
    chance, spoiled = random.Random(SEED), Counter()
    small = [(*page, by_kind(page[2])) for page in pages if not page[0].endswith("-full")]
    for _ in range(SPOILED_DIGITS):
        name, problem, root, known, kinds = chance.choice(small)
        where, what, undo = spoil_digit(kinds, chance)
        hit = is_found(problem, root, known)
        undo()
        spoiled[where, "found" if hit else "another number of the problem" if where in FREE else "missed"] += 1
        if not hit and where not in FREE:
            faults.append(f"{name}: not found in {where}: {what}")
    for name, problem, root, known in pages[:1]:
        for what, page in spoil_elements(root):
            hit = is_found(problem, page, known)
            spoiled["page", "found" if hit else "missed"] += 1
            if not hit:
                faults.append(f"{name}: not found: a page {what}")
    for fault in faults[:SHOWN_FAULTS]:
        print(fault)
    print(f"{len(pages)} pages: " + ", ".join(f"{count} {what}" for what, count in sorted(counts.items())))
    print("spoiled: " + ", ".join(f"{count} in {where} {how}" for (where, how), count in sorted(spoiled.items())))
    print(f"{len(faults)} faults")
    return 1 if faults else 0


sys.exit(main())
