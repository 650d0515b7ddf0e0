"""Pages that the program makes verify fully, and no digit in them can be changed unnoticed.

The page of each problem in examples/ must have only true claims: none undecidable, none unread. Then digits are changed, each to
the next one, in two ways:

1. In a page without its marks (data-eb-numbers), one at a time, each digit of a number that claims something. Verify must report it, as
   false or as something that can't be decided or read any more: by arithmetic alone. Digits that only name something (w1, component 2,
   a step's number, the marks of an axis, the version) claim nothing here: they are counted apart, by the places in LABELS. So are the few
   that can be changed without making anything false.
2. In the page as it was made, every digit of its title and its text, whatever it stands for. Verify must report it at its place.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CLI = os.environ["EXACTBLEND_CLI"]
ROOT = pathlib.Path(os.environ["EXACTBLEND_SOURCE_DIR"])

# What stands before a digit that only names something, in the text without tags.
LABELS = re.compile(r"(?:\b[wVor](?:_\{)?|\b[wVr] |component |bar of length |exactblend [\d.]*|softmax of s |softmax(?:\(s\)|\}\(s\)_\{)|"
                    r"Query |Query \d of |query(?:\s*\d)*\s*|the ratio (?:\d:)*|stacked from )$")
# What stands below 0 does not change it: 0/e^(1/2) is 0 for any exponent.
BELOW_ZERO = re.compile(r"(?:\b0, over e to the power (?:1 over )?|frac\{0\}\{e\^\{\\frac\{(?:1\}\{)?|= \(0\)/\(e\^\((?:1/)?)$")
# What the author of a problem writes in words of his own.
NOTES = re.compile(r"so its weight is exactly $")
MARK = re.compile(r' data-eb-numbers="[^"]*"')
PARTS = 16  # every 16th digit is changed at once: each has a report of its own


def problems():
    """{name: JSON} of the examples: a file each, and the lines of problems.jsonl."""
    all_problems = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / "examples").glob("*.json")}
    lines = (ROOT / "examples/problems.jsonl").read_text(encoding="utf-8").splitlines()
    all_problems.update({f"problems-{number}": line for number, line in enumerate(filter(None, lines), 1)})
    return all_problems


def page_of(problem):
    made = subprocess.run([CLI, "lesson", "-"], input=problem, cwd=ROOT, capture_output=True, text=True, check=True)
    return made.stdout


def site():
    """{name: page} of the examples as a linked site: pages with links to each other, and the list of them."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([CLI, "lesson", *sorted((ROOT / "examples").glob("*.json")), "-o", folder], cwd=ROOT, check=True,
                       capture_output=True)
        return {f"site/{path.stem}": path.read_text(encoding="utf-8") for path in pathlib.Path(folder).glob("*.html")}


def verified(folder):
    run = subprocess.run([CLI, "verify", "--format", "json", folder], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1):
        sys.exit(f"verify failed: {run.stderr}")
    return {pathlib.Path(file["file"]).stem: file["claims"] for file in json.loads(run.stdout)["files"]}


def text_digits(page):
    """The places of the digits in the title and in the text of the body."""
    hidden = bytearray(len(page))
    for match in re.finditer(r"<style.*?</style>|<[^>]*>|&#?\w+;", page, re.S):
        hidden[match.start():match.end()] = b"\1" * (match.end() - match.start())
    return [at for at in range(page.index("<title"), len(page))
            if not hidden[at] and page[at].isascii() and page[at].isdigit()]


def changed(page, places):
    for at in places:
        page = page[:at] + str((int(page[at]) + 1) % 10) + page[at + 1:]
    return page


def around(page, at):
    return re.sub(r"<[^>]*>", "", page[max(0, at - 200):at])[-40:] + f"[{page[at]}]"


def claiming(page):
    """(place, whether it only names something) of each digit in the text of the page's body."""
    body = page.index("<body")
    labels = bytearray(len(page))
    # A text of a drawing that is a number alone, or names alone, and the number of a step.
    for match in re.finditer(r"<text[^>]*>([^<=]*|(?:<tspan[^>]*>[^<=]*</tspan>|[^<=])*)</text>|<span class=\"eb-number\">\d+</span>",
                             page):
        text = re.sub(r"<[^>]*>", "", match.group())
        if not re.search(r"[,=(+]", text):
            labels[match.start():match.end()] = b"\1" * (match.end() - match.start())
    for at in text_digits(page):
        if at > body:
            before = re.sub(r"<[^>]*>", "", page[max(0, at - 300):at])
            yield at, bool(labels[at]) or any(kind.search(before) for kind in (LABELS, BELOW_ZERO, NOTES))


def changes_in_claims(name, page):
    """What is wrong with the page without its marks: changes of claims that are not noticed."""
    page = MARK.sub("", page)
    places = dict(claiming(page))
    with tempfile.TemporaryDirectory() as folder:
        for at in (at for at, label in places.items() if not label):
            pathlib.Path(folder, f"{at}.html").write_text(changed(page, [at]), encoding="utf-8")
        found = {int(at) for at, claims in verified(folder).items()
                 if any(claim["verdict"] != "true" for claim in claims)}
    missed = [at for at, label in places.items() if not label and at not in found]
    numbers = sum(not label for label in places.values())
    print(f"{name}: {numbers - len(missed)} of {numbers} changed digits found by arithmetic alone; "
          f"{len(places) - numbers} more only name something")
    return [f"{name}: a change is not found: {around(page, at)}" for at in missed]


def changes_anywhere(name, page):
    """Changes that are not reported where they stand, in the page as it was made."""
    places = text_digits(page)
    missed = set()
    with tempfile.TemporaryDirectory() as folder:
        for part in range(PARTS):
            text = changed(page, places[part::PARTS])
            pathlib.Path(folder, f"{part}.html").write_text(text, encoding="utf-8")
        for part, claims in verified(folder).items():
            reported = [range(claim["begin"], claim["end"]) for claim in claims
                        if claim["verdict"] == "false" and claim["wrong"].endswith("when the page was made")]
            for at in places[int(part)::PARTS]:
                byte = len(page[:at].encode())
                if not any(byte in claim for claim in reported):
                    missed.add(at)
    print(f"{name}: {len(places) - len(missed)} of {len(places)} changed digits found anywhere")
    return [f"{name}: a change is not found at its place: {around(page, at)}" for at in sorted(missed)]


def main():
    failures = []
    pages = {name: page_of(problem) for name, problem in problems().items()}
    with tempfile.TemporaryDirectory() as folder:
        for name, page in pages.items():
            pathlib.Path(folder, name + ".html").write_text(page, encoding="utf-8")
        for name, claims in verified(folder).items():
            print(f"{name}: {len(claims)} claims")
            failures += [f"{name}: {claim['claim']} is {claim['verdict']}" for claim in claims
                         if claim["verdict"] != "true"]
            if not claims:
                failures.append(f"{name}: no claim found")
    for name in sys.argv[1:] or pages:
        failures += changes_in_claims(name, pages[name]) + changes_anywhere(name, pages[name])
    if not sys.argv[1:]:
        for name, page in site().items():
            failures += changes_anywhere(name, page)
    for failure in failures:
        print(failure)
    return 1 if failures else 0


sys.exit(main())
